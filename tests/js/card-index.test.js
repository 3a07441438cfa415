import "./page.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { RANKS, SUITS } = await import("../../src/cadogan/web/static/card-index.js");
const read = (name) =>
  readFileSync(new URL(`../../src/cadogan/web/static/${name}`, import.meta.url), "utf8");

for (const suit of "CDHS")
  test(`the glyphs of strips are those of the large deck, suit ${suit}`, () => {
    for (const rank of "A23456789TJQK") {
      const face = read(`cards/large-two/${suit}${rank === "T" ? "10" : rank}.svg`);
      for (const outline of [RANKS[rank], SUITS[suit]])
        assert.ok(face.includes(`d="${outline}"`), rank);
    }
  });

for (const deck of ["two", "four", "safe"])
  test(`strips have the colours of the deck large-${deck}`, () => {
    const style = read("board.css");
    for (const suit of "CDHS") {
      const face = read(`cards/large-${deck}/${suit}A.svg`);
      const [, colour] = /stroke="(#[0-9a-f]+)" stroke-width="120"/.exec(face) ?? [];
      const rule = `\\.corner {(?:(?!\\n}).)*?&\\.${suit}[^{]*{\\s*color: (#\\w+)`;
      const own = new RegExp(`\\[data-suits="${deck}"\\] ${rule}`, "s").exec(style);
      const usual = new RegExp(`\\n${rule}`, "s").exec(style);
      assert.ok(colour);
      assert.equal((own ?? usual)?.[1], colour, suit);
    }
  });
