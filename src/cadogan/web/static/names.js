/** Spoken names of cards and piles. */

/** @import {PileSpec} from "./types.js" */

import { t, tn } from "./i18n.js";

/** @type {Record<string, string>} */
export const RANKS = {
  A: t("ace"),
  2: t("two"),
  3: t("three"),
  4: t("four"),
  5: t("five"),
  6: t("six"),
  7: t("seven"),
  8: t("eight"),
  9: t("nine"),
  T: t("ten"),
  J: t("jack"),
  Q: t("queen"),
  K: t("king"),
};
/** @type {Record<string, string>} */
export const SUITS = { C: t("clubs"), D: t("diamonds"), H: t("hearts"), S: t("spades") };
/** The only card without a rank and a suit. */
export const JOKER = "Jo";
const MOST_DEALS = 9_999_999;

/** Return the number of a random deal. */
export const randomDeal = () => 1 + Math.floor(Math.random() * MOST_DEALS);

/** "TH" -> "ten of hearts". @param {string} card */
export function cardName(card) {
  if (card === "??") return t("a face-down card");
  if (card === JOKER) return t("joker");
  return t("{rank} of {suit}", { rank: RANKS[card[0] ?? ""], suit: SUITS[card[1] ?? ""] });
}

/** @type {Record<string, string>} */
const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** "A♣" -> "ace of clubs", "♣" -> "clubs", "6" -> "6". @param {string} label */
export function spoken(label) {
  const suit = SUITS[SIGNS[label.at(-1) ?? ""] ?? ""];
  const rank = suit ? label.slice(0, -1) : label;
  const name = /^[AJQK]$/.test(rank) || suit ? (RANKS[rank === "10" ? "T" : rank] ?? rank) : rank;
  return name && suit ? t("{rank} of {suit}", { rank: name, suit }) : name || suit || "";
}

/** @type {Record<string, string>} */
const KINDS = {
  tableau: t("Tableau"),
  foundation: t("Foundation"),
  cell: t("Cell"),
  reserve: t("Reserve"),
  stock: t("Stock"),
  waste: t("Waste"),
  discard: t("Discard"),
};

/** Return the name of a pile with its label in words: "t3" -> "Tableau 3". @param {PileSpec} pile */
export function pileName(pile) {
  const { label } = pile;
  if (label.length > 3) return label;
  const number = pile.name.slice(1);
  const kind = KINDS[pile.kind] ?? capital(pile.kind);
  const name = number ? `${kind} ${number}` : kind;
  return label && label !== number ? `${name} (${spoken(label)})` : name;
}

/** "Tableau 3, 6 cards, 5 face down". @param {string} name @param {number} cards @param {number} down */
export function pileSays(name, cards, down) {
  if (!cards) return t("{name}, empty", { name });
  if (down === cards) return `${name}, ${facedown(down)}`;
  return `${name}, ${tn("{n} card", "{n} cards", { n: cards })}${down ? t(", {down} face down", { down }) : ""}`;
}

/** @param {number} n */
export function facedown(n) {
  return tn("{n} face-down card", "{n} face-down cards", { n });
}

/** "1 move", "2 moves". @param {number} n */
export function moves(n) {
  return tn("{n} move", "{n} moves", { n });
}

/** Return the number of a deal, or a phrase for a play that began from a position. @param {string} deal */
export function shortDeal(deal) {
  return deal.startsWith("at:") ? t("from a position") : deal;
}

/** "deal 7". @param {string} deal */
export function dealName(deal) {
  return t("deal {deal}", { deal: shortDeal(deal) });
}

/** Return the file name for a card's face: "TH" -> "H10". @param {string} card */
export function faceFile(card) {
  if (card === JOKER) return "joker";
  return card === "??" ? "back" : `${card[1]}${card[0] === "T" ? "10" : card[0]}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
