/** The keys of a play, once: the keyboard, the menu and the list in the options follow them. */

import { t } from "./tongue.js";

/**
 * Keys as an event tells them, letters small, with `Control+` and `Shift+` before them; the first
 * stands in the menu. `does` is what the list says of them, as `shown` where the keys are many.
 *
 * @satisfies {Record<string, {keys: string[], does: string, shown?: string}>}
 */
export const KEYS = {
  step: { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: t("Arrows"), does: t("go to the nearest pile") },
  more: { keys: ["+", "="], shown: "+", does: t("take one card more") },
  fewer: { keys: ["-"], does: t("take one card fewer") },
  choose: { keys: ["Enter"], does: t("choose, then lay down") },
  best: { keys: ["Shift+Enter"], does: t("best move of this card") },
  deal: { keys: [" ", "d"], does: t("deal from the stock, or the game's own action") },
  undo: { keys: ["Control+z", "u", "Backspace"], does: t("undo") },
  redo: { keys: ["Control+y", "Control+Shift+z"], does: t("redo") },
  up: { keys: ["a"], does: t("send safe cards up") },
  finish: { keys: ["f"], does: t("finish: send all cards up") },
  hint: { keys: ["h"], does: t("hint: a move that wins") },
  possible: { keys: ["m"], does: t("show a possible move") },
  movable: { keys: ["Shift+m"], does: t("show all cards that can be moved") },
  find: { keys: ["F3", "/"], does: t("find a card") },
  peek: { keys: ["p"], shown: t("P (hold)"), does: t("peek at the card") },
  read: { keys: ["v"], does: t("speak the whole board") },
  review: { keys: ["e"], does: t("review: the moves, other lines, bookmarks") },
  solution: { keys: ["s"], does: t("show me the solution") },
  rescue: { keys: ["l"], does: t("back to the last winnable position") },
  bookmark: { keys: ["b"], does: t("set a bookmark") },
  returning: { keys: ["Shift+b"], does: t("back to the bookmark set last") },
  history: { keys: ["y"], does: t("all plays of this game") },
  fresh: { keys: ["n", "F2"], does: t("new deal") },
  winnable: { keys: ["w"], does: t("new winnable deal") },
  restart: { keys: ["r"], does: t("same deal again") },
  number: { keys: ["g"], does: t("deal by number") },
  rules: { keys: ["F1", "?"], does: t("rules") },
  stats: { keys: ["t"], does: t("records") },
  options: { keys: ["o", ","], does: t("options") },
  leave: { keys: ["Escape"], does: t("let go, or pause where there is nothing to let go") },
};

/** @typedef {keyof typeof KEYS} Deed */

/** What each key does. @type {Map<string, Deed>} */
const DEEDS = new Map(Object.entries(KEYS).flatMap(([deed, { keys }]) =>
  keys.map((key) => /** @type {[string, Deed]} */ ([key, deed]))));

/** What the key of an event does. @param {KeyboardEvent} event */
export function deedOf({ key, ctrlKey, metaKey, shiftKey }) {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  const before = ctrlKey || metaKey ? "Control+" : "";
  // Of a sign such as "?" the shift is a part; a letter without a meaning of its own keeps the small one's.
  return (shiftKey && DEEDS.get(`${before}Shift+${plain}`)) || DEEDS.get(before + plain);
}

/** Can a person switch this key off, as one that speech may press by mistake? @param {KeyboardEvent} event */
export function isSign({ key, ctrlKey, metaKey }) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}

/** As a key is written: "Control+z" -> "Control+Z". @param {string} key */
function written(key) {
  return key.replace(/^ $/, "Space").replace(/(^|\+)([a-z])$/, (all) => all.toUpperCase());
}

/** What stands on keys that have a name. @type {Record<string, string>} */
const NAMES = { Control: t("Ctrl"), Shift: t("Shift"), Escape: "Esc", Space: t("Space"), Enter: t("Enter"), Backspace: t("Backspace") };

/** "Control+z" -> "Ctrl+Z". @param {string} key */
export function told(key) {
  return written(key).replace(/\w{2,}/g, (name) => NAMES[name] ?? name);
}

/** The key that the menu shows, and as `aria-keyshortcuts` has it. @param {Deed} deed */
export function menuKey(deed) {
  const [key = ""] = KEYS[deed].keys;
  return { shown: told(key), aria: written(key) };
}
