/** Key assignments in a play, for the keyboard, the menu and the list in the options. */

import { t } from "./i18n.js";

/**
 * Keys by action, written like `event.key` in lower case, with the prefixes `Control+` and
 * `Shift+`. The menu shows the first key. key-list.js has the descriptions.
 *
 * @satisfies {Record<string, string[]>}
 */
export const KEYS = {
  step: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  more: ["+", "="],
  fewer: ["-"],
  choose: ["Enter"],
  best: ["Shift+Enter"],
  deal: [" ", "d"],
  undo: ["Control+z", "u", "Backspace"],
  redo: ["Control+y", "Control+Shift+z"],
  up: ["a"],
  finish: ["f"],
  hint: ["h"],
  possible: ["m"],
  movable: ["Shift+m"],
  find: ["F3", "/"],
  peek: ["p"],
  read: ["v"],
  review: ["e"],
  solution: ["s"],
  rescue: ["l"],
  bookmark: ["b"],
  returning: ["Shift+b"],
  history: ["y"],
  fresh: ["n", "F2"],
  winnable: ["w"],
  restart: ["r"],
  number: ["g"],
  rules: ["F1", "?"],
  stats: ["t"],
  options: ["o", ","],
  leave: ["Escape"],
};

/** @typedef {keyof typeof KEYS} KeyAction */

/** The actions, by key. @type {Map<string, KeyAction>} */
const ACTIONS = new Map(
  Object.entries(KEYS).flatMap(([action, keys]) =>
    keys.map((key) => /** @type {[string, KeyAction]} */ ([key, action])),
  ),
);

/** Return the action of a keyboard event. @param {KeyboardEvent} event */
export function actionOf({ key, ctrlKey, metaKey, shiftKey }) {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  const before = ctrlKey || metaKey ? "Control+" : "";
  // A character such as "?" includes Shift. A capital letter without its own action has that of the
  // small letter.
  return (shiftKey && ACTIONS.get(`${before}Shift+${plain}`)) || ACTIONS.get(before + plain);
}

/** Return whether the settings can disable a key that speech input may press by mistake. @param
 * {KeyboardEvent} event */
export function isSign({ key, ctrlKey, metaKey }) {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}

/** Return a key in the form for `aria-keyshortcuts`: "Control+z" -> "Control+Z". @param {string} key */
function ariaKey(key) {
  return key.replace(/^ $/, "Space").replace(/(^|\+)([a-z])$/, (all) => all.toUpperCase());
}

/** The labels of keys that have names. @type {Record<string, string>} */
const NAMES = {
  Control: t("Ctrl"),
  Shift: t("Shift"),
  Escape: "Esc",
  Space: t("Space"),
  Enter: t("Enter"),
  Backspace: t("Backspace"),
};

/** Return the label of a key: "Control+z" -> "Ctrl+Z". @param {string} key */
export function keyLabel(key) {
  return ariaKey(key).replace(/\w{2,}/g, (name) => NAMES[name] ?? name);
}

/** Return the key for the menu: its label, and the value for `aria-keyshortcuts`. @param {KeyAction} action */
export function menuKey(action) {
  const [key = ""] = KEYS[action];
  return { shown: keyLabel(key), aria: ariaKey(key) };
}
