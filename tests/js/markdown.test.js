import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { markdown, tied } = await import("../../src/cadogan/web/static/markdown.js");

for (const [what, text, html] of [
  ["headings", "# One\n\n## Two\n\n### Three", "<h2>One</h2><h3>Two</h3><h4>Three</h4>"],
  ["a paragraph of several lines", "one\ntwo\n\nthree", "<p>one two</p><p>three</p>"],
  ["a list with a long item", "- one\n  more\n- two", "<ul><li>one more</li><li>two</li></ul>"],
  ["words before a list", "These:\n* one", "<p>These:</p><ul><li>one</li></ul>"],
  ["words after a list", "- one\nThen.", "<ul><li>one</li></ul><p>Then.</p>"],
  ["a heading within a block", "## One\ntwo", "<h3>One</h3><p>two</p>"],
  [
    "emphasis",
    "*one* and **two** and `three*`",
    "<p><em>one</em> and <strong>two</strong> and <code>three*</code></p>",
  ],
  ["a lonely asterisk", "2 * 3 * 4", "<p>2 * 3 * 4</p>"],
  ["carriage returns", "one\r\n\r\ntwo", "<p>one</p><p>two</p>"],
])
  test(what, () => assert.equal(markdown(text).html, html));

test("HTML stays text", () => {
  const [paragraph] = markdown("<b>one</b>").children;
  assert.deepEqual(paragraph.children, ["<b>one</b>"]);
});

test("no line begins with a percent sign", () => {
  assert.equal(tied("5 % and 6 %"), "5\u00a0% and 6\u00a0%");
  assert.equal(markdown("*5 %*").html, "<p><em>5\u00a0%</em></p>");
});
