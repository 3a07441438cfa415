/** The keyboard: arrows between piles, and one key for each action. */

/** @import {Commands, Hit} from "./types.js" */
/** @import {Table} from "./table.js" */
import { closePanels } from "./dom.js";
import { peekAt, unpeek } from "./gestures.js";
import { settings } from "./settings.js";

/** @param {Table} table @param {Commands} commands @returns {() => void} stop listening */
export function listen(table, commands) {
  /** @type {Record<string, () => void>} */
  const letters = {
    d: () => table.deal(), u: () => table.undo(), a: () => table.sendUp(), f: () => table.finish(), h: () => commands.hint(),
    v: () => table.readBoard(), n: () => commands.fresh(), w: () => commands.winnable(), m: () => table.possible(), r: () => commands.restart(), g: () => commands.number(),
    "?": () => commands.rules(), t: () => commands.stats(), o: () => commands.options(), ",": () => commands.options(),
    "+": () => more(table, 1), "=": () => more(table, 1), "-": () => more(table, -1),
  };
  /** @type {Record<string, () => void>} */
  const named = {
    Backspace: () => table.undo(), F1: () => commands.rules(), F2: () => commands.fresh(),
  };

  /** @param {KeyboardEvent} event */
  const down = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // A field of a panel just closed has the focus for a moment yet.
    const busy = target.closest("dialog") ? target.closest("dialog[open]") : target.closest("input, select, textarea");
    if (event.defaultPrevented || busy) return;
    // The open menu has the keyboard.
    if (document.querySelector(":popover-open")) return;
    const onBoard = table.board.el.contains(target);
    const command = event.ctrlKey || event.metaKey;
    /** @type {(() => void) | undefined} */
    let deed;
    if (command && !event.altKey) {
      const key = event.key.toLowerCase();
      if (key === "z") deed = event.shiftKey ? () => table.redo() : () => table.undo();
      else if (key === "y") deed = () => table.redo();
    } else if (event.altKey) {
      return;
    } else if (onBoard && event.key.startsWith("Arrow")) {
      deed = () => step(table, event.key);
    } else if (event.key === "Enter" && onBoard) {
      deed = () => enter(table, event.shiftKey);
    } else if (event.key === " ") {
      // On a button Space presses that button.
      if (!target.closest("button:not(.board *), a, summary, [popover]")) deed = () => table.deal();
    } else if (event.key === "Escape") {
      if (table.gestures.cancel() || table.chosen) deed = () => table.choose(null);
      else if (commands.stop()) deed = () => undefined;
      else if (document.querySelector("dialog[open]")) deed = closePanels; // the rules beside the board
    } else if (named[event.key]) {
      deed = named[event.key];
    } else if (settings.keys || (onBoard && "+=-".includes(event.key))) {
      if (event.key === "p" && !event.repeat) deed = () => peek(table);
      else deed = letters[event.key.length === 1 ? event.key.toLowerCase() : ""];
    }
    if (!deed) return;
    event.preventDefault();
    table.gestures.cancel();
    deed();
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

/** Take more or fewer cards of the pile in focus. @param {Table} table @param {number} by */
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

/** Go to the geometrically nearest pile in a direction. @param {Table} table @param {string} key */
function step(table, key) {
  const { board } = table;
  const here = board.piles.get(board.focus.pile)?.place?.slot;
  if (!here) return;
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  /** @type {Hit | null} */
  let best = null;
  let least = Infinity;
  for (const [name, { place }] of board.piles) {
    if (!place || name === board.focus.pile) continue;
    const dx = place.slot.x - here.x;
    const dy = place.slot.y - here.y;
    const along = (sideways ? dx : dy) * sign;
    const aside = Math.abs(sideways ? dy : dx);
    // What lies straight ahead comes first; beyond 60 degrees only what nothing else leads to.
    if (along < 2) continue;
    const cost = along + aside * 2 + (aside > along * 1.75 ? 1e6 : 0);
    if (cost < least) [best, least] = [{ pile: name, index: -1 }, cost];
  }
  if (best) board.setFocus(best, true);
}
