/** Banner at the end of a play, with the result and buttons to continue. */

/** @import {View} from "./types.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */

import { fetched } from "./api.js";
import { button, cross, h, put } from "./dom.js";
import { t, tn } from "./i18n.js";
import { fetchStyle } from "./opening.js";

export class Banner {
  /** The dismissed banner, by play and revision. */
  #dismissed = "";
  /** The banner shown, by play and revision. */
  #shown = "";
  /** The play that was open before the win. */
  #open = "";

  /** @param {Table} table @param {PlayCommands} commands */
  constructor(table, commands) {
    this.table = table;
    this.commands = commands;
    this.el = h("section", { class: "banner", "aria-label": t("Result"), hidden: true });
  }

  /** @param {View} view */
  draw(view) {
    const over = view.over || !view.moves.length;
    const key = `${view.play} ${view.revision}`;
    const anew = view.won && this.#open === view.play;
    this.#open = view.won ? "" : view.play;
    const hidden = !(view.won || over) || this.#dismissed === key;
    // Do not rebuild a visible banner, because the focus may be in it.
    if (!hidden && this.#shown === key) return;
    this.#shown = hidden ? "" : key;
    this.el.hidden = hidden;
    if (hidden) return;
    const { commands } = this;
    // In a game without choices, an undo would only lead back to the same end.
    const back = view.canUndo && !view.luck;
    const fresh = button(
      t("New deal"),
      () => commands.fresh(),
      view.won || !back ? "main" : "quiet",
    );
    const again = button(t("Same deal again"), () => commands.restart());
    const { score } = view;
    const words = [
      view.won
        ? tn("Won in {n} move.", "Won in {n} moves.", { n: view.steps })
        : view.steps
          ? t("No moves left.")
          : t("This deal has no legal moves."),
      score !== null && tn("{n} point.", "{n} points.", { n: score }),
    ]
      .filter(Boolean)
      .join(" ");
    const undo = button(t("Undo"), () => this.table.undo(), back ? "main" : "quiet");
    const ways = view.won
      ? []
      : back
        ? [undo, again, fresh]
        : view.canUndo
          ? [fresh, again, undo]
          : [fresh];
    const away = cross(t("Dismiss"), () => this.close());
    put(this.el, "class", view.won ? "banner won" : "banner");
    this.el.replaceChildren(h("p", { class: "verdict" }, words), ...ways, away);
    if (view.won)
      this.#tell(view, anew, [fresh, again]).then(
        (parts) => this.#shown === key && away.before(...parts),
      );
  }

  /** Hide the banner; return whether it was shown. */
  close() {
    const { board } = this.table;
    if (this.el.hidden) return false;
    this.#dismissed = this.#shown;
    this.#shown = "";
    board.setFocus(board.focus, true);
    this.el.hidden = true;
    return true;
  }

  /**
   * Show the result of a won play, and buttons to continue.
   *
   * @param {View} view
   * @param {boolean} anew whether the player has just won
   * @param {Node[]} plain the buttons, shown alone if the statistics cannot be fetched
   */
  async #tell(view, anew, plain) {
    try {
      const [{ flourish, makeWay, wonCard }] = await Promise.all([
        fetched(() => import("./won.js")),
        fetchStyle("panels"),
      ]);
      if (anew) flourish(this.table);
      const parts = await wonCard(view, this.table, this.commands);
      makeWay(this.el, this.table);
      return parts;
    } catch {
      return plain;
    }
  }
}
