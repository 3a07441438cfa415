/** Search for a deal, with its progress and a button to stop it. */

/** @import {Wish} from "./types.js" */

import { say } from "./announce.js";
import { inquire } from "./api.js";
import { button, h, write } from "./dom.js";
import { t, tn } from "./i18n.js";

/** @type {Record<string, string>} */
const WORDS = {
  "": t("Looking for a winnable deal…"),
  easy: t("Looking for an easy deal…"),
  medium: t("Looking for a medium deal…"),
  hard: t("Looking for a hard deal…"),
};

/**
 * Run a search for a deal and show its progress.
 *
 * @template T
 * @param {Element} host the element for the progress
 * @param {AbortController} stop aborts the search
 * @param {NonNullable<Wish["difficulty"]> | ""} difficulty
 * @param {(wish: Wish) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function seek(host, stop, difficulty, work) {
  // The player may have clicked again before this module was loaded.
  stop.signal.throwIfAborted();
  const lead = WORDS[difficulty] ?? "";
  const beside = host.classList.contains("notes");
  const before = document.activeElement;
  // On the play page, the live region speaks the message.
  const words = h(
    "p",
    beside ? { class: "toast search", "aria-hidden": "true" } : { class: "about" },
    lead,
  );
  const end = button(t("Stop"), () => stop.abort(), "quiet search");
  host.replaceChildren(words, end);
  say(lead);
  // In a panel, the Stop button replaces the other buttons.
  if (!beside) end.focus();
  const look = setInterval(async () => {
    try {
      /** @type {{tried: number}} */
      const { tried } = await inquire("GET", "/api/search", undefined, stop.signal);
      // Write nothing during a drag, and do not announce figures that keep changing.
      if (stop.signal.aborted || document.querySelector(".held")) return;
      write(
        words,
        tried ? `${lead} ${tn("{n} deal tried.", "{n} deals tried.", { n: tried })}` : lead,
      );
    } catch {
      // The progress is unknown at the moment, but the search continues.
    }
  }, 1000);
  try {
    return await work({ signal: stop.signal, ...(difficulty && { difficulty }) });
  } finally {
    clearInterval(look);
    words.remove();
    end.remove();
    if (!beside && before instanceof HTMLElement) before.focus();
  }
}
