/** Form for the options of a game; house rules are collapsed. */

/** @import {GameOption} from "./types.js" */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { capital, SUITS } from "./names.js";

let serial = 0;

/**
 * @param {GameOption[]} options
 * @param {Record<string, string>} [given] initial values
 * @param {boolean} [open] whether the house rules are expanded
 */
export function optionFields(options, given = {}, open = false) {
  /** @type {Record<string, () => string>} */
  const readers = {};
  const el = h("div", { class: "fields" });
  const rules = h("div", { class: "fields" });
  const now = h("span", { class: "about" });
  const choices = options.filter((option) => option.kind === "choice");
  const tell = () => now.replaceChildren(houseRules(choices, read()));
  for (const option of options) {
    const value = given[option.name] ?? option.default;
    const make = { digits: textField, suits: suitOrder, choice: answerField }[option.kind];
    const [field, read] = make(option, value);
    (option.kind === "choice" ? rules : el).append(field);
    readers[option.name] = read;
  }
  const read = () =>
    Object.fromEntries(Object.entries(readers).map(([name, value]) => [name, value()]));
  if (choices.length) {
    el.append(
      open
        ? h("fieldset", { class: "house" }, h("legend", {}, t("House rules")), rules)
        : h(
            "details",
            { class: "house", onchange: tell },
            h("summary", {}, t("House rules"), now),
            rules,
          ),
    );
    tell();
  }
  return { el, read };
}

/** Describe the answers that differ from the defaults. @param {GameOption[]} options @param
 * {Record<string, string>} given */
export function houseRules(options, given) {
  return options
    .filter(
      ({ kind, name, default: usual }) => kind === "choice" && (given[name] ?? usual) !== usual,
    )
    .map(
      ({ name, label, answers }) =>
        `${label} ${answers.find(({ id }) => id === given[name])?.name ?? given[name]}`,
    )
    .join("; ");
}

/** Return an answer for every choice: the given answer or, without one, the default. @param
 * {GameOption[]} options @param {Record<string, string>} given */
export function answersTo(options, given) {
  return Object.fromEntries(
    options
      .filter(({ kind }) => kind === "choice")
      .map(({ name, default: usual }) => [name, given[name] ?? usual]),
  );
}

/** Create the field for one choice, with an explanation of the chosen answer. @param {GameOption} option @param {string} value @returns {[HTMLElement, () => string]} */
function answerField(option, value) {
  const id = `option-${++serial}`;
  const about = h("p", { class: "about", id: `${id}-about` });
  const tell = () => {
    const answer = option.answers.find((some) => some.id === select.value);
    const who = answer?.sources.length
      ? t("Source: {sources}.", { sources: answer.sources.join("; ") })
      : "";
    about.textContent = [answer?.about, who].filter(Boolean).join(" ");
  };
  const select = h(
    "select",
    { id, name: option.name, "aria-describedby": about.id, onchange: tell },
    ...option.answers.map((answer) =>
      h(
        "option",
        { value: answer.id, selected: answer.id === value },
        answer.id === option.default ? t("{name} (default)", { name: answer.name }) : answer.name,
      ),
    ),
  );
  tell();
  return [
    h("div", { class: "field answer" }, h("label", { for: id }, option.about), select, about),
    () => select.value,
  ];
}

/** @param {GameOption} option @param {string} value @returns {[HTMLElement, () => string]} */
function textField(option, value) {
  const id = `option-${++serial}`;
  const digits = option.kind === "digits";
  const input = h("input", {
    id,
    name: option.name,
    value,
    autocomplete: "off",
    spellcheck: "false",
    size: Math.max(6, option.default.length + 2),
    inputmode: digits ? "numeric" : "text",
    "aria-describedby": option.about ? `${id}-about` : null,
  });
  const field = h(
    "div",
    { class: "field" },
    h("label", { for: id }, capital(option.label.slice(0, -1))),
    input,
    option.about ? h("p", { class: "about", id: `${id}-about` }, option.about) : null,
  );
  return [field, () => input.value.trim()];
}

/** @param {GameOption} option @param {string} value @returns {[HTMLElement, () => string]} */
function suitOrder(option, value) {
  const order = [...value];
  const selects = order.map((suit, i) =>
    h(
      "select",
      {
        "aria-label": t("Suit {i}", { i: i + 1 }),
        onchange: () => {
          // Swap the field's old suit with the newly chosen one.
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
      },
      ...Object.entries(SUITS).map(([letter, name]) =>
        h("option", { value: letter, selected: letter === suit }, name),
      ),
    ),
  );
  const field = h(
    "fieldset",
    { class: "field order" },
    h("legend", {}, capital(option.label.slice(0, -1))),
    ...selects,
    option.about ? h("p", { class: "about" }, option.about) : null,
  );
  return [field, () => order.join("")];
}
