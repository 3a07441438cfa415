/** Boards to look at while Python loads: the last view of a play, or a deal that the page makes itself. */

import { language } from "../i18n.js";
import { PROGRAM, recall, retain } from "../place.js";
import { isOwn } from "./prepared.js";

/** @import {View} from "../types.js" */

const MASK = (1n << 62n) - 1n;
const LAST = "views";
const KEPT = 4; // views
const LONGEST = 20_000; // letters of a carried play, because a longer one may unpack to too much

/** Return a well-mixed 62-bit hash; it must agree with `mix` in `cadogan.state.state`. @param {bigint} x */
function mix(x) {
  let y = ((x ^ (x >> 32n)) * 0x2c8148c08017d353n) & MASK;
  y = ((y ^ (y >> 29n)) * 0x2545f4914f6cdd1dn) & MASK;
  return y ^ (y >> 32n);
}

/** Shuffle a pack with the number of a deal, as `cadogan.model.dealing.deal` does. @param {string[]} pack @param {string} number */
export function shuffled(pack, number) {
  const cards = [...pack];
  let key = mix(BigInt(number));
  for (let i = cards.length - 1; i > 0; i -= 1) {
    key = (key + 0x1e3779b97f4a7c15n) & MASK;
    const j = Number(mix(key) % BigInt(i + 1));
    [cards[i], cards[j]] = [/** @type {string} */ (cards[j]), /** @type {string} */ (cards[i])];
  }
  return cards;
}

/** Return the piles of a deal. @param {any} start the build's data for a game @param {string} number */
export function pilesOf(start, number) {
  const rest = shuffled(start.pack, number);
  for (const card of start.placed) rest.splice(rest.indexOf(card), 1);
  return Object.fromEntries(
    Object.entries(start.piles).map(([name, pile]) => [
      name,
      pile.map((/** @type {number | string | null} */ place) =>
        place === null ? "??" : typeof place === "number" ? rest[place] : place,
      ),
    ]),
  );
}

/** Store a view for the next visit. @param {View} view */
export function keep(view) {
  const { address } = view.game;
  const others = views().filter((one) => one.game.address !== address);
  retain(LAST, JSON.stringify([view, ...others].slice(0, KEPT)));
}

/** @returns {View[]} */
const views = () => JSON.parse(recall(LAST) ?? "[]");

/**
 * Return a view of a deal without its moves, or null if the page cannot know the cards.
 *
 * @param {string} game
 * @param {string} deal
 * @param {string} address the path of the deal, with its options
 * @returns {Promise<View | null>}
 */
export async function preview(game, deal, address) {
  const last = views().find((one) => one.game.address === address);
  if (last) return { ...last, moves: [] };
  return dealt(game, deal, address);
}

/**
 * Return a view of the deal of a carried play, or null if the page cannot know the cards.
 *
 * @param {string} word see `cadogan.session.carried`
 */
export async function previewCarried(word) {
  const { game, deal, options } = await beginning(word);
  const address = `/play/${encodeURIComponent(game)}/${encodeURIComponent(deal)}`;
  return Object.keys(options).length ? null : dealt(game, deal, address);
}

/**
 * Return the game, the options and the deal in a carried play. The program later reports a damaged
 * word; here it only has no game.
 *
 * @param {string} word
 * @returns {Promise<{game: string, options: object, deal: string}>}
 */
export async function beginning(word) {
  const none = { game: "", options: {}, deal: "" };
  if (!word.startsWith("1") || word.length > LONGEST) return none;
  try {
    const packed = atob(word.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const { readable, writable } = new DecompressionStream("deflate");
    // The reader reports a damaged word. Firefox would report it again for the writer, and for a
    // `Response` that reads the stream.
    const writer = writable.getWriter();
    for (const done of [writer.closed, writer.write(bytes), writer.close()])
      done.catch(() => undefined);
    const reader = readable.getReader();
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parts.push(part.value);
    const [, , game, options, deal] = JSON.parse(await new Blob(parts).text());
    return { game: String(game), options: Object(options), deal: String(deal) };
  } catch {
    return none;
  }
}

/**
 * Return a view of a deal at its start, or null if the page cannot know the cards.
 *
 * @param {string} game
 * @param {string} deal
 * @param {string} address
 * @returns {Promise<View | null>}
 */
async function dealt(game, deal, address) {
  const file = PROGRAM?.[`start.${language}`];
  if (!file || address.includes("?") || !/^[1-9][0-9]{0,11}$/.test(deal)) return null;
  if (await isOwn(game)) return null;
  const answer = await fetch(`${file.url}/${encodeURIComponent(game)}.json`);
  if (!answer.ok) return null;
  const start = await answer.json();
  if (!start) return null;
  return /** @type {View} */ ({
    ...start,
    play: "",
    revision: -1,
    game: { id: game, name: start.name, options: {}, deal, address },
    piles: pilesOf(start, deal),
    practice: false,
    wasWon: false,
    seconds: 0,
    notice: null,
    steps: 0,
    canUndo: false,
    canRedo: false,
    canAuto: false,
    canFinish: false,
    said: "",
    changed: [],
    auto: [],
    score: null,
    won: false,
    over: false,
    luck: false,
    moves: [],
  });
}
