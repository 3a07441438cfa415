/** List of keys in the options, with descriptions. */

/** @import {KeyAction} from "./keymap.js" */

import { t } from "./i18n.js";
import { KEYS, keyLabel } from "./keymap.js";

/** @type {Record<KeyAction, string>} */
const DOES = {
  step: t("go to the nearest pile"),
  more: t("take one more card"),
  fewer: t("take one fewer card"),
  choose: t("choose a card, then its target"),
  best: t("best move for this card"),
  deal: t("deal from the stock, or make the game's special move"),
  undo: t("undo"),
  redo: t("redo"),
  up: t("send safe cards up"),
  finish: t("finish: send all cards up"),
  hint: t("hint: a move that wins"),
  possible: t("show a possible move"),
  movable: t("show all cards that can be moved"),
  find: t("find a card"),
  peek: t("peek at the card"),
  read: t("read out the whole board"),
  review: t("review: the moves, other lines, bookmarks"),
  solution: t("show me the solution"),
  rescue: t("back to the last winnable position"),
  bookmark: t("set a bookmark"),
  returning: t("back to the latest bookmark"),
  history: t("all plays of this game"),
  fresh: t("new deal"),
  winnable: t("new winnable deal"),
  restart: t("same deal again"),
  number: t("choose a deal"),
  rules: t("rules"),
  stats: t("records"),
  options: t("options"),
  leave: t("cancel the choice, or pause if there is none"),
};

/** Labels for groups of keys, or for keys to hold down. @type {Partial<Record<KeyAction, string>>} */
const SHOWN = { step: t("Arrows"), more: "+", peek: t("P (hold)") };

/** Return the labels of the keys with their descriptions. @returns {[string, string][]} */
export const keyList = () =>
  /** @type {KeyAction[]} */ (Object.keys(KEYS)).map((action) => [
    SHOWN[action] ?? KEYS[action].map(keyLabel).join(", "),
    DOES[action],
  ]);
