/** The language of the page: English in the code, any other in a file of its own. */

/** Its code, as the server wrote it into the page. */
export let language = document.documentElement.lang;
/** What English texts are in it. @type {Record<string, string>} */
let texts = {};
if (language !== "en") {
  try {
    ({ texts } = await import(`./locales/${language}.js`));
  } catch {
    document.documentElement.lang = language = "en"; // better than nothing
  }
}
/** The same with the country whose habits the browser follows: of British dates the day comes first. */
export const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;

/**
 * Return an English text in the language of the page. Of "{n} card|{n} cards" the first is for one.
 *
 * @param {string} english
 * @param {Record<string, unknown>} [values] what stands for the names in it
 */
export function t(english, values = {}) {
  const [one = "", many = one] = (texts[english] ?? english).split("|");
  return (values["n"] === 1 ? one : many).replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
}
