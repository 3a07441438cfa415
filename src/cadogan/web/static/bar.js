/** The bar of a play: its name, how it stands, the tools needed while playing, and a menu of the others. */

/** @import {Hands, View} from "./types.js" */
/** @import {Deed} from "./keymap.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */
import { moveLabel, tableMoves } from "./choice.js";
import { h, icon, iconButton, put, write } from "./dom.js";
import { menuKey } from "./keymap.js";
import { plural } from "./names.js";
import { duration } from "./say.js";
import { settings } from "./settings.js";

/** What the menu says of cards that go up by themselves. @type {Record<string, string>} */
export const AUTO = {
  off: "Cards go up when sent", safe: "Safe cards go up by themselves", all: "All cards go up by themselves",
};

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

    /** @param {string} glyph @param {string} label @param {Deed | ""} as whose key does the same @param {() => void} deed */
    const item = (glyph, label, as, deed, kind = "") => {
      const key = as && menuKey(as);
      return iconButton(glyph, label, deed, { class: `tool ${kind}`, title: null, "aria-keyshortcuts": key && key.aria || null },
        key && h("kbd", { "aria-hidden": "true" }, key.shown));
    };
    this.redoItem = item("redo", "Redo", "redo", () => table.redo(), "narrow");
    this.up = item("up", "Send safe cards up", "up", () => table.sendUp());
    this.auto = item("auto", "", "", () => commands.nextAuto());
    this.sure = item("winnable", "", "winnable", () => commands.winnable());
    this.menu = h("div", { id: "menu", class: "menu", popover: "auto" },
      item("rules", "Rules", "rules", () => commands.rules()),
      this.redoItem,
      item("way", "Show a possible move", "possible", () => table.possible()),
      item("movable", "Show movable cards", "movable", () => commands.extra("movable")),
      item("find", "Find a card…", "find", () => commands.extra("find")),
      this.up,
      this.auto,
      h("hr"),
      item("again", "Same deal again", "restart", () => commands.restart()),
      this.sure,
      item("number", "Deal by number…", "number", () => commands.number()),
      item("link", "Copy link", "", () => commands.copy()),
      h("hr", { class: "turn" }),
      item("review", "Review", "review", () => commands.extra("review")),
      item("solution", "Show me the solution", "solution", () => commands.extra("solution")),
      item("way", "Last winnable position", "rescue", () => commands.extra("rescue"), "backward"),
      item("bookmark", "Set a bookmark", "bookmark", () => commands.extra("bookmark")),
      item("pause", "Pause", "leave", () => commands.extra("pause")),
      h("hr"),
      item("history", "Plays of this game", "history", () => commands.extra("history")),
      item("stats", "Statistics", "stats", () => commands.stats()),
      item("options", "Options…", "options", () => commands.options()));
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
      iconButton("hint", "Hint", () => commands.hint(), { title: titled("Hint", "hint") }),
      iconButton("fresh", "New deal", () => commands.fresh(), { title: titled("New deal", "fresh") }),
      iconButton("more", "More", () => undefined, { popovertarget: "menu", "aria-haspopup": "true" }),
      this.menu);
  }

  /** @param {View} view */
  draw(view) {
    const { name, deal } = view.game;
    write(this.name, name);
    put(this.name, "title", name);
    put(this.name, "class", name.length > 36 ? "long" : null);
    write(this.dealt, deal);
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
    label(this.auto, AUTO[settings.auto] ?? "");
    label(this.sure, settings.winnable ? "New deal of any kind" : "New winnable deal");
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
    const finish = iconButton("up", "Finish", () => this.table.finish(), { ...strong, title: titled("Send all cards up", "finish") });
    const send = iconButton("up", "Send up", () => this.table.sendUp(), { ...strong, title: titled("Send safe cards up", "up") });
    this.actions.replaceChildren(...(view.canFinish ? [finish] : []), ...(up ? [send] : []), ...moves.map((move) =>
      iconButton(move.icon ?? "deal", moveLabel(move), () => this.table.play(move), strong)));
    // The pressed button is gone: keep the keyboard where it was.
    if (held) (this.actions.querySelector("button") ?? this.undo).focus();
  }
}

/** "Hint" -> "Hint (H)". @param {string} name @param {Deed} deed */
function titled(name, deed) {
  return `${name} (${menuKey(deed).shown})`;
}

/** @param {Element} button @param {string} text */
function label(button, text) {
  const words = button.querySelector(".label");
  if (words) write(words, text);
}

/** Switch a button off; it keeps the focus. @param {Element} button @param {boolean} value */
function off(button, value) {
  put(button, "aria-disabled", value ? "true" : null);
}
