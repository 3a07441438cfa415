import assert from "node:assert/strict";
import { test } from "node:test";
import * as choice from "../../src/cadogan/web/static/choice.js";

const move = (text, more = {}) => {
  const [, source = "", target = "", count = 1] = /^(\w*)-(\w*?)(?:x(\d+))?$/.exec(text) ?? [];
  return { move: text, kind: "move", source, target, count: Number(count), also: [], ...more };
};
const removal = (text) => ({ ...move("-"), move: text, piles: text.replace("-d", "").split("+") });
const view = (moves, piles = {}, kinds = ["tableau", "stock"]) => ({
  moves,
  piles,
  layout: { piles: kinds.map((kind) => ({ kind })) },
});
const texts = (moves) => moves.map(({ move: text }) => text);

test("the moves of just these cards", () => {
  const turn = move("s-wx3", { byStock: true });
  const some = view([move("t1-t2"), move("t1-t3x2"), move("t1-f1"), turn, move("t2-t1")]);
  assert.deepEqual(texts(choice.movesOf(some, "t1", 1)), ["t1-t2", "t1-f1"]);
  assert.deepEqual(texts(choice.movesOf(some, "t1", 2)), ["t1-t3x2"]);
  assert.deepEqual(choice.movesOf(some, "s", 3), [], "the stock is turned, not carried");
});

test("piles that mean the same come after those that were named", () => {
  const some = view([move("t1-f1", { also: ["f2", "t9"] }), move("t1-t9")]);
  const targets = choice.targetsOf(some, "t1", 1);
  assert.deepEqual([...targets.keys()], ["f1", "t9", "f2"]);
  assert.equal(targets.get("t9").move, "t1-t9");
});

test("cards that leave play together are each other's targets", () => {
  const some = view([removal("t1+t2"), removal("t1+t2+t3"), removal("t1-d"), removal("t4+w@3")]);
  assert.deepEqual([...choice.targetsOf(some, "t2", 1).keys()], ["t1", "t3"]);
  assert.deepEqual([...choice.targetsOf(some, "w", 3).keys()], ["t4"]);
  assert.deepEqual([...choice.targetsOf(some, "w", 1).keys()], []);
  assert.deepEqual(texts(choice.removalsOf(some, ["t1", "t2"])), ["t1+t2", "t1+t2+t3"]);
  assert.equal(choice.removalOf(some, ["t1"]).move, "t1-d");
  assert.equal(choice.removalOf(some, ["t2", "t3"]), undefined, "it takes three");
});

test("a card below others has a spot of its own", () => {
  assert.deepEqual([choice.spotOf("w", 1), choice.spotOf("w", 3)], ["w", "w@3"]);
  assert.deepEqual(["w", "w@3"].map(choice.atSpot), [
    ["w", 1],
    ["w", 3],
  ]);
  const some = view([], { w: ["AS", "2S", "3S"] });
  assert.equal(choice.countFrom(some, { pile: "w", index: 0 }), 3);
  assert.equal(choice.countFrom(some, { pile: "w", index: -1 }), 0);
});

test("a move is about the cards that it takes and the card below", () => {
  const some = view([], { t1: ["KS", "QH", "JS"], t2: ["QD"], t3: [], w: ["2C", "3C", "4C"] });
  assert.equal(choice.cardsOf(some, move("t1-t2")), "JS - QD");
  assert.equal(choice.cardsOf(some, move("t1-t3x2")), "QH JS - ");
  assert.equal(choice.cardsOf(some, removal("t2+w@3")), "QD 2C");
});

for (const [what, moves, kinds, hand, only] of [
  ["turns the stock", [move("t1-t2"), move("s-w", { byStock: true })], undefined, "s-w", false],
  [
    "deals",
    [{ ...move("-"), move: "deal", kind: "deal", byStock: true }],
    undefined,
    "deal",
    false,
  ],
  ["has nothing to do", [move("t1-t2")], undefined, undefined, false],
  [
    "leaves other actions alone",
    [{ ...move("-"), move: "weave", kind: "weave" }],
    undefined,
    undefined,
    false,
  ],
  ["counts", [{ ...move("-"), move: "count", kind: "count" }], ["tableau"], "count", true],
])
  test(`one hand ${what}`, () => {
    const some = view(moves, {}, kinds);
    assert.equal(choice.handMove(some)?.move, hand);
    assert.equal(choice.onlyAction(some), only);
  });
