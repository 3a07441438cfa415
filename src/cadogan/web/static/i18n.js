/** The language of the page: English in the code, any other in a module that the server makes of its catalogue. */

/** The names of all languages by their codes, as the server wrote them into the page. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset["languages"] ?? "{}");
/** The code of its own. */
export let language = document.documentElement.lang;
/** Translations of English texts; of what is counted, by the English singular, one for each form. @type {Record<string, string | string[]>} */
let texts = {};
/** The place of the form for a number. @type {(n: number) => number} */
let plural = (n) => Number(n !== 1);
if (language !== "en") {
  try {
    ({ texts, plural } = await import(`./locales/${language}.js`));
  } catch {
    document.documentElement.lang = language = "en"; // better than nothing
  }
}
/** The same with the country whose habits the browser follows: of British dates the day comes first. */
export const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;

/**
 * Return an English text in the language of the page.
 *
 * @param {string} english
 * @param {Record<string, unknown>} [values] what stands for the names in it
 */
export function t(english, values = {}) {
  return filled(texts[english] ?? english, values);
}

/**
 * Return a text that counts something in the language of the page, in the form for `values.n`.
 *
 * @param {string} one the English text for one
 * @param {string} many the English text for any other number
 * @param {Record<string, unknown>} values what stands for the names in it
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
