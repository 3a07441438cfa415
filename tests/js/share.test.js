/** Texts that a player passes on. */

import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { command, resultOf } = await import("../../src/cadogan/web/static/share.js");

test("a command opens a deal", () => {
  assert.equal(command({ id: "golf", deal: "ms:7", options: {} }), "cadogan play golf ms:7");
  assert.equal(
    command({ id: "birthday", deal: "7", options: { target: "1956", suits: "SHCD" } }),
    "cadogan play birthday 7 --option target=1956 --option suits=SHCD",
  );
});

const view = { steps: 104, game: { name: "Klondike" } };
for (const [result, line] of [
  [{ steps: 104, seconds: 312.4 }, "Won in 104 moves, 5:12."],
  [{ steps: 90, seconds: 59 }, "Won in 90 moves, 0:59."],
  [{ steps: 1, seconds: null }, "Won in 1 move."],
  [{ steps: null, seconds: null }, "Won in 104 moves, with moves by the solver."],
])
  test(`a result does not reveal the cards: ${line}`, () =>
    assert.match(
      resultOf(view, "2026-11-29", result),
      new RegExp(
        `^Cadogan, deal of the day [^:]*29[^:]*2026: Klondike\\n${line.replaceAll(".", "[.]")}$`,
      ),
    ));
