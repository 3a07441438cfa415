/**
 * Stubs of the browser objects that the page's scripts use while they load.
 *
 * This is not a browser: it draws, parses and focuses nothing. Tests in a browser do that.
 */

class Element {
  /** @type {(Element | string)[]} */
  children = [];
  attributes = new Map();
  listeners = new Map();
  dataset = {};
  style = { setProperty() {} };
  hidden = false;
  isConnected = true;

  constructor(tag = "") {
    this.tagName = tag.toUpperCase();
  }

  get classList() {
    const names = () => (this.attributes.get("class") ?? "").split(" ").filter(Boolean);
    const keep = (all) => this.attributes.set("class", [...new Set(all)].join(" "));
    return {
      contains: (name) => names().includes(name),
      add: (name) => keep([...names(), name]),
      remove: (name) => keep(names().filter((other) => other !== name)),
      toggle: (name, on) =>
        keep(
          names()
            .filter((other) => other !== name)
            .concat(on ? name : []),
        ),
    };
  }

  get textContent() {
    return this.children.map((one) => one.textContent ?? one).join("");
  }

  set textContent(text) {
    this.children = text ? [text] : [];
  }

  /** The element as HTML, with its attributes if it has any. */
  get html() {
    const inner = this.children.map((one) => one.html ?? one).join("");
    const given = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    const tag = this.tagName.toLowerCase();
    return tag ? `<${tag}${given}>${inner}</${tag}>` : inner;
  }

  get lastElementChild() {
    return this.children.filter((one) => one instanceof Element).at(-1) ?? null;
  }

  append(...more) {
    // Appending a fragment moves its children.
    this.children.push(...more.flatMap((one) => (one.tagName === "" ? one.children : [one])));
  }

  replaceChildren(...more) {
    this.children = [];
    this.append(...more);
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  addEventListener(name, listener) {
    this.listeners.set(name, listener);
  }

  querySelector() {
    return null;
  }

  querySelectorAll() {
    return [];
  }
}

/** The elements by id. @type {Map<string, Element>} */
export const found = new Map();
export const root = Object.assign(new Element("html"), { lang: process.env["PAGE_LANG"] ?? "en" });

/** Make an element. @param {string} tag */
export const element = (tag) => new Element(tag);

export const stored = new Map();
Object.assign(globalThis, {
  document: {
    documentElement: root,
    createElement: element,
    createElementNS: (_, tag) => element(tag),
    createDocumentFragment: () => element(""),
    getElementById: (id) => found.get(id) ?? null,
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener() {},
  },
  localStorage: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
  },
  addEventListener() {},
  matchMedia: () => ({ matches: false, addEventListener() {} }),
});
Object.defineProperty(globalThis, "navigator", { value: { languages: [root.lang] } });

/** Stub of the server: it gives its answers in turn, repeats the last one, and records the
 * requests. */
export class Server {
  /** @type {{method: string, path: string, body: any}[]} */
  requests = [];

  /** @param {...({status?: number, body?: any} | Error)} answers */
  constructor(...answers) {
    this.answers = answers;
    globalThis.fetch = async (path, { method = "GET", body, signal } = {}) => {
      this.requests.push({ method, path: String(path), body: body ? JSON.parse(body) : undefined });
      const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
      await this.before?.();
      if (signal?.aborted) throw new DOMException("aborted", "AbortError");
      if (answer instanceof Error) throw answer;
      const { status = 200, body: data = {} } = answer ?? {};
      return { ok: status < 400, status, json: async () => data };
    };
  }
}
