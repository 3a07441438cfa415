/** Toolbar of a play: the game's name, the state, the most common tools, and a menu with the rest. */

/** @import {Hands, View} from "./types.js" */
/** @import {KeyAction} from "./keymap.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */

import { duration, regret } from "./announce.js";
import { fetched } from "./api.js";
import { moveLabel, tableMoves } from "./choice.js";
import { h, icon, iconButton, off, put, write } from "./dom.js";
import { t } from "./i18n.js";
import { menuKey } from "./keymap.js";
import { moves, shortDeal } from "./names.js";
import { href } from "./place.js";
import { settings } from "./settings.js";

export class Bar {
  /** @param {Table} table @param {PlayCommands} commands @param {Hands} hands @param {HTMLElement} fate the element for the verdict */
  constructor(table, commands, hands, fate) {
    this.table = table;
    this.commands = commands;
    /** Whether to offer another deal, because the current deal cannot be won. */
    this.other = false;
    /** The menu items, once loaded. @type {import("./menu.js").Menu | null} */
    this.items = null;
    this.name = h("h1");
    this.dealt = h("span");
    this.deal = h("span", { class: "deal" }, h("span", { class: "word" }, t("Deal ")), this.dealt);
    this.status = h("p", { class: "status" }, this.deal);
    this.actions = h("div", { class: "actions" });
    this.undo = iconButton("undo", t("Undo"), () => table.undo());
    this.redo = iconButton("redo", t("Redo"), () => table.redo(), { class: "tool wide plain" });

    this.menu = h("div", { id: "menu", class: "menu", popover: "auto" });
    this.menu.addEventListener("click", () => this.menu.hidePopover());
    this.menu.addEventListener("beforetoggle", (event) => event.newState === "open" && this.fill());

    this.head = h(
      "header",
      { class: "head" },
      h(
        "a",
        { class: "tool home", href: href("/"), title: t("All games"), onclick: hands.follow },
        icon("games"),
        h("span", { class: "label" }, t("Games")),
      ),
      h("div", { class: "title" }, this.name),
      this.status,
      fate,
    );
    // After a click, return the focus to the board, so that the Space key deals instead of
    // repeating the click.
    this.tools = h(
      "nav",
      {
        class: "tools",
        "aria-label": t("Actions"),
        onclick: (event) => {
          if (event.detail) event.target.closest("button")?.blur();
        },
      },
      this.actions,
      this.undo,
      this.redo,
      iconButton("hint", t("Hint"), () => commands.hint(), { title: titled(t("Hint"), "hint") }),
      iconButton("fresh", t("New deal"), () => commands.fresh(), {
        title: titled(t("New deal"), "fresh"),
      }),
      iconButton("more", t("More"), () => undefined, {
        popovertarget: "menu",
        "aria-haspopup": "true",
      }),
      this.menu,
    );
  }

  /** Load the menu items if necessary. */
  async fill() {
    try {
      const { Menu } = await fetched(() => import("./menu.js"));
      if (this.items) return;
      this.items = new Menu(this.table, this.commands);
      this.menu.replaceChildren(h("div", { class: "items" }, ...this.items.els));
      if (this.table.view) this.draw(this.table.view);
    } catch (error) {
      regret(error);
    }
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
    this.items?.draw(view);
    this.drawStatus(view);
    this.drawSettings(view);
  }

  /** @param {View} view */
  drawStatus(view) {
    // The special move that deals comes first.
    const parts = [
      ...view.counters.map(({ label, value }) => `${label} ${value}`),
      moves(view.steps),
      this.table.board.geometry?.turned ? t("Rows run downwards") : "",
      settings.clock ? duration(this.table.seconds()) : "",
    ].filter(Boolean);
    for (const [i, part] of parts.entries()) {
      write(this.status.children[i + 1] ?? this.status.appendChild(h("span")), part);
    }
    while (this.status.children.length > parts.length + 1) this.status.lastElementChild?.remove();
  }

  /** Offer a winnable deal as a tool in the bar, so that the board does not shift. @param {boolean} other */
  offer(other) {
    this.other = other;
    if (this.table.view) this.#drawActions(this.table.view);
  }

  /** Update the parts that depend on settings. @param {View} view */
  drawSettings(view) {
    this.items?.drawSettings();
    put(this.menu, "data-keys", settings.keys ? "on" : "off");
    this.#drawActions(view);
  }

  /** @param {View} view */
  #drawActions(view) {
    // After a win, offer no special moves.
    const actions = view.won ? [] : tableMoves(view).slice(0, 3);
    const up = view.canAuto && settings.auto === "off" && !view.canFinish;
    const key = [
      this.other,
      view.canFinish && "finish",
      up && "up",
      ...actions.map((move) => move.move),
    ].join(" ");
    if (this.actions.dataset["key"] === key) return;
    this.actions.dataset["key"] = key;
    const held = this.actions.contains(document.activeElement);
    const strong = { class: "tool strong" };
    const finish = iconButton("up", t("Finish"), () => this.table.finish(), {
      ...strong,
      title: titled(t("Send all cards up"), "finish"),
    });
    const send = iconButton("up", t("Send up"), () => this.table.sendUp(), {
      ...strong,
      title: titled(t("Send safe cards up"), "up"),
    });
    this.actions.replaceChildren(
      ...(view.canFinish ? [finish] : []),
      ...(up ? [send] : []),
      ...actions.map((move) =>
        iconButton(move.icon ?? "deal", moveLabel(move), () => this.table.play(move), strong),
      ),
      ...(this.other
        ? [
            iconButton("winnable", t("Winnable deal"), () => this.commands.sure(), {
              ...strong,
              title: titled(t("New winnable deal"), "winnable"),
            }),
          ]
        : []),
    );
    // The pressed button is gone, so keep the focus close to where it was.
    if (held) (this.actions.querySelector("button") ?? this.undo).focus();
  }
}

/** "Hint" -> "Hint (H)". @param {string} name @param {KeyAction} action */
function titled(name, action) {
  return `${name} (${menuKey(action).shown})`;
}
