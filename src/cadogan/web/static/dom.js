/** Helpers for DOM elements. */

/** @import {Attr} from "./types.js" */

/**
 * Create an element: `onclick: f` adds a listener, `class: "a b"` sets an attribute, `hidden: true`
 * sets a Boolean attribute.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attr>} [attrs]
 * @param {...(Node | string | null | undefined | false)} children
 */
export function h(tag, attrs = {}, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(attrs)) {
    if (typeof value === "function") el.addEventListener(key.slice(2), value);
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      el.setAttribute(key, String(value));
    }
  }
  for (const child of children) if (child) el.append(child);
  return el;
}

/** Create an SVG element. @param {string} tag @param {Record<string, string | number>} attrs @param {...Node} children */
export function shape(tag, attrs, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attrs)) el.setAttribute(key, String(value));
  el.append(...children);
  return el;
}

/** Set or remove an attribute, writing only when it changes. @param {Element} el @param {string} name @param {string | null} value */
export function put(el, name, value) {
  if (value === null) el.removeAttribute(name);
  else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}

/** Set a text only if it differs, to avoid a page layout. @param {Element} el @param {string} text */
export function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/** The icon paths on a 24-unit square; icons-extra.js adds icons that the first board does not
 * need. @type {Record<string, string>} */
export const STROKES = {
  games: "M4 5h7v14H4zM14 6.5l5.5 1.5-3 11-2.5-.7",
  undo: "M9 7 4 12l5 5M4.5 12H15a5 5 0 0 1 0 10h-2",
  redo: "m15 7 5 5-5 5M19.5 12H9a5 5 0 0 0 0 10h2",
  up: "M12 20V7M6 12l6-6 6 6M5 3h14",
  fresh: "M12 5v14M5 12h14",
  again: "M5 12a7 7 0 1 0 2.3-5.2M5 4v4h4",
  more: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  deal: "M4 8h9v12H4zM8 8V4h9v12h-4M18 9h3M18 13h3",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z",
};

/** @param {string} name one of the strokes above */
export function icon(name) {
  return shape(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    shape("path", { d: STROKES[name] ?? "" }),
  );
}

/** Create a button with a label. @param {string} label @param {() => void} onclick @param {string} [rank] `main` is the default action */
export function button(label, onclick, rank = "quiet") {
  return h("button", { type: "button", class: rank, onclick }, label);
}

/**
 * Create a button with an icon and a label; screen readers speak the label even if only the icon is
 * visible.
 *
 * @param {string} glyph
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, Attr>} [attrs]
 * @param {...(Node | string | false)} more after the label
 */
export function iconButton(glyph, label, onclick, attrs = {}, ...more) {
  return h(
    "button",
    { type: "button", class: "tool", title: label, onclick, ...attrs },
    icon(glyph),
    h("span", { class: "label" }, label),
    ...more,
  );
}

/** Create a close button with a cross. @param {string} label @param {() => void} onclick */
export function cross(label, onclick) {
  return h(
    "button",
    { type: "button", class: "tool plain", title: label, "aria-label": label, onclick },
    icon("close"),
  );
}

/** Disable a button without taking the focus from it. @param {Element} button @param {boolean} value */
export function off(button, value) {
  put(button, "aria-disabled", value ? "true" : null);
}

/** Close all open panels. */
export function closePanels() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
