/** What cards and piles are called when they are spoken. */

/** @import {PileSpec} from "./types.js" */

/** @type {Record<string, string>} */
export const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
/** @type {Record<string, string>} */
export const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** "TH" -> "ten of hearts". @param {string} card */
export function cardName(card) {
  if (card === "??") return "a face-down card";
  return `${RANKS[card[0] ?? ""]} of ${SUITS[card[1] ?? ""]}`;
}

/** @type {Record<string, string>} */
const SIGNS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };

/** "A♣" -> "ace of clubs", "♣" -> "clubs", "6" -> "6". @param {string} label */
export function spoken(label) {
  const suit = SIGNS[label.at(-1) ?? ""];
  const rank = suit ? label.slice(0, -1) : label;
  const name = /^[AJQK]$/.test(rank) || suit ? RANKS[rank === "10" ? "T" : rank] ?? rank : rank;
  return [name, suit].filter(Boolean).join(" of ");
}

/** "t3" -> "Tableau 3", with what its label says in words. @param {PileSpec} pile */
export function pileName(pile) {
  const { label } = pile;
  if (label.length > 3) return label;
  const number = pile.name.slice(1);
  const kind = capital(pile.kind);
  const name = number ? `${kind} ${number}` : kind;
  return label && label !== number ? `${name} (${spoken(label)})` : name;
}

/** "Tableau 3, 6 cards, 5 face down". @param {string} name @param {number} cards @param {number} down */
export function pileSays(name, cards, down) {
  if (!cards) return `${name}, empty`;
  if (down === cards) return `${name}, ${facedown(down)}`;
  return `${name}, ${plural(cards, "card")}${down ? `, ${down} face down` : ""}`;
}

/** @param {number} n */
export function facedown(n) {
  return plural(n, "face-down card");
}

/** "1 move", "2 moves". @param {number} n @param {string} word */
export function plural(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

/** A deal's number; a position with which a play began has none. @param {string} deal */
export function shortDeal(deal) {
  return deal.startsWith("at:") ? "from a position" : deal;
}

/** "deal 7". @param {string} deal */
export function dealName(deal) {
  return `deal ${shortDeal(deal)}`;
}

/** The file name of a face: "TH" -> "H10". @param {string} card */
export function faceFile(card) {
  return card === "??" ? "back" : `${card[1]}${card[0] === "T" ? "10" : card[0]}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
