/** Fields for what a player chooses before the deal. */

/** @import {GameOption} from "./types.js" */
import { h } from "./dom.js";
import { SUITS, capital } from "./names.js";

let serial = 0;

/**
 * @param {GameOption[]} options
 * @param {Record<string, string>} [given] values to start with
 */
export function optionFields(options, given = {}) {
  /** @type {Record<string, () => string>} */
  const readers = {};
  const el = h("div", { class: "fields" });
  for (const option of options) {
    const value = given[option.name] ?? option.default;
    const make = isOrder(option) ? suitOrder : textField;
    const [field, read] = make(option, value);
    el.append(field);
    readers[option.name] = read;
  }
  return {
    el,
    read: () => Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read()])),
  };
}

/** Is it an order of the four suits? @param {GameOption} option */
function isOrder({ name, default: value }) {
  return name === "suits" || [...value].sort().join("") === "CDHS";
}

/** @param {GameOption} option @param {string} value @returns {[HTMLElement, () => string]} */
function textField(option, value) {
  const id = `option-${++serial}`;
  const digits = /^\d+$/.test(option.default);
  const input = h("input", {
    id, name: option.name, value, autocomplete: "off", spellcheck: "false",
    size: Math.max(6, option.default.length + 2), inputmode: digits ? "numeric" : "text",
    "aria-describedby": option.about ? `${id}-about` : null,
  });
  const field = h("div", { class: "field" },
    h("label", { for: id }, capital(option.name)), input,
    option.about ? h("p", { class: "about", id: `${id}-about` }, option.about) : null);
  return [field, () => input.value.trim()];
}

/** @param {GameOption} option @param {string} value @returns {[HTMLElement, () => string]} */
function suitOrder(option, value) {
  const order = [...value];
  const selects = order.map((suit, i) => h("select", {
    "aria-label": `Suit ${i + 1}`,
    onchange: () => {
      // The suit that was here goes where the new one came from.
      const now = selects[i]?.value ?? suit;
      const before = order[i] ?? suit;
      const other = order.indexOf(now);
      order[i] = now;
      const partner = selects[other];
      if (other !== i && partner) {
        order[other] = before;
        partner.value = before;
      }
    },
  }, ...Object.entries(SUITS).map(([letter, name]) =>
    h("option", { value: letter, selected: letter === suit }, name))));
  const field = h("fieldset", { class: "field order" }, h("legend", {}, capital(option.name)),
    ...selects, option.about ? h("p", { class: "about" }, option.about) : null);
  return [field, () => order.join("")];
}
