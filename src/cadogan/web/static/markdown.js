/** Renderer for the Markdown subset of the rules pages. */

import { h } from "./dom.js";

/**
 * Convert headings, paragraphs, lists, *emphasis* and **strong** to DOM nodes; anything else is
 * plain text.
 *
 * @param {string} text
 */
export function markdown(text) {
  const out = document.createDocumentFragment();
  for (const block of text.replaceAll("\r", "").split(/\n\s*\n/)) {
    /** @type {string[]} */
    let prose = [];
    /** @type {HTMLUListElement | null} */
    let list = null;
    const flush = () => {
      if (prose.length) out.append(h("p", {}, inline(prose.join(" "))));
      prose = [];
    };
    for (const line of block.split("\n")) {
      const head = /^(#{1,3}) (.*)$/.exec(line);
      const item = /^[-*] (.*)$/.exec(line);
      if (head) {
        flush();
        list = null;
        const level = (head[1] ?? "").length;
        out.append(h(level === 1 ? "h2" : level === 2 ? "h3" : "h4", {}, inline(head[2] ?? "")));
      } else if (item) {
        flush();
        if (!list) {
          list = h("ul");
          out.append(list);
        }
        list.append(h("li", {}, inline(item[1] ?? "")));
      } else if (list?.lastElementChild && /^\s+\S/.test(line)) {
        list.lastElementChild.append(" ", inline(line.trim()));
      } else if (line.trim()) {
        list = null;
        prose.push(line.trim());
      }
    }
    flush();
  }
  return out;
}

/** Keep percent signs on the same line as their numbers. @param {string} text */
export function tied(text) {
  return text.replaceAll(" %", "\u00a0%");
}

/** @param {string} words */
function inline(words) {
  const text = tied(words);
  const out = document.createDocumentFragment();
  let last = 0;
  for (const m of text.matchAll(/\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\u0060([^\u0060]+)\u0060/g)) {
    out.append(text.slice(last, m.index));
    if (m[1]) out.append(h("strong", {}, m[1]));
    else if (m[2]) out.append(h("em", {}, m[2]));
    else out.append(h("code", {}, m[3] ?? ""));
    last = m.index + m[0].length;
  }
  out.append(text.slice(last));
  return out;
}
