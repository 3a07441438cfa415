/** Texts that several panels share: times, shares, names of variants, deal numbers. */

import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const modules = ["announce", "history", "records", "ways", "won"];
const [{ duration }, { fate }, { percent }, { shortName, wayName }, { nextDeal }] =
  await Promise.all(modules.map((name) => import(`../../src/cadogan/web/static/${name}.js`)));

for (const [seconds, text] of [
  [0, "0:00"],
  [83.9, "1:23"],
  [600, "10:00"],
  [3599, "59:59"],
  [3661, "1:01:01"],
  [36000, "10:00:00"],
])
  test(`${seconds} seconds are ${text}`, () => assert.equal(duration(seconds), text));

for (const [share, text] of [
  [0, "0%"],
  [0.3, "30%"],
  [0.00005, "under 0.01%"],
  [0.0042, "0.42%"],
  [0.9986, "99.86%"],
  [0.99999, "over 99.99%"],
  [1, "100%"],
])
  test(`the share ${share} is ${text}`, () => assert.equal(percent(share), text));

for (const [deal, next] of [
  ["7", "8"],
  ["ms:617", "ms:618"],
  ["ms:8589934591", null], // the program's last deal number
  ["greenfelt:2147483646", null],
  ["pysol:12", "pysol:13"],
  ["1000000000000", null],
  ["at:AS", null],
])
  test(`after deal ${deal} comes ${next}`, () => assert.equal(nextDeal(deal), next));

for (const [play, words] of [
  [{ won: true, state: "won" }, "Won"],
  [{ state: "won" }, "Won in practice"],
  [{ practice: true, ended: 1, state: "left" }, "Practice"],
  [{ state: "left" }, "Lost"],
  [{ state: "over", ended: 1 }, "Lost"],
  [{ state: "again" }, "Restarted"],
  [{ state: "over" }, "Stuck"],
  [{ state: "begun" }, "Unfinished"],
])
  test(`${JSON.stringify(play)} is called ${words}`, () => assert.equal(fate(play), words));

const answers = ["never", "always"].map((id) => ({ id, name: id }));
const passes = { kind: "choice", name: "passes", label: "passes:", default: "never", answers };
const turn = { ...passes, name: "turn", label: "turn:" };
const target = { kind: "digits", name: "target", label: "target:", default: "1", answers: [] };
const game = {
  name: "Klondike",
  options: [turn, passes, target],
  combinations: [{ name: "Klondike, by night", options: { turn: "always" } }],
};
for (const [options, name] of [
  [{}, "Klondike"],
  [{ target: "1888" }, "Klondike"], // the name lists only house rules
  [{ turn: "always" }, "Klondike, by night"],
  [{ turn: "always", passes: "never" }, "Klondike, by night"],
  [{ passes: "always" }, "Klondike, passes: always"],
  [{ turn: "always", passes: "always" }, "Klondike, turn: always; passes: always"],
])
  test(`${JSON.stringify(options)} is ${name}`, () =>
    assert.equal(wayName({ game, options }), name));

for (const [name, short] of [
  ["Scorpion II", "II"],
  ["Scorpion (open)", "Open"],
  ["Scorpion, open", "Open"],
  ["Wasp", "Wasp"],
])
  test(`${name} beside Scorpion is ${short}`, () =>
    assert.equal(shortName({ name }, { name: "Scorpion" }), short));
