/** What is fetched after the first board: a style sheet of its own, for panels that few open at once. */

import { complaint, fetched } from "./api.js";
import { h } from "./dom.js";
import { note } from "./say.js";

/** @type {Promise<void> | null} */
let styled = null;

/** The style sheet of what comes later. */
export function styles() {
  styled ??= new Promise((resolve) => {
    const files = document.documentElement.dataset["static"] ?? "/static";
    // What cannot be had is plain, and not missing.
    document.head.append(h("link", { rel: "stylesheet", href: `${files}/later.css`, onload: () => resolve(), onerror: () => resolve() }));
  });
  return styled;
}

/** Open what a module of the page draws, or say why not. @template T @param {() => Promise<T>} load @param {(all: T) => unknown} open */
export async function openLater(load, open) {
  try {
    const [all] = await Promise.all([fetched(load), styles()]);
    await open(all);
  } catch (error) {
    note(complaint(error));
  }
}
