/** Drawings of legal and illegal moves beside the rules. */

/** @import {Drawn, Lesson} from "./types.js" */

import { inquire, query } from "./api.js";
import { faceAddress } from "./card-images.js";
import { h, icon } from "./dom.js";
import { settings } from "./settings.js";
import "./icons-extra.js";

/** In a fan with more than this number of cards, only the first and last cards are clearly visible.
 * */
const OPEN = 3;

/**
 * Fetch the examples for a game; on failure return none, because the rules are complete without
 * them.
 *
 * @param {string} game @param {Record<string, string>} options @returns {Promise<Lesson[]>}
 */
export async function examplesOf(game, options) {
  try {
    return (await inquire("GET", `/api/examples/${encodeURIComponent(game)}${query(options)}`))
      .examples;
  } catch {
    return [];
  }
}

/** Append the drawings to their sections of the rules page. @param {DocumentFragment} page @param
 * {Lesson[]} lessons */
export function illustrate(page, lessons) {
  const heads = [...page.querySelectorAll("h3")];
  for (const lesson of lessons) {
    const at = heads.findIndex((head) => head.textContent === lesson.section);
    page.insertBefore(drawn(lesson), (at < 0 ? heads[0] : heads[at + 1]) ?? null);
  }
}

/** @param {Lesson} lesson */
function drawn({ title, allowed, refused }) {
  return h(
    "figure",
    { class: "lesson" },
    h("figcaption", {}, title),
    allowed && side(allowed, "winnable", "right"),
    refused && side(refused, "wrong", "wrong"),
  );
}

/** @param {Drawn} move @param {string} sign @param {string} kind */
function side(move, sign, kind) {
  return h(
    "div",
    { class: `move ${kind}` },
    h("div", { class: "stage", "aria-hidden": "true" }, ...picture(move), icon(sign)),
    h("p", {}, move.told),
  );
}

/** @param {Drawn} move */
function picture({ cards, on, beside, how }) {
  const taken = fan(cards);
  const goal = on.length ? fan(on) : space();
  if (how === "with") return [taken, sign("+"), goal];
  if (how === "out")
    return [...beside.map((card) => fan([card], "dim")), taken, sign("→"), space()];
  return [taken, sign("→"), ...beside.map((card) => fan([card])), goal];
}

/** @param {string} text */
function sign(text) {
  return h("span", { class: "sign" }, text);
}

function space() {
  return h("div", { class: "hole" });
}

/** Draw a fan of cards. @param {string[]} cards @param {string} [kind] */
function fan(cards, kind = "") {
  const deck = settings.deck.replace("classic", "large");
  return h(
    "div",
    { class: `fan ${kind} ${cards.length > OPEN ? "tight" : ""}` },
    ...cards.map((card) => {
      const el = h("div", { class: "face" });
      el.style.backgroundImage = `url("${faceAddress(card, deck)}")`;
      return el;
    }),
  );
}
