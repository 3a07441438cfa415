import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { KEYS, actionOf, isSign, keyLabel, menuKey } = await import(
  "../../src/cadogan/web/static/keymap.js"
);
const { keyList } = await import("../../src/cadogan/web/static/key-list.js");

const press = (key, { ctrl = false, meta = false, shift = false } = {}) => ({
  key,
  ctrlKey: ctrl,
  metaKey: meta,
  shiftKey: shift,
});

test("a key has one meaning, and the list of the options has each action once", () => {
  const keys = Object.values(KEYS).flat();
  assert.equal(new Set(keys).size, keys.length);
  const rows = keyList();
  assert.equal(rows.length, Object.keys(KEYS).length);
  assert.equal(new Set(rows.map(([, does]) => does)).size, rows.length);
  const written = rows.map(([shown]) => shown);
  for (const shown of ["Ctrl+Z, U, Backspace", "Space, D", "Shift+B", "P (hold)", "Arrows", "+"])
    assert.ok(written.includes(shown), shown);
});

for (const [event, action] of [
  [press("d"), "deal"],
  [press("D"), "deal"],
  [press(" "), "deal"],
  [press("z", { ctrl: true }), "undo"],
  [press("z", { meta: true }), "undo"],
  [press("Z", { ctrl: true, shift: true }), "redo"],
  [press("z"), undefined],
  [press("d", { ctrl: true }), undefined],
  [press("M", { shift: true }), "movable"],
  [press("m"), "possible"],
  [press("H", { shift: true }), "hint"], // Shift+H has no meaning, so it acts as H
  [press("?", { shift: true }), "rules"],
  [press("Enter", { shift: true }), "best"],
  [press("ArrowLeft"), "step"],
])
  test(`${JSON.stringify(event)} is ${action}`, () => assert.equal(actionOf(event), action));

test("letters and signs can be switched off, named keys cannot", () => {
  assert.ok(isSign(press("d")));
  assert.ok(isSign(press("/")));
  for (const event of [press(" "), press("F3"), press("Enter"), press("z", { ctrl: true })])
    assert.ok(!isSign(event), event.key);
});

test("keys are written for the eye and for screen readers", () => {
  assert.deepEqual(menuKey("undo"), { shown: "Ctrl+Z", aria: "Control+Z" });
  assert.deepEqual(menuKey("deal"), { shown: "Space", aria: "Space" });
  assert.deepEqual(["Escape", "Shift+b", "F3", "/"].map(keyLabel), ["Esc", "Shift+B", "F3", "/"]);
});
