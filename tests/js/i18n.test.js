import assert from "node:assert/strict";
import { test } from "node:test";
import { root } from "./page.js";

const { language, locale, t, tn } = await import("../../src/cadogan/web/static/i18n.js");

test("the page speaks the language that the server wrote into it", () => {
  assert.deepEqual([language, locale, root.lang], ["en", "en", "en"]);
});

test("values stand for their names", () => {
  assert.equal(t("{a} of {b}", { a: 1, b: "x" }), "1 of x");
});

test("the first form is for one", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => tn("{n} card of {many}", "{n} cards of {many}", { n, many: 9 })),
    ["0 cards of 9", "1 card of 9", "2 cards of 9"],
  );
});

test("a language whose texts cannot be fetched gives way to English", async () => {
  root.lang = "xx";
  const other = await import("../../src/cadogan/web/static/i18n.js?again");
  assert.deepEqual([other.language, root.lang], ["en", "en"]);
});
