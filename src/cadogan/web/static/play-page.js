/** The page of one play: title, tools, board, and the quiet words at its end. */

/** @import {Hands, View} from "./types.js" */
import { Adviser } from "./advice.js";
import { SLOWLY, complaint, onServer } from "./api.js";
import { moveLabel, tableMoves } from "./choice.js";
import { button, h, icon, iconButton, put } from "./dom.js";
import { warmUp } from "./faces.js";
import { listen } from "./keys.js";
import { plural } from "./names.js";
import { Notice } from "./notice.js";
import { fetchPanels, openPanel, panels } from "./opening.js";
import { duration, hush, note, say } from "./say.js";
import { onSettings, saveSettings, settings } from "./settings.js";
import { Table } from "./table.js";

/** What the bar at the top says of the server. @type {Record<string, string>} */
const SERVER = {
  gone: "Cadogan does not answer. Your board is kept; the next action tries again.",
  slow: SLOWLY,
};

export class PlayPage {
  /** The banner a person has put away, by play and revision. */
  #dismissed = "";
  /** A search for a winnable deal, and the position it was wished for in. @type {AbortController | null} */
  #search = null;
  #sought = "";
  /** @type {() => void} */
  #stop = () => undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.table = new Table((view) => this.#draw(view));
    const { table } = this;
    this.advice = new Adviser(table);

    this.name = h("h1");
    this.dealt = h("span");
    this.deal = h("span", { class: "deal" }, h("span", { class: "word" }, "Deal "), this.dealt);
    this.status = h("p", { class: "status" });
    this.actions = h("div", { class: "actions" });
    this.notice = new Notice();
    this.undo = iconButton("undo", "Undo", () => table.undo());
    this.redo = iconButton("redo", "Redo", () => table.redo());
    this.up = iconButton("up", "Send up", () => table.sendUp());
    this.auto = iconButton("auto", "Auto", () => this.#toggleAuto(), { class: "tool wide" });
    this.autoItem = iconButton("auto", "Auto", () => this.#toggleAuto(), { class: "tool narrow" });
    this.banner = h("section", { class: "banner", "aria-label": "Result", hidden: true });
    this.answers = h("p");
    this.tryAgain = button("Try again", () => this.#again());
    this.away = h("div", { class: "bar away", hidden: true }, this.answers, this.tryAgain);

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
        h("a", { class: "tool home", href: "/", title: "All games", onclick: hands.follow },
          icon("games"), h("span", { class: "label" }, "Games")),
        h("div", { class: "title" }, this.name, this.deal), this.status, this.advice.line),
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
      h("main", { class: "felt" }, table.board.el, h("div", { class: "bars" }, this.away, this.notice.el),
        h("div", { class: "notes" }), this.banner));
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
    this.#server("");
    onServer((state) => this.#server(state));
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      if (settings.clock && !document.hidden && this.table.view) this.#drawStatus(this.table.view);
    }, 1000);
  }

  /** End what takes long: was there something? */
  stop() {
    this.#search?.abort();
    return !!this.#search;
  }

  /** The page leaves the document. */
  leave() {
    this.stop();
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
    fetchPanels();
  }

  /** @param {View} view */
  #draw(view) {
    // Who plays on wants no other deal.
    if (this.#search && `${view.play} ${view.revision}` !== this.#sought) this.#search.abort();
    const { name, deal } = view.game;
    write(this.name, name);
    put(this.name, "title", name);
    write(this.dealt, deal);
    this.notice.show(view.notice);
    off(this.undo, !view.canUndo);
    off(this.redo, !view.canRedo);
    off(this.up, !view.canAuto);
    this.#drawStatus(view);
    this.#drawAuto();
    this.#drawActions(view);
    this.#drawBanner(view);
    this.advice.draw(view);
  }

  /** @param {View} view */
  #drawStatus(view) {
    const parts = [
      ...view.counters.map(({ label, value }) => `${label} ${value}`),
      plural(view.steps, "move"),
      settings.clock ? duration(this.table.seconds()) : "",
    ].filter(Boolean);
    for (const [i, part] of parts.entries()) {
      const item = this.status.children[i] ?? this.status.appendChild(h("span"));
      write(item, part);
    }
    while (this.status.children.length > parts.length) this.status.lastElementChild?.remove();
  }

  #drawAuto() {
    for (const button of [this.auto, this.autoItem]) {
      put(button, "aria-pressed", String(settings.auto === "safe"));
    }
    put(this.auto, "title", "Send safe cards up by themselves");
  }

  /** @param {View} view */
  #drawActions(view) {
    const moves = tableMoves(view).slice(0, 3);
    const key = [view.canFinish && "finish", ...moves.map((move) => move.move)].join(" ");
    if (this.actions.dataset["key"] === key) return;
    this.actions.dataset["key"] = key;
    const held = this.actions.contains(document.activeElement);
    const strong = { class: "tool strong" };
    const finish = iconButton("up", "Finish", () => this.table.finish(), { ...strong, title: "Send all cards up (F)" });
    this.actions.replaceChildren(...(view.canFinish ? [finish] : []), ...moves.map((move) =>
      iconButton(move.icon ?? "deal", moveLabel(move), () => this.table.play(move), strong)));
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

  /** Say that the server is gone or slow, or nothing while it answers. @param {"" | "slow" | "gone"} state */
  #server(state) {
    const words = SERVER[state] ?? "";
    if (words) say(words);
    this.away.hidden = !words;
    if (words) write(this.answers, words);
    this.tryAgain.hidden = state === "slow";
  }

  async #again() {
    try {
      this.table.showNewer(await this.hands.fetchPlay(this.table.view?.play ?? ""));
    } catch (error) {
      note(complaint(error));
    }
  }

  #toggleAuto() {
    const auto = settings.auto === "safe" ? "off" : "safe";
    say(auto === "safe" ? "Safe cards go up by themselves." : "Cards go up only when you send them.");
    saveSettings({ auto }).catch((error) => note(complaint(error)));
  }

  /**
   * Begin another deal of this game. Who leaves a play that could still go on is asked what becomes of it.
   *
   * @param {string | null} deal null is a new one
   * @param {AbortSignal} [winnable] a deal is wanted that is proved winnable; ends the search
   */
  async #start(deal, winnable) {
    const { view } = this.table;
    if (!view) return;
    const { over, won, steps, game, play } = view;
    try {
      let leave = steps ? "drop" : "";
      if (steps && !won && !over) {
        leave = await (await panels()).leavingPanel(game.deal, steps, deal !== null);
        if (!leave) return;
      }
      if (winnable) note("Looking for a deal that can be won…", 120);
      this.table.leaving = !winnable;
      const lost = await this.hands.start(game.id, deal, game.options, leave === "drop" ? play : undefined, winnable);
      if (this.table.view === view || !steps || won) return;
      if (leave === "keep") note("The play you left is kept: you find it under Games.");
      else if (lost) note("A new deal. The one you left counts as lost.");
    } catch (error) {
      if (!winnable?.aborted) note(complaint(error));
      else if (this.el.isConnected && this.table.view?.play === play) note("No other deal is looked for any more.");
    } finally {
      this.table.leaving = false;
    }
  }

  /** @param {Parameters<typeof openPanel>[0]} open */
  #panel(open) {
    this.table.gestures.cancel();
    return openPanel(open);
  }

  fresh() {
    this.#start(null);
  }

  hint() {
    this.advice.hint();
  }

  /** A new deal that is proved to be winnable; finding one takes a while. */
  async winnable() {
    const { view } = this.table;
    if (this.#search || !view) return;
    this.#search = new AbortController();
    this.#sought = `${view.play} ${view.revision}`;
    try {
      await this.#start(null, this.#search.signal);
    } finally {
      this.#search = null;
    }
  }

  restart() {
    this.#start(this.table.view?.game.deal ?? null);
  }

  number() {
    const { view } = this.table;
    if (!view) return;
    // The play that is left stays open.
    this.#panel(async ({ numberPanel }) => {
      numberPanel(view, await this.#info(view.game.id), (deal, options) => this.hands.start(view.game.id, deal || null, options));
    });
  }

  rules() {
    const game = this.table.view?.game;
    if (game) this.#panel(({ rulesPanel }) => rulesPanel(game.id, game.name, game.options));
  }

  stats() {
    const game = this.table.view?.game;
    if (!game) return;
    this.#panel(async ({ statsPanel, answersTo }) =>
      statsPanel(game.id, game.name, answersTo((await this.#info(game.id))?.options ?? [], game.options)));
  }

  /** What the catalogue says of a game. @param {string} id */
  async #info(id) {
    return (await this.hands.games()).find((game) => game.id === id);
  }

  options() {
    this.#panel(({ optionsPanel }) => optionsPanel());
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

/** Write a text where it is another one: the page is not laid out for nothing. @param {Element} el @param {string} text */
function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/** Switch a button off; it keeps the focus. @param {Element} button @param {boolean} value */
function off(button, value) {
  put(button, "aria-disabled", value ? "true" : null);
}
