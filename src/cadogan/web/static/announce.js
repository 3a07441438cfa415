/** Messages to the player, which are spoken, shown for a while, or shown until dismissed. */

import { complaint } from "./api.js";
import { button, h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Have a screen reader speak a sentence when it is idle.
 *
 * @param {string} sentence
 * @param {boolean} [more] append to the last sentence, because a screen reader may still be
 * speaking it
 */
export function say(sentence, more = false) {
  const live = document.getElementById("live");
  if (!live || !sentence) return;
  if (!more) live.replaceChildren();
  // With a new node, screen readers announce even a repeated sentence.
  live.append(h("p", {}, sentence));
}

/** Remove the sentences of a page that is left; a screen reader still speaks the last one. */
export function silence() {
  document.getElementById("live")?.replaceChildren();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Show a sentence for a while, and speak it.
 *
 * @param {string} sentence
 * @param {number} [seconds] by default depends on the length
 */
export function note(sentence, seconds = 2.5 + sentence.length / 22) {
  say(sentence);
  lay([h("p", { class: "toast", "aria-hidden": "true" }, sentence)]);
  clearTimeout(timer);
  timer = setTimeout(expire, seconds * 1000);
}

/** Report a failure. @param {unknown} error @param {string} [before] what it means */
export function regret(error, before = "") {
  note(before + complaint(error));
}

/** Remove the note when its time is up, but not during a drag, because removal forces a layout. */
function expire() {
  if (document.querySelector(".held")) timer = setTimeout(expire, 300);
  else lay();
}

/** Replace the note, but not the progress of a search with its Stop button. @param {Node[]} [toast]
 * */
function lay(toast = []) {
  const host = document.querySelector(".notes");
  host?.replaceChildren(...toast, ...host.querySelectorAll(".search"));
}

/** Remove the note; return whether there was one. */
export function hush() {
  clearTimeout(timer);
  const was = !!document.querySelector(".notes > :not(.search)");
  lay();
  return was;
}

/** "83" -> "1:23". @param {number} seconds */
export function duration(seconds) {
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds % 3600)];
  const minutes = Math.floor(rest / 60);
  const tail = String(rest % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The notices that the player has dismissed on any page, by subject. @type {Record<string,
 * string>} */
const read = {};

/** Message about the file of plays or a missing verdict, shown until the player dismisses it. */
export class Notice {
  #text = "";

  /** @param {"plays" | "solver"} about */
  constructor(about = "plays") {
    this.about = about;
    this.words = h("p", { role: "alert" });
    this.el = h(
      "div",
      { class: "bar notice", hidden: true },
      this.words,
      button(t("Understood"), () => {
        read[about] = this.#text;
        this.el.hidden = true;
      }),
    );
  }

  /** @param {string | null} text null removes the message */
  show(text) {
    if (!text) read[this.about] = "";
    this.#text = text ?? "";
    this.el.hidden = !text || text === read[this.about];
    if (this.words.textContent !== this.#text) this.words.textContent = this.#text;
  }
}
