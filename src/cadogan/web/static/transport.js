/** Transport of requests: to the server, or to the program in this browser. */

import { PROGRAM } from "./place.js";

/**
 * An answer, of which the page reads only this.
 *
 * @typedef {{ok: boolean, status: number, json(): Promise<any>, blob(): Promise<Blob>}} Answer
 */

/** Send a request. @type {(path: string, init: RequestInit) => Promise<Answer>} */
export const send = PROGRAM
  ? (await import("./site/client.js")).send
  : (path, init) => fetch(path, init);
