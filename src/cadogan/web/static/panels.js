/** Panels over the page: rules, options, a deal by its number. */

/** @import {GameInfo, Settings, View} from "./types.js" */
import { OPEN } from "./advice.js";
import { ask, complaint, query } from "./api.js";
import { button, closePanels, h, icon } from "./dom.js";
import { examplesOf, illustrate } from "./examples.js";
import { faceAddress } from "./faces.js";
import { KEYS, told } from "./keymap.js";
import { TURNED } from "./layout.js";
import { markdown } from "./markdown.js";
import { dealName, plural } from "./names.js";
import { optionFields } from "./option-form.js";

export { answersTo } from "./option-form.js";
import { note } from "./say.js";
import { saveSettings, settings, still } from "./settings.js";

/**
 * @param {string} title
 * @param {Node[]} content
 * @param {{beside?: boolean, docked?: boolean, text?: boolean}} [how] beside: leave the board
 *   usable, where there is room; docked: everywhere; text: to be read and scrolled, so the keyboard
 *   scrolls at once
 * @returns {HTMLDialogElement}
 */
export function panel(title, content, { beside = false, docked = false, text = false } = {}) {
  closePanels();
  const back = document.activeElement;
  const close = () => dialog.close();
  const dialog = h("dialog", { class: docked ? "panel docked" : beside ? "panel beside" : "panel", "aria-labelledby": "panel-title" },
    h("div", { class: "crown" }, h("h2", { id: "panel-title" }, title),
      h("button", { type: "button", class: "tool plain", "aria-label": "Close", onclick: close }, icon("close"))),
    h("div", { class: "body", tabindex: text ? "0" : "-1", role: text ? "region" : null,
      "aria-labelledby": text ? "panel-title" : null, autofocus: text }, ...content));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close(); // the backdrop
  });
  document.getElementById("app")?.append(dialog);
  if (docked || (beside && matchMedia("(min-width: 900px)").matches)) dialog.show();
  else dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} dialog @param {string} selector */
function focusOn(dialog, selector) {
  /** @type {HTMLElement | null} */ (dialog.querySelector(selector))?.focus();
}

/**
 * Ask what becomes of a play that could still go on.
 *
 * @param {string} deal
 * @param {number} steps
 * @param {boolean} again is the same deal to be begun again?
 * @returns {Promise<string>} "keep", "drop", or "" for neither: the play goes on
 */
export function leavingPanel(deal, steps, again) {
  return new Promise((resolve) => {
    /** @param {string} label @param {string} answer @param {string} [rank] */
    const choice = (label, answer, rank) => button(label, () => dialog.close(answer), rank);
    const dialog = panel("This play is not finished", [
      h("p", {}, `You have made ${plural(steps, "move")} in ${dealName(deal)}. `, again
        ? "It can be kept beside the new beginning, or dropped, which does not count as a loss."
        : "It can be kept and gone on with later, or given up; given up it counts as lost."),
      h("div", { class: "choices" }, choice("Keep it for later", "keep", "main"),
        choice(again ? "Drop it and begin again" : "Give it up", "drop"), choice("Go on playing", "")),
    ]);
    focusOn(dialog, "button.main");
    dialog.addEventListener("close", () => resolve(dialog.returnValue));
  });
}

/**
 * Ask whether a play is to be given up.
 *
 * @param {string} name
 * @param {string} deal
 * @returns {Promise<boolean>}
 */
export function givingUpPanel(name, deal) {
  return new Promise((resolve) => {
    const dialog = panel("Give this play up?", [
      h("p", {}, `${name}, ${dealName(deal)}, then counts as lost.`),
      h("div", { class: "choices" }, button("Keep it", () => dialog.close(""), "main"),
        button("Give it up", () => dialog.close("drop"))),
    ]);
    focusOn(dialog, "button.main");
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "drop"));
  });
}

/** @param {string} game @param {string} name @param {Record<string, string>} options @param {boolean} [turned] is the picture? */
export async function rulesPanel(game, name, options, turned) {
  try {
    const [page, lessons] = await Promise.all([ask("GET", `/api/rules/${encodeURIComponent(game)}${query(options)}`), examplesOf(game, options)]);
    const text = markdown(page.markdown);
    illustrate(text, lessons);
    // The panel's own title says the name already.
    const first = text.firstElementChild;
    if (first?.tagName === "H2" && first.textContent === page.name) first.remove();
    panel(page.name, [h("article", { class: "rules" }, turned && h("p", { class: "about" }, TURNED), text,
      h("p", {}, h("a", { class: "quiet", href: `/desk${query({ from: game, ...options })}` }, "Change its rules")))], { beside: true, text: true });
  } catch (error) {
    note(`The rules of ${name} cannot be shown. ${complaint(error)}`);
  }
}

/**
 * @param {View} view
 * @param {GameInfo | undefined} info
 * @param {(deal: string, options: Record<string, string>) => Promise<unknown>} start
 */
export function numberPanel(view, info, start) {
  const fields = optionFields(info?.options ?? [], view.game.options);
  const input = h("input", {
    id: "deal-number", autocomplete: "off", spellcheck: "false", size: 14,
    value: view.game.deal.startsWith("at:") ? "" : view.game.deal, "aria-describedby": "deal-error",
  });
  const error = h("p", { class: "error", id: "deal-error", role: "alert" });
  const form = h("form", {
    class: "form",
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await start(input.value.trim(), fields.read());
        closePanels();
      } catch (reason) {
        error.textContent = complaint(reason);
        input.focus();
      }
    },
  },
  h("div", { class: "field" }, h("label", { for: "deal-number" }, "Deal number"), input,
    h("p", { class: "about" }, "The same number always gives the same cards.")),
  fields.el, error, h("button", { class: "main" }, "Deal"));
  panel("Deal by number", [form]);
  input.select();
}

/** @type {[string, string][]} */
const BACKS = [["deck", "As drawn"], ["red", "Red"], ["green", "Green"], ["plum", "Plum"], ["grey", "Grey"],
  ["scales", "Scales"], ["rosette", "Rosette"], ["night", "Night sky"]];
/** @type {[string, string][]} */
const TABLES = [["green", "Green baize"], ["blue", "Blue cloth"], ["wood", "Walnut"]];

/** Every key with what it does. @returns {[string, string][]} */
function keyHelp() {
  return Object.values(KEYS).map((each) =>
    ["shown" in each ? each.shown : each.keys.map(told).join(", "), each.does]);
}

/** Everything a person may wish for; each change counts at once. */
export function optionsPanel() {
  /** @param {Partial<Settings>} change */
  const save = (change) => {
    saveSettings(change).catch((error) => note(`Your choice is not kept. ${complaint(error)}`));
    preview();
  };
  const sample = h("div", { class: "sample", "aria-hidden": "true" });
  const preview = () => {
    sample.replaceChildren(...["AS", "KH", "7D", "TC", "??"].map((card) => {
      const el = h("div", { class: `card${card === "??" ? " back" : ""}` });
      el.style.setProperty("--face", `url("${faceAddress(card, settings.deck)}")`);
      return el;
    }));
  };
  const [size, colours] = settings.deck.split("-");
  const deck = { size: size ?? "classic", colours: colours ?? "two" };
  const saveDeck = () => save({ deck: `${deck.size}-${deck.colours}` });
  preview();
  panel("Options", [
    sample,
    h("div", { class: "form" },
      choice("Figures", deck.size, [["classic", "Classic"], ["large", "Large index"]],
        (value) => { deck.size = value; saveDeck(); }),
      h("p", { class: "about" }, "Where cards are small, the large index is used."),
      choice("Suits", deck.colours,
        [["two", "Two colours"], ["four", "Four colours"], ["safe", "Colour-blind safe"]],
        (value) => { deck.colours = value; saveDeck(); }),
      choice("Backs", settings.back, BACKS, (back) => save({ back })),
      choice("Table", settings.table, TABLES, (table) => save({ table })),
      choice("Brightness", settings.theme, [["auto", "As the system"], ["dark", "Dark"], ["light", "Light"]],
        (theme) => save({ theme })),
      choice("Motion", settings.motion, [["normal", "Normal"], ["fast", "Fast"], ["off", "None"]],
        (motion) => save({ motion })),
      still.matches && h("p", { class: "about" }, "Your system asks for less motion: cards appear without moving."),
      choice("Cards go up", settings.auto, [["off", "When you send them"], ["safe", "By themselves, where safe"], ["all", "All, by themselves"]],
        (auto) => save({ auto })),
      toggle("One tap makes the best move", settings.oneTap, (oneTap) => save({ oneTap })),
      toggle("Left-handed (mirrored) board", settings.mirrored, (mirrored) => save({ mirrored })),
      toggle("Single letter keys", settings.keys, (keys) => save({ keys })),
      toggle("Sounds", settings.sound, (sound) => save({ sound })),
      toggle("Show the time", settings.clock, (clock) => save({ clock })),
      toggle("New deals are proved to be winnable", settings.winnable, (winnable) => save({ winnable })),
      toggle("Show whether the game can still be won", !!settings.verdict, (verdict) => save({ verdict })),
      h("p", { class: "about" }, OPEN),
      h("details", {}, h("summary", {}, "Keys"),
        h("dl", { class: "figures keys" }, ...keyHelp().flatMap(([key, deed]) =>
          [h("dt", {}, key), h("dd", {}, deed)])))),
  ]);
}

let serial = 0;

/** @param {string} label @param {string} value @param {[string, string][]} choices @param {(value: any) => void} take */
function choice(label, value, choices, take) {
  const id = `choice-${++serial}`;
  return h("div", { class: "field row" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => take(event.target.value) },
    ...choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} take */
function toggle(label, on, take) {
  return h("label", { class: "field check" },
    h("input", { type: "checkbox", checked: on, onchange: (event) => take(event.target.checked) }), h("span", {}, label));
}
