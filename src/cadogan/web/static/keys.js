/** Keyboard control: arrows move between piles, and each action has a key. */

/** @import {Commands} from "./types.js" */
/** @import {Banner} from "./banner.js" */
/** @import {KeyAction} from "./keymap.js" */
/** @import {Table} from "./table.js" */

import { closePanels } from "./dom.js";
import { peekAt, unpeek } from "./gestures.js";
import { actionOf, isSign } from "./keymap.js";
import { neighbour } from "./layout.js";
import { settings } from "./settings.js";

/** The actions that work only while the board has the focus. @type {Set<KeyAction | undefined>} */
const ON_BOARD = new Set(["step", "choose", "best"]);

/** @param {Table} table @param {Commands} commands @param {Banner} banner @returns {() => void} stop listening */
export function listen(table, commands, banner) {
  const leave = () => {
    if (table.gestures.cancel() || table.chosen) table.choose(null);
    // Escape closes the rules beside the board first, and only then pauses.
    else if (document.querySelector("dialog[open]")) closePanels();
    else if (!commands.stop() && !table.letGo() && !banner.close()) commands.extra("pause");
  };
  /** @type {Record<KeyAction, (event: KeyboardEvent) => unknown>} */
  const actions = {
    step: (event) => step(table, event.key),
    more: () => more(table, 1),
    fewer: () => more(table, -1),
    choose: () => enter(table, false),
    best: () => enter(table, true),
    deal: () => table.deal(),
    undo: () => table.undo(),
    redo: () => table.redo(),
    up: () => table.sendUp(),
    finish: () => table.finish(),
    hint: () => commands.hint(),
    possible: () => table.possible(),
    movable: () => commands.extra("movable"),
    find: () => commands.extra("find"),
    peek: (event) => event.repeat || peek(table),
    read: () => table.readBoard(),
    review: () => commands.extra("review"),
    solution: () => commands.extra("solution"),
    rescue: () => commands.extra("rescue"),
    bookmark: () => commands.extra("bookmark"),
    returning: () => commands.extra("returning"),
    history: () => commands.extra("history"),
    fresh: () => commands.fresh(),
    winnable: () => commands.winnable(),
    restart: () => commands.restart(),
    number: () => commands.number(),
    rules: () => commands.rules(),
    stats: () => commands.stats(),
    options: () => commands.options(),
    leave,
  };

  /** @param {KeyboardEvent} event */
  const down = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const field = target.closest("input, select, textarea");
    const dialog = target.closest("dialog");
    const action = actionOf(event);
    // A field in a panel that has just closed keeps the focus for a moment. Panels beside the board
    // do not capture the keys.
    const over = action === "rules" ? ":modal:not(:has(.rules))" : ":modal";
    const busy = dialog ? dialog.open && (field || dialog.matches(over)) : field;
    if (event.defaultPrevented || busy || event.altKey) return;
    // An open menu handles the keys itself.
    if (document.querySelector(":popover-open")) return;
    const onBoard = table.board.el.contains(target);
    if (!action || (ON_BOARD.has(action) && !onBoard)) return;
    if (!settings.keys && isSign(event) && !(onBoard && (action === "more" || action === "fewer")))
      return;
    // The Space key presses a focused button and scrolls a focused text.
    if (
      event.key === " " &&
      target.closest("button:not(.board *), a, summary, [popover], .body[role]")
    )
      return;
    event.preventDefault();
    if (action !== "leave") table.gestures.cancel();
    actions[action](event);
  };
  const up = () => unpeek(table.board);
  document.addEventListener("keydown", down);
  document.addEventListener("keyup", up);
  return () => {
    document.removeEventListener("keydown", down);
    document.removeEventListener("keyup", up);
  };
}

/** @param {Table} table @param {boolean} best */
function enter(table, best) {
  const { focus } = table.board;
  const { chosen } = table;
  if (best) table.best(chosen?.hit ?? focus);
  else {
    const target = chosen && chosen.hit.pile !== focus.pile ? focus.pile : null;
    table.tap(focus, false);
    if (target) table.board.setFocus({ pile: target, index: -1 }, true);
  }
}

/** @param {Table} table */
function peek(table) {
  const { pile, index } = table.board.focus;
  const cards = table.board.piles.get(pile)?.cards ?? [];
  const card = index < 0 ? cards.at(-1) : cards[index];
  if (card && card.text !== "??") peekAt(table.board, card);
}

/** Choose more or fewer cards of the pile in focus. @param {Table} table @param {number} by */
function more(table, by) {
  const { board } = table;
  const { pile, index } = board.focus;
  const cards = board.piles.get(pile)?.cards ?? [];
  const at = index < 0 ? cards.length - 1 : index;
  const next = Math.max(0, Math.min(cards.length - 1, at - by));
  if (cards[next]?.text === "??" && next < cards.length - 1) return;
  const hit = { pile, index: next === cards.length - 1 ? -1 : next };
  board.setFocus(hit, true);
  if (table.chosen?.hit.pile === pile) table.choose(hit);
}

/** Move the focus to the nearest pile in a direction. @param {Table} table @param {string} key */
function step(table, key) {
  const { board } = table;
  const slots = new Map();
  for (const [name, { place }] of board.piles) if (place) slots.set(name, place.slot);
  const pile = neighbour(slots, board.focus.pile, key);
  if (pile) board.setFocus({ pile, index: -1 }, true);
}
