/** Editor for the text of a definition, with syntax colours, line numbers, error marks and suggestions. */

/** @import {Suggestion} from "./types.js" */

import { h, put } from "./dom.js";
import { t } from "./i18n.js";

/** Tokens to colour; the CSS class is "is-" followed by the token's name. */
const TOKENS =
  /(?<remark>#.*$)|(?<head>^\s*\[\[?[^\]"]*\]\]?(?=\s*(?:#|$)))|(?<text>"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?<key>[A-Za-z_][\w.-]*(?=\s*=))|(?<number>\b(?:true|false|-?\d[\d.]*)\b)/g;

/** @param {string} text @returns {(Node | string)[]} */
function painted(text) {
  /** @type {(Node | string)[]} */
  const out = [];
  let last = 0;
  for (const m of text.matchAll(TOKENS)) {
    const kind = Object.entries(m.groups ?? {}).find(([, some]) => some !== undefined)?.[0] ?? "";
    out.push(text.slice(last, m.index), h("span", { class: `is-${kind}` }, m[0]));
    last = m.index + m[0].length;
  }
  out.push(text.slice(last));
  return out;
}

/**
 * Create the editor. The text itself is in a plain textarea that grows with its lines. A layer
 * below it shows the same text in colour. So the textarea behaves as usual, and the Tab key leaves
 * it.
 *
 * @param {{label: string, describedby: string, changed: () => void, moved: () => void}} how
 */
export function editor({ label, describedby, changed, moved }) {
  const paint = h("div", { class: "paint", "aria-hidden": "true" });
  const mark = h("span", { class: "wrong", hidden: true });
  const list = h("ul", {
    class: "offers",
    id: "offers",
    role: "listbox",
    "aria-label": t("Suggestions"),
    hidden: true,
  });
  const area = h("textarea", {
    id: "definition",
    "aria-label": label,
    "aria-describedby": describedby,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    autocorrect: "off",
    wrap: "off",
    "aria-autocomplete": "list",
    oninput: () => {
      draw();
      changed();
    },
  });
  const el = h(
    "div",
    { class: "editor" },
    h("div", { class: "sheet", lang: "en" }, paint, mark, area, list),
  );
  /** @type {string[]} */
  let lines = [];
  let wrongLine = 0;

  /** Repaint the lines that have changed. */
  function draw() {
    const next = area.value.split("\n");
    // leave equal lines at both ends unchanged
    let head = 0;
    while (head < Math.min(next.length, lines.length) && next[head] === lines[head]) head += 1;
    let tail = 0;
    while (
      tail < Math.min(next.length, lines.length) - head &&
      next.at(-1 - tail) === lines.at(-1 - tail)
    )
      tail += 1;
    const after = paint.children[lines.length - tail] ?? null;
    for (let i = head; i < lines.length - tail; i++) paint.children[head]?.remove();
    for (const text of next.slice(head, next.length - tail)) {
      paint.insertBefore(h("div", { class: "line" }, ...painted(text)), after);
    }
    lines = next;
  }

  /** @param {number} line from 1 @param {number} column from 1 */
  const offset = (line, column) =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;

  for (const type of ["keyup", "click", "focus"]) area.addEventListener(type, () => moved());

  const api = {
    el,
    area,
    get text() {
      return area.value;
    },
    /** Replace the text in a way that the browser's undo can revert. @param {string} text @param {boolean} [fresh] whether it is the first text */
    set(text, fresh = false) {
      if (area.value === text) return;
      if (fresh) area.value = text;
      else api.replace(0, area.value.length, text);
      draw();
      if (fresh) area.setSelectionRange(0, 0);
    },
    /** @param {number} start @param {number} end @param {string} text */
    replace(start, end, text) {
      area.focus({ preventScroll: true });
      area.setSelectionRange(start, end);
      // the browser's own undo can revert only this kind of change
      if (!document.execCommand("insertText", false, text)) {
        area.setRangeText(text, start, end, "end");
        area.dispatchEvent(new Event("input"));
      }
    },
    /** Mark an error; line 0 removes the mark. @param {number} line @param {number} column @param {number} length */
    mark(line, column, length) {
      paint.children[wrongLine - 1]?.classList.remove("bad");
      wrongLine = line;
      paint.children[line - 1]?.classList.add("bad");
      mark.hidden = !line || !length;
      mark.style.setProperty("--line", String(line - 1));
      mark.style.setProperty("--column", String(column - 1));
      mark.style.setProperty("--length", String(length));
    },
    /** Go to a place. @param {number} line @param {number} column @param {number} length */
    go(line, column, length) {
      const at = offset(line, column);
      area.focus({ preventScroll: true });
      area.setSelectionRange(at, at + length);
      const { height } = paint.children[line - 1]?.getBoundingClientRect() ?? { height: 0 };
      el.scrollTo({ top: (line - 1) * height - el.clientHeight / 3, left: 0 });
      el.scrollIntoView({ block: "nearest" });
      moved();
    },
    offers: offers(area, list, (start, text) => api.replace(start, area.selectionStart, text)),
  };
  return api;
}

/**
 * Show suggestions below the caret. None is chosen until the user presses an arrow key, so the Enter
 * key keeps its meaning.
 *
 * @param {HTMLTextAreaElement} area
 * @param {HTMLUListElement} list
 * @param {(start: number, text: string) => void} take
 */
function offers(area, list, take) {
  /** @type {Suggestion[]} */
  let all = [];
  let at = -1;
  let from = 0;

  /** @param {number} next */
  function choose(next) {
    list.children[at]?.removeAttribute("aria-selected");
    at = next;
    const item = list.children[at];
    put(area, "aria-activedescendant", item ? item.id : null);
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
  }
  function close() {
    all = [];
    at = -1;
    list.hidden = true;
    put(area, "aria-activedescendant", null);
    put(area, "aria-controls", null);
  }
  /** @param {number} i */
  function accept(i) {
    const one = all[i];
    close();
    if (one) take(from, one.insert);
  }

  area.addEventListener("keydown", (event) => {
    if (!all.length) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp")
      choose(
        (at + (key === "ArrowDown" ? 1 : all.length) + (at < 0 && key === "ArrowUp" ? 1 : 0)) %
          all.length,
      );
    else if (key === "Enter" && at >= 0) accept(at);
    else if (key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  area.addEventListener("blur", close);
  // A click on a suggestion must not move the focus, because the list closes on blur.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("li");
    if (item) accept([...list.children].indexOf(item));
  });

  return {
    close,
    get open() {
      return all.length > 0;
    },
    /** @param {Suggestion[]} found @param {number} start the start of the typed word @param {boolean} first whether to choose the first */
    show(found, start, first) {
      if (!found.length) return close();
      [all, from] = [found, start];
      at = -1;
      list.replaceChildren(
        ...found.map(({ word, about }, i) =>
          h(
            "li",
            { role: "option", id: `offer-${i}`, "aria-selected": null },
            h("code", {}, word),
            about && h("span", {}, about),
          ),
        ),
      );
      const before = area.value.slice(0, start);
      const line = before.split("\n").length;
      list.style.setProperty("--line", String(line));
      list.style.setProperty("--column", String(start - before.lastIndexOf("\n") - 1));
      list.hidden = false;
      list.classList.remove("over");
      // show the list of suggestions above the line if there is more room
      const [mine, all_] = [
        list.getBoundingClientRect(),
        /** @type {Element} */ (list.closest(".editor")).getBoundingClientRect(),
      ];
      list.classList.toggle(
        "over",
        mine.bottom > all_.bottom && mine.top - all_.top > all_.bottom - mine.top,
      );
      put(area, "aria-controls", list.id);
      choose(first ? 0 : -1);
    },
  };
}
