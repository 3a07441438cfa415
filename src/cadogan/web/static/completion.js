/** Completion and explanations in the text of a definition, based on its JSON Schema. */

/** @import {Context, Schema, Suggestion} from "./types.js" */

const HEADER = /^\s*\[\[?([A-Za-z][\w-]*(?:\.[\w-]+)*)\]\]?\s*(?:#.*)?$/;
const MOST = 80;

/** Remove the markup from a description. @param {string | undefined} text */
function plain(text) {
  return (text ?? "").replaceAll("\u0060\u0060", "").replace(/[.\s]+$/, "");
}

/** Return the table that the caret is in, from the lines before it. @param {string} before */
function tableAt(before) {
  const lines = before.split("\n");
  for (let i = lines.length - 2; i >= 0; i--) {
    const found = HEADER.exec(lines[i] ?? "");
    if (found) return (found[1] ?? "").split(".");
  }
  return [];
}

/**
 * Return the context of the caret: its table, and whether the user is typing a key or a value.
 *
 * @param {string} text
 * @param {number} caret
 * @returns {Context | null} null if there is nothing to complete, for instance in a comment
 */
export function contextAt(text, caret) {
  const before = text.slice(0, caret);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const header = /^\s*\[\[?([\w.-]*)$/.exec(line);
  if (header) {
    const parts = (header[1] ?? "").split(".");
    const typed = parts.pop() ?? "";
    return { kind: "header", path: parts, typed, from: caret - typed.length };
  }
  const table = tableAt(before);
  const key = /^\s*([\w.-]*)$/.exec(line);
  if (key) {
    const parts = (key[1] ?? "").split(".");
    const typed = parts.pop() ?? "";
    return { kind: "key", path: [...table, ...parts], typed, from: caret - typed.length };
  }
  const pair = /^\s*([\w-]+(?:\.[\w-]+)*)\s*=\s*/.exec(line);
  return (
    pair && within(line.slice(pair[0].length), [...table, ...(pair[1] ?? "").split(".")], caret)
  );
}

/** Return the context at the end of an unfinished value. @param {string} rest @param {string[]} path @param {number} caret @returns {Context | null} */
function within(rest, path, caret) {
  /** @type {{sign: string, key: string}[]} */
  const open = [];
  const token =
    /"((?:[^"\\]|\\.)*)("?)|'([^']*)('?)|([[{])|([\]}])|([\w.-]+)(\s*=)?|(,)|(#)|[^\S\n]+|./g;
  let last = 0;
  let typed = "";
  let word = false;
  for (const m of rest.matchAll(token)) {
    last = m.index + m[0].length;
    const [whole, double, ended, single, closed, opens, closes, bare, equals, comma, comment] = m;
    if (comment) return null;
    word = false;
    const top = open.at(-1);
    if (opens) open.push({ sign: opens, key: "" });
    else if (closes) open.pop();
    else if (comma && top) top.key = "";
    else if (bare !== undefined && equals && top) top.key = bare;
    else if (bare !== undefined) [word, typed] = [last === rest.length, bare];
    else if ((double !== undefined && !ended) || (single !== undefined && !closed)) {
      const text = double ?? single ?? "";
      return {
        kind: "value",
        path: steps(path, open),
        typed: text,
        from: caret - text.length,
        quoted: whole[0],
      };
    }
  }
  const top = open.at(-1);
  const inTable = top?.sign === "{" && !top.key;
  if (!word) {
    typed = "";
    if (/["'\]}\w]$/.test(rest.trimEnd())) return null; // the value is complete
  }
  const kind = inTable ? "key" : "value";
  return { kind, path: steps(path, open), typed, from: caret - typed.length, inline: inTable };
}

/** @param {string[]} path @param {{sign: string, key: string}[]} open */
function steps(path, open) {
  return [...path, ...open.flatMap(({ key }) => (key ? key.split(".") : []))];
}

/** The words that a schema allows, with their meanings. */
export class Words {
  /** @param {Schema} schema */
  constructor(schema) {
    this.schema = schema;
  }

  /** Return all alternatives of a schema, with references resolved. @param {Schema} schema @param {string} [description] @returns {Schema[]} */
  #each(schema, description = schema.description ?? "") {
    if (schema.$ref) {
      const named = this.schema.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? {};
      return this.#each(named, description || named.description);
    }
    if (schema.anyOf)
      return schema.anyOf.flatMap((one) => this.#each(one, one.description || description));
    return [{ ...schema, description }];
  }

  /** Return the schemas of the value at a path. @param {string[]} path @returns {Schema[]} */
  #at(path) {
    let found = this.#each(this.schema);
    for (const key of path) {
      found = found
        .flatMap((one) => (one.items ? [...this.#each(one.items), one] : [one]))
        .flatMap((one) => {
          const known = one.properties?.[key];
          if (known) return this.#each(known);
          return typeof one.additionalProperties === "object"
            ? this.#each(one.additionalProperties)
            : [];
        });
    }
    return found;
  }

  /**
   * Return suggestions at the caret, best match first.
   *
   * @param {Context} context
   * @param {Set<string>} written keys that the table already has
   * @returns {Suggestion[]}
   */
  suggest(context, written) {
    const all = context.kind === "value" ? this.#values(context) : this.#keys(context, written);
    const typed = context.typed.toLowerCase();
    /** @param {Suggestion} one */
    const rank = ({ word }) => {
      const at = word.toLowerCase().indexOf(typed);
      return at === 0 ? 0 : at > 0 && /\W/.test(word[at - 1] ?? "") ? 1 : at > 0 ? 2 : 3;
    };
    const near = all
      .filter((one) => rank(one) < 3)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MOST);
    return near.length === 1 && near[0]?.word === context.typed ? [] : near;
  }

  /** @param {Context} context @param {Set<string>} written @returns {Suggestion[]} */
  #keys({ kind, path, inline }, written) {
    /** @type {Map<string, Suggestion>} */
    const found = new Map();
    for (const one of this.#at(path).flatMap((one) =>
      one.items ? this.#each(one.items) : [one],
    )) {
      for (const [word, schema] of Object.entries(one.properties ?? {})) {
        const forms = this.#each(schema);
        const table = forms.every((form) => form.type === "object");
        if (found.has(word) || (kind === "header" && !forms.some((form) => form.type === "object")))
          continue;
        if (written.has(word) && kind === "key") continue;
        const about = plain(schema.description || forms[0]?.description);
        const insert =
          kind === "header"
            ? `${word}]`
            : table && !inline && !path.length
              ? `[${word}]`
              : `${word} = `;
        found.set(word, { word, insert, about });
      }
    }
    return [...found.values()];
  }

  /** @param {Context} context @returns {Suggestion[]} */
  #values({ path, quoted }) {
    /** @type {Map<string, Suggestion>} */
    const found = new Map();
    /** @param {unknown} value @param {string} [about] */
    const add = (value, about) => {
      const word = String(value);
      if (!word || found.has(word) || (quoted && typeof value !== "string")) return;
      const insert = typeof value !== "string" ? word : quoted ? `${word}${quoted}` : `"${word}"`;
      found.set(word, { word, insert, about: plain(about) });
    };
    for (const one of this.#at(path).flatMap((some) =>
      some.items ? [some, ...this.#each(some.items)] : [some],
    )) {
      if (one.type === "boolean") for (const value of [true, false]) add(value);
      for (const value of one.enum ?? []) add(value);
      for (const { const: value, description } of one.oneOf ?? [])
        if (value !== undefined) add(value, description);
    }
    return [...found.values()];
  }

  /** Return the meaning of the key at a path, or "". @param {string[]} path @param {boolean} [named] whether the key may be a name chosen by the author */
  meaning(path, named = true) {
    const last = path.at(-1) ?? "";
    if (
      !named &&
      !this.#at(path.slice(0, -1)).some(({ properties }) => properties && last in properties)
    )
      return "";
    return plain(this.#at(path).find(({ description }) => description)?.description);
  }

  /** Return the meaning of a phrase at a path, or "". @param {string[]} path @param {string} phrase */
  phrase(path, phrase) {
    return (
      this.#values({ kind: "value", path, typed: "", from: 0 }).find(({ word }) => word === phrase)
        ?.about ?? ""
    );
  }
}

/** Return the keys in the table around the caret, except the key on the caret's line. @param
 * {string} text @param {number} caret */
export function keysBeside(text, caret) {
  const lines = text.split("\n");
  const own = text.slice(0, caret).split("\n").length - 1;
  let first = own;
  while (first > 0 && !HEADER.test(lines[first - 1] ?? "")) first -= 1;
  const found = new Set();
  for (let i = first; i < lines.length && (i <= own || !HEADER.test(lines[i] ?? "")); i++) {
    const key = i === own ? null : /^\s*([\w-]+)\s*=/.exec(lines[i] ?? "");
    if (key) found.add(key[1] ?? "");
  }
  return found;
}
