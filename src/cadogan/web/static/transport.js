/** Transport of requests: to the server, or to the program in this browser. */

import { PROGRAM } from "./place.js";

/**
 * An answer, of which the page reads only this.
 *
 * @typedef {{ok: boolean, status: number, json(): Promise<any>, blob(): Promise<Blob>}} Answer
 */

const site = PROGRAM && (await import("./site/client.js"));

/** Send a request. @type {(path: string, init: RequestInit) => Promise<Answer>} */
export const send = site ? site.send : (path, init) => fetch(path, init);

/** Call a function with the share of the program that this browser has loaded, and 2 once it answers. @type {(watcher: (share: number) => void) => void} */
export const watch = site ? site.watch : () => undefined;
