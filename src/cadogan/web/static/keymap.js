/** The keys of a play, once: the keyboard, the menu and the list in the options follow them. */

/**
 * Keys as an event tells them, letters small, with `Control+` and `Shift+` before them; the first
 * stands in the menu. `does` is what the list says of them, as `shown` where the keys are many.
 *
 * @satisfies {Record<string, {keys: string[], does: string, shown?: string}>}
 */
export const KEYS = {
  step: { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: "Arrows", does: "go to the nearest pile" },
  more: { keys: ["+", "="], shown: "+", does: "take one card more" },
  fewer: { keys: ["-"], does: "take one card fewer" },
  choose: { keys: ["Enter"], does: "choose, then lay down" },
  best: { keys: ["Shift+Enter"], does: "best move of this card" },
  deal: { keys: [" ", "d"], does: "deal from the stock, or the game's own action" },
  undo: { keys: ["Control+z", "u", "Backspace"], does: "undo" },
  redo: { keys: ["Control+y", "Control+Shift+z"], does: "redo" },
  up: { keys: ["a"], does: "send safe cards up" },
  finish: { keys: ["f"], does: "finish: send all cards up" },
  hint: { keys: ["h"], does: "hint: a move that wins" },
  possible: { keys: ["m"], does: "show a possible move" },
  movable: { keys: ["Shift+m"], does: "show all cards that can be moved" },
  find: { keys: ["F3", "/"], does: "find a card" },
  peek: { keys: ["p"], shown: "P (hold)", does: "peek at the card" },
  read: { keys: ["v"], does: "speak the whole board" },
  review: { keys: ["e"], does: "review: the moves, other lines, bookmarks" },
  solution: { keys: ["s"], does: "show me the solution" },
  rescue: { keys: ["l"], does: "back to the last winnable position" },
  bookmark: { keys: ["b"], does: "set a bookmark" },
  returning: { keys: ["Shift+b"], does: "back to the bookmark set last" },
  history: { keys: ["y"], does: "all plays of this game" },
  fresh: { keys: ["n", "F2"], does: "new deal" },
  winnable: { keys: ["w"], does: "new winnable deal" },
  restart: { keys: ["r"], does: "same deal again" },
  number: { keys: ["g"], does: "deal by number" },
  rules: { keys: ["F1", "?"], does: "rules" },
  stats: { keys: ["t"], does: "records" },
  options: { keys: ["o", ","], does: "options" },
  leave: { keys: ["Escape"], does: "let go, or pause where there is nothing to let go" },
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

/** "Control+z" -> "Ctrl+Z". @param {string} key */
export function told(key) {
  return key.replace("Control", "Ctrl").replace("Escape", "Esc").replace(/^ $/, "Space").replace(/(^|\+)([a-z])$/, (all) => all.toUpperCase());
}

/** The key that the menu shows, and as `aria-keyshortcuts` has it. @param {Deed} deed */
export function menuKey(deed) {
  const [key = ""] = KEYS[deed].keys;
  return { shown: told(key), aria: told(key).replace("Ctrl", "Control") };
}
