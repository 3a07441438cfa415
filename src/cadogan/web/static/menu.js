/** Items in the menu of a play, with their shortcut keys. */

/** @import {View} from "./types.js" */
/** @import {KeyAction} from "./keymap.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */

import { say } from "./announce.js";
import { h, iconButton, off, write } from "./dom.js";
import { t } from "./i18n.js";
import { menuKey } from "./keymap.js";
import { saveSettings, settings } from "./settings.js";
import "./icons-extra.js";

/** Labels of automatic moves to the foundations. @type {Record<string, string>} */
export const AUTO = {
  off: t("Cards go up only when sent"),
  safe: t("Safe cards go up automatically"),
  all: t("All cards go up automatically"),
};

/** Switch to the next mode of automatic moves: none, safe moves, all moves. */
function nextAuto() {
  /** @type {Record<string, "off" | "safe" | "all">} */
  const after = { off: "safe", safe: "all", all: "off" };
  const auto = after[settings.auto] ?? "safe";
  say(`${AUTO[auto]}.`);
  saveSettings({ auto });
}

/** @param {string} glyph @param {string} label @param {KeyAction | ""} shortcut whose key does the same @param {() => void} action */
function item(glyph, label, shortcut, action, kind = "") {
  const key = shortcut && menuKey(shortcut);
  return iconButton(
    glyph,
    label,
    action,
    { class: `tool ${kind}`, title: null, "aria-keyshortcuts": key ? key.aria : null },
    key && h("kbd", { "aria-hidden": "true" }, key.shown),
  );
}

export class Menu {
  /** @param {Table} table @param {PlayCommands} commands */
  constructor(table, commands) {
    this.redo = item("redo", t("Redo"), "redo", () => table.redo(), "narrow");
    this.up = item("up", t("Send safe cards up"), "up", () => table.sendUp());
    this.auto = item("auto", "", "", () => nextAuto(), "auto");
    this.sure = item("winnable", "", "winnable", () => commands.winnable());
    this.els = [
      item("rules", t("Rules"), "rules", () => commands.rules()),
      item("tour", t("A short tour"), "", () => commands.extra("tour")),
      this.redo,
      item("way", t("Show a possible move"), "possible", () => table.possible()),
      item("movable", t("Show movable cards"), "movable", () => commands.extra("movable")),
      item("find", t("Find a card…"), "find", () => commands.extra("find")),
      this.up,
      this.auto,
      h("hr"),
      item("again", t("Same deal again"), "restart", () => commands.restart()),
      this.sure,
      item("number", t("Choose a deal…"), "number", () => commands.number()),
      item("share", t("Share…"), "", () => commands.share()),
      item("open", t("Open…"), "", () => commands.paste()),
      h("hr", { class: "turn" }),
      item("review", t("Review"), "review", () => commands.extra("review")),
      item("solution", t("Show me the solution"), "solution", () => commands.extra("solution")),
      item(
        "way",
        t("Last winnable position"),
        "rescue",
        () => commands.extra("rescue"),
        "backward",
      ),
      item("bookmark", t("Set a bookmark"), "bookmark", () => commands.extra("bookmark")),
      item("pause", t("Pause"), "leave", () => commands.extra("pause")),
      h("hr"),
      item("history", t("Plays of this game"), "history", () => commands.extra("history")),
      item("stats", t("Records"), "stats", () => commands.stats()),
      item("options", t("Options…"), "options", () => commands.options()),
    ];
  }

  /** @param {View} view */
  draw(view) {
    off(this.redo, !view.canRedo);
    off(this.up, !view.canAuto);
  }

  /** Update the items that depend on settings. */
  drawSettings() {
    label(this.auto, AUTO[settings.auto] ?? "");
    label(this.sure, settings.winnable ? t("New deal of any kind") : t("New winnable deal"));
  }
}

/** @param {Element} button @param {string} text */
function label(button, text) {
  const words = button.querySelector(".label");
  if (words) write(words, text);
}
