import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import "./page.js";

const { beginning, pilesOf, shuffled } = await import(
  "../../src/cadogan/web/static/site/preview.js"
);

const SUITS = "CDHS";
const RANKS = "A23456789TJQK";
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

// The cards come from `cadogan.state.state.shuffle`.
test("a pack is shuffled as the program shuffles it", () => {
  assert.deepEqual(shuffled(PACK, "7").slice(0, 7), ["2H", "JD", "QC", "KS", "KD", "3C", "AD"]);
  assert.deepEqual(shuffled(PACK, "1000000000000").slice(0, 7), [
    "JS",
    "2D",
    "5C",
    "9C",
    "8C",
    "3S",
    "4C",
  ]);
});

test("cards leave the pack, stay in their places or are hidden", () => {
  const start = {
    pack: ["AC", "2C", "3C"],
    placed: ["2C"],
    piles: { f1: ["2C"], t1: [null, 0], t2: [1] },
  };
  const { f1, t1, t2 } = pilesOf(start, "5");
  assert.deepEqual([f1, t1[0]], [["2C"], "??"]);
  assert.deepEqual([t1[1], t2[0]].sort(), ["3C", "AC"]);
});

/** @param {unknown} content of a carried play */
const packed = (content) => `1${deflateSync(JSON.stringify(content)).toString("base64url")}`;

test("a carried play begins with its deal", async () => {
  const start = ["key", 3, "klondike", { redeals: "none" }, "7", 1, 2];
  const [, , game, options, deal] = start;
  assert.deepEqual(await beginning(packed(start)), { game, options, deal });
});

for (const [name, word] of Object.entries({
  "a damaged word": packed(["key", 3, "klondike", {}, "7"]).slice(0, -6),
  "a word of another format": packed(["key", 3, "klondike", {}, "7"]).replace("1", "2"),
  "a word that is too long": "1".padEnd(20_001, "A"),
  "another content": packed({ game: "klondike" }),
}))
  test(`${name} has no deal to show`, async () =>
    assert.deepEqual(await beginning(word), { game: "", options: {}, deal: "" }));
