/**
 * Requests of the page to the program in this browser.
 *
 * One tab owns the plays: it runs the program in a web worker. The other tabs send their requests to
 * it, and one of them takes over when it closes, does not react, or has another version.
 */

import { language, t } from "../i18n.js";
import { assets, here, LEAVING, PROGRAM, RELOAD, recall, retain, STORE } from "../place.js";
import { catalogue, LISTS, prepared, remember } from "./prepared.js";
import { keep } from "./preview.js";

/** Milliseconds until another tab has to react. */
const PATIENCE = 5000;
/** Milliseconds until a view is stored for the next visit. */
const REST = 1000;
const SETTINGS = "/api/settings";
/** The name of a mark: the stored lists are older than the player's last action. */
const AGING = "aging";
/** The name of the settings that the program has not stored yet. */
const UNSAVED = "unsaved settings";
const UPDATED = t(
  "Cadogan has been updated since you opened this page. Reload it; all your plays stay as you left them.",
);
/** Why there is no answer. */
const WHY = {
  missing: t(
    "A part of Cadogan could not be loaded. Check your network connection, and try again.",
  ),
  forbidden: t(
    "This browser does not allow WebAssembly, which Cadogan needs. Allow it for this page, or use another browser.",
  ),
  old: t("This browser is too old for Cadogan. Please update it, or use another one."),
  insecure: t("Browsers run Cadogan only at secure addresses, which begin with https."),
  newer: t("A newer version of Cadogan has stored your plays. Please reload this page."),
  start: t("Cadogan could not start in this browser. Please try again."),
  ended: t(
    "Cadogan has stopped unexpectedly. Everything that you saw is stored. Please try again.",
  ),
};
/** @typedef {keyof typeof WHY} Why */
/** What only another load of the page can change. @type {Set<Why>} */
const LASTING = new Set(["forbidden", "old", "insecure", "newer"]);

/** Return the error for a request without an answer. @param {Why} why */
const unanswered = (why) => new Error(WHY[why], { cause: LASTING.has(why) ? RELOAD : why });

const tab = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel(STORE);
/** The times that a request may be sent when its program ends: a request may be what ends it. */
const TRIES = 2;
/**
 * Requests without an answer.
 *
 * @typedef {{request: any, repeats: boolean, tries: number, done: (answer: any) => void, failed: (error: Error) => void}} Waiting
 * @type {Map<number, Waiting>}
 */
const open = new Map();
/** Requests of other tabs without an answer: "tab number". @type {Set<string>} */
const others = new Set();
let count = 0;
/** The program in this tab. @type {Worker | null} */
let worker = null;
/**
 * The web workers that the program has asked for, by number.
 *
 * In Firefox, a worker that starts another one sometimes waits forever, so the page starts them.
 *
 * @type {Map<number, Worker>}
 */
const helpers = new Map();
/** Where the plays are. @type {"" | "here" | "elsewhere"} */
let owner = "";
/** Takes the plays from a tab that does not react. @type {ReturnType<typeof setTimeout> | undefined} */
let patience;
/** Gives up the place in the queue of tabs. */
let queue = new AbortController();
/** Whether this page has found its place among the tabs. */
let joined = false;
/** @type {Set<(share: number) => void>} */
const watchers = new Set();
/** The share of the program that has arrived; 2 once it answers. */
let share = 0;
/** @type {Set<(method: string, path: string, text: string) => void>} */
const listeners = new Set();

/** Call a function with each request that has succeeded, and with "outdated" if this page is too old. @param {(method: string, path: string, text: string) => void} listener */
export function onAnswers(listener) {
  listeners.add(listener);
}

/** Call a function with the share of the program that has arrived, from 0 to 1, and 2 once it answers. @param {(share: number) => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  watcher(share);
}

/** @param {number} next */
function loaded(next) {
  if (next === share) return;
  share = next;
  for (const watcher of watchers) watcher(share);
}

/** Settles once the start page has its list; on a slow network the program would delay it. */
const listed = here() === "/" ? catalogue() : Promise.resolve();

/** Return why this browser cannot run the program, if that is clear at once. @returns {Why | ""} */
function unable() {
  if (!isSecureContext) return "insecure";
  if (!("locks" in navigator && "DecompressionStream" in window)) return "old";
  return typeof WebAssembly === "undefined" ? "forbidden" : "";
}

/** Start the program here, and send it the requests without an answer. */
function start() {
  loaded(0);
  const mine = new Worker(new URL("./backend.js", import.meta.url), { type: "module" });
  const life = `${STORE} ${crypto.randomUUID()}`;
  worker = mine;
  const failed = (/** @type {Why} */ why, /** @type {string} */ text) =>
    setTimeout(() => fail(mine, why, text || why), LEAVING);
  mine.onerror = (event) => failed("missing", event.message);
  mine.onmessage = ({ data }) => {
    mine.onerror = null; // its script is there
    if (data.share !== undefined) arrived(Math.floor(100 * data.share) / 100);
    else if (data.ready) arrived(2);
    else if (data.alive) navigator.locks.request(life, () => fail(mine, "ended"));
    else if (data.failed) failed(data.failed, data.text);
    else if (data.help) help(mine, data.help);
    else if (data.end) dismiss(mine, data.end);
    else if (others.delete(data.id)) answer(data.id, data);
    else settle(data.id, data);
  };
  mine.postMessage({ files: PROGRAM, store: STORE, life });
  for (const waiting of open.values()) {
    waiting.tries += 1;
    mine.postMessage(waiting.request);
  }
}

/**
 * Start a web worker for the program, which exchanges messages with it through a port.
 *
 * @param {Worker} mine
 * @param {{number: number, port: MessagePort, files: any, runtime: WebAssembly.Module, module: string}} wanted
 */
function help(mine, { number, port, ...rest }) {
  if (worker !== mine) return;
  const helper = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  helpers.set(number, helper);
  helper.onerror = ({ message }) => mine.postMessage({ number, failed: message || "missing" });
  helper.postMessage({ port, ...rest }, [port]);
}

/** End a web worker of the program; each program counts from one. @param {Worker} mine @param {number} number */
function dismiss(mine, number) {
  if (worker !== mine) return;
  helpers.get(number)?.terminate();
  helpers.delete(number);
}

/** End the program with its web workers. */
function end() {
  for (const helper of helpers.values()) helper.terminate();
  helpers.clear();
  worker?.terminate();
  worker = null;
}

/** @param {number} next */
function arrived(next) {
  if (next !== share) channel.postMessage({ to: "all", version: assets, share: next });
  loaded(next);
}

/** End a program that has failed; a request that may be repeated, or the next one, starts another. @param {Worker} mine @param {Why} why @param {string} [text] */
function fail(mine, why, text = why) {
  if (worker !== mine) return;
  console.warn(text);
  end();
  loaded(0);
  for (const id of others) answer(id, { failed: why });
  others.clear();
  for (const [id, waiting] of [...open]) if (!repeatable(waiting, why)) settle(id, { failed: why });
  if (open.size) start();
}

/** Return whether a request without an answer goes to the next program. @param {Waiting} waiting @param {Why} why */
const repeatable = ({ repeats, tries }, why) => why === "ended" && repeats && tries < TRIES;

/** Answer a request of another tab. @param {string} id @param {any} data */
function answer(id, data) {
  const [to, number] = id.split(" ");
  channel.postMessage({ to, version: assets, answer: { ...data, id: Number(number) } });
}

/** @param {number} id @param {{failed?: Why, status?: number, content?: Uint8Array}} data */
function settle(id, data) {
  const waiting = open.get(id);
  if (waiting && data.failed && repeatable(waiting, data.failed)) {
    pass(waiting);
    return;
  }
  open.delete(id);
  if (data.failed) waiting?.failed(unanswered(data.failed));
  else waiting?.done(data);
}

/** Send a request to the program, wherever it runs. @param {Waiting} waiting */
function pass(waiting) {
  const { request } = waiting;
  if (owner === "here" && !worker) {
    start();
  } else if (owner === "here") {
    waiting.tries += 1;
    worker?.postMessage(request);
  } else if (owner && joined) {
    waiting.tries += 1;
    channel.postMessage({ to: "owner", from: tab, version: assets, request });
    expect();
  }
}

/** Tell the program that the page no longer waits for an answer. @param {number} id */
function cancel(id) {
  const request = { id, gone: true };
  if (owner === "here") worker?.postMessage(request);
  else if (owner && joined)
    channel.postMessage({ to: "owner", from: tab, version: assets, request });
}

/** Take the plays if the tab that has them does not react. */
function expect() {
  patience ??= setTimeout(() => seize(), PATIENCE);
}

/** Run the program here, until this tab closes or another takes over. */
function own() {
  clearTimeout(patience);
  patience = undefined;
  owner = "here";
  joined = true;
  listed.then(() => worker ?? (owner === "here" && start()));
  channel.postMessage({ to: "all", version: assets, taken: true });
  return new Promise(() => undefined);
}

/** Ask the tab that owns the plays, and wait for its end. */
function follow() {
  owner = "elsewhere";
  queue = new AbortController();
  navigator.locks.request(STORE, { signal: queue.signal }, own).catch(lost);
  channel.postMessage({ to: "owner", from: tab, version: assets });
  expect();
  for (const waiting of open.values()) pass(waiting);
}

/** Take the plays from another tab; its program can then no longer store anything. */
function seize() {
  if (owner === "here") return;
  owner = ""; // no request must go to the other tab any more
  queue.abort();
  navigator.locks.request(STORE, { steal: true }, own).catch(lost);
}

/** Follow the tab that has taken the plays. @param {unknown} _ */
function lost(_) {
  if (owner !== "here") return;
  end();
  others.clear();
  follow();
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  const { to, from, version, request, answer: given } = data;
  if (to === "owner" && owner === "here") {
    if (request && version !== assets) answer(`${from} ${request.id}`, { outdated: true });
    else if (request && (request.gone || !others.has(`${from} ${request.id}`))) {
      const id = `${from} ${request.id}`;
      if (!request.gone) others.add(id);
      if (!worker && !request.gone) start();
      worker?.postMessage({ ...request, id });
    }
    channel.postMessage({ to: from, version: assets, share });
  } else if (owner === "elsewhere" && (to === tab || to === "all")) {
    clearTimeout(patience);
    patience = undefined;
    if (given?.outdated) for (const listener of listeners) listener("outdated", "", "");
    if (given) settle(given.id, given);
    else if (version === assets && data.share !== undefined) loaded(data.share);
    const fresh = !joined;
    joined = true;
    // A page that has just begun has the version that the site has now, so it takes over.
    if (version !== assets && fresh) seize();
    else if (data.taken || fresh) for (const waiting of open.values()) pass(waiting);
  }
};

const hindrance = unable();
if (!hindrance)
  navigator.locks
    .request(STORE, { ifAvailable: true }, (lock) => (lock ? own() : follow()))
    // A browser that forbids storage forbids locks too.
    .catch((error) => (error.name === "SecurityError" ? own() : lost(error)));

/** Send a request to the program, and return its answer. @param {string} path @param {RequestInit} init */
async function asked(path, { method = "GET", body = null, signal }) {
  if (hindrance) throw unanswered(hindrance);
  signal?.throwIfAborted();
  const id = ++count;
  const bytes = body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
  const request = { id, method, path, language, body: bytes };
  const revision = typeof body === "string" ? JSON.parse(body).revision : undefined;
  /** @type {Waiting} */
  const waiting = {
    request,
    // The program refuses an action on a revision that has passed, so it never acts twice.
    repeats: method === "GET" || revision !== undefined,
    tries: 0,
    done: () => undefined,
    failed: () => undefined,
  };
  const answered = await new Promise((done, failed) => {
    open.set(id, Object.assign(waiting, { done, failed }));
    signal?.addEventListener("abort", () => {
      open.delete(id);
      cancel(id);
      failed(new DOMException("The request was cancelled.", "AbortError"));
    });
    pass(waiting);
  });
  if (answered.outdated) return { status: 410, text: JSON.stringify({ error: UPDATED }) };
  let { status } = answered;
  let text = new TextDecoder().decode(answered.content);
  const { view } = status === 409 && waiting.tries > 1 ? JSON.parse(text) : {};
  if (view && view.revision === revision + 1) {
    // The program had stored the action, and ended before its answer.
    status = 200;
    text = JSON.stringify(view);
  }
  if (status === 200) {
    if (method === "GET") remember(path, text);
    if (text.includes('"layout":')) look(text);
    if (method === "POST" && (text.includes('"layout":') || /\/(leave|import)$/.test(path))) {
      if (aging === undefined) retain(AGING, "1");
      clearTimeout(aging);
      aging = setTimeout(keepLists, 2 * REST);
    }
    for (const listener of listeners) listener(method, path, text);
  }
  return { status, text };
}

/** The last views, by the play in their first characters. @type {Map<string, string>} */
const views = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** Store a view for the start of the next visit, when there is time. @param {string} text */
function look(text) {
  views.set(/"play":"[^"]*"/.exec(text)?.[0] ?? "", text);
  resting ??= setTimeout(keepViews, REST);
}

function keepViews() {
  clearTimeout(resting);
  resting = undefined;
  for (const text of views.values()) {
    const view = JSON.parse(text);
    if (view.layout && view.play && view.at === undefined) keep(view);
  }
  views.clear();
}
/** Runs while the stored lists are older than the player's last action. @type {ReturnType<typeof setTimeout> | undefined} */
let aging;

/** Store the lists for the start of the next visit, as `asked` does with each answer. */
function keepLists() {
  clearTimeout(aging);
  aging = undefined;
  Promise.all(LISTS.map((path) => asked(path, {}))).then(
    () => aging === undefined && retain(AGING, ""),
    () => undefined,
  );
}
if (recall(AGING)) keepLists();
addEventListener("pagehide", keepViews);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  keepViews();
  if (aging !== undefined) keepLists();
});

/** Settings that the program has not stored yet. @returns {Record<string, unknown>} */
const unsaved = () => JSON.parse(recall(UNSAVED) ?? "{}");

/**
 * Save changed settings. Until the program has stored them, this browser does: the player may leave
 * the page before the program runs.
 *
 * @param {Record<string, unknown>} change
 */
async function saved(change) {
  const body = JSON.stringify(change);
  retain(UNSAVED, JSON.stringify({ ...unsaved(), ...change }));
  remember(SETTINGS, JSON.stringify({ ...JSON.parse(recall(SETTINGS) ?? "{}"), ...change }));
  const answer = await asked(SETTINGS, { method: "PUT", body });
  if (answer.status === 410 || answer.status >= 500) return answer; // the next start tries again
  const rest = Object.entries(unsaved()).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(change[name]),
  );
  retain(UNSAVED, JSON.stringify(Object.fromEntries(rest)));
  if (answer.status === 200) remember(SETTINGS, answer.text);
  return answer;
}
// what the last visit left
if (Object.keys(unsaved()).length) saved(unsaved()).catch((error) => console.warn(error));

const ask = async (/** @type {string} */ path) => JSON.parse((await asked(path, {})).text);

/**
 * Send a request; the answer has the parts of a `Response` that the page reads.
 *
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<import("../transport.js").Answer>}
 */
export async function send(path, init) {
  const current = share === 2 || recall(AGING);
  const known =
    (init.method ?? "GET") === "GET" ? await prepared(path, current ? ask : null) : null;
  if (known) {
    const blob = async () => new Blob([JSON.stringify(known)], { type: "application/json" });
    return { ok: true, status: 200, json: async () => known, blob };
  }
  const { status, text } = await (path === SETTINGS && init.method === "PUT"
    ? saved(JSON.parse(/** @type {string} */ (init.body)))
    : asked(path, init));
  return {
    ok: status < 300,
    status,
    json: async () => JSON.parse(text),
    blob: async () => new Blob([text], { type: "application/json" }),
  };
}
