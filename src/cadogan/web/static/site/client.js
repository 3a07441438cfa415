/**
 * Requests of the page to the program in this browser.
 *
 * One tab owns the plays: it runs the program in a web worker. The other tabs send their requests to
 * it, and one of them takes over when it closes.
 */

import { language } from "../i18n.js";
import { PROGRAM, STORE } from "../place.js";
import { prepared, remember } from "./prepared.js";
import { keep } from "./preview.js";

const channel = new BroadcastChannel(STORE);
const tab = crypto.randomUUID();

/** Requests without an answer. @type {Map<number, {request: any, done: (answer: any) => void, failed: (error: Error) => void}>} */
const open = new Map();
let count = 0;
/** The program in this tab, if this tab owns the plays. @type {Worker | null} */
let worker = null;
/** Whether some tab owns the plays. */
let owned = false;
/** @type {Set<(share: number) => void>} */
const watchers = new Set();
/** The share of the program that has arrived; 2 once it answers. */
let share = 0;

/** Call a function with the share of the program that has arrived, from 0 to 1, and 2 once it answers. @param {(share: number) => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  watcher(share);
}

/** @param {number} next */
function loaded(next) {
  share = next;
  for (const watcher of watchers) watcher(share);
}

/** @param {any} answer */
function settle(answer) {
  const waiting = open.get(answer.id);
  open.delete(answer.id);
  waiting?.done(answer);
}

/** Send a request to the owner, if there is one yet. @param {any} request */
function pass(request) {
  if (worker) worker.postMessage(request);
  else if (owned) channel.postMessage({ to: "owner", from: tab, request });
}

/** Run the program here, until this tab closes. */
function own() {
  owned = true;
  const mine = new Worker(new URL("./backend.js", import.meta.url), { type: "module" });
  worker = mine;
  mine.onmessage = ({ data }) => {
    if (data.share !== undefined) loaded(data.share);
    else if (data.ready) loaded(2);
    else if (data.failed) {
      console.error(data.failed);
      for (const { failed } of open.values()) failed(new Error(data.failed));
      open.clear();
    } else if (typeof data.id === "string") {
      const [from, id] = data.id.split(" ");
      channel.postMessage({ to: from, answer: { ...data, id: Number(id) } });
    } else settle(data);
  };
  mine.postMessage({ files: PROGRAM, store: STORE });
  for (const { request } of open.values()) mine.postMessage(request);
  channel.postMessage({ to: "all" });
}

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  const { to, from, request, answer } = data;
  if (to === "owner" && worker) worker.postMessage({ ...request, id: `${from} ${request.id}` });
  else if (to === tab) {
    loaded(2);
    settle(answer);
  } else if (to === "all" && !worker) for (const { request: mine } of open.values()) pass(mine);
};

const forever = () => new Promise(() => own());
navigator.locks.request(STORE, { ifAvailable: true }, (lock) => {
  if (lock) return forever();
  owned = true;
  for (const { request } of open.values()) pass(request);
  navigator.locks.request(STORE, forever);
  return undefined;
});

/** Send a request to the program, and return its answer. @param {string} path @param {RequestInit} init */
async function asked(path, { method = "GET", body = null, signal }) {
  const id = ++count;
  const bytes = body === null ? null : new Uint8Array(await new Response(body).arrayBuffer());
  const request = { id, method, path, language, body: bytes };
  const { status, content } = await new Promise((done, failed) => {
    open.set(id, { request, done, failed });
    signal?.addEventListener("abort", () => {
      open.delete(id);
      pass({ id, gone: true });
      failed(new DOMException("The request was cancelled.", "AbortError"));
    });
    pass(request);
  });
  const text = new TextDecoder().decode(content);
  if (status === 200 && method === "GET") remember(path, text);
  if (status === 200 && path.startsWith("/api/plays")) setTimeout(look, 0, text);
  return { status, text };
}

/** Store the view in an answer about a play, for the start of the next visit. @param {string} text */
function look(text) {
  const view = JSON.parse(text);
  if (view.layout && view.play && view.at === undefined) keep(view);
}

const ask = async (/** @type {string} */ path) => JSON.parse((await asked(path, {})).text);

/**
 * Send a request; the answer has the parts of a `Response` that the page reads.
 *
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<import("../transport.js").Answer>}
 */
export async function send(path, init) {
  const known =
    (init.method ?? "GET") === "GET" ? await prepared(path, share === 2 ? ask : null) : null;
  if (known) {
    const blob = async () => new Blob([JSON.stringify(known)], { type: "application/json" });
    return { ok: true, status: 200, json: async () => known, blob };
  }
  const { status, text } = await asked(path, init);
  if (init.method === "PUT" && path === "/api/settings" && status === 200) remember(path, text);
  return {
    ok: status < 300,
    status,
    json: async () => JSON.parse(text),
    blob: async () => new Blob([text], { type: "application/json" }),
  };
}
