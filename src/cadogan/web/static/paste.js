/** Panel that opens a pasted link, position or record. */

/** @import {Hands, View} from "./types.js" */

import { complaint } from "./api.js";
import { closePanels, h, write } from "./dom.js";
import { t } from "./i18n.js";
import { panel } from "./panels.js";

/**
 * @param {Hands} hands
 * @param {View | null} view the play on the table
 * @param {string} [given] the pasted text
 */
export async function pastePanel(hands, view, given = "") {
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
  panel(t("Open a play"), [form]);
  text.focus();
}
