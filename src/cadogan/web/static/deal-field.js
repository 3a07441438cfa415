/** Fields for choosing a deal by number or by kind. */

/** @import {GameOption, Wish} from "./types.js" */

import { inquire, query } from "./api.js";
import { h, write } from "./dom.js";
import { t } from "./i18n.js";
import { tied } from "./markdown.js";
import { answersTo } from "./option-form.js";
import { settings } from "./settings.js";

/** @type {[string, string][]} */
const KINDS = [
  ["any", t("Any deal")],
  ["sure", t("A winnable deal")],
  ["easy", t("An easy deal")],
  ["medium", t("A medium deal")],
  ["hard", t("A hard deal")],
];

/**
 * Create the fields for the number and the kind of a deal; filling in one clears the other.
 *
 * @param {string} id of the field
 * @param {string} number the initial number
 */
export function dealField(id, number) {
  const input = h("input", {
    id,
    autocomplete: "off",
    spellcheck: "false",
    size: 14,
    value: number,
    placeholder: t("any"),
    oninput: () => {
      if (input.value.trim()) kind.value = "any";
      tell();
    },
  });
  const about = h("p", { class: "about", id: `${id}-about`, hidden: true });
  const kind = h(
    "select",
    {
      id: `${id}-kind`,
      "aria-describedby": about.id,
      onchange: () => {
        if (kind.value !== "any") input.value = "";
        tell();
      },
    },
    ...KINDS.map(([value, text]) =>
      h("option", { value, selected: value === "sure" && settings.winnable && !number }, text),
    ),
  );
  const odds = h("p", { class: "known", hidden: true });
  /** Explanation of the difficulty levels. */
  let words = "";
  const tell = () => {
    about.hidden = kind.selectedIndex < 2;
    write(about, about.hidden ? "" : words);
  };
  const levels = [...kind.options].slice(2);
  let asking = "";
  /** Show the odds, and offer difficulty levels in games with choices. @param {string} game @param {GameOption[]} options @param {Record<string, string>} given */
  const suit = async (game, options, given) => {
    const asked = `/api/levels/${game}${query(answersTo(options, given))}`;
    if (asking === asked) return;
    asking = asked;
    const info = await inquire("GET", asked).catch(() => ({ levels: true, about: "", odds: "" }));
    if (asking !== asked) return;
    words = info.about;
    write(odds, tied(info.odds));
    odds.hidden = !info.odds;
    kind.length = 2;
    if (info.levels) kind.append(...levels);
    tell();
  };
  /** @returns {{deal: string | null, wish: false | "" | NonNullable<Wish["difficulty"]>}} false: any deal */
  const read = () => ({
    deal: input.value.trim() || null,
    wish:
      kind.value === "any"
        ? false
        : kind.value === "sure"
          ? ""
          : /** @type {NonNullable<Wish["difficulty"]>} */ (kind.value),
  });
  const numbered = h(
    "div",
    { class: "field row which" },
    h("label", { for: id }, t("Deal number")),
    input,
  );
  const fresh = h(
    "div",
    { class: "field row which" },
    h("label", { for: kind.id }, t("Or a new deal")),
    kind,
  );
  return { odds, numbered, fresh, about, input, read, suit };
}
