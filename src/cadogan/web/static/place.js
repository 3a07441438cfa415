/** Addresses: the page may be below the root of its host, and requests may stay in the browser. */

const { dataset } = document.documentElement;

/** The part of each address above the page's own, such as "/cadogan". */
export const base = dataset["base"] ?? "";

/**
 * The files of the program that the page runs in this browser, by name; null if it has a server.
 *
 * @type {Record<string, {url: string, size: number}> | null}
 */
export const PROGRAM = JSON.parse(document.getElementById("program")?.textContent || "null");

/** The cause of an error that another try can only mend by loading the page again. */
export const RELOAD = "reload";

/** The name of what the page stores in this browser. */
export const STORE = `cadogan${base}`;

/** Return what the page has stored for its next start, or null. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`${STORE} ${name}`);
  } catch {
    return null; // the browser refuses its storage
  }
}

/** Store a text for the next start, if the browser permits it. @param {string} name @param {string} text */
export function retain(name, text) {
  try {
    localStorage.setItem(`${STORE} ${name}`, text);
  } catch {
    // The next start then does without it.
  }
}

/** Milliseconds that a page may still run while the player leaves it and its loads fail. */
export const LEAVING = 500;

/** The prefix of the addresses of the page's files. */
export const assets = dataset["static"] ?? "/static";

/** Return the address of one of the page's paths. @param {string} path */
export const href = (path) => base + path;

/**
 * The address of the public site, with a slash at its end; null if the program runs on this machine
 * and knows no site.
 */
export const SITE = dataset["site"] ?? (PROGRAM ? `${location.origin}${base}/` : null);

/** Return the page's path at the current address. */
export const here = () =>
  location.pathname.slice(base.length).replace(/^\/index\.html$/, "/") || "/";
