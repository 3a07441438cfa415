/** Commands without a place on the board: another deal, rules, statistics, options, a hint. */

/** @import {Extra, Hands, Wish} from "./types.js" */
/** @import {Table} from "./table.js" */

import { note, regret } from "./announce.js";
import { fetched } from "./api.js";
import { closePanels } from "./dom.js";
import { t } from "./i18n.js";
import { openLater, openPanel, panels } from "./opening.js";
import { settings } from "./settings.js";

export class PlayCommands {
  /** The current search for a winnable deal. @type {AbortController | null} */
  #search = null;
  #sought = "";
  /** @type {import("./play-extras.js").Extras | null} */
  #extras = null;

  /** @param {Table} table @param {() => Promise<import("./advice.js").Adviser>} adviser @param {Hands} hands */
  constructor(table, adviser, hands) {
    this.table = table;
    this.adviser = adviser;
    this.hands = hands;
  }

  /** Run a rarely used command, after loading its module. @param {Extra} name */
  async extra(name) {
    this.table.gestures.cancel();
    try {
      const { Extras } = await fetched(() => import("./play-extras.js"));
      this.#extras ??= new Extras(this.table, this.hands);
      await this.#extras[name]();
    } catch (error) {
      regret(error);
    }
  }

  /** Stop the search, because the player continues the current deal. */
  playedOn() {
    if (this.#search && this.#here() !== this.#sought) this.#search.abort();
  }

  #here() {
    const { view } = this.table;
    return `${view?.play} ${view?.revision}`;
  }

  /** Stop a running search; return whether there was one. */
  stop() {
    this.#search?.abort();
    return !!this.#extras?.stop() || !!this.#search;
  }

  /**
   * Start another deal of this game. If a play is unfinished, first ask what to do with it.
   *
   * @param {string | null} deal null for a new one
   * @param {AbortController} [search] aborts the search for a winnable deal, if there is one
   * @param {Wish["difficulty"] | ""} [difficulty]
   * @param {Record<string, string>} [options] by default those of this play
   */
  async #start(deal, search, difficulty = "", options = undefined) {
    const { view } = this.table;
    if (!view) return;
    const { over, won, steps, game, play } = view;
    try {
      let leave = steps ? "drop" : "";
      if (steps && !won && !over) {
        leave = settings.confirm
          ? await (await panels()).leavingPanel(view, deal !== null)
          : "keep";
        if (!leave) return;
      }
      /** @param {Wish | false} wish */
      const start = (wish) =>
        this.hands.start(
          game.id,
          deal,
          options ?? game.options,
          leave === "drop" ? play : undefined,
          wish,
        );
      this.table.leaving = !search;
      const lost = search ? await this.#seek(search, difficulty, start) : await start(false);
      if (this.table.view === view || !steps || won) return;
      if (leave === "keep") note(t("The play you left is saved: you will find it under Games."));
      else if (lost) note(t("A new deal. The one you left counts as lost."));
    } catch (error) {
      if (!search?.signal.aborted) regret(error);
      else if (this.table.board.el.isConnected && this.table.view?.play === play)
        note(t("The search has stopped."));
    } finally {
      this.table.leaving = false;
    }
  }

  /** @param {AbortController} search @param {NonNullable<Wish["difficulty"]> | ""} difficulty @param {(wish: Wish) => Promise<boolean>} start */
  async #seek(search, difficulty, start) {
    const { seek } = await fetched(() => import("./find-deal.js"));
    const host = document.querySelector(".notes");
    return host ? seek(host, search, difficulty, start) : start({ signal: search.signal });
  }

  /** @param {Parameters<typeof openPanel>[0]} open */
  #panel(open) {
    this.table.gestures.cancel();
    return openPanel(open);
  }

  /** Start a new deal, winnable if the settings require it. */
  fresh() {
    if (settings.winnable) this.sure();
    else this.#start(null);
  }

  async hint() {
    try {
      (await this.adviser()).hint();
    } catch (error) {
      regret(error);
    }
  }

  /** Start a new deal of the kind that the settings do not require: winnable, or any deal. */
  winnable() {
    if (settings.winnable) this.#start(null);
    else this.sure();
  }

  /**
   * Start a new deal that is proved to be winnable; the search takes a while.
   *
   * @param {Wish["difficulty"] | ""} [difficulty]
   * @param {Record<string, string>} [options]
   */
  async sure(difficulty, options) {
    if (this.#search || !this.table.view) return;
    this.#search = new AbortController();
    this.#sought = this.#here();
    try {
      await this.#start(null, this.#search, difficulty, options);
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
    // The current play stays open during the search.
    this.#panel(async ({ numberPanel }) => {
      numberPanel(
        view,
        (await this.hands.games()).find(({ id }) => id === view.game.id),
        (deal, options, sought) =>
          deal === null && sought !== false
            ? this.sure(sought, options)
            : this.hands.start(view.game.id, deal, options, undefined, false),
      );
    });
  }

  /** Show or hide the rules. */
  rules() {
    if (document.querySelector("dialog .rules")) return closePanels();
    const game = this.table.view?.game;
    const { geometry } = this.table.board;
    if (game)
      this.#panel(({ rulesPanel }) =>
        rulesPanel(this.hands, game.id, game.name, game.options, geometry?.turned),
      );
  }

  stats() {
    this.table.gestures.cancel();
    openLater(
      () => import("./records.js"),
      ({ recordsPanel }) => recordsPanel(this.hands, this.table.view?.game.id),
    );
  }

  options() {
    this.#panel(({ optionsPanel }) => optionsPanel());
  }

  share() {
    const { view } = this.table;
    if (!view) return;
    this.table.gestures.cancel();
    openLater(
      () => import("./share.js"),
      ({ sharePanel }) => sharePanel(this.hands, view),
    );
  }

  /** Open a pasted text. */
  paste() {
    this.table.gestures.cancel();
    openLater(
      () => import("./paste.js"),
      ({ pastePanel }) => pastePanel(this.hands, this.table.view),
    );
  }
}
