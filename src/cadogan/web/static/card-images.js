/** Card pictures: the visible ones first, the rest when the browser has time. */

import { faceFile, JOKER } from "./names.js";
import { settings } from "./settings.js";

/** On cards narrower than this, in pixels, only the large index can be read. */
const SMALL = 60;
let small = false;
/** Backs with a drawing of their own; the others are the deck's, in a colour. */
const DRAWN = new Set(["scales", "rosette", "night"]);

/** On small cards the classic deck gives way to the large one. @param {number} cw card width in pixels */
export function suitFaces(cw) {
  small = cw < SMALL;
}

/** The deck that is seen: as chosen, or its large sister. */
function deck() {
  return small ? settings.deck.replace("classic", "large") : settings.deck;
}

/**
 * The part of a card that must be seen to read its rank and suit.
 *
 * The classic deck has the suit below the rank, the large one at the other side of the card.
 *
 * @param {boolean} side is it seen from its left edge, and not from its top?
 */
export function indexNeeds(side) {
  if (isLarge()) return side ? 1 : 0.34;
  return side ? 0.18 : 0.245;
}

/** Are the figures seen the large ones? */
export function isLarge() {
  return deck().startsWith("large");
}

/** The picture of a card, by an address that the browser may keep. @param {string} card @param {string} [of] another deck than that seen */
export function faceAddress(card, of = deck()) {
  const files = document.documentElement.dataset["static"] ?? "/static";
  if (card === "??" && DRAWN.has(settings.back)) return `${files}/backs/${settings.back}.svg`;
  return `${files}/cards/${of}/${faceFile(card)}.svg`;
}

/** @type {Map<HTMLElement, string>} */
const waiting = new Map();
/** Addresses of pictures already requested. @type {Set<string>} */
const warm = new Set();
let scheduled = false;
/** What the first frame has to show, until it stands there: words and piles need not wait for pictures. @type {Map<HTMLElement, string> | null} */
let first = new Map();

/** Do something when the browser has time. @param {(deadline: {timeRemaining(): number}) => void} work */
export function idle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(() => work({ timeRemaining: () => 8 }), 120);
}

/**
 * @param {HTMLElement} el
 * @param {string} card
 * @param {boolean} visible a covered card may wait
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

/** Fetch every face in idle time, so that none appears late. */
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
    // A missing picture shows itself on the board.
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
