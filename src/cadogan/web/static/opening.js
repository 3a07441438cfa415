/** Opening panels, from whichever page: they are a module of their own, fetched before it is needed. */

import { complaint, fetched } from "./api.js";
import { h } from "./dom.js";
import { idle } from "./faces.js";
import { note } from "./say.js";

/** The panels: fetched in idle time, else when one is first opened. */
export const panels = () => fetched(() => import("./panels.js"));

/** Fetch the panels, and what else is wanted, when there is time: later the server may be gone. @param {() => unknown} [more] */
export function fetchPanels(more) {
  idle(() => panels().then(more).catch(() => undefined));
}

/** Open a panel, or say why not. @param {(all: typeof import("./panels.js")) => unknown} open */
export async function openPanel(open) {
  try {
    await open(await panels());
  } catch (error) {
    note(complaint(error));
  }
}

/** Fetch a style sheet that the first page does without. @param {string} name */
export function fetchStyle(name) {
  const href = `${document.documentElement.dataset["static"] ?? "/static"}/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
}
