/** Index of a card, drawn if the deck's own index is too small or does not fit the visible strip.
 * */

/** @import {Card, Place} from "./types.js" */

import { indexNeeds, isLarge } from "./card-images.js";
import { shape } from "./dom.js";
import { JOKER } from "./names.js";

// The glyphs of the large decks: ranks as strokes 1040 units high, suits 1000 units high, around 0.
/** @type {Record<string, string>} */
export const RANKS = {
  A: "M-270 460h160m-90-10L0-460l200 910m-90 10h160m-390-330h240",
  2: "M-225-225c-20-40 25-235 225-235s225 135 225 235c0 200-450 385-450 685h450V300",
  3: "M-250-320v-140h450L-110-80c10-10 60-40 110-40 200 0 250 120 250 270 0 200-80 310-280 310s-230-160-230-160",
  4: "M50 460h200m-100 0v-920l-450 635v25h570",
  5: "M170-460h-345l-35 345s10-85 210-85c100 0 255 120 255 320S180 460-20 460s-235-175-235-175",
  6: "M-250 100a250 250 0 0 1 500 0v110a250 250 0 0 1-500 0v-420A250 250 0 0 1 0-460c150 0 180 60 200 85",
  7: "M-265-320v-140h530C135-200-90 100-90 460",
  8: "M-1-50a205 205 0 1 1 2 0h-2a255 255 0 1 0 2 0Z",
  9: "M250-100a250 250 0 0 1-500 0v-110a250 250 0 0 1 500 0v420A250 250 0 0 1 0 460c-150 0-180-60-200-85",
  T: "M-260 430v-860M-50 0v-310a150 150 0 0 1 300 0v620a150 150 0 0 1-300 0Z",
  J: "M50-460h200m-100 0v710a100 100 0 0 1-400 0v-30",
  Q: "M-260 100c300 0 220 360 520 360M-175 0v-285a175 175 0 0 1 350 0v570a175 175 0 0 1-350 0Z",
  // for a joker, which has a fool's cap as its suit
  "*": "M0-370 90-94 380-94 146 77 235 354 0 183-235 354-146 77-380-94-90-94Z",
  K: "M-285-460h200m-100 0v920m-100 0h200M85-460h200m-100 20-355 595M85 460h200m-100-20L-10-70",
};
/** @type {Record<string, string>} */
export const SUITS = {
  C: "M30 150c5 235 55 250 100 350h-260c45-100 95-115 100-350a10 10 0 0 0-20 0 210 210 0 1 1-74-201 10 10 0 0 0 14-14 230 230 0 1 1 220 0 10 10 0 0 0 14 14 210 210 0 1 1-74 201 10 10 0 0 0-20 0Z",
  D: "M-400 0C-350 0 0-450 0-500 0-450 350 0 400 0 350 0 0 450 0 500 0 450-350 0-400 0Z",
  H: "M0-300c0-100 100-200 200-200s200 100 200 250C400 0 0 400 0 500 0 400-400 0-400-250c0-150 100-250 200-250S0-400 0-300Z",
  o: "M-260 260c0-200-70-300-200-300 40-200 230-200 330-100 30-100 70-200 130-300 60 100 100 200 130 300 100-100 300-100 330 100-100 0-200 100-200 300ZM-270 300H270v100H-270Z",
  S: "M0-500c100 250 355 400 355 685a150 150 0 0 1-300 0 10 10 0 0 0-20 0c0 200 50 215 95 315h-260c45-100 95-115 95-315a10 10 0 0 0-20 0 150 150 0 0 1-300 0c0-285 255-435 355-685Z",
};
/** On cards narrower than this, in pixels, the deck's own index is too small to read at arm's length. */
const NARROW = 48;
const HIGH = 1040;
const WIDE = 690;
const SUIT = 1000;

/**
 * Draw a card's index into its strip, or remove it if the deck's own is visible.
 *
 * @param {Card} card
 * @param {Place["strip"]} strip
 * @param {number} index the card's place in the pile
 * @param {number} cw
 * @param {number} ch
 */
export function drawCorner(card, { side, seen }, index, cw, ch) {
  const room = Math.floor(seen[index] ?? Infinity);
  const narrow = cw < NARROW;
  const fits = card.text === "??" || (!narrow && room >= indexNeeds(side) * (side ? cw : ch));
  // A card directly under another is invisible.
  const key = fits || room < 3 ? "" : `${card.text} ${side} ${room} ${cw}`;
  if (card.corner === key) return;
  card.corner = key;
  card.el.firstElementChild?.remove();
  // On a narrow uncovered card the index ends above the pip; beside classic figures it is as tall
  // as they are.
  const most = ch * (narrow ? 0.4 : isLarge() ? 0.3 : 0.16);
  if (key)
    card.el.append(
      side && room < cw ? beside(card.text, room, cw, ch) : above(card.text, room, cw, ch, most),
    );
}

/** Draw the rank and the suit in a row, as high as the strip. @param {string} text @param {number}
 * room @param {number} cw @param {number} ch @param {number} most */
function above(text, room, cw, ch, most) {
  const high = Math.min(most, room - 2, cw * 0.6);
  return corner(text, cw, room < ch ? room + 1 : Math.floor(high + 2), inRow(high, 3, 1.5));
}

/** Draw the suit below the rank, as wide as the strip. @param {string} text @param {number} room @param {number} cw @param {number} ch */
function beside(text, room, cw, ch) {
  const wide = Math.min(0.3 * cw, room - 3);
  const rank = Math.min(wide / WIDE, (0.3 * ch) / HIGH);
  const suit = (wide * 0.85) / 800;
  const middle = 2.5 + wide / 2;
  const high = HIGH * rank;
  return corner(text, room, Math.max(0.36 * ch, high + SUIT * suit + 9), [
    { scale: rank, x: middle, y: 4 + high / 2 },
    { scale: suit, x: middle, y: 7 + high + (SUIT / 2) * suit },
  ]);
}

/**
 * @param {string} text
 * @param {number} width
 * @param {number} height
 * @param {{scale: number, x: number, y: number}[]} places of the rank and of the suit
 */
function corner(text, width, height, places) {
  return shape(
    "svg",
    { class: `corner ${text[1]}`, "aria-hidden": "true", width, height },
    ...outlines(text, places),
  );
}

/** @param {string} text @param {{scale: number, x: number, y: number}[]} places of the rank and of the suit */
function outlines(text, places) {
  const [rank = "", suit = ""] = text === JOKER ? "*o" : text;
  return [RANKS[rank], SUITS[suit]].map((outline, i) => {
    const { scale, x, y } = places[i] ?? { scale: 0, x: 0, y: 0 };
    return shape("path", {
      d: outline ?? "",
      class: i ? "suit" : "rank",
      transform: `translate(${x} ${y}) scale(${scale})`,
    });
  });
}

/** Draw rank and suit in a row. @param {string} text @param {number} high @param {number} left @param {number} top */
export function glyphs(text, high, left, top) {
  return outlines(text, inRow(high, left, top));
}

/** @param {number} high @param {number} left @param {number} top */
function inRow(high, left, top) {
  const rank = high / HIGH;
  const suit = (high * 0.8) / SUIT;
  const middle = top + high / 2;
  return [
    { scale: rank, x: left + (WIDE / 2) * rank, y: middle },
    { scale: suit, x: left + 2 + WIDE * rank + 400 * suit, y: middle },
  ];
}
