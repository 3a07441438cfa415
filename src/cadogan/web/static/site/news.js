/** Messages about the site in this browser: a new version, storage that may not last, a copy to keep. */

import { button, h } from "../dom.js";
import { t, tn } from "../i18n.js";
import { href, recall, retain } from "../place.js";
import { onAnswers } from "./client.js";

/** The plays after which the page suggests a copy. */
const MANY = 50;
/** The page asks the browser to keep the plays after this many moves of a visit. */
const REAL = 3;
/** Milliseconds between two looks for a new version. */
const HOUR = 3_600_000;

const host = h("div", { class: "news" });
/** The subjects that the page has shown. @type {Set<string>} */
const shown = new Set();
let made = 0;
/** The number of ended plays. */
let plays = 0;

/**
 * Show a message with buttons, until the player presses one.
 *
 * @param {string} about its subject, which the page shows only once
 * @param {string} words
 * @param {[label: string, act: () => unknown][]} ways the first is the main one
 */
function tell(about, words, ways) {
  if (shown.has(about)) return;
  shown.add(about);
  const bar = h(
    "div",
    { class: `bar ${about}` },
    h("p", { role: "status" }, words),
    ...ways.map(([label, act], i) =>
      button(
        label,
        () => {
          bar.remove();
          act();
        },
        i || ways.length < 2 ? "quiet" : "main",
      ),
    ),
  );
  host.append(bar);
  document.body.append(host);
}

/** Keep the site's files for visits without a network, and announce a new version of them. */
export async function keepUpdated() {
  remind(recall("/api/played") ?? '{"games":{}}');
  const workers = navigator.serviceWorker;
  // The first service worker of a visit changes nothing that the page shows.
  if (workers?.controller) workers.addEventListener("controllerchange", () => location.reload());
  const kept = await workers?.register(href("/service-worker.js")).catch(() => null);
  if (!kept) return;
  workers.ready.then(({ active }) => active?.postMessage("rest"));
  const announce = () => kept.waiting && workers.controller && announceVersion();
  announce();
  kept.addEventListener("updatefound", () =>
    kept.installing?.addEventListener("statechange", announce),
  );
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < HOUR) return;
    last = Date.now();
    kept.update().catch(() => undefined);
  });
}

/** Announce that the site has a new version. */
function announceVersion() {
  tell("version", t("There is a new version of Cadogan. All your plays stay as they are."), [
    [t("Reload now"), reload],
    [t("Later"), () => undefined],
  ]);
}

async function reload() {
  const kept = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await kept?.update().catch(() => undefined);
  // The new service worker then makes all tabs reload.
  if (kept?.waiting) kept.waiting.postMessage("reload");
  else location.reload();
}

onAnswers((method, path, text) => {
  if (method === "outdated") announceVersion();
  if (path === "/api/played") remind(text);
  if (path === "/api/export") retain("copied", `${plays}`);
  if (method === "POST" && path.endsWith("/move")) {
    made += 1;
    if (made === REAL) askToLast().catch((error) => console.warn(error));
  }
});

/** Ask the browser, once, to keep the plays even when its storage is nearly full. */
async function askToLast() {
  const { storage } = navigator;
  if (!storage?.estimate) return; // the browser says nothing about its storage
  if (await isPassing())
    tell(
      "passing",
      t(
        "This seems to be a private window: the browser deletes your plays when you close it. Records has an export.",
      ),
      [[t("Understood"), () => undefined]],
    );
  else if (!recall("asked") && !(await storage.persisted())) {
    retain("asked", "yes"); // some browsers show a question to the player
    await storage.persist();
  }
}

/** Return whether this is likely a private window; browsers do not say so, but give it less. */
async function isPassing() {
  try {
    await navigator.storage.getDirectory();
  } catch {
    return true; // Firefox and Safari
  }
  const { quota = Infinity } = await navigator.storage.estimate();
  const { memory } = /** @type {any} */ (performance);
  return !!memory && quota < 2 * memory.jsHeapSizeLimit; // Chromium, before it hid its quota
}

/** Suggest a copy after many plays. @param {string} answer the answer to `/api/played` */
function remind(answer) {
  /** @type {{games: Record<string, {stats?: {played: number}}>}} */
  const { games } = JSON.parse(answer);
  plays = Object.values(games).reduce((sum, { stats }) => sum + (stats?.played ?? 0), 0);
  const fresh = plays - Number(recall("copied") ?? 0);
  if (fresh < 0) retain("copied", `${plays}`);
  if (fresh < MANY) return;
  tell(
    "copy",
    tn(
      "You have finished {n} play since your last export. Keep a copy: browsers sometimes delete what they store.",
      "You have finished {n} plays since your last export. Keep a copy: browsers sometimes delete what they store.",
      { n: fresh },
    ),
    [
      [t("Export"), async () => (await import("../records.js")).saveCopy()],
      [t("Not now"), () => retain("copied", `${plays}`)],
    ],
  );
}
