/** Hints and verdicts: the solver's answers about the position on the board. */

/** @import {Advice, View} from "./types.js" */
/** @import {Notice} from "./announce.js" */
/** @import {Table} from "./table.js" */

import { hush, note, say } from "./announce.js";
import { complaint, inquire, playPath, Refused } from "./api.js";
import { put } from "./dom.js";
import { t } from "./i18n.js";
import { settings } from "./settings.js";
import "./icons-extra.js";

/** @type {Record<string, string>} */
const WORDS = {
  won: t("Still winnable"),
  lost: t("Lost"),
  never: t("This deal cannot be won"),
  thrown: t("Lost by this move"),
  unknown: t("Not known"),
  working: t("Working it out…"),
};

export const OPEN = t("The solver sees all cards, including those face down.");

export class Adviser {
  #about = "";
  /** @type {Advice | null} */
  #advice = null;
  /** The latest question to the solver, answered or not. @type {AbortController | null} */
  #question = null;
  /** The last message shown to a player who is waiting for a hint. @type {string | null} */
  #waiting = null;
  /** The last solver error shown in a message. */
  #complained = "";

  /**
   * @param {Table} table
   * @param {HTMLElement} line the element for the verdict
   * @param {Notice} silence explains once why there is no verdict
   * @param {(none: boolean) => void} offer offers another deal if this one cannot be won
   */
  constructor(table, line, silence, offer) {
    this.table = table;
    this.line = line;
    this.silence = silence;
    this.offer = offer;
  }

  /** Update for a new view or a change of the verdict setting. @param {View} view */
  draw(view) {
    const about = `${view.play} ${view.revision}`;
    if (about !== this.#about) {
      if (this.#about.split(" ")[0] !== view.play) this.line.textContent = "";
      this.withdraw();
      this.#about = about;
      this.offer(false);
    }
    this.line.hidden = !settings.verdict || view.won || view.at !== undefined;
    if (!this.line.hidden) this.#ask(view);
    else {
      this.silence.el.hidden = true;
      if (this.#waiting === null && this.#advice?.state !== "done") this.withdraw();
    }
  }

  /** Stop sending requests. */
  withdraw() {
    this.#question?.abort();
    this.#question = this.#advice = this.#waiting = null;
    // Until there is a new verdict, dim the last one instead of removing it, to avoid flicker.
    this.line.classList.add("old");
  }

  /** Show the first move of a winning line, or the reason why there is none. */
  hint() {
    const { view } = this.table;
    if (!view || this.table.looking) return;
    if (view.won || !view.moves.length) {
      note(view.won ? t("The game is won.") : t("No move is left."));
      return;
    }
    this.#waiting = "";
    this.#ask(view);
    // If the answer is already known, the player does not have to wait.
    setTimeout(() => this.#answerHint(), this.#advice ? 0 : 250);
  }

  /** Poll for the verdict until it is final. @param {View} view */
  async #ask({ play, revision }) {
    if (this.#question) return;
    this.#question = new AbortController();
    const { signal } = this.#question;
    while (this.#advice?.state !== "done") {
      const begun = performance.now();
      /** @type {Advice} */
      let advice;
      try {
        advice = await inquire(
          "GET",
          `${playPath(play)}/verdict?revision=${revision}${this.#waiting === null ? "" : "&urgent"}`,
          undefined,
          signal,
        );
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status === 409) {
          // The play has changed; the next view starts another request.
          if (this.#waiting !== null) hush();
          this.#waiting = null;
          return;
        }
        advice = { state: "done", result: "unknown", trouble: complaint(error) };
      }
      // Writing now would interrupt a drag and force a page layout.
      const { gestures } = this.table;
      if (advice.state === "done") await gestures.free();
      if (signal.aborted) return;
      this.#advice = advice;
      if (!gestures.dragging()) {
        this.#drawLine(advice);
        this.#answerHint();
      }
      // The server has already waited for the answer, unless the solver is working on another
      // question.
      const rest = 200 - (performance.now() - begun);
      if (advice.state !== "done" && rest > 0) await new Promise((done) => setTimeout(done, rest));
      else if (advice.trouble || advice.error) this.#question = this.#advice = null;
      if (signal.aborted || !this.#question) return;
    }
  }

  /** @param {Advice} advice */
  #drawLine({ state, result, lost_by, error, trouble }) {
    const { down = {}, steps = 0 } = this.table.view ?? {};
    let text = error ? t("No verdict") : (WORDS[result || state] ?? "");
    if (lost_by)
      text = lost_by.step < steps ? t("Lost since move {step}", lost_by) : (WORDS["thrown"] ?? "");
    else if (result === "lost" && !steps) text = WORDS["never"] ?? "";
    // Write only changes: while the solver is working, most answers repeat the last one.
    const fell = result === "lost" && this.line.textContent !== text;
    if (this.line.textContent !== text) this.line.textContent = text;
    put(this.line, "data-result", result);
    this.line.classList.remove("old");
    if (fell && !steps && !lost_by && settings.verdict) this.offer(true);
    put(this.line, "title", trouble ?? error ?? (Object.values(down).some(Boolean) ? OPEN : null));
    if (fell && settings.verdict && this.#waiting === null) say(lost_by?.said ?? text);
    if (!error) {
      if (state === "done" && !trouble) this.silence.show(null);
    } else if (!this.line.hidden) {
      this.silence.show(error);
      this.#complained = error;
    }
  }

  /** Answer a player who is waiting for a hint. */
  #answerHint() {
    if (this.#waiting === null) return;
    const { state, result, hint, error, trouble } = this.#advice ?? {};
    const move = this.table.view?.moves.find((other) => other.move === hint);
    let words = trouble || t("Not known yet: no winning line has been found.");
    if (result === "lost") words = t("This position cannot be won.");
    else if (state !== "done") words = t("Looking for a winning line…");
    else if (error) words = error === this.#complained ? `${t("No verdict")}.` : error;
    // If no winning move is known, show a sensible move.
    const [other] =
      result === "lost" || (error && error === this.#complained)
        ? (this.table.view?.moves ?? [])
        : [];
    if (error) this.#complained = error;
    if (other) {
      note(`${words} ${this.table.point(other, t("Possible"))}`);
    } else if (move) {
      hush();
      this.table.point(move, t("Hint"));
    } else if (words !== this.#waiting) note(words, state === "done" ? undefined : 60);
    this.#waiting = move || state === "done" ? null : words;
  }
}
