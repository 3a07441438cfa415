import assert from "node:assert/strict";
import { test } from "node:test";
import { root, Server, stored } from "./page.js";

const KEY = "cadogan.settings";
stored.set(KEY, JSON.stringify({ theme: "dark", verdict: null }));
const page = await import("../../src/cadogan/web/static/settings.js");

test("what the browser remembers is there at once, with the usual choices", () => {
  assert.equal(page.settings.theme, "dark");
  assert.equal(page.settings.auto, "safe");
  assert.equal(page.settings.verdict, false, "only the server knows whether to ask");
});

test("the server's settings are taken over, shown and remembered", async () => {
  let heard = 0;
  page.onSettings(() => {
    heard += 1;
  });
  new Server({ body: { theme: "light", deck: "large-four", mirrored: true, table: "blue" } });
  await page.loadSettings();
  assert.equal(page.settings.deck, "large-four");
  const { theme, suits, table } = root.dataset;
  assert.deepEqual([theme, suits, table], ["light", "four", "blue"]);
  assert.ok(root.classList.contains("mirrored"));
  assert.equal(JSON.parse(stored.get(KEY)).deck, "large-four");
  assert.equal(heard, 2);
});

test("a change holds at once, and only the change is sent", async () => {
  const server = new Server({ body: {} });
  const kept = page.saveSettings({ motion: "fast" });
  assert.equal(page.settings.motion, "fast");
  assert.equal(await kept, true);
  assert.deepEqual(server.requests, [
    { method: "PUT", path: "/api/settings", body: { motion: "fast" } },
  ]);
});

test("a change that the server does not keep holds until the page is left", async () => {
  new Server({ status: 500, body: { error: "No." } });
  assert.equal(await page.saveSettings({ motion: "off" }), false);
  assert.equal(page.settings.motion, "off");
});

for (const [motion, reduced, milliseconds] of [
  ["normal", false, 170],
  ["fast", false, 90],
  ["off", false, 0],
  ["normal", true, 0],
])
  test(`motion ${motion}${reduced ? ", reduced by the system" : ""}`, async () => {
    new Server({});
    await page.saveSettings({ motion });
    page.still.matches = reduced;
    assert.equal(page.pace(), milliseconds);
    page.still.matches = false;
  });
