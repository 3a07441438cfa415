/** Functions that copy and open links, positions and records. */

/** @import {Hands, View} from "./types.js" */

import { ask, complaint, playPath } from "./api.js";
import { button, closePanels, h, write } from "./dom.js";
import { t } from "./i18n.js";
import { panel } from "./panels.js";
import { href } from "./place.js";

/**
 * @param {Hands} hands
 * @param {View | null} view the play on the table
 * @param {string} [given] the pasted text
 */
export async function sharePanel(hands, view, given = "") {
  const games = await hands.games();
  const said = h("p", { class: "error", id: "open-error", role: "alert" });
  const text = h("textarea", {
    id: "open-text",
    rows: 5,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "open-about open-error",
  });
  text.value = given;
  // Microsoft deal numbers always stand for FreeCell deals, whatever the current game is.
  const here = /^(ms:|#)/i.test(given) ? "" : view?.game.id;
  const game = h(
    "select",
    { id: "open-game" },
    h("option", { value: "" }, t("from the text")),
    ...games.map(({ id, name }) => h("option", { value: id, selected: id === here }, name)),
  );
  const form = h(
    "form",
    {
      class: "form",
      onsubmit: async (event) => {
        event.preventDefault();
        write(said, "");
        try {
          // A position without options gets those of the current play.
          const options = game.value === view?.game.id ? view.game.options : {};
          await hands.open({ text: text.value, game: game.value || null, options });
          closePanels();
        } catch (error) {
          write(said, complaint(error));
          text.focus();
        }
      },
    },
    h(
      "div",
      { class: "field" },
      h("label", { for: "open-text" }, t("Open a copied text")),
      text,
      h(
        "p",
        { class: "about", id: "open-about" },
        t(
          "A link, a record, a position or a deal number. Boards and solutions from Freecell Solver and deals from Solvitaire also work.",
        ),
      ),
    ),
    h("div", { class: "field row" }, h("label", { for: "open-game" }, t("Game")), game),
    said,
    h("button", { class: "main" }, t("Open")),
  );
  panel(
    view ? t("Copy and open") : t("Open a play"),
    [view && copies(view), form].filter((part) => part !== null),
  );
  if (given || !view) text.focus();
}

/** @param {View} view */
function copies(view) {
  /** @param {string} label @param {string} copied @param {string} closed @param {() => Promise<string>} make */
  const copy = (label, copied, closed, make) =>
    button(label, async () => {
      try {
        const made = await make();
        try {
          await navigator.clipboard.writeText(made);
          write(done, copied);
          shown.hidden = true;
        } catch {
          write(done, `${t("The browser does not allow access to the clipboard.")} ${closed}`);
          shown.hidden = false;
          shown.value = made;
          shown.select();
        }
      } catch (error) {
        write(done, complaint(error));
      }
    });
  const done = h("p", { class: "about", role: "status" });
  const shown = h("textarea", {
    class: "made",
    rows: 6,
    readonly: true,
    hidden: true,
    "aria-label": t("Copied text"),
  });
  /** @param {"position" | "record"} which */
  const text = async (which) => (await ask("GET", `${playPath(view.play)}/text`))[which];
  return h(
    "section",
    { class: "copies" },
    h(
      "div",
      { class: "choices" },
      copy(t("Copy link"), t("Link copied."), t("Here is the link:"), () =>
        Promise.resolve(new URL(href(view.game.address), location.href).href),
      ),
      copy(t("Copy position"), t("Position copied."), t("Here is the position:"), () =>
        text("position"),
      ),
      copy(t("Copy record"), t("Record copied."), t("Here is the record:"), () => text("record")),
    ),
    done,
    shown,
  );
}
