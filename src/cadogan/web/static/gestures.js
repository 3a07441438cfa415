/** Gestures with mouse, pen and finger: drag, peek, tap. A drag reads the geometry only at its start. */

/** @import {Card, GestureHandlers, Hit, Rect, Targets} from "./types.js" */
/** @import {Board} from "./board.js" */

import { transform } from "./motion.js";

/** Pixels that a pointer may move before a press becomes a drag. */
const TREMBLE = { mouse: 4, pen: 6, touch: 10 };
const HOLD = 450;
const DOUBLE = 350;
const LIFTED = 90000;

/**
 * @param {Board} board
 * @param {GestureHandlers} handlers
 * @returns {{cancel: () => boolean, refresh: () => void, dragging: () => boolean, free: () => Promise<void>}}
 *   Functions for the caller. `cancel` puts a dragged card back, and returns whether there was one.
 *   `refresh` adapts to a new view; a drag continues if its cards are still on top. `free` waits
 *   until no card is dragged, because writing to the page during a drag forces a layout.
 */
export function watch(board, handlers) {
  /** @type {Press | null} */
  let press = null;
  /** @type {{pile: string, at: number} | null} */
  let lastTap = null;
  /** The callers that wait until the drag is over. @type {(() => void)[]} */
  let waiting = [];
  const dragging = () => !!press?.dragging;
  const free = () =>
    /** @type {Promise<void>} */ (
      new Promise((done) => {
        if (dragging()) waiting.push(done);
        else done();
      })
    );
  const over = () => {
    for (const done of waiting) done();
    waiting = [];
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (press || !event.isPrimary) return;
    const hit = board.at(event.clientX, event.clientY);
    if (event.button === 2 && hit) {
      const right = new Press(board, event, hit, true);
      if (right.peek()) press = right;
      return;
    }
    if (event.button !== 0) return;
    if (!hit) {
      handlers.nothing();
      return;
    }
    press = new Press(board, event, hit, false);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (press.dragging) press.drag(event);
    else if (!press.peeking && press.far(event) && handlers.lift(press.hit)) {
      // Capture the pointer only now, because a capture on pointerdown would send clicks to the
      // board.
      board.el.setPointerCapture(event.pointerId);
      press.start(event, handlers.targets(press.hit));
    }
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!press || event.pointerId !== press.id) return;
    const ended = press;
    press = null;
    const target = ended.end();
    over();
    if (ended.peeking) return;
    if (ended.dragging) {
      lastTap = null;
      if (target) handlers.drop(ended.hit, target);
      else {
        board.putBack(ended.cards);
        handlers.nothing();
      }
      return;
    }
    if (ended.far(event)) return;
    const twice =
      !!lastTap && lastTap.pile === ended.hit.pile && event.timeStamp - lastTap.at < DOUBLE;
    const done = handlers.tap(ended.hit, twice);
    // A tap that moves cards does not count as the first half of a double tap on them.
    lastTap = twice || done ? null : { pile: ended.hit.pile, at: event.timeStamp };
  };

  const cancel = () => {
    if (!press) return false;
    const { dragging: dragged, cards } = press;
    press.end();
    press = null;
    over();
    if (dragged) {
      board.putBack(cards);
      handlers.nothing();
    }
    return dragged;
  };

  const refresh = () => {
    if (!press?.dragging) return;
    const { pile } = press.hit;
    const lie = board.piles.get(pile)?.cards ?? [];
    const index = lie.length - press.cards.length;
    if (!press.cards.every((card, i) => lie[index + i] === card)) cancel();
    else press.aim({ pile, index }, handlers.targets({ pile, index }));
  };

  const { el } = board;
  el.addEventListener("pointerdown", down);
  el.addEventListener("pointermove", move);
  el.addEventListener("pointerup", up);
  el.addEventListener("pointercancel", (event) => {
    if (press?.id === event.pointerId) cancel();
  });
  // A press that ends outside the board is not a tap.
  window.addEventListener("pointerup", (event) => {
    if (press?.id === event.pointerId && !el.contains(/** @type {Node} */ (event.target))) cancel();
  });
  window.addEventListener("blur", cancel);
  el.addEventListener("contextmenu", (event) => event.preventDefault());
  // Screen readers and voice control click without a pointer.
  el.addEventListener("click", (event) => {
    const hit = board.hit(event.target);
    if (event.detail === 0 && hit) handlers.tap(hit, false);
  });
  return { cancel, refresh, dragging, free };
}

/** A press of one pointer, from its start to its release. */
class Press {
  dragging = false;
  peeking = false;
  /** @type {Card[]} */
  cards = [];
  /** @type {{name: string, area: Rect, legal: boolean}[]} */
  #others = [];
  /** @type {Set<string>} */
  #shown = new Set();
  #over = "";
  #dx = 0;
  #dy = 0;
  #left = 0;
  #top = 0;
  #px = 0;
  #py = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Board} board @param {PointerEvent} event @param {Hit} hit @param {boolean} right */
  constructor(board, event, hit, right) {
    this.board = board;
    this.id = event.pointerId;
    this.hit = hit;
    this.x = event.clientX;
    this.y = event.clientY;
    this.limit = TREMBLE[/** @type {keyof typeof TREMBLE} */ (event.pointerType)] ?? 6;
    if (!right && event.pointerType !== "mouse") this.#timer = setTimeout(() => this.peek(), HOLD);
  }

  /** @param {PointerEvent} event */
  far(event) {
    return Math.hypot(event.clientX - this.x, event.clientY - this.y) > this.limit;
  }

  /** Show a face-up card until the press ends. */
  peek() {
    const card = this.board.cardsFrom(this.hit)[0];
    if (!card || card.text === "??") return false;
    this.peeking = true;
    peekAt(this.board, card);
    return true;
  }

  /** @param {PointerEvent} event @param {Targets} targets */
  start(event, targets) {
    clearTimeout(this.#timer);
    this.dragging = true;
    const box = this.board.el.getBoundingClientRect();
    this.#left = box.left;
    this.#top = box.top;
    this.cards = this.board.cardsFrom(this.hit);
    for (const [i, card] of this.cards.entries()) {
      card.flight?.cancel();
      card.el.style.zIndex = String(LIFTED + i);
      card.el.classList.add("held");
      card.held = true;
    }
    this.aim(this.hit, targets);
    this.drag(event);
  }

  /** Determine the source of the held cards and their targets. @param {Hit} hit @param {Targets} targets */
  aim(hit, { legal, shown }) {
    this.hit = hit;
    this.#shown = shown;
    this.#others = [];
    for (const [name, { place }] of this.board.piles) {
      if (place && name !== hit.pile) {
        this.#others.push({ name, area: place.area, legal: legal.has(name) });
      }
    }
    this.#over = "";
    this.board.mark(shown);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    this.#dx = event.clientX - this.x;
    this.#dy = event.clientY - this.y;
    for (const card of this.cards) {
      card.el.style.transform = transform({
        x: card.x + this.#dx,
        y: card.y + this.#dy,
        rot: card.rot,
      });
    }
    this.#px = event.clientX - this.#left;
    this.#py = event.clientY - this.#top;
    const over = this.#best(true);
    if (over !== this.#over) {
      this.#over = over;
      this.board.mark(this.#shown, over);
    }
  }

  /**
   * Return the pile that the held card overlaps most.
   *
   * @param {boolean} legalOnly
   */
  #best(legalOnly) {
    const [card] = this.cards;
    const geometry = this.board.geometry;
    if (!card || !geometry) return "";
    const { cw, ch } = geometry;
    const held = { x: card.x + this.#dx, y: card.y + this.#dy, w: cw, h: ch };
    const home = overlap(held, { x: card.x, y: card.y, w: cw, h: ch });
    let [best, most] = ["", 0];
    for (const { name, area, legal } of this.#others) {
      if (legalOnly && !legal) continue;
      let share = overlap(held, area);
      const inside =
        this.#px >= area.x &&
        this.#px <= area.x + area.w &&
        this.#py >= area.y &&
        this.#py <= area.y + area.h;
      // A card that has barely left its place must not drop on a neighbour.
      if (share < 0.06 * cw * ch || (share < 0.6 * home && !inside)) continue;
      if (inside) share += 0.2 * cw * ch;
      if (share > most) [best, most] = [name, share];
    }
    return best;
  }

  /** End the drag. @returns {string} the pile under the card, legal or not, or "" */
  end() {
    clearTimeout(this.#timer);
    if (this.peeking) unpeek(this.board);
    if (!this.dragging) return "";
    for (const card of this.cards) {
      card.el.classList.remove("held");
      card.held = false;
    }
    this.board.mark([]);
    return this.#best(true) || this.#best(false);
  }
}

/** Return the area where two rectangles overlap. @param {Rect} a @param {Rect} b */
export function overlap(a, b) {
  return (
    Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
    Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))
  );
}

/** Show a covered card in full, enlarged if cards are small. @param {Board} board @param {Card} card */
export function peekAt(board, card) {
  const geometry = board.geometry;
  if (!geometry) return;
  const { cw, ch } = geometry;
  const size = Math.max(1.08, Math.min(2.4, 120 / cw));
  const { clientWidth, clientHeight } = board.el;
  const x = Math.max((cw * (size - 1)) / 2, Math.min(card.x, clientWidth - (cw * (size + 1)) / 2));
  const y = Math.max((ch * (size - 1)) / 2, Math.min(card.y, clientHeight - (ch * (size + 1)) / 2));
  card.el.style.transform = `translate(${x}px,${y}px) scale(${size})`;
  card.el.style.zIndex = String(LIFTED);
  card.el.classList.add("peek");
}

/** @param {Board} board */
export function unpeek(board) {
  for (const { cards } of board.piles.values()) {
    for (const card of cards) {
      if (!card.el.classList.contains("peek")) continue;
      card.el.classList.remove("peek");
      card.el.style.transform = transform(card);
      card.el.style.zIndex = String(card.z);
    }
  }
}
