/** Answers that need no program: data from the build, and what an earlier visit has stored. */

import { language } from "../i18n.js";
import { here, PROGRAM, recall, retain } from "../place.js";

/** Requests for the lists that change with every play. */
export const LISTS = ["/api/plays", "/api/played"];
/** Requests whose last answers are stored for the start of the next visit. */
const STORED = new Set(["/api/settings", ...LISTS]);
/** What a player has before the first visit. @type {Record<string, string>} */
const NOTHING = {
  "/api/settings": "{}",
  "/api/plays": '{"plays":[],"notice":null}',
  "/api/played": '{"games":{},"own":false}',
};

/** @param {string} path */
const stored = (path) => JSON.parse(recall(path) ?? NOTHING[path] ?? "null");

/** Store an answer for the start of the next visit. @param {string} path @param {string} answer */
export function remember(path, answer) {
  if (STORED.has(path)) retain(path, answer);
}

/**
 * Return an answer without the program, or null if only the program has it.
 *
 * @param {string} path
 * @param {((path: string) => Promise<any>) | null} ask asks the program, if it is running
 * @returns {Promise<any>}
 */
export async function prepared(path, ask) {
  if (path === "/api/games") return games(await (ask ? ask("/api/played") : stored("/api/played")));
  const picture = /^\/api\/pictures\/([^/?]+)$/.exec(path);
  if (picture) return drawing(decodeURIComponent(picture[1] ?? ""));
  // A board must come from the current plays.
  if (ask || (path === "/api/plays" && here() !== "/")) return null;
  return STORED.has(path) ? stored(path) : null;
}

/** Return the list of all games, or null if it cannot be fetched. */
export const catalogue = () => data(`games.${language}.json`);

/** Return whether a game may be the player's own, so that the build has no files about it. @param {string} id */
export async function isOwn(id) {
  if (!stored("/api/played").own) return false;
  const list = await catalogue();
  return !list?.games.some((/** @type {any} */ game) => game.id === id);
}

/** Return the list of games with the player's results. @param {any} played the answer to `/api/played` */
async function games(played) {
  const list = await catalogue();
  if (!list || !played || played.own) return null; // only the program knows the user's own games
  return {
    games: list.games.map((/** @type {any} */ game) => ({ ...game, ...played.games[game.id] })),
  };
}

/** Return a game's picture from the file of its family. @param {string} id */
async function drawing(id) {
  const list = await catalogue();
  const game = list?.games.find((/** @type {any} */ one) => one.id === id);
  return (game && (await data(`pictures.${language}`, `/${game.drawn}.json`))?.[id]) ?? null;
}

/** The files that the page has fetched, by address. @type {Map<string, Promise<any>>} */
const files = new Map();

/**
 * Return the content of a file, or null if it cannot be fetched.
 *
 * @param {string} name
 * @param {string} [inside] the rest of the address, for a file in a folder
 * @returns {Promise<any>}
 */
async function data(name, inside = "") {
  const address = PROGRAM?.[name] && PROGRAM[name].url + inside;
  if (!address) return null;
  const known =
    files.get(address) ??
    fetch(address).then(
      (answer) => (answer.ok ? answer.json() : null),
      () => null,
    );
  files.set(address, known);
  const content = await known;
  if (!content) files.delete(address); // the next request tries again
  return content;
}
