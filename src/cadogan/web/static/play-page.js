/** The page of one play: title, tools, board, and the quiet words at its end. */

/** @import {Hands, Move, View} from "./types.js" */
import { Adviser } from "./advice.js";
import { complaint } from "./api.js";
import { moveLabel, tableMoves } from "./choice.js";
import { button, h, icon, iconButton, put } from "./dom.js";
import { warmUp } from "./faces.js";
import { listen } from "./keys.js";
import { plural } from "./names.js";
import { duration, hush, note, say } from "./say.js";
import { onSettings, saveSettings, settings } from "./settings.js";
import { Table } from "./table.js";

const LOST = "Cadogan does not answer. Your board is kept; the next action tries again.";
/** The panels are fetched when one is first opened. */
const panels = () => import("./panels.js");

export class PlayPage {
  /** The banner a person has put away, by play and revision. */
  #dismissed = "";
  #seeking = false;
  /** @type {() => void} */
  #stop = () => undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.table = new Table((view) => this.#draw(view), (lost) => this.#lost(lost));
    const { table } = this;
    this.advice = new Adviser(table);

    this.name = h("h1");
    this.status = h("p", { class: "status" });
    this.actions = h("div", { class: "actions" });
    this.undo = iconButton("undo", "Undo", () => table.undo());
    this.redo = iconButton("redo", "Redo", () => table.redo());
    this.up = iconButton("up", "Send up", () => table.sendUp());
    this.auto = iconButton("auto", "Auto", () => this.#toggleAuto(), { class: "tool wide" });
    this.autoItem = iconButton("auto", "Auto", () => this.#toggleAuto(), { class: "tool narrow" });
    this.banner = h("section", { class: "banner", "aria-label": "Result", hidden: true });
    this.away = h("div", { class: "away", hidden: true },
      h("p", {}, LOST),
      button("Try again", () => this.#again()));

    const rules = () => this.rules();
    const hint = () => this.hint();
    const menu = h("div", { id: "menu", class: "menu", popover: "auto" },
      iconButton("winnable", "New winnable deal", () => this.winnable()),
      iconButton("again", "Same deal again", () => this.restart()),
      iconButton("number", "Deal by number…", () => this.number()),
      iconButton("link", "Copy link", () => this.#copy()),
      iconButton("hint", "Hint", hint, { class: "tool narrow" }),
      iconButton("way", "Show a possible move", () => table.possible()),
      this.autoItem,
      iconButton("rules", "Rules", rules),
      iconButton("stats", "Statistics", () => this.stats()),
      iconButton("options", "Options…", () => this.options()));
    menu.addEventListener("click", () => menu.hidePopover());

    this.el = h("div", { class: "play" },
      h("header", { class: "head" },
        h("a", { class: "tool home", href: "/", onclick: hands.follow },
          icon("games"), h("span", { class: "label" }, "Games")),
        h("div", { class: "title" }, this.name, this.status), this.advice.line),
      // After a click the keyboard belongs to the board again: Space deals, and repeats nothing.
      h("nav", { class: "tools", "aria-label": "Actions", onclick: (event) => {
        if (event.detail) event.target.closest("button")?.blur();
      } },
        this.actions, this.undo, this.redo, this.up, this.auto,
        iconButton("hint", "Hint", hint, { class: "tool wide" }),
        iconButton("fresh", "New deal", () => this.fresh()),
        iconButton("rules", "Rules", rules, { class: "tool wide" }),
        iconButton("more", "More", () => undefined, { popovertarget: "menu", "aria-haspopup": "true" }),
        menu),
      h("main", { class: "felt" }, table.board.el, this.away, h("div", { class: "notes" }), this.banner));
    document.addEventListener("visibilitychange", () => {
      if (this.el.isConnected) table.pause(document.hidden);
    });
    onSettings(() => {
      table.board.redraw();
      this.#drawAuto();
      if (!table.view) return;
      this.#drawStatus(table.view);
      this.advice.draw(table.view);
    });
  }

  /** The page is now in the document. */
  enter() {
    this.#stop();
    this.#stop = listen(this.table, this);
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      if (settings.clock && !document.hidden && this.table.view) this.#drawStatus(this.table.view);
    }, 1000);
  }

  /** The page leaves the document. */
  leave() {
    if (this.el.isConnected) this.table.pause(true);
    this.#stop();
    clearInterval(this.#ticking);
    this.advice.withdraw();
  }

  /** Show a play from its beginning or where it was left. @param {View} view @param {string} [words] */
  open(view, words) {
    this.table.show(view, true);
    const title = `${view.game.name}, deal ${view.game.deal}`;
    document.title = `${title} · Cadogan`;
    hush();
    if (words) note(words);
    else say(`${title}. ${view.said}`);
    warmUp();
  }

  /** @param {View} view */
  #draw(view) {
    const { name } = view.game;
    if (this.name.textContent !== name) this.name.textContent = name;
    off(this.undo, !view.canUndo);
    off(this.redo, !view.canRedo);
    off(this.up, !view.canAuto);
    this.#drawStatus(view);
    this.#drawAuto();
    this.#drawActions(tableMoves(view));
    this.#drawBanner(view);
    this.advice.draw(view);
  }

  /** @param {View} view */
  #drawStatus(view) {
    const parts = [
      `Deal ${view.game.deal}`,
      ...view.counters.map(({ label, value }) => `${label} ${value}`),
      view.steps ? plural(view.steps, "move") : "",
      settings.clock ? duration(this.table.seconds()) : "",
    ];
    const text = parts.filter(Boolean).join(" · ");
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  #drawAuto() {
    for (const button of [this.auto, this.autoItem]) {
      put(button, "aria-pressed", String(settings.auto === "safe"));
    }
    put(this.auto, "title", "Send safe cards up by themselves");
  }

  /** @param {Move[]} moves */
  #drawActions(moves) {
    const key = moves.map((move) => move.move).join(" ");
    if (this.actions.dataset["key"] === key) return;
    this.actions.dataset["key"] = key;
    const held = this.actions.contains(document.activeElement);
    this.actions.replaceChildren(...moves.slice(0, 3).map((move) =>
      iconButton(move.kind === "redeal" ? "again" : "deal", moveLabel(move), () => this.table.play(move), { class: "tool strong" })));
    // The pressed button is gone: keep the keyboard where it was.
    if (held) (this.actions.querySelector("button") ?? this.undo).focus();
  }

  /** @param {View} view */
  #drawBanner(view) {
    const over = view.over || !view.moves.length;
    const key = `${view.play} ${view.revision}`;
    this.banner.hidden = !(view.won || over) || this.#dismissed === key;
    if (this.banner.hidden) return;
    const fresh = button("New deal", () => this.fresh(), view.won ? "main" : "quiet");
    const again = button("Same deal again", () => this.restart());
    this.banner.replaceChildren(
      h("p", { class: "verdict" }, view.won ? `Won in ${plural(view.steps, "move")}.` : "No moves left."),
      view.won ? fresh : button("Undo", () => this.table.undo(), "main"),
      again,
      view.won ? button("Statistics", () => this.stats()) : fresh,
      h("button", { type: "button", class: "tool plain", "aria-label": "Put away", onclick: () => {
        this.#dismissed = key;
        this.banner.hidden = true;
      } }, icon("close")));
  }

  /** @param {boolean} lost */
  #lost(lost) {
    this.away.hidden = !lost;
    if (lost) say(LOST);
  }

  async #again() {
    try {
      this.table.show(await this.hands.fetchPlay(this.table.view?.play ?? ""));
      this.#lost(false);
    } catch (error) {
      note(complaint(error));
    }
  }

  #toggleAuto() {
    const auto = settings.auto === "safe" ? "off" : "safe";
    say(auto === "safe" ? "Safe cards go up by themselves." : "Cards go up only when you send them.");
    saveSettings({ auto }).catch((error) => note(complaint(error)));
  }

  /** Begin another deal of this game. @param {string | null} deal null is a new one @param {true} [winnable] */
  async #start(deal, winnable) {
    const { view } = this.table;
    if (!view) return;
    try {
      await this.hands.start(view.game.id, deal, view.game.options, view.play, winnable);
      const open = view.steps > 0 && !view.won && !view.over;
      if (open && deal === null && this.table.view !== view) note("A new deal. The one you left counts as lost.");
    } catch (error) {
      note(complaint(error));
    }
  }

  fresh() {
    this.#start(null);
  }

  hint() {
    this.advice.hint();
  }

  /** A new deal that is proved to be winnable; finding one takes a while. */
  async winnable() {
    if (this.#seeking) return;
    this.#seeking = true;
    note("Looking for a deal that can be won…", 120);
    await this.#start(null, true);
    this.#seeking = false;
  }

  restart() {
    this.#start(this.table.view?.game.deal ?? null);
  }

  async number() {
    const { view } = this.table;
    if (!view) return;
    const info = (await this.hands.games()).find((game) => game.id === view.game.id);
    (await panels()).numberPanel(view, info, (deal, options) => this.hands.start(view.game.id, deal || null, options, view.play));
  }

  async rules() {
    const game = this.table.view?.game;
    if (game) (await panels()).rulesPanel(game.id, game.name, game.options);
  }

  async stats() {
    const game = this.table.view?.game;
    if (game) (await panels()).statsPanel(game.id, game.name);
  }

  async options() {
    (await panels()).optionsPanel();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      note("Link copied.");
    } catch {
      note("The browser keeps its clipboard closed: the address of this page is the link.");
    }
  }
}

/** Switch a button off; it keeps the focus. @param {Element} button @param {boolean} value */
function off(button, value) {
  put(button, "aria-disabled", value ? "true" : null);
}
