/** Page of one play: toolbar, board and messages. */

/** @import {Hands, View} from "./types.js" */

import { hush, Notice, note, regret, say } from "./announce.js";
import { fetched, inquire, loadingWords, onServer, playPath, SLOWLY } from "./api.js";
import { stayAwake } from "./awake.js";
import { Banner } from "./banner.js";
import { warmUp } from "./card-images.js";
import { PlayCommands } from "./commands.js";
import { button, h, write } from "./dom.js";
import { t } from "./i18n.js";
import { listen } from "./keys.js";
import { dealName } from "./names.js";
import { fetchPanels } from "./opening.js";
import { onSettings, settings } from "./settings.js";
import { Table } from "./table.js";
import { Bar } from "./toolbar.js";

/** Element for messages about the server. @type {Record<string, string>} */
const SERVER = {
  gone: t("Cadogan does not answer. Your board stays as it is; the next action tries again."),
  slow: SLOWLY,
};

export class PlayPage {
  /** @type {() => void} */
  #stop = () => undefined;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /** The adviser, loaded when first needed. @type {import("./advice.js").Adviser | null} */
  #advice = null;
  /** Whether the line for the verdict shows how much of the program has loaded. */
  #loading = false;

  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.table = new Table((view) => this.#draw(view));
    const { table } = this;
    this.fate = h("p", { class: "fate", hidden: true });
    this.commands = new PlayCommands(table, () => this.#adviser(), hands);
    this.bar = new Bar(table, this.commands, hands, this.fate);
    this.banner = new Banner(table, this.commands);
    this.notice = new Notice();
    this.silence = new Notice("solver");
    this.answers = h("p");
    this.tryAgain = button(t("Try again"), () => this.#again());
    this.tryAgain.hidden = true;
    this.away = h("div", { class: "bar away", hidden: true }, this.answers, this.tryAgain);

    this.el = h(
      "div",
      { class: "play" },
      this.bar.head,
      this.bar.tools,
      h("main", { class: "felt" }, table.board.el, this.away),
      h("div", { class: "ending" }, this.notice.el, this.silence.el, this.banner.el),
      h("div", { class: "notes" }),
    );
    document.addEventListener("visibilitychange", () => {
      if (!this.el.isConnected) return;
      table.pause(document.hidden);
      this.#watchOver();
    });
    onSettings(() => {
      table.board.redraw();
      if (!table.view) return;
      this.#wonder();
      this.#watchOver();
      this.bar.drawStatus(table.view);
      this.bar.drawSettings(table.view);
      this.#advise(table.view);
    });
  }

  async #adviser() {
    const { Adviser } = await fetched(() => import("./advice.js"));
    if (!this.#advice) {
      this.#advice = new Adviser(this.table, this.fate, this.silence, (none) =>
        this.bar.offer(none),
      );
      if (this.table.view && this.el.isConnected) this.#advice.draw(this.table.view);
    }
    return this.#advice;
  }

  /** Show a verdict on the current position, if the settings enable it. @param {View} view */
  #advise(view) {
    if (this.#advice) this.#advice.draw(view);
    // If the module cannot be loaded, the next view tries again.
    else if (settings.verdict) this.#adviser().catch(() => undefined);
  }

  /** Show the cards of a play that cannot move yet, because the program is loading. @param {View} view */
  preview(view) {
    this.el.inert = true;
    onServer((state) => this.#server(state));
    document.title = `${view.game.name}, ${dealName(view.game.deal)} · Cadogan`;
    this.table.board.show(view);
    this.bar.draw(view);
    warmUp();
  }

  /** Start the page after it has been inserted into the document. */
  enter() {
    const { table } = this;
    this.el.inert = false;
    this.#stop();
    this.#stop = listen(this.table, this.commands, this.banner);
    this.#server("");
    onServer((state) => this.#server(state));
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      if (settings.clock && !document.hidden)
        table.gestures.free().then(() => table.view && this.bar.drawStatus(table.view));
    }, 1000);
  }

  /** Stop the page before it is removed from the document. */
  leave() {
    this.commands.stop();
    if (this.el.isConnected) this.table.pause(true);
    this.#stop();
    clearInterval(this.#ticking);
    this.#advice?.withdraw();
    stayAwake(false);
  }

  /** Show a play that has just begun or is being continued. @param {View} view @param {string} [words] */
  open(view, words) {
    this.table.show(view, true);
    const title = `${view.game.name}, ${dealName(view.game.deal)}`;
    document.title = `${title} · Cadogan`;
    hush();
    if (words) note(words);
    else say(`${title}. ${view.said}`);
    warmUp();
    // The preparation makes the first hint faster. If it fails, the first request to the solver
    // reports the error.
    if (!view.won) inquire("POST", `${playPath(view.play)}/prepare`, {}).catch(() => undefined);
    fetchPanels(() => Promise.all([this.bar.fill(), this.#adviser()]));
    if (view.tour) this.commands.extra("tour");
    this.#wonder();
  }

  /** Start the features that only some plays need: the question about verdicts, sounds, vibrations. */
  #wonder() {
    if (settings.verdict === null && this.table.view?.asks) this.commands.extra("question");
    if (settings.sound || settings.haptics) this.commands.extra("sound");
  }

  /** Keep the screen on during a play, if the settings require it. */
  #watchOver() {
    const { view } = this.table;
    const open = this.el.isConnected && !document.hidden && view && !view.won && !view.over;
    stayAwake(settings.awake && !!open);
  }

  /** @param {View} view */
  #draw(view) {
    this.commands.playedOn();
    this.notice.show(view.notice);
    this.bar.draw(view);
    this.#watchOver();
    // Show no banner during a review.
    if (view.at === undefined) this.banner.draw(view);
    else this.banner.el.hidden = true;
    this.#advise(view);
  }

  /** Show that the program is loading, slow or not running. @param {import("./api.js").State} state */
  #server(state) {
    const loading = state === "loading";
    // The line is there anyway, so the board does not shift.
    if (loading || this.#loading) {
      write(this.fate, loading ? loadingWords() : "");
      this.fate.hidden = !loading;
      if (loading && !this.#loading) say(loadingWords());
      this.#loading = loading;
    }
    const words = SERVER[state] ?? "";
    this.away.hidden = !words;
    if (words) {
      say(words);
      write(this.answers, words);
    }
    this.tryAgain.hidden = state !== "gone";
  }

  async #again() {
    try {
      this.table.showNewer(await this.hands.fetchPlay(this.table.view?.play ?? ""));
    } catch (error) {
      regret(error);
    }
  }
}
