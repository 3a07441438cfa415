/** What is said when a play has come to its end, with the ways on. */

/** @import {View} from "./types.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */
import { button, h, icon } from "./dom.js";
import { plural } from "./names.js";

export class Banner {
  /** The banner a person has put away, by play and revision. */
  #dismissed = "";

  /** @param {Table} table @param {PlayCommands} commands */
  constructor(table, commands) {
    this.table = table;
    this.commands = commands;
    this.el = h("section", { class: "banner", "aria-label": "Result", hidden: true });
  }

  /** @param {View} view */
  draw(view) {
    const over = view.over || !view.moves.length;
    const key = `${view.play} ${view.revision}`;
    this.el.hidden = !(view.won || over) || this.#dismissed === key;
    if (this.el.hidden) return;
    const { commands } = this;
    const fresh = button("New deal", () => commands.fresh(), view.won || !view.canUndo ? "main" : "quiet");
    const again = button("Same deal again", () => commands.restart());
    const words = view.won ? `Won in ${plural(view.steps, "move")}.`
      : view.steps ? "No moves left." : "Nothing can be done in this deal.";
    this.el.replaceChildren(
      h("p", { class: "verdict" }, words),
      ...(view.won ? [fresh, again, button("Statistics", () => commands.stats())]
        : view.canUndo ? [button("Undo", () => this.table.undo(), "main"), again, fresh] : [fresh]),
      h("button", { type: "button", class: "tool plain", "aria-label": "Put away", onclick: () => {
        this.#dismissed = key;
        this.el.hidden = true;
      } }, icon("close")));
  }
}
