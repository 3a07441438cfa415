/** Layout of the board, which fits piles, measured in cards, into an area in pixels. */

/** @import {Arrangement, Geometry, Layout, Measured, PileSpec, Place, Rect, Ring, Room, Unit} from "./types.js" */

import { t } from "./i18n.js";

/** The hint for a turned table, because all texts describe the unturned table. */
export const TURNED = t(
  "On this screen the rows run downwards: “left” in the rules means “above” here.",
);

/** Height of a card divided by its width. */
export const RATIO = 1.4;
/** Maximum card width as a fraction of the available height. */
const WIDEST = 0.28;
/** Face-down cards need only this fraction of the spread, because they show nothing to read. */
const DOWN = 0.45;
/** A column squeezed to this fraction of its spread must have room for `min` cards. */
const TIGHT = 0.75;
/** Minimum ratio of height to width for the arrangement for tall screens. */
const SQUARE = 0.7;
/** The same for a small window, where larger cards matter more than long columns. */
const SMALL_SQUARE = 0.62;
/** The height of a strip that a finger can hit, in pixels. */
const FINGER = 36;
/** Largest gap between rows on a tall screen, in card heights. */
const AIRY = 0.24;
/** Space for the stock count below the lowest row, on a phone in portrait, in pixels. */
const FOOT = 14;
/** Height of a note with its margin, in pixels: three lines, or two on a wide screen. */
const NOTE = { narrow: 76, wide: 58 };
/** Minimum width for a note of two lines, in pixels. */
const WIDE = 560;
/** Minimum width of a note beside the cards, in pixels. */
const NARROW = 104;
/** Minimum area of a place beside the cards for a long note, in square pixels. */
const AREA = NOTE.narrow * 320;
/** Half the size of a numeral on a clock face, in pixels. */
const NUMERAL = 6;
/** A waste squeezed below this many card widths shows only its last cards. */
const READABLE = 0.16;
/** A waste with room for fewer cards than this shows its last three, so that its top card stays in place. */
const LONG = 6;

/**
 * Fit a layout into the available space.
 *
 * @param {Layout} layout
 * @param {Map<string, {count: number, down: number}>} heights
 * @param {Room} room
 * @returns {Geometry}
 */
export function fit(layout, heights, room) {
  // If the area is nearly square, use the arrangement for tall screens if it allows larger cards.
  /** @param {Arrangement} one */
  const size = (one) => Math.min(room.width / one.width, room.height / one.height / RATIO);
  const { portrait, low } = layout;
  const small = Math.min(room.width, room.height) < 500;
  // The arrangement for low screens is wide, so it may not fit beside a panel.
  const flat = small && low && size(low) > 0.7 * size(layout) ? low : layout;
  const upright =
    room.height > room.width * 1.1 ||
    (!!portrait &&
      room.height > room.width * (small ? SMALL_SQUARE : SQUARE) &&
      size(portrait) > 1.05 * size(flat));
  const { piles: specs, turned } = upright ? portrait || layout : flat;
  const gap = upright ? 0.04 : small ? 0.07 : 0.11;
  const near = upright && small && !!room.thumb;
  let units = toUnits(specs, gap, gap * 0.6, near);
  let box = bounds(units);
  const pad = small ? 6 : 20;
  const foot = upright && small ? FOOT : 0;
  const high = room.height - 2 * pad - foot;
  const cw = Math.max(
    16,
    Math.floor(Math.min((room.width - 2 * pad) / box.w, high / box.h, WIDEST * room.height)),
  );
  const ch = Math.round(cw * RATIO);
  // On a tall screen, spread the rows but keep a clock round.
  const faces = clockFaces(units);
  for (let rows = gap; upright && !faces.length && rows < AIRY; rows += 0.02) {
    const airy = toUnits(specs, gap, rows, near);
    if (bounds(airy).h * cw >= high) break;
    units = airy;
    box = bounds(units);
  }
  const columns = units.filter((u) => u.spec.grow === "down");
  // Rows with columns share the remaining height.
  const rows = [...new Set(columns.map((u) => u.y))].filter(
    (y) => columns.filter((u) => u.y === y).length > 2,
  );
  if (upright && rows.length > 1) {
    const share = Math.min(RATIO, (high / cw - box.h) / rows.length);
    for (const u of units) u.y += share * rows.filter((y) => y < u.y).length;
    box = bounds(units);
  }
  const left = Math.round((room.width - box.w * cw) / 2 - box.x * cw);
  // A table with growing columns starts at the top, or lower if there is height to spare. Then it
  // is nearer to the hand and, on a phone, to the stock, and the columns still have room to grow.
  // Any other table is centred, or at the top if a note then has room below it.
  const opened = Math.max(
    0,
    ...columns.map((u) =>
      near && rows.length < 2 && u.spec.kind === "tableau"
        ? ((u.min - 1) * RATIO) / 2 - u.reach * u.vy
        : 0,
    ),
  );
  const spare = Math.max(2 * pad, room.height - foot - (box.h + opened) * cw);
  const raised = !columns.length && small && spare / 2 < noteHeight(room.width);
  const top = Math.round(
    Math.min(spare / 2, columns.length ? pad + spare * (near ? 0.45 : 0.2) : raised ? pad : spare) -
      box.y * cw,
  );
  // The stock's row is at the lower edge, and the columns end above it.
  const end = Math.round(room.height - foot - pad - (box.y + box.h) * cw);
  const floor = Math.min(
    room.height,
    ...units.filter((u) => u.hand).map((u) => end + u.y * cw - pad),
  );

  const piles = units.map((u) => {
    // In a mirrored table a clock still runs clockwise, so mirror only the position of the whole
    // clock.
    const middle = faces.find((face) => face.includes(u));
    const axis = middle ? mean(middle.map((hour) => hour.x)) : u.x;
    const reversed = room.mirrored && !middle;
    const x = room.mirrored
      ? room.width - (left + axis * cw) - cw + (u.x - axis) * cw
      : left + u.x * cw;
    return {
      ...u,
      vx: (reversed ? -u.vx : u.vx) * cw,
      vy: u.vy * cw,
      x: Math.round(x),
      y: Math.round((u.hand ? end : top) + u.y * cw),
    };
  });
  /** @type {Map<string, Place>} */
  const places = new Map();
  const measured = piles.map((pile) => {
    const height = heights.get(pile.spec.name) ?? { count: 0, down: 0 };
    const space = freeLength(pile, piles, {
      ...room,
      height: pile.hand ? room.height : floor,
      pad,
      cw,
      ch,
    });
    return { pile, ...height, space };
  });
  for (const each of measured) {
    places.set(each.pile.spec.name, spread(each, alike(each, measured), { cw, ch, upright }));
  }
  return { cw, ch, places, ring: ring(piles, cw, ch), turned: !!turned };
}

/**
 * Return the common step for the columns in a row, set by the column with the least room.
 *
 * All columns in a row use the same step, because different steps look untidy.
 *
 * @param {Measured} one
 * @param {Measured[]} all
 */
function alike(one, all) {
  const { grow, kind } = one.pile.spec;
  return Math.min(
    ...all
      .filter(
        ({ pile }) =>
          pile.spec.grow === grow &&
          pile.spec.kind === kind &&
          (grow === "down" || grow === "up" ? pile.y === one.pile.y : pile.x === one.pile.x),
      )
      .map(({ count, down, space }) => {
        const covered = Math.max(0, Math.min(down, count - 1));
        return space / Math.max(1, covered * DOWN + Math.max(0, count - 1 - covered));
      }),
  );
}

/**
 * @param {PileSpec[]} specs
 * @param {number} gap between neighbours, in card widths
 * @param {number} rows between rows, in card heights
 * @param {boolean} near whether the stock is near the thumb
 * @returns {Unit[]}
 */
function toUnits(specs, gap, rows, near) {
  const [across, below] = [1 + gap, 1 + rows];
  return specs.map((spec) => {
    let [vx, vy] = [spec.dx, spec.dy * RATIO];
    // Fan only to the left or right, because a narrow slanting or vertical fan would hide the
    // suits.
    if (spec.grow === "out") [vx, vy] = [Math.hypot(vx, vy) * (vx < -1e-3 ? -1 : 1), 0];
    const min = spec.grow ? spec.min : 1;
    const reach = (min - 1) * (spec.grow === "down" ? TIGHT : 1);
    const y = near ? (spec.near ?? spec.y) : spec.y;
    return { spec, x: spec.x * across, y: y * below * RATIO, vx, vy, min, reach, hand: y > spec.y };
  });
}

/** Return the box around all piles at their minimum lengths. @param {Unit[]} units */
function bounds(units) {
  /** @type {number[]} */
  const xs = [];
  /** @type {number[]} */
  const ys = [];
  for (const u of units) {
    const lying = Math.abs(u.spec.rot % 180) === 90 ? (RATIO - 1) / 2 : 0;
    for (const reach of [0, u.reach]) {
      const [x, y] = [u.x + u.vx * reach, u.y + u.vy * reach];
      xs.push(x - lying, x + 1 + lying);
      ys.push(y + lying, y + RATIO - lying);
    }
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** @param {number[]} values */
function mean(values) {
  return values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0;
}

/**
 * Lay out the cards of one pile, squeezed into the space it has.
 *
 * @param {Measured} measured
 * @param {number} row the common step in its row (see `alike`)
 * @param {{cw: number, ch: number, upright: boolean}} room
 */
function spread({ pile, count, down, space }, row, { cw, ch, upright }) {
  // Piles that do not grow have no direction: natural, step and space are 0.
  const { natural, ux, uy } = way(pile);
  // On a phone in portrait, columns spread by up to half a card. In landscape, and in fans, they
  // spread until the large index is completely visible.
  const fan = ux !== 0 && pile.spec.kind !== "waste";
  const widest =
    pile.spec.grow === "down"
      ? Math.max(natural * 1.15, ch * (upright ? 0.5 : cw < 60 ? 0.36 : 0))
      : Math.max(natural, fan && cw < 90 ? cw * 0.36 : 0);
  let step = Math.min(widest, Math.max(natural, row));
  // Small cards spread further, but only if all columns in a row do: the step must not shrink with
  // every new card.
  const most = upright && pile.spec.grow === "down" ? Math.min(0.7 * ch, FINGER) : 0;
  if (row >= most) step = Math.max(step, most);
  // Face-down cards in a reserve do not need more room.
  let lower = (pile.spec.kind === "reserve" ? natural : step) * DOWN;
  const covered = Math.max(0, Math.min(down, count - 1));
  const shown = Math.max(0, count - 1 - covered);
  const wanted = covered * lower + shown * step;
  let tail = count;
  if (
    pile.spec.kind === "waste" &&
    natural &&
    space / natural + 1 < LONG &&
    space >= (pile.min - 1) * natural
  ) {
    step = natural;
    tail = Math.min(count, pile.min);
  } else if (wanted > space) {
    const squeeze = space / wanted;
    if (pile.spec.kind === "waste" && step * squeeze < READABLE * cw) {
      step = natural;
      tail = Math.max(1, Math.min(count, Math.floor(space / natural) + 1));
    } else {
      step *= squeeze;
      lower *= squeeze;
    }
  }
  /** The distance of each card from the first. @type {number[]} */
  const offsets = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    offsets.push(at);
    if (tail < count) at += i >= count - tail ? step : 0;
    else at += i < down ? lower : step;
  }
  // Corners must stay legible, so a fan to the left or upwards begins at its far end. Its top card
  // is at the pile's position.
  const length = offsets.at(-1) ?? 0;
  const backwards = ux + uy < 0;
  /** @type {Place["cards"]} */
  const cards = offsets.map((offset) => {
    const far = backwards ? length - offset : offset;
    return { x: round(pile.x + ux * far), y: round(pile.y + uy * far), hidden: false };
  });
  // Hide all but three of the squared cards at the bottom of a pile.
  for (let i = 0; i < count - 3; i++) {
    const [a, b, c] = [cards[i], cards[i + 1], cards[i + 3]];
    if (
      a &&
      b &&
      c &&
      Math.hypot(a.x - b.x, a.y - b.y) < 1 &&
      Math.hypot(a.x - c.x, a.y - c.y) < 4
    ) {
      a.hidden = true;
    }
  }
  const slot = { x: pile.x, y: pile.y, w: cw, h: ch };
  // In the direction of growth, a drop may slightly miss the last card.
  const ex = ux * (length + 0.3 * cw);
  const ey = uy * (length + 0.3 * ch);
  const area = {
    x: pile.x + Math.min(0, ex),
    y: pile.y + Math.min(0, ey),
    w: cw + Math.abs(ex),
    h: ch + Math.abs(ey),
  };
  // The visible part of each covered card is a strip at its top or at its left edge. A fan that
  // grows to the left or upwards begins at its far end, so the corner with the index is always
  // visible.
  const seen = cards.map(({ x, y }, i) => {
    const next = cards[i + 1];
    return next ? Math.abs(ux ? next.x - x : next.y - y) : Infinity;
  });
  return {
    x: pile.x,
    y: pile.y,
    rot: pile.spec.rot,
    slot,
    area,
    cards,
    strip: { side: ux !== 0, seen },
  };
}

/** Return the distance and direction from card to card. @param {Unit} pile */
function way(pile) {
  const natural = Math.hypot(pile.vx, pile.vy);
  return { natural, ux: natural && pile.vx / natural, uy: natural && pile.vy / natural };
}

/**
 * Return how far the last card can be from the first without meeting another pile or the edge.
 *
 * @param {Unit} pile
 * @param {Unit[]} piles
 * @param {Room & {pad: number, cw: number, ch: number}} room
 */
function freeLength(pile, piles, { width, height, pad, cw, ch }) {
  const { natural, ux, uy } = way(pile);
  if (!natural) return 0;
  let free = Infinity;
  const edge = Math.min(pad, 8);
  if (ux > 0.01) free = Math.min(free, (width - edge - cw - pile.x) / ux);
  if (ux < -0.01) free = Math.min(free, (pile.x - edge) / -ux);
  if (uy > 0.01) free = Math.min(free, (height - edge - ch - pile.y) / uy);
  if (uy < -0.01) free = Math.min(free, (pile.y - edge) / -uy);
  for (const other of piles) {
    if (other === pile) continue;
    const along = (other.x - pile.x) * ux + (other.y - pile.y) * uy;
    const aside = Math.abs((other.x - pile.x) * uy) + Math.abs((other.y - pile.y) * ux);
    const length = ux ? cw : ch;
    if (along > 0.5 * length && aside < 0.95 * (ux ? ch : cw)) {
      free = Math.min(free, along - length * 1.04);
    }
  }
  return Math.max(0, free);
}

/**
 * Return the place for a note that covers no card.
 *
 * It is the lowest strip across the whole width, or else the largest rectangle at an edge.
 *
 * @param {Rect[]} boxes of the cards
 * @param {{width: number, height: number}} room
 * @returns {{left: number, right: number, bottom: number} | null} the distances from the edges
 */
export function roomForNote(boxes, { width, height }) {
  const least = noteHeight(width);
  const strip = freeRows(boxes, height).find(({ top, bottom }) => bottom - top >= least);
  if (strip) return { left: 0, right: 0, bottom: height - strip.bottom };
  const sides = [
    ...[...new Set(boxes.map(({ x }) => x))].map((x) => ({ from: 0, to: x })),
    ...[...new Set(boxes.map(({ x, w }) => x + w))].map((x) => ({ from: x, to: width })),
  ];
  let best = null;
  let most = AREA;
  for (const { from, to } of sides) {
    if (to - from < NARROW || (to - from) * height < most) continue;
    const there = boxes.filter(({ x, w }) => x < to && x + w > from);
    for (const { top, bottom } of freeRows(there, height)) {
      const area = (to - from) * (bottom - top);
      if (bottom - top < NOTE.narrow || area < most) continue;
      most = area;
      best = { left: from, right: width - to, bottom: height - bottom };
    }
  }
  return best;
}

/** @param {number} width of the board */
const noteHeight = (width) => (width < WIDE ? NOTE.narrow : NOTE.wide);

/** Return the strips without boxes, from the lowest to the highest. @param {Rect[]} boxes @param {number} height */
function freeRows(boxes, height) {
  const rows = [];
  let bottom = height;
  for (const { y, h } of [...boxes].sort((a, b) => b.y + b.h - a.y - a.h)) {
    if (y + h < bottom) rows.push({ top: y + h, bottom });
    bottom = Math.min(bottom, y);
  }
  if (bottom > 0) rows.push({ top: 0, bottom });
  return rows;
}

/** Round to a quarter pixel, so that edges are sharp and equal places compare equal. @param {number} value */
function round(value) {
  return Math.round(value * 4) / 4;
}

/**
 * Return the clock faces: groups of twelve piles of one kind, labelled with the hours.
 *
 * @param {Unit[]} piles
 * @returns {Unit[][]}
 */
function clockFaces(piles) {
  return [...new Set(piles.map((pile) => pile.spec.kind))]
    .map((kind) =>
      piles.filter((pile) => pile.spec.kind === kind && /^(?:[1-9]|1[0-2])$/.test(pile.spec.label)),
    )
    .filter((hours) => hours.length === 12);
}

/**
 * Return the geometry for drawing the innermost clock face.
 *
 * @param {Unit[]} piles in pixels
 * @param {number} cw
 * @param {number} ch
 * @returns {Ring | null}
 */
function ring(piles, cw, ch) {
  /** @type {Ring | null} */
  let inner = null;
  for (const hours of clockFaces(piles)) {
    const x = mean(hours.map((pile) => pile.x)) + cw / 2;
    const y = mean(hours.map((pile) => pile.y)) + ch / 2;
    const middles = hours.map((pile) => ({
      text: pile.spec.label,
      x: pile.x + cw / 2 - x,
      y: pile.y + ch / 2 - y,
    }));
    const rx = Math.max(...middles.map((m) => Math.abs(m.x)));
    const ry = Math.max(...middles.map((m) => Math.abs(m.y)));
    if (inner && inner.rx <= rx) continue;
    // Each numeral of the clock is on the inner side of its card.
    const numerals = middles.map((m) => {
      const far = Math.hypot(m.x, m.y) || 1;
      const edge = Math.min(
        cw / 2 / (Math.abs(m.x / far) || 1e-9),
        ch / 2 / (Math.abs(m.y / far) || 1e-9),
      );
      const part = Math.max(0, far - edge - Math.max(11, cw * 0.25)) / far;
      return { text: m.text, x: x + m.x * part, y: y + m.y * part };
    });
    // On a low screen a pile in the middle may leave no space for a numeral.
    const free = numerals.filter(
      (hour) =>
        !piles.some(
          (pile) =>
            Math.abs(pile.x + cw / 2 - hour.x) < cw / 2 + NUMERAL &&
            Math.abs(pile.y + ch / 2 - hour.y) < ch / 2 + NUMERAL,
        ),
    );
    inner = { x, y, rx, ry, hours: free };
  }
  return inner;
}

/**
 * Return the pile that an arrow key leads to: the nearest one in that direction.
 *
 * Piles straight ahead come first. A pile more than 60 degrees off counts only if no other arrow
 * reaches it.
 *
 * @param {Map<string, {x: number, y: number}>} slots
 * @param {string} from
 * @param {string} arrow "ArrowLeft" and so on
 * @returns {string | null}
 */
export function neighbour(slots, from, arrow) {
  const here = slots.get(from);
  if (!here) return null;
  const sideways = arrow === "ArrowLeft" || arrow === "ArrowRight";
  const sign = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1;
  let best = null;
  let least = Infinity;
  for (const [name, { x, y }] of slots) {
    const [dx, dy] = [x - here.x, y - here.y];
    const along = (sideways ? dx : dy) * sign;
    const aside = Math.abs(sideways ? dy : dx);
    if (name === from || along < 2) continue;
    const cost = along + aside * 2 + (aside > along * 1.75 ? 1e6 : 0);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}
