/** Language of the page. English texts are in the code; for other languages the server builds a module from the catalogue. */

import { PROGRAM, recall } from "./place.js";

/** The names of all languages by code, which the server inserts into the page. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset["languages"] ?? "{}");
/** The code of the page's language. */
export let language = PROGRAM ? chosen() : document.documentElement.lang;
document.documentElement.lang = language;
if (PROGRAM && language !== "en") {
  // The installed page has the description of its language.
  const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
  link.href = link.href.replace(/webmanifest$/, `${language}.webmanifest`);
}
/** Translations, keyed by the English text. A string with a number has all its plural forms, keyed by the English singular. @type {Record<string, string | string[]>} */
let texts = {};
/** The index of the plural form for a number. @type {(n: number) => number} */
let plural = (n) => Number(n !== 1);
if (language !== "en") {
  try {
    ({ texts, plural } = await import(`./locales/${language}.js`));
  } catch {
    document.documentElement.lang = language = "en"; // fall back to English
  }
}

/** Return the language of a page without a server: that of the settings, or of the browser. */
function chosen() {
  const { language: setting } = JSON.parse(recall("/api/settings") ?? "{}");
  return (
    [setting, ...navigator.languages.map((one) => one.slice(0, 2)), "en"].find(
      (one) => one in LANGUAGES,
    ) ?? "en"
  );
}

/** The language with the browser's region, which determines the format of dates. */
export const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;

/**
 * Translate an English text into the page's language.
 *
 * @param {string} english
 * @param {Record<string, unknown>} [values] for the placeholders in the text
 */
export function t(english, values = {}) {
  return filled(texts[english] ?? english, values);
}

/**
 * Translate a text with a number, in the plural form for `values.n`.
 *
 * @param {string} one the English singular
 * @param {string} many the English plural
 * @param {Record<string, unknown>} values for the placeholders in the text
 */
export function tn(one, many, values) {
  const n = Number(values["n"]);
  const forms = texts[one];
  return filled(
    (Array.isArray(forms) ? forms[plural(n)] : undefined) ?? (n === 1 ? one : many),
    values,
  );
}

/** @param {string | string[]} text @param {Record<string, unknown>} values */
const filled = (text, values) => String(text).replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
