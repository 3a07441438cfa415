import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { found, root, Server } from "./page.js";

found.set("known", { textContent: '{"/api/plays": {"plays": [1]}}' });
const api = await import("../../src/cadogan/web/static/api.js");
const { ask, inquire, Refused, Unreachable } = api;

/** The states of the server, as the listener received them. @type {string[]} */
let states = [];
beforeEach(() => {
  states = [];
  api.onServer((state) => states.push(state));
  states = [];
});

test("what came with the page needs no request, until the first board is there", async () => {
  const server = new Server({ body: { plays: [] } });
  assert.deepEqual(await inquire("GET", "/api/plays"), { plays: [1] });
  assert.equal(server.requests.length, 0);
  api.forget();
  assert.deepEqual(await inquire("GET", "/api/plays"), { plays: [] });
  assert.equal(server.requests.length, 1);
});

test("a refusal has its status, its sentence and its data", async () => {
  new Server({ status: 400, body: { error: "No.", refused: true } });
  const error = await ask("POST", "/api/x", {}).catch((reason) => reason);
  assert.ok(error instanceof Refused);
  assert.deepEqual([error.status, error.message, error.data.refused], [400, "No.", true]);
  assert.equal(api.complaint(error), "No.");
});

test("a refusal without a sentence is one all the same", async () => {
  new Server({ status: 500, body: {} });
  await assert.rejects(inquire("GET", "/api/x"), {
    message: "Cadogan answered with status 500.",
  });
});

test("an answer about an older revision is a refusal, whatever its status", async () => {
  new Server({ status: 200, body: { stale: true } });
  await assert.rejects(inquire("GET", "/api/x"), { status: 409 });
});

test("a server that is gone is reported each time, and that it is back once", async () => {
  new Server(new TypeError("no connection"));
  const error = await ask("GET", "/api/x").catch((reason) => reason);
  assert.ok(error instanceof Unreachable);
  assert.match(api.complaint(error), /does not answer/);
  await ask("GET", "/api/x").catch(() => undefined);
  new Server({});
  await ask("GET", "/api/x");
  await ask("GET", "/api/x");
  assert.deepEqual(states, ["gone", "gone", ""]);
});

test("a mistake of the page is no complaint about the server", () => {
  assert.throws(() => api.complaint(new TypeError("x")), TypeError);
});

test("a question that is taken back reports nothing", async () => {
  new Server({});
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(ask("GET", "/api/x", undefined, stop.signal));
  assert.deepEqual(states, []);
});

/** Send a request that the test answers later. @param {string} path */
function slowly(path, asks = ask) {
  let answer = () => undefined;
  const server = new Server({});
  server.before = () => new Promise((done) => (answer = done));
  const done = asks("GET", path);
  return { done, answer: () => answer() };
}

test("after 0.3 s the page shows that it waits, after 3 s it says so", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { done, answer } = slowly("/api/x");
  mock.timers.tick(299);
  assert.equal(root.getAttribute("data-waiting"), null);
  mock.timers.tick(1);
  assert.equal(root.getAttribute("data-waiting"), "");
  mock.timers.tick(2699);
  assert.deepEqual(states, []);
  mock.timers.tick(1);
  assert.deepEqual(states, ["slow"]);
  answer();
  await done;
  assert.equal(root.getAttribute("data-waiting"), null);
  assert.deepEqual(states, ["slow", ""]);
  mock.timers.reset();
});

test("what nobody waits for is never slow", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { done, answer } = slowly("/api/search", inquire);
  mock.timers.tick(60_000);
  assert.deepEqual([states, root.getAttribute("data-waiting")], [[], null]);
  answer();
  await done;
  mock.timers.reset();
});

test("a module of another version is refused with the server's words", async () => {
  new Server({ status: 410, body: { error: "Load it again?" } });
  const missing = () => Promise.reject(new TypeError("import failed"));
  await assert.rejects(api.fetched(missing), { status: 410, message: "Load it again?" });
  new Server({ status: 200 });
  await assert.rejects(api.fetched(missing), Unreachable);
});

for (const [game, deal, options, address] of [
  ["klondike", null, {}, "/play/klondike"],
  ["klondike", "7", { turn: "three" }, "/play/klondike/7?turn=three"],
  ["freecell", "ms:617", {}, "/play/freecell/ms:617"],
  ["golf", "at:A/2", {}, "/play/golf/at:A%2F2"],
])
  test(`the address of ${game} ${deal}`, () =>
    assert.equal(api.address(game, deal, options), address));

test("a public link contains the address of a deal", () => {
  assert.equal(api.ofShared("/play/golf/", "?deal=ms%3A7"), "/play/golf/ms:7");
  assert.equal(
    api.ofShared("/play/birthday/", "?deal=7&target=1888"),
    "/play/birthday/7?target=1888",
  );
  assert.equal(
    api.ofShared("/play/golf/", "?deal=7&wrap=on&wrap=off"),
    "/play/golf/7?wrap=on&wrap=off",
  );
  assert.equal(api.ofShared("/play/%E0/", "?deal=7"), "/play/%25E0/7");
  for (const [path, search] of [
    ["/play/golf/7", "?deal=8"],
    ["/play/golf/", ""],
    ["/play/golf/", "?turn=three"],
    ["/", "?deal=7"],
    ["/play/golf/", "?deal=7&deal=8"], // the page reports it
  ])
    assert.equal(api.ofShared(path, search), null);
});
