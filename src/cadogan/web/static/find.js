/** Search for a card: rings mark its places, and a message names them. Face-down cards stay hidden. */

/** @import {Card} from "./types.js" */
/** @import {Table} from "./table.js" */

import { note } from "./announce.js";
import { closePanels, h } from "./dom.js";
import { t } from "./i18n.js";
import { capital, cardName, JOKER, RANKS, SUITS } from "./names.js";
import { panel } from "./panels.js";

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** Alternative spellings of ranks. @type {Record<string, string>} */
const FIGURES = { 1: "A", 10: "T" };

/** Plurals of ranks. @type {Record<string, string>} */
const MANY = {
  A: t("aces"),
  2: t("twos"),
  3: t("threes"),
  4: t("fours"),
  5: t("fives"),
  6: t("sixes"),
  7: t("sevens"),
  8: t("eights"),
  9: t("nines"),
  T: t("tens"),
  J: t("jacks"),
  Q: t("queens"),
  K: t("kings"),
};

/** "10h", "ten of hearts", "♥10" -> "TH"; "queens" -> "Q"; "joker" -> "Jo"; null for anything else. @param {string} text */
export function readCard(text) {
  let rest = text
    .trim()
    .toLowerCase()
    .replaceAll(/\bof\b|\bthe\b|-/g, " ");
  if (/^(jo|jokers?|\*)$/.test(rest)) return JOKER;
  let rank = "";
  let suit = "";
  for (const [letter, name] of Object.entries(SUITS)) {
    const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (letter)];
    const found = new RegExp(`${name}|\\b${name.slice(0, -1)}\\b|${sign}`, "i").exec(rest);
    if (found) [suit, rest] = [letter, rest.replace(found[0], " ")];
  }
  for (const [letter, name] of Object.entries(RANKS)) {
    const found = new RegExp(`\\b(${name}|${MANY[letter]})\\b`, "i").exec(rest);
    if (found) [rank, rest] = [letter, rest.replace(found[0], " ")];
  }
  const short =
    /^\s*(10|[1-9atjqk])?\s*([cdhs])?\s*$/.exec(rest) ??
    /^\s*([cdhs])\s*(10|[1-9atjqk])\s*$/.exec(rest);
  if (!short) return null;
  for (const part of short.slice(1)) {
    if (!part) continue;
    if (/[cdhs]/.test(part)) suit = part.toUpperCase();
    else rank = FIGURES[part] ?? part.toUpperCase();
  }
  return rank ? rank + suit : null;
}

/** Mark the places of a card with rings, and announce them. @param {Table} table @param {string}
 * meant "TH", or "T" for all four */
export function find(table, meant) {
  const { board } = table;
  /** @type {Card[]} */
  const cards = [];
  /** @type {string[]} */
  const buried = [];
  const lines = [...board.piles.values()].flatMap((pile) =>
    pile.cards.flatMap((card, i) => {
      if (
        card.text === "??" ||
        (meant[1] ? card.text !== meant : card.text[0] !== meant || card.text === JOKER)
      )
        return [];
      if (pile.place?.cards[i]?.hidden || pile.spec.kind === "discard") buried.push(pile.spec.name);
      else cards.push(card);
      const many = pile.cards.length;
      const where = i === many - 1 ? t("on top") : t("{i} of {many}", { i: i + 1, many });
      return [`${meant[1] ? "" : `${cardName(card.text)}: `}${pile.name}, ${where}`];
    }),
  );
  table.ring(cards, buried);
  const name = meant[1] ? cardName(meant) : (MANY[meant] ?? "");
  note(
    lines.length
      ? `${capital(meant[1] ? `${name}: ` : "")}${capital(lines.join("; "))}.`
      : meant[1]
        ? t("The {name} is not visible.", { name })
        : t("No {rank} is visible.", { rank: RANKS[meant] }),
    lines.length > 1 ? 12 : 8,
  );
}

/** @param {Table} table */
export function findPanel(table) {
  /** @param {string} card */
  const show = (card) => {
    closePanels();
    find(table, card);
  };
  const error = h("p", { class: "error", id: "find-error", role: "alert" });
  const input = h("input", {
    id: "find-card",
    autocomplete: "off",
    spellcheck: "false",
    size: 10,
    placeholder: t("7h, queen of spades"),
    "aria-describedby": "find-error",
  });
  const form = h(
    "form",
    {
      class: "field row",
      onsubmit: (event) => {
        event.preventDefault();
        const meant = readCard(input.value);
        if (meant) show(meant);
        else error.textContent = t("Enter a rank and a suit: 7h, QS, 10♦ or ace of clubs.");
      },
    },
    h("label", { for: "find-card" }, t("Card")),
    input,
    h("button", { class: "main" }, t("Find")),
  );
  const joker = [...table.board.piles.values()].some((pile) =>
    pile.cards.some((card) => card.text === JOKER),
  );
  /** @param {string} card @param {string} suit @param {string} text */
  const pick = (card, suit, text) =>
    h(
      "button",
      {
        type: "button",
        class: `pick ${suit}`,
        "aria-label": capital(cardName(card)),
        onclick: () => show(card),
      },
      text,
    );
  const grid = h(
    "div",
    { class: "grid" },
    ...Object.entries(SIGNS).flatMap(([suit, sign]) =>
      [...ORDER].map((rank) => pick(rank + suit, suit, (rank === "T" ? "10" : rank) + sign)),
    ),
    joker ? pick(JOKER, "o", capital(cardName(JOKER))) : "",
  );
  panel(t("Find a card"), [
    h("p", { class: "about" }, t("Cards that lie face down stay hidden.")),
    form,
    error,
    grid,
  ]);
  // On a touch screen the player picks a card, because the keyboard would cover the cards.
  if (matchMedia("(hover: hover)").matches) input.focus();
}

const ORDER = "A23456789TJQK";
