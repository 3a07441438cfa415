/** Settings, stored by the server and mirrored in the browser for the first paint. */

/** @import {Settings} from "./types.js" */

import { regret } from "./announce.js";
import { ask } from "./api.js";
import { t } from "./i18n.js";

const KEY = "cadogan.settings";

/** @type {Settings} */
const DEFAULTS = {
  auto: "safe",
  deck: "classic-two",
  back: "deck",
  motion: "normal",
  oneTap: false,
  mirrored: false,
  thumb: true,
  confirm: true,
  keys: true,
  theme: "auto",
  table: "green",
  clock: false,
  verdict: false,
  winnable: false,
  sound: false,
  haptics: false,
  awake: false,
  language: "auto",
  favourites: ["freecell", "klondike", "pyramid", "spider"],
};

/** @type {Settings} */
export let settings = { ...DEFAULTS, ...remembered() };
// Only the server knows whether the question about verdicts is still unanswered.
settings.verdict ??= false;

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call `listener` after every change. @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** @returns {Partial<Settings>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // the storage is blocked or its content invalid, but the server has the settings
  }
}

/** @param {Partial<Settings>} change */
function take(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // If this fails, only the copy in the browser is lost.
  }
  const root = document.documentElement;
  root.dataset["theme"] = settings.theme;
  root.dataset["motion"] = settings.motion;
  root.dataset["back"] = settings.back;
  root.dataset["table"] = settings.table;
  root.dataset["suits"] = settings.deck.split("-")[1];
  root.classList.toggle("mirrored", settings.mirrored);
  for (const listener of listeners) listener();
}

/** Fetch the settings from the server. */
export async function loadSettings() {
  take({});
  take(await ask("GET", "/api/settings"));
}

/** Apply changed settings immediately and save them; report a failure. Return whether they are saved. @param {Partial<Settings>} change */
export async function saveSettings(change) {
  take(change);
  try {
    await ask("PUT", "/api/settings", change);
    return true;
  } catch (error) {
    regret(error, `${t("Your choice was not saved.")} `);
    return false;
  }
}

/** Whether this device has a touch screen. */
export const touch = matchMedia("(any-pointer: coarse)").matches;

/** Whether this device can vibrate; browsers on computers without a touch screen only claim it. */
export const canVibrate = "vibrate" in navigator && touch;

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return the duration of a card's animation in milliseconds; 0 if motion is off. */
export function pace() {
  if (still.matches || settings.motion === "off") return 0;
  return settings.motion === "fast" ? 90 : 170;
}
