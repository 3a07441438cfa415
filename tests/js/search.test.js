import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bare, fold, isSlip, isWished, sought } from "../../src/cadogan/web/static/search.js";

/** Texts with their folded and bare forms; tests/test_names.py uses them for the command line. */
const NAMES = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf8"));

for (const [text, folded, short] of NAMES)
  test(`${JSON.stringify(text)} is compared as the command line compares it`, () => {
    assert.deepEqual([fold(text), bare(text)], [folded, short]);
  });

for (const [text, names, loosely = false] of [
  ["geburtstag", ["Birthday", "Geburtstagspatience"]],
  ["GRANDFATHERS", ["Grandfather's Clock"]],
  ["clock grand", ["Grandfather's Clock"]],
  ["bakersdozen", ["Baker's Dozen"]],
  ["windmühle", ["Windmill", "Windmühle"]],
  ["horloge", ["L'Horloge"]],
  ["la belle", ["Belle Lucie, La"]],
  ["dozen", ["Baker's Dozen"]],
  ["", ["Klondike"]],
  ["klondyke", ["Klondike"], true],
  ["fourty theives", ["Forty Thieves"], true],
])
  test(`"${text}" finds ${names[0]}`, () => assert.ok(sought(text, loosely)(names)));

for (const [text, names, loosely = false] of [
  ["klondyke", ["Klondike"]],
  ["xyzzyplugh", ["Klondike"], true],
  ["al", ["Royal Parade"]], // a text of two letters must begin a word
  ["klondike spider", ["Klondike"]],
])
  test(`"${text}" does not find ${names[0]}`, () => assert.ok(!sought(text, loosely)(names)));

for (const [word, known, slip] of [
  ["frecell", "freecell", true],
  ["theives", "thieves", true], // two letters are swapped
  ["golf", "gulf", true],
  ["gof", "golf", false], // a short word must be spelled correctly
  ["spidre", "spider", true],
  ["golfing", "golf", false],
  ["kolndkie", "klondike", true],
  ["kolndkee", "klondike", false],
])
  test(`"${word}" is ${slip ? "" : "no "}slip of "${known}"`, () =>
    assert.equal(isSlip(word, known), slip));

const GAME = { family: "Klondike type", decks: 1, measured: null };
const TRAITS = { length: "short", luck: "both", odds: 0.8 };
for (const [wishes, measured, fits] of [
  [{}, null, true],
  [{ family: "" }, null, true],
  [{ family: "Spider" }, null, false],
  [{ packs: "1", luck: "both" }, null, true],
  [{ packs: "2" }, null, false],
  [{ chance: "high" }, null, true], // without a measurement, the books' estimate is used
  [{ chance: "high" }, { low: 0.1, high: 0.2 }, false], // a measurement takes precedence
  [{ chance: "low" }, { low: 0.1, high: 0.2 }, true],
  [{ chance: "high" }, { low: 0.1, high: 0.9 }, true], // this interval is too wide to be used
  [{ chance: "even" }, { low: 0.5, high: 0.6 }, true],
])
  test(`${JSON.stringify(wishes)} with ${JSON.stringify(measured)}: ${fits}`, () =>
    assert.equal(isWished({ ...GAME, measured }, TRAITS, wishes), fits));

test("a game of which nothing is known has no chance", () => {
  assert.ok(!isWished(GAME, undefined, { chance: "even" }));
  assert.ok(isWished(GAME, undefined, { chance: "" }));
});
