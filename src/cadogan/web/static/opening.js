/** Loader for lazy modules, either when the browser is idle or when they are first needed. */

import { regret } from "./announce.js";
import { fetched } from "./api.js";
import { idle } from "./card-images.js";
import { h } from "./dom.js";
import { assets } from "./place.js";

/** Style sheets already requested, by name. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Load a style sheet that the first page does not need; if this fails, the part works without
 * styles. @param {string} name */
export function fetchStyle(name) {
  let sheet = sheets.get(name);
  if (!sheet) {
    const href = `${assets}/${name}.css`;
    sheet = new Promise((done) =>
      document.head.append(
        h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }),
      ),
    );
    sheets.set(name, sheet);
  }
  return sheet;
}

/** Load the module with the panels, either when the browser is idle or when the player first opens one. */
export const panels = () => fetched(() => import("./panels.js"));

/** Fetch the panels, and whatever `more` fetches, when the browser is idle, because the server may be gone later. @param {() => unknown} [more] */
export function fetchPanels(more) {
  idle(() => {
    fetchStyle("panels");
    panels()
      .then(more)
      .catch(() => undefined);
  });
}

/** Load a module and open its panel, or report why that failed. @template T @param {() => Promise<T>} load @param {(all: T) => unknown} open */
export async function openLater(load, open) {
  try {
    const [all] = await Promise.all([fetched(load), fetchStyle("panels")]);
    await open(all);
  } catch (error) {
    regret(error);
  }
}

/** Open a panel, or report why it cannot open. @param {(all: typeof import("./panels.js")) =>
 * unknown} open */
export const openPanel = (open) => openLater(panels, open);
