/** The bar of a play: its name, how it stands, the tools needed while playing, and a menu of the others. */

/** @import {Hands, View} from "./types.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */
import { moveLabel, tableMoves } from "./choice.js";
import { h, icon, iconButton, put, write } from "./dom.js";
import { plural, shortDeal } from "./names.js";
import { duration } from "./say.js";
import { settings } from "./settings.js";

export class Bar {
  /** @param {Table} table @param {PlayCommands} commands @param {Hands} hands @param {HTMLElement} fate where the solver speaks */
  constructor(table, commands, hands, fate) {
    this.table = table;
    this.name = h("h1");
    this.dealt = h("span");
    this.deal = h("span", { class: "deal" }, h("span", { class: "word" }, "Deal "), this.dealt);
    this.status = h("p", { class: "status" }, this.deal);
    this.actions = h("div", { class: "actions" });
    this.undo = iconButton("undo", "Undo", () => table.undo());
    this.redo = iconButton("redo", "Redo", () => table.redo(), { class: "tool wide bare" });

    /** @param {string} glyph @param {string} label @param {string} key that does the same @param {() => void} deed */
    const item = (glyph, label, key, deed, kind = "") =>
      iconButton(glyph, label, deed, { class: `tool ${kind}`, title: null, "aria-keyshortcuts": key || null },
        key && h("kbd", { "aria-hidden": "true" }, key.replace("Control", "Ctrl")));
    this.redoItem = item("redo", "Redo", "Control+Y", () => table.redo(), "narrow");
    this.up = item("up", "Send safe cards up", "A", () => table.sendUp());
    this.auto = item("auto", "Safe cards go up by themselves", "", () => commands.toggleAuto());
    this.menu = h("div", { id: "menu", class: "menu", popover: "auto" },
      item("rules", "Rules", "F1", () => commands.rules()),
      this.redoItem,
      item("way", "Show a possible move", "M", () => table.possible()),
      this.up,
      this.auto,
      h("hr"),
      item("again", "Same deal again", "R", () => commands.restart()),
      item("winnable", "New winnable deal", "W", () => commands.winnable()),
      item("number", "Deal by number…", "G", () => commands.number()),
      item("link", "Copy and open…", "", () => commands.copy()),
      h("hr"),
      item("stats", "Records", "T", () => commands.stats()),
      item("options", "Options…", "O", () => commands.options()));
    this.menu.addEventListener("click", () => this.menu.hidePopover());

    this.head = h("header", { class: "head" },
      h("a", { class: "tool home", href: "/", title: "All games", onclick: hands.follow },
        icon("games"), h("span", { class: "label" }, "Games")),
      h("div", { class: "title" }, this.name), this.status, fate);
    // After a click the keyboard belongs to the board again: Space deals, and repeats nothing.
    this.tools = h("nav", { class: "tools", "aria-label": "Actions", onclick: (event) => {
      if (event.detail) event.target.closest("button")?.blur();
    } },
      this.actions, this.undo, this.redo,
      iconButton("hint", "Hint", () => commands.hint(), { title: "Hint (H)" }),
      iconButton("fresh", "New deal", () => commands.fresh(), { title: "New deal (N)" }),
      iconButton("more", "More", () => undefined, { popovertarget: "menu", "aria-haspopup": "true" }),
      this.menu);
  }

  /** @param {View} view */
  draw(view) {
    const { name, deal } = view.game;
    write(this.name, name);
    put(this.name, "title", name);
    put(this.name, "class", name.length > 36 ? "long" : null);
    write(this.dealt, shortDeal(deal));
    off(this.undo, !view.canUndo);
    off(this.redo, !view.canRedo);
    off(this.redoItem, !view.canRedo);
    off(this.up, !view.canAuto);
    this.drawStatus(view);
    this.drawSettings(view);
  }

  /** @param {View} view */
  drawStatus(view) {
    // The deal stands first.
    const parts = [
      ...view.counters.map(({ label, value }) => `${label} ${value}`),
      plural(view.steps, "move"),
      this.table.board.geometry?.turned ? "Rows run downwards" : "",
      settings.clock ? duration(this.table.seconds()) : "",
    ].filter(Boolean);
    for (const [i, part] of parts.entries()) {
      write(this.status.children[i + 1] ?? this.status.appendChild(h("span")), part);
    }
    while (this.status.children.length > parts.length + 1) this.status.lastElementChild?.remove();
  }

  /** What depends on the person's wishes. @param {View} view */
  drawSettings(view) {
    put(this.auto, "aria-pressed", String(settings.auto === "safe"));
    put(this.menu, "data-keys", settings.keys ? "on" : "off");
    this.#drawActions(view);
  }

  /** @param {View} view */
  #drawActions(view) {
    const moves = tableMoves(view).slice(0, 3);
    const up = view.canAuto && settings.auto === "off" && !view.canFinish;
    const key = [view.canFinish && "finish", up && "up", ...moves.map((move) => move.move)].join(" ");
    if (this.actions.dataset["key"] === key) return;
    this.actions.dataset["key"] = key;
    const held = this.actions.contains(document.activeElement);
    const strong = { class: "tool strong" };
    const finish = iconButton("up", "Finish", () => this.table.finish(), { ...strong, title: "Send all cards up (F)" });
    const send = iconButton("up", "Send up", () => this.table.sendUp(), { ...strong, title: "Send safe cards up (A)" });
    this.actions.replaceChildren(...(view.canFinish ? [finish] : []), ...(up ? [send] : []), ...moves.map((move) =>
      iconButton(move.icon ?? "deal", moveLabel(move), () => this.table.play(move), strong)));
    // The pressed button is gone: keep the keyboard where it was.
    if (held) (this.actions.querySelector("button") ?? this.undo).focus();
  }
}

/** Switch a button off; it keeps the focus. @param {Element} button @param {boolean} value */
function off(button, value) {
  put(button, "aria-disabled", value ? "true" : null);
}
