import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { element, found, Server } from "./page.js";

found.set("live", element("div"));
const { Adviser } = await import("../../src/cadogan/web/static/advice.js");
const { saveSettings } = await import("../../src/cadogan/web/static/settings.js");

const WORKING = { body: { state: "working" } };
const UNKNOWN = { body: { state: "done", result: "unknown" } };
const LOST = { body: { state: "done", result: "lost" } };
const WON = { body: { state: "done", result: "won", hint: "t7-f4" } };
const lostBy = (step) => ({ body: { ...LOST.body, lost_by: { step, said: "Lost by it." } } });
const broken = (error) => ({ body: { ...UNKNOWN.body, error } });
const MOVES = [{ move: "s-w" }, { move: "t7-f4" }];

/** Let pending answers arrive, and advance the clock. @param {number} [milliseconds] */
async function pass(milliseconds = 0) {
  for (let i = 0; i <= milliseconds; i += 50) {
    if (i) mock.timers.tick(50);
    for (let j = 0; j < 3; j++) await new Promise((done) => setImmediate(done));
  }
}

/** Stub of a board with a play, and of the solver that answers its requests. */
class Board {
  pointed = [];
  offers = [];
  reasons = [];
  held = false;
  drop = () => undefined;

  constructor(...answers) {
    this.server = new Server(...answers);
    this.line = element("p");
    const table = {
      view: null,
      looking: false,
      point: (move, word) => `${word}: ${this.pointed.push([move.move, word]) && move.move}.`,
      gestures: {
        free: () => (this.held ? new Promise((done) => (this.drop = done)) : Promise.resolve()),
        dragging: () => this.held,
      },
    };
    const silence = { el: element("div"), show: (text) => this.reasons.push(text) };
    this.table = table;
    this.adviser = new Adviser(table, this.line, silence, (none) => this.offers.push(none));
  }

  show(revision, more = {}) {
    const view = {
      play: "p",
      revision,
      steps: revision,
      moves: MOVES,
      won: false,
      down: {},
      ...more,
    };
    this.table.view = view;
    this.adviser.draw(view);
  }

  async hint() {
    this.adviser.hint();
    await pass(300);
  }

  get revisions() {
    return this.server.requests.map(({ path }) => Number(/revision=(\d+)/.exec(path)?.[1]));
  }
}

const spoken = () => found.get("live").textContent;

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  found.get("live").replaceChildren();
  new Server({});
  await saveSettings({ verdict: false });
});

const verdict = async (...answers) => {
  await saveSettings({ verdict: true });
  return new Board(...answers);
};

test("a hint points at the first move of a winning line, once there is one", async () => {
  const board = new Board(WORKING, WON);
  board.show(0);
  assert.deepEqual(board.revisions, [], "no request yet");
  await board.hint();
  assert.deepEqual(board.pointed, [["t7-f4", "Hint"]]);
  assert.ok(board.server.requests.every(({ path }) => path.endsWith("&urgent")));
  await pass(1000);
  assert.equal(board.server.requests.length, 2, "a final answer needs no further request");
  assert.ok(board.line.hidden);
});

for (const [answer, words] of [
  [WORKING, "Looking for a winning line…"],
  [UNKNOWN, "Not known yet: no winning line has been found."],
  [LOST, "This position cannot be won. Possible: s-w."],
  [{ status: 500, body: { error: "Cadogan failed at this." } }, "Cadogan failed at this."],
])
  test(`a hint says: ${words}`, async () => {
    const board = new Board(answer);
    board.show(0);
    await board.hint();
    assert.equal(spoken(), words);
  });

test("a hint says once why there is no solver, then shows a possible move", async () => {
  const board = new Board(broken("There is no solver."));
  board.show(0);
  await board.hint();
  assert.equal(spoken(), "There is no solver.");
  assert.deepEqual(board.pointed, []);
  await board.hint();
  assert.equal(spoken(), "No verdict. Possible: s-w.");
});

test("the next hint sends a request to a server that failed", async () => {
  const board = new Board({ status: 500, body: { error: "No." } }, WON);
  board.show(0);
  await board.hint();
  await board.hint();
  assert.deepEqual(board.pointed, [["t7-f4", "Hint"]]);
});

test("no hint is looked for where the game is over", async () => {
  const board = new Board(WON);
  board.show(3, { won: true });
  await board.hint();
  assert.equal(spoken(), "The game is won.");
  board.show(4, { moves: [] });
  await board.hint();
  assert.equal(spoken(), "No move is left.");
  assert.deepEqual(board.revisions, []);
});

test("a move made meanwhile takes the question back", async () => {
  const board = new Board(WORKING);
  board.show(0);
  await board.hint();
  const many = board.server.requests.length;
  board.show(1);
  await pass(1000);
  assert.equal(board.server.requests.length, many);
});

test("an answer about an older position is dropped", async () => {
  const board = new Board(WORKING, { status: 409, body: { error: "Gone on." } });
  board.show(0);
  await board.hint();
  await pass(1000);
  assert.deepEqual(board.revisions, [0, 0]);
  assert.deepEqual(board.pointed, []);
});

test("the verdict follows the game, and only while it is wanted", async () => {
  const board = await verdict(WORKING, WON, WORKING, lostBy(1), lostBy(1));
  board.show(0);
  await pass();
  assert.equal(board.line.textContent, "Working it out…");
  await pass(200);
  assert.equal(board.line.textContent, "Still winnable");
  board.show(1);
  assert.ok(board.line.classList.contains("old"), "the last word stays, dimmed");
  await pass(200);
  assert.equal(board.line.textContent, "Lost by this move");
  assert.equal(spoken(), "Lost by it.");
  board.show(2);
  await pass();
  assert.equal(board.line.textContent, "Lost since move 1");
  assert.deepEqual(board.revisions, [0, 0, 1, 1, 2]);
  assert.ok(!board.offers.includes(true), "another deal is offered only before the first move");
  new Server({});
  await saveSettings({ verdict: false });
  board.show(3);
  assert.ok(board.line.hidden);
});

test("a lost deal is announced, and another one offered", async () => {
  const board = await verdict(LOST);
  board.show(0);
  await pass();
  assert.equal(board.line.textContent, "This deal cannot be won");
  assert.equal(spoken(), "This deal cannot be won");
  assert.deepEqual(board.offers, [false, true]);
  board.show(1);
  assert.deepEqual(board.offers, [false, true, false]);
  await pass();
  assert.equal(board.line.textContent, "Lost");
});

test("an unknown verdict is requested once", async () => {
  const board = await verdict(UNKNOWN);
  board.show(0);
  await pass(1000);
  assert.equal(board.line.textContent, "Not known");
  assert.deepEqual(board.revisions, [0]);
});

test("where cards lie face down the line says that the solver knows them", async () => {
  const board = await verdict(WON);
  board.show(0, { down: { t1: 0 } });
  await pass();
  assert.equal(board.line.getAttribute("title"), null);
  board.show(1, { down: { t1: 2 } });
  await pass();
  assert.match(board.line.getAttribute("title"), /face down/);
});

test("a missing verdict is explained once for each position, until there is one", async () => {
  const board = await verdict(broken("There is no solver."), broken("There is no solver."), WON);
  board.show(0);
  await pass(1000);
  assert.equal(board.line.textContent, "No verdict");
  assert.deepEqual(board.reasons, ["There is no solver."]);
  assert.deepEqual(board.revisions, [0]);
  board.show(1);
  await pass(1000);
  assert.deepEqual(board.revisions, [0, 1]);
  board.show(2);
  await pass();
  assert.equal(board.line.textContent, "Still winnable");
  assert.equal(board.reasons.at(-1), null);
});

test("a verdict waits until a drag is over", async () => {
  const board = await verdict(WORKING, LOST);
  board.show(0);
  await pass();
  board.held = true;
  await pass(1000);
  assert.equal(board.line.textContent, "Working it out…");
  assert.deepEqual(board.offers, [false]);
  board.held = false;
  board.drop();
  await pass();
  assert.equal(board.line.textContent, "This deal cannot be won");
  assert.deepEqual(board.offers, [false, true]);
});
