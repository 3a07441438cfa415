import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { readCard } = await import("../../src/cadogan/web/static/find.js");

for (const [text, card] of [
  ["as", "AS"],
  ["AS", "AS"],
  ["ace of spades", "AS"],
  ["the ace of spades", "AS"],
  ["♠A", "AS"],
  ["s a", "AS"],
  ["1s", "AS"],
  ["10h", "TH"],
  ["ten-of-hearts", "TH"],
  ["♥10", "TH"],
  ["h10", "TH"],
  ["heart ten", "TH"],
  ["queens", "Q"],
  ["aces", "A"],
  ["j", "J"],
  ["jacks", "J"],
  ["joker", "Jo"],
  ["Jo", "Jo"],
  ["Jokers", "Jo"],
  ["*", "Jo"],
  ["jester", null],
  ["hearts", null],
  ["11h", null],
  ["as kd", null],
  ["", null],
])
  test(`"${text}" means ${card ?? "no card"}`, () => assert.equal(readCard(text), card));
