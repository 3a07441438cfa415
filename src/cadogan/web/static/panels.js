/** Panels over the page: rules, options, and the choice of a deal. */

/** @import {GameInfo, Hands, Settings, Unfinished, View} from "./types.js" */

import { OPEN } from "./advice.js";
import { ask, complaint, query } from "./api.js";
import { canStayAwake } from "./awake.js";
import { closeByBack } from "./back.js";
import { faceAddress } from "./card-images.js";
import { dealField } from "./deal-field.js";
import { button, closePanels, cross, h } from "./dom.js";
import { examplesOf, illustrate } from "./examples.js";
import { keyList } from "./key-list.js";
import { TURNED } from "./layout.js";
import { markdown } from "./markdown.js";
import { dealName } from "./names.js";
import { optionFields } from "./option-form.js";

export { answersTo } from "./option-form.js";

import { regret } from "./announce.js";
import { LANGUAGES, language, t, tn } from "./i18n.js";
import { installation } from "./install.js";
import { href } from "./place.js";
import { canVibrate, saveSettings, settings, still, touch } from "./settings.js";

/**
 * @param {string} title
 * @param {Node[]} content
 * @param {{beside?: boolean, docked?: boolean, text?: boolean}} [how] beside: the board stays
 *   usable if there is room; docked: always usable; text: the content has the focus, so
 *   that keys scroll it
 * @returns {HTMLDialogElement}
 */
export function panel(title, content, { beside = false, docked = false, text = false } = {}) {
  closePanels();
  const back = document.activeElement;
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    {
      class: docked ? "panel docked" : beside ? "panel beside" : "panel",
      "aria-labelledby": "panel-title",
    },
    h("div", { class: "crown" }, h("h2", { id: "panel-title" }, title), cross(t("Close"), close)),
    h(
      "div",
      {
        class: "body",
        tabindex: text ? "0" : "-1",
        role: text ? "region" : null,
        "aria-labelledby": text ? "panel-title" : null,
        autofocus: text,
      },
      ...content,
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && dialog.open) {
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
  closeByBack(dialog);
  return dialog;
}

/** @param {HTMLElement} dialog @param {string} selector */
function focusOn(dialog, selector) {
  /** @type {HTMLElement | null} */ (dialog.querySelector(selector))?.focus();
}

const NEITHER = t("This is practice and counts neither as won nor as lost.");

const STAYS_WON = t("You have won this play before, so it still counts as won.");

/**
 * Ask what to do with an unfinished play.
 *
 * @param {View} view
 * @param {boolean} again whether the player is restarting the same deal
 * @returns {Promise<string>} "keep", "drop", or "" to continue the play
 */
export function leavingPanel({ game, steps, practice, wasWon }, again) {
  return new Promise((resolve) => {
    /** @param {string} label @param {string} answer @param {string} [rank] */
    const choice = (label, answer, rank) => button(label, () => dialog.close(answer), rank);
    const dialog = panel(t("This play is not finished"), [
      h(
        "p",
        {},
        tn("You have made {n} move in {deal}.", "You have made {n} moves in {deal}.", {
          n: steps,
          deal: dealName(game.deal),
        }),
        " ",
        wasWon
          ? STAYS_WON
          : again
            ? t(
                "You can keep it beside the new play, or drop it. Dropping it does not count as a loss.",
              )
            : practice
              ? NEITHER
              : t("You can keep it and continue later. If you give it up, it counts as lost."),
      ),
      h(
        "div",
        { class: "choices" },
        choice(t("Keep it for later"), "keep", "main"),
        choice(again ? t("Drop it and start again") : t("Give it up"), "drop"),
        choice(t("Go on playing"), ""),
      ),
    ]);
    focusOn(dialog, "button.main");
    dialog.addEventListener("close", () => resolve(dialog.returnValue));
  });
}

/**
 * Ask the player to confirm giving up a play.
 *
 * @param {Unfinished} play
 * @returns {Promise<boolean>}
 */
export function givingUpPanel({ name, deal, practice, wasWon }) {
  return new Promise((resolve) => {
    const dialog = panel(t("Give up this play?"), [
      h(
        "p",
        {},
        wasWon
          ? STAYS_WON
          : practice
            ? NEITHER
            : t("{name}, {deal}, will count as lost.", { name, deal: dealName(deal) }),
      ),
      h(
        "div",
        { class: "choices" },
        button(t("Keep it"), () => dialog.close(""), "main"),
        button(t("Give it up"), () => dialog.close("drop")),
      ),
    ]);
    focusOn(dialog, "button.main");
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "drop"));
  });
}

/** Show the odds of a game with an explanation below. @param {DocumentFragment} text @param {{title: string, meaning: string[]}} odds */
function explain(text, { title, meaning }) {
  let last =
    [...text.querySelectorAll("h3")].find((head) => head.textContent === title) ??
    text.lastElementChild;
  while (last?.nextElementSibling && last.nextElementSibling.tagName !== "H3")
    last = last.nextElementSibling;
  last?.after(
    h(
      "details",
      {},
      h("summary", {}, t("What these numbers mean")),
      ...meaning.map((words) => h("p", { class: "about" }, words)),
    ),
  );
}

/** @param {Hands} hands @param {string} game @param {string} name @param {Record<string, string>} options @param {boolean} [turned] whether the table is turned */
export async function rulesPanel(hands, game, name, options, turned) {
  try {
    const [page, lessons] = await Promise.all([
      ask("GET", `/api/rules/${encodeURIComponent(game)}${query(options)}`),
      examplesOf(game, options),
    ]);
    const text = markdown(page.markdown);
    illustrate(text, lessons);
    if (page.odds) explain(text, page.odds);
    // The panel's title already contains the name.
    const first = text.firstElementChild;
    if (first?.tagName === "H2" && first.textContent === page.name) first.remove();
    panel(
      page.name,
      [
        h(
          "article",
          { class: "rules" },
          turned && h("p", { class: "about" }, TURNED),
          text,
          h(
            "p",
            {},
            h(
              "a",
              {
                class: "quiet",
                href: href(`/desk${query({ from: game, ...options })}`),
                onclick: hands.follow,
              },
              t("Change its rules"),
            ),
          ),
        ),
      ],
      { beside: true, text: true },
    );
  } catch (error) {
    regret(error, `${t("The rules of {name} cannot be shown.", { name })} `);
  }
}

/**
 * @param {View} view
 * @param {GameInfo | undefined} info
 * @param {(deal: string | null, options: Record<string, string>, sought: ReturnType<ReturnType<typeof dealField>["read"]>["wish"]) => Promise<unknown>} start
 */
export function numberPanel(view, info, start) {
  const fields = optionFields(info?.options ?? [], view.game.options);
  const deals = dealField("deal-number", view.game.deal.startsWith("at:") ? "" : view.game.deal);
  const { input } = deals;
  const error = h("p", { class: "error", id: "deal-error", role: "alert" });
  input.setAttribute("aria-describedby", "deal-error");
  const suit = () => deals.suit(view.game.id, info?.options ?? [], fields.read());
  const form = h(
    "form",
    {
      class: "form",
      onchange: suit,
      onsubmit: async (event) => {
        event.preventDefault();
        const { deal, wish } = deals.read();
        const begun = start(deal, fields.read(), wish);
        // Show the search beside the board, so that the player can continue playing.
        if (deal === null && wish !== false) closePanels();
        try {
          await begun;
          closePanels();
        } catch (reason) {
          error.textContent = complaint(reason);
          input.focus();
        }
      },
    },
    deals.odds,
    deals.numbered,
    h("p", { class: "about" }, t("The same number always gives the same cards.")),
    deals.fresh,
    deals.about,
    fields.el,
    error,
    h("button", { class: "main" }, t("Deal")),
  );
  suit();
  panel(t("Choose a deal"), [form]);
  input.select();
}

/** @type {[string, string][]} */
const BACKS = [
  ["deck", t("As drawn")],
  ["red", t("Red")],
  ["green", t("Green")],
  ["plum", t("Plum")],
  ["grey", t("Grey")],
  ["scales", t("Scales")],
  ["rosette", t("Rosette")],
  ["night", t("Night sky")],
];
/** @type {[string, string][]} */
const TABLES = [
  ["green", t("Green baize")],
  ["blue", t("Blue cloth")],
  ["wood", t("Walnut")],
];

/** Open the settings panel; each change takes effect immediately. */
export function optionsPanel() {
  /** @param {Partial<Settings>} change */
  const save = (change) => {
    saveSettings(change);
    preview();
  };
  const sample = h("div", { class: "sample", "aria-hidden": "true" });
  const preview = () => {
    sample.replaceChildren(
      ...["AS", "KH", "7D", "TC", "??"].map((card) => {
        const el = h("div", { class: `card${card === "??" ? " back" : ""}` });
        el.style.setProperty("--face", `url("${faceAddress(card, settings.deck)}")`);
        return el;
      }),
    );
  };
  const [size, colours] = settings.deck.split("-");
  const deck = { size: size ?? "classic", colours: colours ?? "two" };
  const saveDeck = () => save({ deck: `${deck.size}-${deck.colours}` });
  preview();
  panel(t("Options"), [
    sample,
    h(
      "div",
      { class: "form" },
      choice(
        t("Figures"),
        deck.size,
        [
          ["classic", t("Classic")],
          ["large", t("Large index")],
        ],
        (value) => {
          deck.size = value;
          saveDeck();
        },
      ),
      h("p", { class: "about" }, t("Small cards always have the large index.")),
      choice(
        t("Suits"),
        deck.colours,
        [
          ["two", t("Two colours")],
          ["four", t("Four colours")],
          ["safe", t("Colour-blind safe")],
        ],
        (value) => {
          deck.colours = value;
          saveDeck();
        },
      ),
      choice(t("Backs"), settings.back, BACKS, (back) => save({ back })),
      choice(t("Table"), settings.table, TABLES, (table) => save({ table })),
      choice(
        language === "en" ? "Language" : `${t("Language")} / Language`, // in every language, for users who cannot read the current one
        settings.language,
        [["auto", t("As in the browser")], ...Object.entries(LANGUAGES)],
        // Reload the page to show its text in the new language.
        (code) => saveSettings({ language: code }).then((kept) => kept && location.reload()),
      ),
      choice(
        t("Brightness"),
        settings.theme,
        [
          ["auto", t("As in the system")],
          ["dark", t("Dark")],
          ["light", t("Light")],
        ],
        (theme) => save({ theme }),
      ),
      choice(
        t("Motion"),
        settings.motion,
        [
          ["normal", t("Normal")],
          ["fast", t("Fast")],
          ["off", t("None")],
        ],
        (motion) => save({ motion }),
      ),
      still.matches &&
        h(
          "p",
          { class: "about" },
          t("Your system prefers reduced motion, so cards appear without moving."),
        ),
      choice(
        t("Cards go up"),
        settings.auto,
        [
          ["off", t("Only when sent")],
          ["safe", t("Where it is safe")],
          ["all", t("All of them")],
        ],
        (auto) => save({ auto }),
      ),
      toggle(t("One tap makes the best move"), settings.oneTap, (oneTap) => save({ oneTap })),
      toggle(t("Left-handed (mirrored) board"), settings.mirrored, (mirrored) =>
        save({ mirrored }),
      ),
      toggle(t("Stock near the thumb, on a phone in portrait"), settings.thumb, (thumb) =>
        save({ thumb }),
      ),
      toggle(
        t("Ask before leaving an unfinished play; otherwise keep it"),
        settings.confirm,
        (confirm) => save({ confirm }),
      ),
      toggle(t("Single letter keys"), settings.keys, (keys) => save({ keys })),
      toggle(t("Sounds"), settings.sound, (sound) => save({ sound })),
      canVibrate
        ? toggle(t("Vibration"), settings.haptics, (haptics) => save({ haptics }))
        : lacking(t("This browser cannot make the device vibrate.")),
      canStayAwake
        ? toggle(t("Keep the screen on while you play"), settings.awake, (awake) => save({ awake }))
        : lacking(t("This browser cannot keep the screen on.")),
      toggle(t("Show the time"), settings.clock, (clock) => save({ clock })),
      toggle(t("Only winnable new deals"), settings.winnable, (winnable) => save({ winnable })),
      toggle(t("Show whether the game can still be won"), !!settings.verdict, (verdict) =>
        save({ verdict }),
      ),
      h("p", { class: "about" }, OPEN),
      installation(),
      h(
        "details",
        {},
        h("summary", {}, t("Keys")),
        h(
          "dl",
          { class: "figures keys" },
          ...keyList().flatMap(([key, action]) => [h("dt", {}, key), h("dd", {}, action)]),
        ),
      ),
    ),
  ]);
}

/** Say on a phone or tablet what its browser lacks; a computer needs none of it. @param {string} words */
const lacking = (words) => touch && h("p", { class: "about" }, words);

let serial = 0;

/** @param {string} label @param {string} value @param {[string, string][]} choices @param {(value: any) => void} take */
function choice(label, value, choices, take) {
  const id = `choice-${++serial}`;
  return h(
    "div",
    { class: "field row" },
    h("label", { for: id }, label),
    h(
      "select",
      { id, onchange: (event) => take(event.target.value) },
      ...choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
    ),
  );
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} take */
function toggle(label, on, take) {
  return h(
    "label",
    { class: "field check" },
    h("input", { type: "checkbox", checked: on, onchange: (event) => take(event.target.checked) }),
    h("span", {}, label),
  );
}
