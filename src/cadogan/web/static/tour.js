/** Tour for newcomers: a short text beside each part of the table. */

/** @import {TourData, TourStep} from "./types.js" */
/** @import {Table} from "./table.js" */

import { say } from "./announce.js";
import { ask, inquire, query } from "./api.js";
import { button, closePanels, cross, h, STROKES, write } from "./dom.js";
import { fetchStyle } from "./opening.js";

/** Free space around the text and its targets, in pixels. */
const GAP = 10;
/** Distance between candidate places for the text, in pixels. */
const STEP = 8;
/** Extra distance, in pixels, that is acceptable for each pile that the text then leaves uncovered. */
const COVERED = 320;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

/**
 * Show the tour of a table until the player finishes or skips it.
 *
 * @param {Table} table
 */
export async function tour(table) {
  const { view } = table;
  if (!view) return;
  const { id, options } = view.game;
  /** @type {[TourData, unknown]} */
  const [data] = await Promise.all([
    view.tour ?? inquire("GET", `/api/tour/${encodeURIComponent(id)}${query(options)}`),
    fetchStyle("tour"),
  ]);
  if (table.view?.play !== view.play || !table.board.el.isConnected) return;
  //  if saving fails, the page shows the tour once more
  ask("POST", "/api/tours", { family: data.family }).catch(() => undefined);
  await new Promise((done) => new Tour(table, data, () => done(null)));
}

class Tour {
  #at = -1;
  /** @type {HTMLElement[]} */
  #spots = [];

  /** @param {Table} table @param {TourData} data @param {() => void} over */
  constructor(table, { steps, words }, over) {
    this.table = table;
    /** @type {TourStep[]} */
    this.steps = steps;
    this.words = words;
    this.title = h("h2", { id: "tour-title" });
    this.text = h("p", { id: "tour-text" });
    this.count = h("span", { class: "about" });
    this.before = button(words.back, () => this.#go(-1));
    this.next = button(words.next, () => this.#go(1), "main");
    closePanels();
    const back = document.activeElement;
    this.dialog = h(
      "dialog",
      { class: "tour", "aria-labelledby": "tour-title", "aria-describedby": "tour-text" },
      h(
        "div",
        { class: "top" },
        this.title,
        cross(words.end, () => this.dialog.close()),
      ),
      this.text,
      h("div", { class: "choices" }, this.count, this.before, this.next),
    );
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const mine = this.dialog.contains(/** @type {Node} */ (event.target));
      if (event.key === "Escape") this.dialog.close();
      else if (by && mine) this.#go(by);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const place = () => this.#place();
    document.addEventListener("keydown", key, true);
    addEventListener("resize", place);
    const sizes = new ResizeObserver(place);
    sizes.observe(table.board.el);
    this.dialog.addEventListener("close", () => {
      document.removeEventListener("keydown", key, true);
      removeEventListener("resize", place);
      sizes.disconnect();
      for (const spot of this.#spots) spot.remove();
      this.dialog.remove();
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
      over();
    });
    document.getElementById("app")?.append(this.dialog);
    this.dialog.show();
    this.#go(1);
    this.next.focus();
  }

  /** @param {number} by */
  #go(by) {
    const at = this.#at + by;
    const step = this.steps[at];
    if (at >= this.steps.length) this.dialog.close();
    if (!step) return;
    this.#at = at;
    write(this.title, step.title);
    write(this.text, step.text);
    write(this.count, `${at + 1} / ${this.steps.length}`);
    write(this.next, at === this.steps.length - 1 ? this.words.play : this.words.next);
    this.before.hidden = at === 0;
    if (at === 0 || this.before === document.activeElement) this.next.focus();
    if (by && at) say(`${step.title}. ${step.text}`);
    this.#place();
  }

  /** Return the positions of the step's targets on the screen. @returns {Rect[]} */
  #targets() {
    const step = this.steps[this.#at];
    if (!step) return [];
    const { piles } = this.table.board;
    const tools = [...document.querySelectorAll(".tools .tool")].filter((el) =>
      step.tools.some((name) => el.querySelector("path")?.getAttribute("d") === STROKES[name]),
    );
    const shown = step.piles
      .flatMap((name) => piles.get(name) ?? [])
      .map(({ frame, count }) => {
        const box = frame.getBoundingClientRect();
        // The count below a pile is part of it.
        return count.textContent ? around(box, count.getBoundingClientRect()) : box;
      });
    return [...shown, ...tools.map((el) => el.getBoundingClientRect())]
      .filter(({ left, right }) => right > left)
      .map(({ left, top, right, bottom }) => ({
        left,
        top,
        right: Math.min(right, innerWidth),
        bottom: Math.min(bottom, innerHeight),
      }));
  }

  /** Ring the targets and place the text beside them; if space is short, show fewer piles. */
  #place() {
    let targets = this.#targets();
    const { dialog } = this;
    // The area of a column includes an empty margin as a tolerance for drops.
    const others = [...this.table.board.piles.values()].map(({ spec, slot, frame }) => {
      const { left, top, right, bottom } = frame.getBoundingClientRect();
      return {
        left,
        top,
        right,
        bottom: bottom - (spec.grow === "down" ? 0.3 * slot.offsetHeight : 0),
      };
    });
    // Wider text needs less height.
    const place = (wide = false) => {
      dialog.classList.toggle("wide", wide);
      return beside(merged(targets), others, dialog, wide ? GAP / 2 : GAP);
    };
    let at = place() ?? place(true);
    while (!at && targets.length > 1) {
      targets = targets.slice(0, Math.ceil(targets.length / 2));
      at = place();
    }
    const { left, bottom } = screen();
    const { x, y } = at ?? { x: left + GAP, y: bottom - dialog.offsetHeight - GAP };
    dialog.style.translate = `${x}px ${y}px`;
    for (const spot of this.#spots) spot.remove();
    this.#spots = merged(targets).map(({ left, top, right, bottom }) => {
      const spot = h("div", { class: "spot", "aria-hidden": "true" });
      Object.assign(spot.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${right - left}px`,
        height: `${bottom - top}px`,
      });
      return spot;
    });
    dialog.before(...this.#spots);
  }
}

/** Return the part of the window without notch and home bar. @returns {Rect} */
function screen() {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} side */
  const inset = (side) => Number.parseFloat(style.getPropertyValue(`--${side}`)) || 0;
  return {
    left: inset("left"),
    top: inset("top"),
    right: innerWidth - inset("right"),
    bottom: innerHeight - inset("bottom"),
  };
}

/** Return the smallest rectangle around two others. @param {Rect} a @param {Rect} b @returns {Rect} */
function around(a, b) {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Merge overlapping rectangles. @param {Rect[]} rects @returns {Rect[]} */
function merged(rects) {
  /** @type {Rect[]} */
  const found = [];
  for (let rect of rects) {
    for (let i = 0; i < found.length; i++) {
      const other = found[i];
      if (
        !other ||
        rect.left >= other.right ||
        rect.right <= other.left ||
        rect.top >= other.bottom ||
        rect.bottom <= other.top
      )
        continue;
      found.splice(i, 1);
      rect = around(rect, other);
      i = -1; // the merged rectangle may overlap earlier ones
    }
    found.push(rect);
  }
  return found;
}

/**
 * Return the place for a box close to some rectangles. The box covers none of them, and covers
 * other rectangles only if all other places are far away.
 *
 * @param {Rect[]} rects @param {Rect[]} others @param {HTMLElement} box @param {number} gap between the box and the rectangles
 * @returns {{x: number, y: number} | null}
 */
function beside(rects, others, { offsetWidth: w, offsetHeight: high }, gap) {
  const left = Math.min(...rects.map((rect) => rect.left), innerWidth);
  const right = Math.max(...rects.map((rect) => rect.right), 0);
  const top = Math.min(...rects.map((rect) => rect.top), innerHeight);
  const bottom = Math.max(...rects.map((rect) => rect.bottom), 0);
  const [middleX, middleY] = [(left + right - w) / 2, (top + bottom - high) / 2];
  const free = screen();
  let best = null;
  let least = Infinity;
  for (let y = free.top + GAP; y + high + GAP <= free.bottom; y += STEP) {
    for (let x = free.left + GAP; x + w + GAP <= free.right; x += STEP) {
      /** @param {Rect} rect */
      const apart = (rect) =>
        x >= rect.right + gap ||
        x + w + gap <= rect.left ||
        y >= rect.bottom + gap ||
        y + high + gap <= rect.top;
      let far = Math.hypot(x - middleX, y - middleY);
      if (far >= least || !rects.every(apart)) continue;
      far += COVERED * others.filter((rect) => !apart(rect)).length;
      if (far < least) [best, least] = [{ x, y }, far];
    }
  }
  return best;
}
