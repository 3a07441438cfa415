/** Rarely used actions in a play: bookmarks, movable cards, pause, and other panels. */

/** @import {Hands, View} from "./types.js" */
/** @import {Table} from "./table.js" */

import { hush, note, say } from "./announce.js";
import { ask, fetched, inquire, playPath, Refused } from "./api.js";
import { atSpot } from "./choice.js";
import { button, closePanels, h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { cardName } from "./names.js";
import { fetchStyle, panels } from "./opening.js";
import { saveSettings, settings } from "./settings.js";

export class Extras {
  /** @param {Table} table @param {Hands} hands */
  constructor(table, hands) {
    this.table = table;
    this.hands = hands;
    fetchStyle("play-extras");
    fetchStyle("panels");
    /** @type {import("./review.js").Review | null} */
    this.kept = null;
    /** The current request to the solver. @type {AbortController | null} */
    this.search = null;
    /** The play in which the tour has ended. */
    this.shown = "";
  }

  /** Return the review panel, which is shared by all plays. */
  async #reviewer() {
    const [{ Review }] = await Promise.all([
      fetched(() => import("./review.js")),
      fetchStyle("play-extras"), // without this style sheet the list of moves cannot scroll
      fetchStyle("panels"),
    ]);
    this.kept ??= new Review(this.table, this.hands, this);
    return this.kept;
  }

  /** Open or close the review panel. */
  async review() {
    const reviewer = await this.#reviewer();
    if (!reviewer.close()) await reviewer.open();
  }

  /** Send an action and show the new view. @param {string} what @param {Record<string, unknown>} [more] */
  async act(what, more = {}) {
    const { view } = this.table;
    if (!view) return;
    const next = await ask("POST", `${playPath(view.play)}/${what}`, {
      revision: view.revision,
      ...more,
    });
    if (this.table.view?.play !== view.play) return;
    this.table.show(next, true);
    note(next.said);
  }

  async bookmark() {
    if (this.table.looking) await (await this.#reviewer()).bookmark();
    else await this.act("bookmark");
  }

  /** Return the play to its latest bookmark. */
  async returning() {
    const { view } = this.table;
    if (!view) return;
    /** @type {import("./types.js").ReviewData} */
    const { marks } = await ask("POST", `${playPath(view.play)}/line`, {});
    const mark = marks.filter(({ gone }) => !gone).at(-1);
    if (!mark) note(t("This play has no bookmark."));
    else await this.act("go", { after: 0, steps: mark.steps, step: mark.steps.length });
  }

  /**
   * Poll the solver until it has finished, and show its progress.
   *
   * @template {{state: string}} T
   * @param {string} what
   * @param {string} words the message while the solver works
   * @param {(answer: T) => boolean} [enough] returns whether an unfinished answer suffices
   * @returns {Promise<T | null>} null if the play has changed
   */
  async solved(what, words, enough = () => false) {
    const { view } = this.table;
    if (!view) return null;
    this.stop();
    const search = new AbortController();
    this.search = search;
    const { signal } = search;
    let saying = "";
    try {
      for (;;) {
        /** @type {T} */
        const answer = await inquire(
          "GET",
          `${playPath(view.play)}/${what}${what.includes("?") ? "&" : "?"}revision=${view.revision}`,
          undefined,
          signal,
        );
        const now = this.table.view;
        if (
          signal.aborted ||
          now?.play !== view.play ||
          now.revision !== view.revision ||
          !this.table.board.el.isConnected
        )
          return null;
        if (answer.state === "done" || enough(answer)) {
          if (saying) hush();
          return answer;
        }
        if (words !== saying) note(words, 120);
        saying = words;
        await new Promise((done) => setTimeout(done, 200));
      }
    } catch (error) {
      if (signal.aborted || (error instanceof Refused && error.status === 409)) return null;
      throw error;
    } finally {
      if (this.search === search) this.search = null;
    }
  }

  /** Stop a search; return whether there was one. */
  stop() {
    const { search } = this;
    search?.abort();
    this.search = null;
    if (search) note(t("The search has stopped."));
    return !!search;
  }

  async solution() {
    const { view } = this.table;
    if (!view) return;
    if (view.won) return note(t("The game is won."));
    const from = view.at === undefined ? "" : `?step=${view.at}`;
    if (view.at !== undefined && !(await this.#reviewer()).own) return;
    /** @type {{state: string, result: string, after: number, steps: string[], error?: string | null} | null} */
    const answer = await this.solved(`solution${from}`, t("Looking for a winning line…"));
    if (answer?.result === "won") {
      const line = { after: answer.after, steps: answer.steps };
      await (await this.#reviewer()).open({
        line,
        name: t("Solution"),
        step: answer.after,
        run: true,
      });
    } else if (answer) {
      note(
        answer.result === "lost"
          ? t("This position cannot be won.")
          : answer.error || t("Not known: no winning line has been found."),
      );
    }
  }

  /** Go back to the last position that could be won. */
  async rescue() {
    /** @type {import("./types.js").Verdicts | null} */
    const answer = await this.solved(
      "verdicts?urgent",
      t("Looking for the last winnable position…"),
      ({ thrown, results }) => thrown !== null || results.at(-1) === "won" || results[0] === "lost",
    );
    if (!answer) return;
    const { results, thrown, error } = answer;
    const { view } = this.table;
    const last = results.lastIndexOf("won");
    if (results[0] === "lost") note(`${t("This deal cannot be won")}.`);
    else if (last < 0)
      note(error || t("Not known: no winnable position in this play has been found."));
    else if (last >= (view?.steps ?? 0) && view?.at === undefined)
      note(t("This position can still be won."));
    else {
      await this.act("go", { step: last });
      note(
        thrown === null
          ? t("After move {last} the game could still be won. You can redo the moves after it.", {
              last,
            })
          : t(
              "Here the game can still be won; move {thrown} lost it. You can redo the moves after it.",
              { thrown },
            ),
      );
    }
  }

  /** Ring all cards that can be moved. */
  movable() {
    const { view, board } = this.table;
    if (!view) return;
    const cards = new Set(
      view.moves.flatMap((move) =>
        move.piles
          ? move.piles
              .map(atSpot)
              .flatMap(([name, depth]) => board.piles.get(name)?.cards.at(-depth) ?? [])
          : (board.piles
              .get(move.byStock ? "" : move.source)
              ?.cards.slice(-Math.max(1, move.count)) ?? []),
      ),
    );
    const stocks = view.moves.some((move) => move.byStock)
      ? [...board.piles.values()]
          .filter(({ spec }) => spec.kind === "stock")
          .map(({ spec }) => spec.name)
      : [];
    this.table.ring([...cards], stocks);
    const names = [...cards]
      .filter((card) => card.text !== "??")
      .map((card) => cardName(card.text));
    // If more than a dozen cards can be moved, give only their number.
    const which = names[0] && !names[12] ? `: ${names.join(", ")}` : "";
    const sentences = [
      cards.size &&
        `${tn("{n} card can be moved", "{n} cards can be moved", { n: cards.size })}${which}.`,
      stocks.length && t("The stock can be dealt."),
    ];
    note(sentences.filter(Boolean).join(" ") || t("No card can be moved."));
  }

  async find() {
    (await fetched(() => import("./find.js"))).findPanel(this.table);
  }

  /** Hide the board and stop the clock until the player returns. */
  async pause() {
    const { board, view } = this.table;
    if (view?.won) return note(t("The game is won."));
    const { panel } = await panels();
    this.table.pause(true);
    hush();
    const go = button(t("Continue"), closePanels, "main");
    const dialog = panel(t("Paused"), [
      h("p", {}, t("The cards are hidden and the clock has stopped until you continue.")),
      h("div", { class: "choices" }, go),
    ]);
    board.el.style.visibility = "hidden";
    dialog.addEventListener("close", () => {
      board.el.style.visibility = "";
      say(t("The game continues."));
    });
    go.focus();
  }

  /** Start the tour for newcomers. */
  async tour() {
    const { play = "", asks } = this.table.view ?? {};
    try {
      await (await fetched(() => import("./tour.js"))).tour(this.table);
    } finally {
      this.shown = play;
      if (asks && settings.verdict === null) this.question();
    }
  }

  /** Ask once whether to show verdicts. */
  question() {
    const { view } = this.table;
    //  wait until the tour of this play has ended
    if (!view || (view.tour && this.shown !== view.play)) return;
    const ending = document.querySelector(".ending");
    if (!ending || ending.querySelector(".question")) return;
    /** @param {boolean} verdict */
    const answer = (verdict) => () => {
      away();
      saveSettings({ verdict });
      say(
        verdict
          ? t("The line above the board shows whether the game can still be won.")
          : t("You can switch it on in the options."),
      );
    };
    const el = h(
      "section",
      { class: "bar question", "aria-label": t("A question") },
      h("p", {}, t("Show while you play whether the game can still be won?")),
      h(
        "div",
        { class: "answers" },
        button(t("Yes"), answer(true), "main"),
        button(t("No"), answer(false)),
      ),
    );
    // After a move, wait before removing the question, so that no card shifts under the player's
    // finger. The page asks again at the next deal.
    let from = view;
    let pause = 0;
    /** @param {View} next */
    const played = (next) => {
      clearTimeout(pause);
      if (next.play !== from.play) from = next;
      else if (Math.abs(next.steps - from.steps) > 2) pause = setTimeout(away, 2000);
    };
    const away = () => {
      el.remove();
      this.table.watchers.delete(played);
    };
    this.table.watchers.add(played);
    ending.prepend(el);
  }

  /** Load the sounds and vibrations if the settings enable them. */
  async sound() {
    (await fetched(() => import("./sound.js"))).listenTo(this.table);
  }

  async history() {
    await (await fetched(() => import("./history.js"))).historyPanel(
      this.table,
      this.hands,
      async () => (await this.#reviewer()).open({ step: 0 }),
    );
  }
}
