/** Layouts of catalogue games, fitted into boards of common window sizes.
 * `scripts/update_golden.py` writes them. */

import "./page.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { fit, neighbour, roomForNote } = await import("../../src/cadogan/web/static/layout.js");
const GAMES = JSON.parse(readFileSync(new URL("layouts.json", import.meta.url), "utf8"));

/** The space that the bars leave for the board in each window. */
const ROOMS = {
  desktop: { width: 1280, height: 723 },
  lying: { width: 784, height: 366 },
  upright: { width: 390, height: 714 },
  tablet: { width: 820, height: 1103 },
  square: { width: 820, height: 723 },
  small: { width: 320, height: 510 },
};

/**
 * Lay out a game's table in the given space.
 *
 * @param {string} game
 * @param {keyof typeof ROOMS} room
 * @param {{thumb?: boolean, mirrored?: boolean, width?: number, height?: number}} [more]
 * @param {Record<string, number>} [counts] numbers of cards, all face up, if they differ from the
 * start
 */
function table(game, room, more = {}, counts = {}) {
  const { layout, heights } = GAMES[game];
  const cards = new Map(Object.entries(heights));
  for (const [name, count] of Object.entries(counts)) cards.set(name, { count, down: 0 });
  const space = { thumb: true, mirrored: false, ...ROOMS[room], ...more };
  const geometry = fit(layout, cards, space);
  const places = [...geometry.places].map(([name, place]) => ({ name, ...place }));
  const slots = new Map(places.map(({ name, slot }) => [name, slot]));
  const of = (letter) => places.filter(({ name }) => name.startsWith(letter));
  return { ...geometry, room: space, places, slots, of, at: (name) => geometry.places.get(name) };
}

/** Return the visible widths of a pile's covered face-up cards. */
const strips = (place, down = 0) => place.strip.seen.slice(down, -1);
const rows = ({ of }) => new Set(of("t").map(({ y }) => y)).size;
const bottom = (places, ch) =>
  Math.max(...places.flatMap(({ cards, y }) => [y, ...cards.map((c) => c.y)])) + ch;

for (const game of Object.keys(GAMES))
  for (const window of /** @type {const} */ (["desktop", "lying", "upright", "small"]))
    test(`${game} fits into a ${window} window`, () => {
      const { cw, ch, places, slots, room } = table(game, window);
      for (const { name, cards, slot, rot } of places)
        for (const { x, y } of [slot, ...cards]) {
          // The box of a sideways card is turned too.
          const turn = Math.abs(rot % 180) === 90 ? (ch - cw) / 2 : 0;
          assert.ok(x - turn >= 0 && x + cw + turn <= room.width, `${name} sticks out at ${x}`);
          assert.ok(y + turn >= 0 && y + ch - turn <= room.height, `${name} sticks out at ${y}`);
        }
      if (window !== "small") assert.ok(cw >= (game === "klondike" ? 40 : 30), `cards of ${cw} px`);
      const reached = new Set([places[0].name]);
      for (const here of reached)
        for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          const next = neighbour(slots, here, arrow);
          if (next) reached.add(next);
        }
      assert.equal(reached.size, places.length, "arrows lead to every pile");
    });

for (const game of ["klondike", "spider", "calculation", "birthday", "canfield"])
  test(`on a phone held upright the row of the stock of ${game} is the lowest`, () => {
    const { ch, places, room, at } = table(game, "upright");
    const stock = at("s");
    const row = places.filter(({ y }) => y === stock.y);
    const above = (room.height - stock.y - ch) / ch;
    assert.ok(above >= 0 && above < 0.5);
    assert.ok(!row.some(({ name }) => name.startsWith("t")));
    assert.ok(
      bottom(
        places.filter((one) => !row.includes(one)),
        ch,
      ) < stock.y,
    );
  });

for (const [window, more] of [
  ["lying", {}],
  ["desktop", {}],
  ["tablet", {}],
  ["upright", { thumb: false }],
])
  test(`the stock lies at the top in a ${window} window ${JSON.stringify(more)}`, () => {
    const { at } = table("klondike", window, more);
    assert.ok(at("s").y <= at("t1").y);
  });

for (const game of ["big-ben", "odd-and-even"])
  test(`a stock within the tableau of ${game} stays there`, () => {
    const { ch, at, room } = table(game, "upright");
    assert.ok(room.height - at("s").y - 2 * ch > 0);
  });

test("for the left hand the stock lies at the right, and a clock goes clockwise", () => {
  const { at, places } = table("klondike", "upright", { mirrored: true });
  assert.equal(at("s").x, Math.max(...places.map(({ x }) => x)));
  const [plain, mirrored] = [false, true].map((on) =>
    table("big-ben", "desktop", { mirrored: on }),
  );
  const right = ({ ring }) => ring.hours.filter(({ x }) => x > ring.x + 9).map(({ text }) => text);
  assert.deepEqual(right(mirrored).toSorted(), ["1", "2", "3", "4", "5"]);
  assert.deepEqual(right(mirrored), right(plain));
});

test("long piles end above the stock", () => {
  const long = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i + 1}`, 15]));
  const { ch, of, at } = table("spider", "upright", {}, long);
  assert.ok(bottom(of("t"), ch) <= at("s").y);
});

test("small cards lie open for a finger: all of a row, or none", () => {
  const open = (count) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i + 1}`, count]));
  const seen = (counts, more) => {
    const { of, ch } = table("spider", "upright", more, counts);
    return { all: [...new Set(of("t").flatMap((place) => strips(place)))], ch };
  };
  const { all, ch } = seen(open(10), {});
  assert.equal(all.length, 1);
  assert.ok(Math.abs(all[0] - 0.7 * ch) < 0.5);
  const low = seen({ ...open(10), t2: 17 }, { height: 490 });
  assert.ok(low.all.length > 1 && low.all.every((strip) => strip <= ch / 2 + 0.25));
});

for (const game of ["forty-thieves", "emperor", "maria"])
  test(`ten short columns of ${game} stand in two rows on a phone`, () => {
    const upright = table(game, "upright");
    assert.deepEqual([rows(upright), rows(table(game, "desktop"))], [2, 1]);
    assert.ok(upright.cw >= 60);
  });

for (const [window, many] of [
  ["desktop", 1],
  ["lying", 1],
  ["square", 2],
  ["upright", 2],
])
  test(`Baker's Dozen has ${many} rows in a ${window} window`, () =>
    assert.equal(rows(table("bakers-dozen", window)), many));

test("a long column of the upper row ends above the lower one", () => {
  const { ch, at } = table("josephine", "upright", {}, { t1: 9 });
  assert.ok(Math.min(...strips(at("t1"))) > 12, "rank and suit are seen of each");
  assert.ok(at("t1").cards.at(-1).y + ch < at("t6").y);
});

for (const game of ["algerian", "blockade", "carthage"])
  test(`columns of ${game} are read upright when the stock is dealt`, () => {
    const names = Object.keys(GAMES[game].heights).filter((name) => name.startsWith("t"));
    const { of } = table(game, "upright", {}, Object.fromEntries(names.map((name) => [name, 9])));
    assert.ok(Math.min(...of("t").flatMap((place) => strips(place))) >= 12);
  });

test("cards of Sly Fox are seen below others on a phone on its side", () => {
  const reserves = Object.keys(GAMES["sly-fox"].heights).filter((name) => name.startsWith("r"));
  const counts = Object.fromEntries(reserves.slice(0, 7).map((name) => [name, 4]));
  const { at } = table("sly-fox", "lying", {}, counts);
  for (const name of Object.keys(counts)) assert.ok(Math.min(...strips(at(name))) >= 10);
});

for (const game of ["usk", "simple-simon"])
  test(`${game} has its usual arrangement on a phone held upright`, () => {
    const { of, at } = table(game, "upright");
    assert.ok(Math.max(...of("f").map(({ y }) => y)) < at("t1").y);
    assert.ok(at("t1").x < 20, "as wide as the phone allows");
  });

test("above the review cards are nearly as wide as the phone allows", () => {
  const alone = table("freecell", "upright").cw;
  assert.ok(table("freecell", "upright", { height: 380 }).cw > 0.9 * alone);
});

for (const [window, edge] of [
  ["desktop", "x"],
  ["lying", "x"],
  ["upright", "y"],
  ["tablet", "y"],
])
  test(`the clock of Grandfather's Clock comes first along ${edge} in a ${window} window`, () => {
    const { of } = table("grandfathers-clock", window);
    const far = (letter, most) => most(...of(letter).map((place) => place[edge]));
    assert.ok(far("f", Math.max) < far("t", Math.min));
  });

for (const game of ["archway", "big-ben", "clock-patience", "corona", "the-clock"])
  test(`${game} lies flat on a phone on its side`, () => {
    const { cw, ch, places } = table(game, "lying");
    assert.ok(cw >= 46);
    for (const [i, one] of places.entries())
      for (const other of places.slice(i + 1))
        assert.ok(
          Math.abs(one.x - other.x) >= cw - 1 || Math.abs(one.y - other.y) >= ch - 1,
          `${one.name} and ${other.name} lie over each other`,
        );
  });

for (const [game, least] of [
  ["napoleons-square", 56],
  ["royal-parade", 42],
  ["gypsy", 54],
])
  test(`cards of ${game} are large on a phone on its side`, () =>
    assert.ok(table(game, "lying").cw >= least));

for (const [game, window] of [
  ["little-forty", "upright"],
  ["canfield", "lying"],
])
  test(`the short waste of ${game} shows its last three in a ${window} window`, () => {
    const tops = [3, 6, 9].map((count) => {
      const { cards } = table(game, window, {}, { w: count }).at("w");
      assert.equal(new Set(cards.map(({ x, y }) => `${x} ${y}`)).size, 3);
      return cards.at(-1);
    });
    assert.equal(new Set(tops.map(({ x, y }) => `${x} ${y}`)).size, 1, "its top card stays");
  });

test("of cards squarely under others only three are painted", () => {
  const { cards } = table("klondike", "desktop").at("s");
  assert.equal(cards.filter(({ hidden }) => !hidden).length, 3);
});

test("an arrow goes straight ahead, and sideways only where nothing else leads", () => {
  const slots = new Map(
    Object.entries({ a: [0, 0], b: [100, 0], c: [40, 60], d: [10, 400] }).map(([name, [x, y]]) => [
      name,
      { x, y },
    ]),
  );
  assert.equal(neighbour(slots, "a", "ArrowRight"), "b");
  assert.equal(neighbour(slots, "a", "ArrowDown"), "c");
  assert.equal(neighbour(slots, "c", "ArrowDown"), "d");
  assert.equal(neighbour(slots, "a", "ArrowUp"), null);
  assert.equal(neighbour(slots, "b", "ArrowUp"), null);
  assert.equal(neighbour(slots, "d", "ArrowUp"), "c");
  assert.equal(neighbour(slots, "nowhere", "ArrowUp"), null);
});

test("a small square window has larger cards in the arrangement for tall screens", () => {
  const { layout } = GAMES.freecell;
  const room = { width: 400, height: 271 };
  const { cw } = table("freecell", "small", room);
  const { cw: wide } = table("freecell", "small", { width: 400, height: 240 });
  assert.ok(layout.portrait);
  assert.ok(cw >= 1.4 * wide, `${cw} and ${wide} px`);
});

test("a note lies in the lowest strip without cards", () => {
  const room = { width: 390, height: 700 };
  const box = { x: 0, y: 100, w: 390, h: 60 };
  assert.deepEqual(roomForNote([box], room), { left: 0, right: 0, bottom: 0 });
  const low = { ...box, y: 640 };
  assert.deepEqual(roomForNote([box, low], room), { left: 0, right: 0, bottom: 60 });
});

test("without a strip a note lies beside the cards, below others", () => {
  const room = { width: 390, height: 700 };
  const column = Array.from({ length: 10 }, (_, i) => ({ x: 60, y: i * 70, w: 180, h: 70 }));
  const aside = { x: 300, y: 10, w: 40, h: 60 };
  assert.deepEqual(roomForNote([...column, aside], room), { left: 240, right: 0, bottom: 0 });
  const full = column.map((one) => ({ ...one, x: 20, w: 350 }));
  assert.equal(roomForNote(full, room), null);
});

for (const game of ["gaps", "pyramid"])
  for (const window of /** @type {const} */ (["lying", "upright"]))
    test(`a long note has room in a ${window} window at ${game}`, () => {
      const { cw, ch, places, room } = table(game, window);
      const boxes = places.flatMap(({ cards, slot }) =>
        [slot, ...cards].map(({ x, y }) => ({ x, y, w: cw, h: ch })),
      );
      assert.ok(roomForNote(boxes, room));
    });
