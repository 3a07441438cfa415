/** Search for games by kind, and by name with the same rules as the command line. */

/** @import {GameInfo, Traits} from "./types.js" */

/** Letters that have no base letter, and how people usually type them. @type {Record<string,
 * string>} */
const LETTERS = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  "&": " and ",
};
const ARTICLES = new Set("the a an la le les l der die das el los las il lo".split(" "));

/** Reduce a text to lower-case letters and digits without accents, with one space between words. @param {string} text */
export function fold(text) {
  return text
    .replace(/['\u0060\u00b4\u02bc\u2018\u2019]/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[æœøßłđðþ&]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Fold a text and remove its spaces. @param {string} text */
export function joined(text) {
  return fold(text).replaceAll(" ", "");
}

/** Fold a text and remove its article and its spaces. @param {string} text */
export function bare(text) {
  let words = fold(text.replace(/^\s*l['\u0060\u00b4\u02bc\u2018\u2019]/i, "")).split(" ");
  if (words.length > 1 && ARTICLES.has(words[0] ?? "")) words = words.slice(1);
  if (words.length > 1 && ARTICLES.has(words.at(-1) ?? "") && /,\s*\S+\s*$/.test(text))
    words = words.slice(0, -1);
  return words.join("");
}

/**
 * Return a function that tests whether the names of a game match a text.
 *
 * @param {string} text as typed
 * @param {boolean} loosely whether to tolerate typing errors
 * @returns {(names: string[]) => boolean}
 */
export function sought(text, loosely) {
  const words = fold(text).split(" ").filter(Boolean);
  const forms = [joined, bare].map((form) => ({ form, short: form(text) }));
  return (names) => {
    const all = ` ${fold(names.join(" "))}`;
    if (loosely) return words.every((word) => all.split(" ").some((known) => isSlip(word, known)));
    return (
      words.every((word) => all.includes(` ${word}`) || (word.length > 2 && all.includes(word))) ||
      forms.some(
        ({ form, short }) => short.length > 2 && names.some((name) => form(name).includes(short)),
      )
    );
  };
}

/** Return whether two words differ by one or two typing errors. @param {string} word @param {string} known */
export function isSlip(word, known) {
  const most = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  if (Math.abs(word.length - known.length) > most) return false;
  /** The number of typing errors between a prefix of one word and each prefix of the other. */
  let [before, row] = [
    /** @type {number[]} */ ([]),
    Array.from({ length: known.length + 1 }, (_, i) => i),
  ];
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= known.length; j++) {
      const same = word[i - 1] === known[j - 1];
      let least = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      // Two transposed letters are one error.
      if (word[i - 1] === known[j - 2] && word[i - 2] === known[j - 1])
        least = Math.min(least, (before[j - 2] ?? 9) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return (row[known.length] ?? 9) <= most;
}

/** An interval for the odds that is wider than this is too rough for a filter. */
const ROUGH = 0.25;

/** Return the chance of winning a game: the measured odds or, without them, the published ones. @param {GameInfo} game @param {Traits | undefined} traits */
function chanceOf({ measured }, traits) {
  const exact = measured && measured.high < measured.low + ROUGH;
  const odds = exact ? (measured.low + measured.high) / 2 : (traits?.odds ?? null);
  if (odds === null) return "none";
  if (odds > 0.75) return "high";
  return odds < 0.25 ? "low" : "even";
}

/**
 * Return whether a game passes the filters.
 *
 * @param {GameInfo} game
 * @param {Traits | undefined} traits undefined: not loaded yet
 * @param {Record<string, string>} wishes by filter; "" is any
 */
export function isWished(game, traits, wishes) {
  /** @type {Record<string, string | undefined>} */
  const is = {
    family: game.family,
    packs: String(game.decks),
    length: traits?.length,
    luck: traits?.luck,
    chance: chanceOf(game, traits),
  };
  return Object.entries(wishes).every(([name, value]) => !value || value === is[name]);
}
