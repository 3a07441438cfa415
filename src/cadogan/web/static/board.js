/** Board: elements for piles and cards, updated from the server's view. It knows nothing about moves. */

/** @import {Card, Geometry, Hit, Journey, Pile, Rect, View} from "./types.js" */

import { dress, suitFaces } from "./card-images.js";
import { drawCorner } from "./card-index.js";
import { h, put, write } from "./dom.js";
import { t, tn } from "./i18n.js";
import { fit, roomForNote } from "./layout.js";
import { transform, travel } from "./motion.js";
import { cardName, facedown, pileName, pileSays, spoken } from "./names.js";
import { pace, settings } from "./settings.js";

const PER_PILE = 200;
/** Height of a line of the label below a pile, in pixels. */
const LINE = 15;
/** Minimum width of a card with both a word and a number on it, in pixels. */
const BOTH = 34;

export class Board {
  /** @type {Map<string, Pile>} */
  piles = new Map();
  /** @type {View | null} */
  view = null;
  /** @type {Geometry | null} */
  geometry = null;
  /** The place on the board that is in the tab order. @type {Hit} */
  focus = { pile: "", index: -1 };
  #width = 0;
  #height = 0;

  /** @param {() => void} resizing called before the cards are laid out again @param {() => void} turning called after the table was turned */
  constructor(resizing, turning) {
    this.turning = turning;
    this.ring = h("div", { class: "ring", "aria-hidden": "true" });
    this.el = h("section", { class: "board", "aria-label": t("Board") }, this.ring);
    this.sizes = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (!box || (box.width === this.#width && box.height === this.#height)) return;
      this.#width = box.width;
      this.#height = box.height;
      resizing();
      this.#lay([], null);
    });
    this.sizes.observe(this.el);
  }

  /**
   * Show a view; existing cards stay, move or turn over.
   *
   * @param {View} view
   * @returns {Card[]} the cards that are now on another pile
   */
  show(view) {
    const hadFocus = this.el.contains(document.activeElement);
    const anew = this.view?.play !== view.play;
    this.view = view;
    // Measure before adding cards, because measuring afterwards would force another layout.
    this.#measure();
    if (anew) this.#build(view);
    const { moved, turned } = this.#reconcile(view, anew);
    this.#lay(anew ? [] : moved, anew ? null : turned);
    this.#name();
    this.setFocus({ pile: this.focus.pile, index: -1 }, hadFocus);
    put(this.el, "data-revision", String(view.revision));
    return moved;
  }

  /** Redraw after a change to the deck, the hand or the card back. */
  redraw() {
    if (this.view) this.#lay([], null);
  }

  #measure() {
    if (this.#width) return;
    this.#width = this.el.clientWidth;
    this.#height = this.el.clientHeight;
  }

  /** @param {View} view */
  #build(view) {
    this.piles.clear();
    this.el.replaceChildren(this.ring);
    for (const spec of view.layout.piles) {
      const name = pileName(spec);
      // The style sheet draws the label, so that screen readers do not read it as a second name.
      const slot = h("div", { class: "slot", "data-kind": spec.kind });
      const frame = h("div", { class: "frame", "aria-hidden": "true" });
      const count = h("div", { class: "count", "aria-hidden": "true" });
      const el = h(
        "div",
        { class: "pile", role: "group", "data-pile": spec.name, "data-kind": spec.kind },
        slot,
        frame,
        count,
      );
      this.el.append(el);
      this.piles.set(spec.name, { spec, name, el, slot, frame, count, cards: [], place: null });
    }
    const first =
      view.moves.find((move) => move.source)?.source ?? view.layout.piles[0]?.name ?? "";
    this.focus = { pile: first, index: -1 };
  }

  /**
   * Assign elements to cards: first unmoved cards, then equal faces, then cards turned over.
   *
   * @param {View} view
   * @param {boolean} anew whether the view belongs to another play
   */
  #reconcile(view, anew) {
    /** @type {Card[]} */
    const loose = [];
    /** @type {{pile: Pile, index: number, text: string, card: Card | null}[]} */
    const wanted = [];
    /** @type {Set<Card>} */
    const turned = new Set();
    for (const [name, pile] of this.piles) {
      const want = view.piles[name] ?? [];
      let i = 0;
      for (; i < Math.min(want.length, pile.cards.length); i++) {
        const [card, text] = [/** @type {Card} */ (pile.cards[i]), want[i] ?? "??"];
        if (card.text === text) continue;
        if (card.text !== "??" && text !== "??") break;
        card.text = text;
        turned.add(card);
      }
      loose.push(...pile.cards.splice(i));
      for (; i < want.length; i++)
        wanted.push({ pile, index: i, text: want[i] ?? "??", card: null });
    }
    /** @param {(card: Card, text: string) => boolean} fits */
    const match = (fits) => {
      for (const place of wanted) {
        if (place.card) continue;
        // Try the last loose card first, because it was on top.
        const at = loose.findLastIndex((card) => fits(card, place.text));
        if (at >= 0) place.card = loose.splice(at, 1)[0] ?? null;
      }
    };
    match((card, text) => card.text === text);
    match((card, text) => card.text === "??" || text === "??");
    for (const card of loose) {
      card.flight?.cancel();
      card.el.remove();
    }
    /** @type {Card[]} */
    const moved = [];
    for (const { pile, index, text, card: found } of wanted) {
      const card = found ?? this.#make(text);
      if (card.text !== text) {
        card.text = text;
        if (pile.spec.kind !== "discard") turned.add(card);
      }
      if (found) moved.push(card);
      card.pile = pile.spec.name;
      card.index = index;
      pile.cards[index] = card;
      pile.el.insertBefore(card.el, pile.frame);
    }
    if (anew) turned.clear();
    return { moved, turned };
  }

  /** @param {string} text @returns {Card} */
  #make(text) {
    const el = h("div", { class: "card" });
    return {
      el,
      text,
      x: 0,
      y: 0,
      rot: 0,
      z: 0,
      pile: "",
      index: 0,
      flight: null,
      corner: "",
      held: false,
    };
  }

  /**
   * Write all positions to the page.
   *
   * @param {Card[]} moved cards that moved to another pile, in order
   * @param {Set<Card> | null} turned null for no animation
   */
  #lay(moved, turned) {
    if (!this.view || !this.#width) return;
    const heights = new Map(
      [...this.piles].map(([name, pile]) => [
        name,
        { count: pile.cards.length, down: this.view?.down[name] ?? 0 },
      ]),
    );
    const geometry = fit(this.view.layout, heights, {
      ...settings,
      width: this.#width,
      height: this.#height,
    });
    const turns = geometry.turned !== !!this.geometry?.turned;
    this.geometry = geometry;
    if (turns) this.turning();
    suitFaces(geometry.cw);
    this.el.style.setProperty("--cw", `${geometry.cw}px`);
    this.el.style.setProperty("--ch", `${geometry.ch}px`);
    // Before writing anything to the page, read where moving cards are now.
    const flying = new Map(
      [...this.piles.values()]
        .flatMap((pile) => pile.cards)
        .filter((card) => card.flight)
        .map((card) => [card, getComputedStyle(card.el).transform]),
    );
    /** @type {Journey[]} */
    const journeys = [];
    /** @type {Card[]} */
    const covered = [];
    const layers = new Map(
      [...geometry.places]
        .sort(([, a], [, b]) => a.y - b.y || a.x - b.x)
        .map(([name], i) => [name, i * PER_PILE]),
    );
    for (const [name, pile] of this.piles) {
      const place = geometry.places.get(name);
      if (!place) continue;
      // If piles overlap, the lower one is in front, so the corner of the upper one stays visible.
      const base = layers.get(name) ?? 0;
      pile.place = place;
      move(pile.slot, place.slot, place.rot);
      move(pile.frame, place.area, 0);
      size(pile.frame, place.area);
      pile.frame.style.zIndex = String(base + PER_PILE - 2);
      const counted = ["stock", "discard"].includes(pile.spec.kind) && pile.cards.length > 0;
      const { ends = "", next = "", label } = this.view.markers[name] ?? {};
      const said = pile.spec.label.length <= 3 ? pile.spec.label : "";
      // On a small card there is no space for both the word and the number.
      const out = counted && geometry.cw < BOTH ? "" : t("out");
      put(pile.slot, "data-label", pile.spec.kind === "discard" ? out : (label ?? said));
      write(
        pile.count,
        counted
          ? String(pile.cards.length)
          : ends &&
              [next && t("next {card}", { card: next }), t("ends on {ends}", { ends })]
                .filter(Boolean)
                .join("\n"),
      );
      // The number of cards is on the back of the top card, or below a face-up card if there is
      // space.
      const shown = counted && pile.cards.at(-1)?.text !== "??";
      const below = ends || (shown && !crowded(place.slot, geometry));
      put(pile.count, "class", below ? "count below" : "count");
      move(pile.count, place.slot, 0);
      pile.count.style.zIndex = String(base + PER_PILE - 1);
      for (const [i, card] of pile.cards.entries()) {
        const at = place.cards[i] ?? { x: place.x, y: place.y, hidden: false };
        const same = card.x === at.x && card.y === at.y && card.rot === place.rot;
        const stays = !turned || (same && !turned.has(card));
        const from = stays ? "" : (flying.get(card) ?? card.el.style.transform);
        card.z = base + i;
        Object.assign(card, { x: at.x, y: at.y, rot: place.rot, index: i });
        if (!card.held) {
          // Write the position even if it is unchanged, because a drag may have moved the card.
          card.el.style.transform = transform(card);
          if (!card.flight) card.el.style.zIndex = String(card.z);
        }
        put(card.el, "data-card", card.text);
        // Cards that leave play stay face up while they fade.
        if (pile.spec.kind !== "discard") dress(card.el, card.text, !at.hidden);
        drawCorner(card, place.strip, i, geometry.cw, geometry.ch);
        if (from && !card.held) journeys.push({ card, from, turned: !!turned?.has(card) });
        if (!at.hidden) card.el.classList.remove("deep");
        else covered.push(card);
      }
    }
    this.#face(geometry);
    this.#spare(geometry);
    for (const { el, pile } of moved) {
      if (pace() && this.piles.get(pile)?.spec.kind === "discard")
        el.animate({ opacity: [1, 1, 0] }, 2.5 * pace());
    }
    const order = new Map(moved.map((card, i) => [card, i]));
    journeys.sort((a, b) => (order.get(a.card) ?? -1) - (order.get(b.card) ?? -1));
    travel(journeys, () => {
      for (const card of covered) {
        const place = this.piles.get(card.pile)?.place;
        if (place?.cards[card.index]?.hidden) card.el.classList.add("deep");
      }
    });
  }

  /** Find a place without cards, where a note covers nothing. @param {Geometry} geometry */
  #spare({ places, cw, ch }) {
    const boxes = [...places].flatMap(([name, { slot, cards }]) => {
      const label = this.piles.get(name)?.count;
      const lines = label?.matches(".below") ? (label.textContent ?? "").split("\n").length : 0;
      const below = { x: slot.x, y: slot.y + LINE * lines };
      return [slot, ...cards, below].map(({ x, y }) => ({ x, y, w: cw, h: ch }));
    });
    const room = roomForNote(boxes, { width: this.#width, height: this.#height });
    const host = /** @type {HTMLElement} */ (this.el.closest(".play") ?? this.el);
    put(host, "data-spare", room && "");
    for (const side of /** @type {const} */ (["left", "right", "bottom"]))
      host.style.setProperty(`--spare-${side}`, `${room?.[side] ?? 0}px`);
  }

  /** Draw the clock face. @param {Geometry} geometry */
  #face({ ring }) {
    this.ring.hidden = !ring;
    if (!ring) return;
    const dial = h("div", { class: "dial" });
    move(dial, { x: ring.x - ring.rx, y: ring.y - ring.ry }, 0);
    size(dial, { w: 2 * ring.rx, h: 2 * ring.ry });
    this.ring.replaceChildren(
      dial,
      ...ring.hours.map(({ text, x, y }) => {
        const hour = h("span", { class: "hour" }, text);
        move(hour, { x, y }, 0);
        return hour;
      }),
    );
  }

  /** Set the spoken names of piles and cards. */
  #name() {
    for (const pile of this.piles.values()) {
      const { cards, name } = pile;
      const down = cards.filter((card) => card.text === "??").length;
      const out = pile.spec.kind === "discard" && cards.length > 0;
      const { ends, next, label } = this.view?.markers[pile.spec.name] ?? {};
      const goal = ends
        ? t(", to end on {ends}", { ends }) +
          (next ? `, ${t("next {card}", { card: spoken(next) })}` : "")
        : "";
      const description = out
        ? tn("{n} card out of play", "{n} cards out of play", { n: cards.length })
        : pileSays(name, cards.length, down) + goal;
      put(pile.el, "aria-label", description);
      const empty = !cards.length;
      put(pile.slot, "role", empty ? "button" : null);
      // If the label is only a suit, the pile's name already contains it.
      const begins =
        label && label !== pile.spec.label ? t(", for the {card}", { card: spoken(label) }) : "";
      put(pile.slot, "aria-label", empty ? t("{name}, empty", { name }) + begins : null);
      if (!empty) put(pile.slot, "tabindex", null);
      const under = !!this.view?.covered.includes(pile.spec.name);
      for (const [i, { el, text }] of cards.entries()) {
        el.classList.toggle("under", under);
        const top = i === cards.length - 1;
        if (text !== "??" || top) {
          put(el, "role", "button");
          const many = text === "??" ? facedown(down) : cardName(text);
          put(
            el,
            "aria-label",
            out
              ? description
              : `${many}, ${name}${text === "??" ? "" : `, ${t("{i} of {many}", { i: i + 1, many: cards.length })}`}${under ? t(", covered") : ""}`,
          );
          put(el, "aria-hidden", null);
        } else {
          // For a screen reader, a face-down stack is a single item: its uppermost card, which is always drawn.
          const stack = cards[i + 1]?.text !== "??";
          put(el, "role", stack ? "img" : null);
          put(el, "aria-label", stack ? facedown(down) : null);
          put(el, "aria-hidden", stack ? null : "true");
        }
        put(el, "tabindex", null);
      }
    }
  }

  /** Return the element at a place: the card, or the empty pile. @param {Hit} hit */
  element({ pile: name, index }) {
    const pile = this.piles.get(name);
    return pile?.cards[index]?.el ?? pile?.cards.at(-1)?.el ?? pile?.slot ?? null;
  }

  /**
   * Make a place the board's only tab stop.
   *
   * @param {Hit} hit
   * @param {boolean} grab whether to take the keyboard focus
   */
  setFocus(hit, grab) {
    const old = this.element(this.focus);
    const el = this.element(hit);
    if (old !== el && old) put(old, "tabindex", null);
    this.focus = hit;
    if (!el) return;
    put(el, "tabindex", "0");
    if (grab && document.activeElement !== el) el.focus({ preventScroll: true });
  }

  /**
   * Return the place at a point in the window, as if all cards had reached their targets.
   *
   * A tap ignores cards in flight, because it is meant for the cards below.
   *
   * @param {number} left
   * @param {number} top
   * @returns {Hit | null}
   */
  at(left, top) {
    const box = this.el.getBoundingClientRect();
    const [x, y] = [left - box.left, top - box.top];
    const { cw = 0, ch = 0 } = this.geometry ?? {};
    /** @type {Hit | null} */
    let best = null;
    let highest = -1;
    for (const [name, { place, cards }] of this.piles) {
      if (!place) continue;
      // The empty pile is below all its cards.
      if (highest < 0 && inside(x - place.slot.x, y - place.slot.y, cw, ch, place.rot))
        best = { pile: name, index: -1 };
      for (const [index, card] of cards.entries()) {
        if (card.z > highest && inside(x - card.x, y - card.y, cw, ch, card.rot)) {
          best = { pile: name, index };
          highest = card.z;
        }
      }
    }
    return best;
  }

  /** Return the place at which an event occurred. @param {EventTarget | null} target @returns {Hit | null} */
  hit(target) {
    const el = target instanceof Element ? target : null;
    const name = el?.closest("[data-pile]")?.getAttribute("data-pile");
    const pile = name ? this.piles.get(name) : null;
    if (!pile || !name) return null;
    const card = el?.closest(".card");
    return { pile: name, index: pile.cards.findIndex((c) => c.el === card) };
  }

  /** Return the cards from a place to the top of its pile. @param {Hit} hit @returns {Card[]} */
  cardsFrom({ pile, index }) {
    return index < 0 ? [] : (this.piles.get(pile)?.cards.slice(index) ?? []);
  }

  /** Outline piles as targets, or remove the outlines. @param {Iterable<string>} names @param {string} [over] */
  mark(names, over = "") {
    const set = new Set(names);
    for (const [name, pile] of this.piles) {
      pile.frame.classList.toggle("target", set.has(name));
      pile.frame.classList.toggle("over", name === over);
    }
  }

  /** Return whether any pile is outlined. */
  get marked() {
    return !!this.el.querySelector(".frame.target, .frame.over");
  }

  /** Ring the chosen cards, or remove the rings. @param {Card[]} cards */
  choose(cards) {
    for (const el of this.el.querySelectorAll(".chosen")) el.classList.remove("chosen");
    for (const { el } of cards) el.classList.add("chosen");
  }

  /** Make cards that have just arrived glow for a moment. @param {Card[]} cards */
  glow(cards) {
    const opacity = pace() ? [0.85, 0.85, 0] : [0.85, 0.85];
    for (const { el } of cards) {
      el.classList.add("fresh");
      el.animate({ opacity }, { duration: 900, pseudoElement: "::after" }).onfinish = () =>
        el.classList.remove("fresh");
    }
  }

  /** Return dragged cards to their places. @param {Card[]} cards */
  putBack(cards) {
    const journeys = cards.map((card) => ({ card, from: card.el.style.transform, turned: false }));
    for (const card of cards) {
      card.el.style.transform = transform(card);
      card.el.style.zIndex = String(card.z);
    }
    travel(journeys, () => undefined);
  }
}

/**
 * Return whether a point is on a card that is rotated about its centre.
 *
 * @param {number} x from the corner of the unrotated card
 * @param {number} y
 * @param {number} cw
 * @param {number} ch
 * @param {number} rot
 */
function inside(x, y, cw, ch, rot) {
  const angle = (-rot * Math.PI) / 180;
  const [dx, dy] = [x - cw / 2, y - ch / 2];
  const across = dx * Math.cos(angle) - dy * Math.sin(angle);
  const along = dx * Math.sin(angle) + dy * Math.cos(angle);
  return Math.abs(across) <= cw / 2 && Math.abs(along) <= ch / 2;
}

/** Return whether another pile leaves no space for a label below a card. @param {Rect} slot @param {Geometry} geometry */
function crowded({ x, y }, { places, cw, ch }) {
  return [...places.values()].some(
    ({ slot }) => slot.y > y && slot.y < y + ch + LINE && Math.abs(slot.x - x) < cw,
  );
}

/** @param {HTMLElement} el @param {{w: number, h: number}} box */
function size(el, { w, h: high }) {
  Object.assign(el.style, { width: `${w}px`, height: `${high}px` });
}

/** @param {HTMLElement} el @param {{x: number, y: number}} at @param {number} rot */
function move(el, { x, y }, rot) {
  el.style.transform = transform({ x, y, rot });
}
