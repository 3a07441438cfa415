/** Tests in German: words for cards, number formats and plural forms. */

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

process.env["PAGE_LANG"] = "de";
await import("./page.js");

const TEXTS = {
  clubs: "Kreuz",
  diamonds: "Karo",
  hearts: "Herz",
  spades: "Pik",
  ace: "Ass",
  aces: "Asse",
  king: "König",
  kings: "Könige",
  queen: "Dame",
  seven: "Sieben",
  ten: "Zehn",
  "under {share}": "unter {share}",
  "over {share}": "über {share}",
  "{n} move": ["{n} Zug", "{n} Züge"],
};
const script = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const translation = script(
  `export const texts = ${JSON.stringify(TEXTS)};
   export const plural = (n) => Number(n !== 1);`,
);
// The server generates this module from its message catalogue.
register(
  script(`export const resolve = (name, context, next) => name.endsWith("/locales/de.js")
    ? { url: ${JSON.stringify(translation)}, shortCircuit: true } : next(name, context);`),
);
const [{ readCard }, { percent }, { moves }, { t }] = await Promise.all(
  ["find", "records", "names", "i18n"].map(
    (name) => import(`../../src/cadogan/web/static/${name}.js`),
  ),
);

for (const [text, card] of [
  ["Herz-Zehn", "TH"],
  ["pik dame", "QS"],
  ["Kreuz 7", "7C"],
  ["Könige", "K"],
  ["Asse", "A"],
  ["Karo-Ass", "AD"],
  ["10h", "TH"],
  ["♦B", null],
  ["Unsinn", null],
])
  test(`„${text}“ means ${card ?? "no card"}`, () => assert.equal(readCard(text), card));

for (const [share, words] of [
  [0.5, "50\u00a0%"],
  [0.00005, "unter 0,01\u00a0%"],
  [0.999, "99,90\u00a0%"],
  [0.99999, "über 99,99\u00a0%"],
  [1, "100\u00a0%"],
])
  test(`${share} is written as ${words}`, () => assert.equal(percent(share), words));

test("texts are translated, in the number that they speak of", () => {
  assert.deepEqual([1, 2].map(moves), ["1 Zug", "2 Züge"]);
  assert.equal(t("a text without a translation"), "a text without a translation");
});
