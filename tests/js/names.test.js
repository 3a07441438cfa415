import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { cardName, dealName, faceFile, moves, pileName, pileSays, spoken } = await import(
  "../../src/cadogan/web/static/names.js"
);

for (const [card, name, file] of [
  ["TH", "ten of hearts", "H10"],
  ["AS", "ace of spades", "SA"],
  ["2C", "two of clubs", "C2"],
  ["QD", "queen of diamonds", "DQ"],
  ["Jo", "joker", "joker"],
  ["??", "a face-down card", "back"],
])
  test(`${card} is the ${name}`, () =>
    assert.deepEqual([cardName(card), faceFile(card)], [name, file]));

for (const [label, words] of [
  ["A♣", "ace of clubs"],
  ["10♦", "ten of diamonds"],
  ["♥", "hearts"],
  ["K", "king"],
  ["6", "6"],
  ["", ""],
])
  test(`the label "${label}" is spoken as "${words}"`, () => assert.equal(spoken(label), words));

for (const [name, kind, label, words] of [
  ["t3", "tableau", "", "Tableau 3"],
  ["t3", "tableau", "3", "Tableau 3"],
  ["f4", "foundation", "A♠", "Foundation 4 (ace of spades)"],
  ["s", "stock", "", "Stock"],
  ["r1", "reserve", "left wing", "left wing"],
  ["x2", "heap", "", "Heap 2"],
])
  test(`${name} is called ${words}`, () => assert.equal(pileName({ name, kind, label }), words));

for (const [cards, down, words] of [
  [0, 0, "Tableau 3, empty"],
  [1, 0, "Tableau 3, 1 card"],
  [6, 5, "Tableau 3, 6 cards, 5 face down"],
  [1, 1, "Tableau 3, 1 face-down card"],
  [4, 4, "Tableau 3, 4 face-down cards"],
])
  test(`${cards} cards, ${down} of them face down`, () =>
    assert.equal(pileSays("Tableau 3", cards, down), words));

test("moves and deals are counted and named", () => {
  assert.deepEqual([1, 2].map(moves), ["1 move", "2 moves"]);
  assert.deepEqual(["7", "at:AS"].map(dealName), ["deal 7", "deal from a position"]);
});
