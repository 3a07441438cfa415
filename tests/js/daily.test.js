import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, daysOf, dealOf, monthAfter, written } from "../../src/cadogan/web/static/daily.js";

const dates = Array.from({ length: 28 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);

test("fourteen games take turns, and a day keeps its game and number", () => {
  const games = dates.map((date) => dealOf(date).game);
  assert.equal(new Set(games).size, 14);
  assert.deepEqual(games.slice(0, 14), games.slice(14));
  assert.deepEqual(dealOf("2026-11-22"), { game: dealOf("2026-11-08").game, deal: "20261122" });
});

test("a past day keeps its deal in every version", () =>
  assert.deepEqual(
    ["2000-01-01", "2024-02-29", "2026-11-22"].map((date) => dealOf(date).game),
    ["tripeaks", "klondike", "pyramid"],
  ));

for (const [id, deal, options, day] of [
  ["klondike", "20240229", {}, "2024-02-29"],
  ["tripeaks", "20000101", {}, "2000-01-01"],
  ["klondike", "20240229", { turn: "three" }, null],
  ["freecell", "20240229", {}, null],
  ["klondike", "20240230", {}, null],
  ["klondike", "20241301", {}, null],
  ["klondike", "ms:20240229", {}, null],
  ["klondike", "7", {}, null],
])
  test(`deal ${deal} of ${id} ${JSON.stringify(options)} is of the day ${day}`, () =>
    assert.equal(dayOf({ id, deal, options }), day));

test("a date is that of the place, and not of Greenwich", () => {
  const date = new Date("2026-11-21T12:00:00Z");
  date.getTimezoneOffset = () => -13 * 60;
  assert.equal(written(date), "2026-11-22");
  date.getTimezoneOffset = () => 0;
  assert.equal(written(date), "2026-11-21");
});

for (const [month, by, last, next] of [
  ["2026-11", -1, "2026-11", "2026-10"],
  ["2026-01", -1, "2026-11", "2025-12"],
  ["2026-10", 1, "2026-11", "2026-11"],
  ["2026-11", 1, "2026-11", "2026-11"], // December lies in the future
  ["2000-01", -1, "2026-11", "2000-01"], // the first month with a daily deal
])
  test(`${by} from ${month} is ${next}`, () => assert.equal(monthAfter(month, by, last), next));

for (const [month, skip, many] of [
  ["2026-11", 6, 30], // this month begins on a Sunday
  ["2026-06", 0, 30],
  ["2024-02", 3, 29],
  ["2026-02", 6, 28],
])
  test(`${month} has ${many} days and begins on day ${skip} of the week`, () => {
    const days = daysOf(month);
    assert.equal(days.skip, skip);
    assert.equal(days.dates.length, many);
    assert.deepEqual([days.dates[0], days.dates.at(-1)], [`${month}-01`, `${month}-${many}`]);
  });
