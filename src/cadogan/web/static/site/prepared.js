/** Answers that need no program: data of the build, and what an earlier visit has stored. */

import { language } from "../i18n.js";
import { here, PROGRAM, STORE } from "../place.js";

/** Requests whose last answers are stored for the start of the next visit. */
const STORED = new Set(["/api/settings", "/api/plays", "/api/played"]);
/** What a player has before the first visit. @type {Record<string, string>} */
const NOTHING = {
  "/api/settings": "{}",
  "/api/plays": '{"plays":[],"notice":null}',
  "/api/played": '{"games":{},"own":false}',
};

/** @param {string} path */
const stored = (path) => localStorage.getItem(`${STORE} ${path}`) ?? NOTHING[path] ?? null;

/** Store an answer for the start of the next visit. @param {string} path @param {string} answer */
export function remember(path, answer) {
  if (!STORED.has(path)) return;
  try {
    localStorage.setItem(`${STORE} ${path}`, answer);
  } catch {
    // The next visit then starts with older answers.
  }
}

/**
 * Return the JSON text of an answer without the program, or null if only the program has it.
 *
 * @param {string} path
 * @param {((path: string) => Promise<string>) | null} ask asks the program, if it is running
 * @returns {Promise<string | null>}
 */
export async function prepared(path, ask) {
  if (path === "/api/games") return games(await (ask ? ask("/api/played") : stored("/api/played")));
  const picture = /^\/api\/pictures\/([^/?]+)$/.exec(path);
  if (picture) {
    const one = (await pictures())?.[decodeURIComponent(picture[1] ?? "")];
    return one ? JSON.stringify(one) : null;
  }
  // A board must come from the current plays.
  if (ask || (path === "/api/plays" && here() !== "/")) return null;
  return STORED.has(path) ? stored(path) : null;
}

/** Return the list of games with the player's results. @param {string | null} answer to `/api/played` */
async function games(answer) {
  const played = JSON.parse(answer ?? "null");
  const text = await data(`games.${language}.json`);
  if (!text || !played || played.own) return null; // only the program knows the user's own games
  const list = JSON.parse(text);
  for (const game of list.games) Object.assign(game, played.games[game.id]);
  return JSON.stringify(list);
}

/** @param {string} name */
async function data(name) {
  const file = PROGRAM?.[name];
  return file ? (await fetch(file.url)).text() : null;
}

/** @type {Promise<any> | undefined} */
let drawn;
const pictures = () =>
  (drawn ??= data(`pictures.${language}.json`).then((text) => text && JSON.parse(text)));
