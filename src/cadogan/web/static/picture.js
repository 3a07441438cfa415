/** Small picture of a game's table, drawn with the board's layout when it comes into view. */

/** @import {Picture} from "./types.js" */

import { inquire } from "./api.js";
import { glyphs } from "./card-index.js";
import { shape } from "./dom.js";
import { fit } from "./layout.js";
import { settings } from "./settings.js";

/** Area for the layout of a picture, which is then scaled down; this one is for wide screens. */
const WIDE = { width: 1000, height: 600, mirrored: false };
/** Area for a phone in landscape, where the foundations are beside the tableau. */
const LOW = { width: 800, height: 480, mirrored: false };
const TALL = { width: 560, height: 640, mirrored: false };
/** Area for a phone in portrait, where the stock is near the thumb. */
const PHONE = { width: 400, height: 445, mirrored: false };
const phone = matchMedia("(max-width: 640px) and (orientation: portrait)");
const low = matchMedia("(max-height: 499px) and (orientation: landscape)");
/** Margin as a fraction of the area's width. */
const MARGIN = 0.0325;

/**
 * Draw the table of a game as a small picture.
 *
 * @param {Element} svg
 * @param {Picture} picture
 * @param {{width: number, height: number}} [size] the size of the element, if it is known
 */
export function draw(
  svg,
  { layout, piles, down },
  { width, height } = svg.getBoundingClientRect(),
) {
  const heights = new Map(
    Object.entries(piles).map(([name, cards]) => [
      name,
      { count: cards.length, down: down[name] ?? 0 },
    ]),
  );
  const tall = height > 0.9 * width;
  const room = !tall
    ? low.matches
      ? LOW
      : WIDE
    : phone.matches
      ? { ...PHONE, thumb: settings.thumb }
      : TALL;
  const { cw, ch, places } = fit(layout, heights, room);
  const size = { width: cw, height: ch, rx: cw * 0.07 };
  const shapes = [];
  for (const [name, place] of places) {
    const cards = piles[name] ?? [];
    if (!cards.length)
      shapes.push(shape("rect", { class: "space", x: place.x, y: place.y, ...size }));
    for (const [i, { x, y, hidden }] of place.cards.entries()) {
      if (hidden) continue;
      const turn = place.rot ? ` rotate(${place.rot} ${cw / 2} ${ch / 2})` : "";
      const text = cards[i] ?? "??";
      const card = shape(
        "g",
        {
          transform: `translate(${x} ${y})${turn}`,
          class: text === "??" ? "back" : `corner ${text[1]}`,
        },
        shape("rect", size),
      );
      if (text !== "??") {
        const high = Math.min(
          ch * 0.3,
          Math.max(ch * 0.16, place.strip.side ? ch : (place.strip.seen[i] ?? ch)),
        );
        card.append(...glyphs(text, high * 0.9, cw * 0.06, ch * 0.04));
      }
      shapes.push(card);
    }
  }
  svg.replaceChildren(...shapes);
  // Crop to the cards: with space for growing columns they would be too small.
  const boxes = [...places.values()].map(({ area }) => area);
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, w }) => x + w));
  const bottom = Math.max(...boxes.map(({ y, h }) => y + h));
  const edge = MARGIN * room.width;
  svg.setAttribute(
    "viewBox",
    `${left - edge} ${top - edge} ${right - left + 2 * edge} ${bottom - top + 2 * edge}`,
  );
}

/** @param {string} game @returns {Element} empty until it is visible */
export function picture(game) {
  const svg = shape("svg", {
    class: "picture",
    viewBox: `0 0 ${WIDE.width} ${WIDE.height}`,
    "aria-hidden": "true",
  });
  seen.set(svg, game);
  watcher.observe(svg);
  return svg;
}

/** @type {WeakMap<Element, string>} */
const seen = new WeakMap();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const game = seen.get(target);
      if (!isIntersecting || !game) continue;
      watcher.unobserve(target);
      // The game can be played without its picture.
      inquire("GET", `/api/pictures/${encodeURIComponent(game)}`).then(
        (answer) => draw(target, answer, boundingClientRect),
        () => undefined,
      );
    }
  },
  { rootMargin: "300px" },
);
