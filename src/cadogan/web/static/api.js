/** Requests to the server. */

import { language, t } from "./i18n.js";
import { href, PROGRAM } from "./place.js";
import { send, watch } from "./transport.js";

/** HTTP status for a module from an outdated version. */
const OUTDATED = 410;

const SILENT = t("Cadogan does not answer. Is it still running?");
const INCOMPLETE = t(
  "A part of Cadogan could not be loaded. Check your network connection, and try again.",
);

/** Error for a request that got no answer; its outcome is unknown. The message is for the player. */
export class Unreachable extends Error {}

/** Error for a request that the server rejected. `data` is its JSON. */
export class Refused extends Error {
  /** @param {number} status @param {any} data */
  constructor(status, data) {
    super(
      typeof data?.error === "string"
        ? data.error
        : t("Cadogan answered with status {status}.", { status }),
    );
    this.status = status;
    this.data = data;
  }
}

/** Milliseconds to wait for an answer before showing that the page is waiting, and before reporting a slow server. */
const WAITING = 300;
const SLOW = 3000;
/** How many requests the player is waiting for. */
let open = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let patience;
/** The message about a slow server. */
export const SLOWLY = t("Cadogan is slow to answer. Your request has been sent.");
/** The state of the server, or of the program in this browser. @typedef {"" | "loading" | "slow" | "gone"} State */
/** @type {State} */
let state = "";
/** @type {(state: State) => void} */
let notify = () => undefined;
/** The share of the program that this browser has loaded; 2 once it answers. */
let share = PROGRAM ? 0 : 2;

/** Set the listener for changes in the server's state: loading, slow, lost or back. @param {typeof notify} listener */
export function onServer(listener) {
  notify = listener;
  if (state) notify(state);
}

/** Return what the page shows while the program loads. */
export function loadingWords() {
  if (share >= 1) return t("Starting Cadogan…");
  const part = share.toLocaleString(language, { style: "percent" });
  return t("Loading Cadogan: {part}", { part });
}

watch((next) => {
  share = next;
  const { style, dataset } = document.documentElement;
  style.setProperty("--share", `${share}`);
  if (share < 1) dataset["loading"] = "";
  else delete dataset["loading"];
  if (state !== "loading") return;
  if (share === 2) state = "";
  notify(state);
});

/** @param {State} next */
function tell(next) {
  // Report every missing answer, because the player is waiting.
  if (next === state && next !== "gone") return;
  state = next;
  notify(state);
}

/** Change the number of requests that the player is waiting for. @param {1 | -1} by */
function wait(by) {
  open += by;
  if (by > 0 && open > 1) return;
  clearTimeout(patience);
  if (by < 0) {
    document.documentElement.removeAttribute("data-waiting");
    if (!open) return;
  }
  patience = setTimeout(() => {
    document.documentElement.setAttribute("data-waiting", "");
    if (share < 2) tell("loading");
    // Do not report a server as slow if it has already been reported as lost.
    else patience = setTimeout(() => tell(state || "slow"), SLOW - WAITING);
  }, WAITING);
}

/** The answers that the server sent with the page, by the path of their request. @type
 * {Record<string, unknown>} */
let known = JSON.parse(document.getElementById("known")?.textContent ?? "{}");

/** Discard the answers that came with the page: they are valid only for its first board. */
export function forget() {
  known = {};
}

/**
 * Send a request, and show that the page is waiting.
 *
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal | null} [signal] cancels the request
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, signal = null) {
  wait(1);
  try {
    const answer = await inquire(method, path, body, signal);
    tell("");
    return answer;
  } catch (error) {
    if (!signal?.aborted) tell(error instanceof Unreachable ? "gone" : "");
    throw error;
  } finally {
    wait(-1);
  }
}

/**
 * Send a request in the background.
 *
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal | null} [signal] cancels the request
 * @returns {Promise<any>}
 */
export async function inquire(method, path, body, signal = null) {
  if (method === "GET" && known[path]) return known[path];
  /** @type {import("./transport.js").Answer} */
  let answer;
  /** @type {any} */
  let data;
  try {
    answer = await send(path, {
      method,
      signal,
      keepalive: path === "/api/settings", // a setting must be saved even if the player leaves the page immediately
      headers: {
        "Accept-Language": language,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      // The contents of an import file are already JSON.
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    });
    data = await answer.json();
  } catch (cause) {
    // fetch rejects without a connection; json() rejects if the connection breaks.
    const words = PROGRAM ? `${/** @type {any} */ (cause).message}` : SILENT;
    throw new Unreachable(words, { cause });
  }
  if (data.stale) throw new Refused(409, data);
  if (!answer.ok) throw new Refused(answer.status, data);
  return data;
}

/** Import a lazy module. @template T @param {() => Promise<T>} load @returns {Promise<T>} */
export async function fetched(load) {
  try {
    return await load();
  } catch (cause) {
    // The server is now running a different version, or it is not running.
    const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
    if (answer?.status === OUTDATED) throw new Refused(OUTDATED, await answer.json());
    throw new Unreachable(PROGRAM ? INCOMPLETE : SILENT, { cause });
  }
}

/** Return the message for a failed request; rethrow a bug in the page itself. @param {unknown} error */
export function complaint(error) {
  if (error instanceof Refused) {
    if (error.status === OUTDATED && confirm(error.message)) location.reload();
    return error.message;
  }
  if (error instanceof Unreachable) return error.message;
  throw error;
}

/** @param {string} play */
export function playPath(play) {
  return `/api/plays/${encodeURIComponent(play)}`;
}

/** @param {Record<string, string> | URLSearchParams} options */
export function query(options) {
  const text = new URLSearchParams(options).toString();
  return text ? `?${text}` : "";
}

/** Return the address of a deal. @param {string} game @param {string | null} deal @param {Record<string, string> | URLSearchParams} options */
export function address(game, deal, options) {
  const tail = deal === null ? "" : `/${encodeURIComponent(deal).replaceAll("%3A", ":")}`;
  return href(`/play/${encodeURIComponent(game)}${tail}${query(options)}`);
}

/** Return the address of the deal that a public link contains (`linkTo` in share.js), or null. @param {string} path @param {string} search */
export function ofShared(path, search) {
  const game = /^\/play\/([^/]+)\/$/.exec(path)?.[1];
  const options = new URLSearchParams(search);
  const [deal, another] = options.getAll("deal");
  if (!game || !deal || another !== undefined) return null;
  options.delete("deal");
  return address(decoded(game), deal, options);
}

/** Return a part of an address without its escapes; if they are damaged, return it as it is. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
