/** Loader for card pictures; it loads visible pictures first and the others when the browser is idle. */

import { faceFile, JOKER } from "./names.js";
import { assets } from "./place.js";
import { settings } from "./settings.js";

/** On cards narrower than this, in pixels, only the large index is legible. */
const SMALL = 60;
let small = false;
/** The backs that have their own drawing; all others show the deck's back in a colour. */
const DRAWN = new Set(["scales", "rosette", "night"]);

/** On small cards, replace the classic deck with the large one. @param {number} cw card width in pixels */
export function suitFaces(cw) {
  small = cw < SMALL;
}

/** Return the deck to draw: the chosen one, or its large variant. */
function deck() {
  return small ? settings.deck.replace("classic", "large") : settings.deck;
}

/**
 * Return the part of a card that must be visible for its rank and suit.
 *
 * The classic deck has the suit below the rank; the large one has it on the other side of the card.
 *
 * @param {boolean} side whether the visible part is the left edge instead of the top
 */
export function indexNeeds(side) {
  if (isLarge()) return side ? 1 : 0.34;
  return side ? 0.18 : 0.245;
}

/** Return whether the large deck is in use. */
export function isLarge() {
  return deck().startsWith("large");
}

/** Return the address of a card's picture, which the browser may cache. @param {string} card @param {string} [of] a deck, by default the visible one */
export function faceAddress(card, of = deck()) {
  if (card === "??" && DRAWN.has(settings.back)) return `${assets}/backs/${settings.back}.svg`;
  return `${assets}/cards/${of}/${faceFile(card)}.svg`;
}

/** @type {Map<HTMLElement, string>} */
const waiting = new Map();
/** The addresses of pictures that the page has already requested. @type {Set<string>} */
const warm = new Set();
let scheduled = false;
/** Pictures requested before the first frame is drawn; texts and piles do not wait for them. @type {Map<HTMLElement, string> | null} */
let first = new Map();

/** Run a function in idle time. @param {(deadline: {timeRemaining(): number}) => void} work */
export function idle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(() => work({ timeRemaining: () => 8 }), 120);
}

/**
 * @param {HTMLElement} el
 * @param {string} card
 * @param {boolean} visible a covered card can wait
 */
export function dress(el, card, visible) {
  el.classList.toggle("back", card === "??");
  if (first && visible) {
    if (!first.size) requestAnimationFrame(() => requestAnimationFrame(begin));
    first.set(el, card);
    waiting.delete(el);
    return;
  }
  const address = faceAddress(card);
  if (visible || warm.has(address)) {
    waiting.delete(el);
    warm.add(address);
    const image = `url("${address}")`;
    if (el.dataset["image"] !== image) {
      el.dataset["image"] = image;
      el.style.setProperty("--face", image);
    }
  } else {
    first?.delete(el);
    waiting.set(el, card);
    schedule();
  }
}

function begin() {
  const cards = first ?? [];
  first = null;
  for (const [el, card] of cards) dress(el, card, true);
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  idle((deadline) => {
    scheduled = false;
    for (const [el, card] of waiting) {
      dress(el, card, true);
      if (deadline.timeRemaining() < 3) break;
    }
    if (waiting.size) schedule();
  });
}

/** Fetch all faces when the browser is idle, so that no card appears late. */
export function warmUp() {
  const cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const left = ["??", JOKER, ...cards]
    .map((card) => faceAddress(card))
    .filter((address) => !warm.has(address));
  const step = () => {
    const address = left.shift();
    if (!address) return;
    const image = new Image();
    image.src = address;
    // Ignore the error, because the player can see on the board that a picture is missing.
    image
      .decode()
      .then(
        () => warm.add(address),
        () => undefined,
      )
      .finally(() => idle(step));
  };
  idle(step);
}
