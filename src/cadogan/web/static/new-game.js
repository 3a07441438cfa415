/** Setup panel for a game: variants, house rules and their effects, the deal, rules and records. */

/** @import {GameInfo, Hands, Way} from "./types.js" */

import { complaint, fetched, query } from "./api.js";
import { dealField } from "./deal-field.js";
import { button, h, write } from "./dom.js";
import { t } from "./i18n.js";
import { openLater, openPanel } from "./opening.js";
import { optionFields } from "./option-form.js";
import { panel } from "./panels.js";
import { href } from "./place.js";
import { shortName, wayName } from "./ways.js";

/**
 * @param {GameInfo[]} versions the main game first
 * @param {Way} way the current choice
 * @param {Hands} hands
 * @param {(way: Way) => void} take called for a new choice
 */
export function setupPanel(versions, way, hands, take) {
  const main = /** @type {GameInfo} */ (versions[0]);
  let { game } = way;
  let fields = optionFields(game.options, way.options, true);
  /** The answers for each version, restored when the player returns to it. */
  const said = new Map([[game, fields]]);
  const about = h("p", { class: "about" });
  const known = h("p", { class: "known" });
  const named = h("select", {
    id: "named-form",
    onchange: () => {
      const some = game.combinations[named.selectedIndex - 1];
      ask(optionFields(game.options, some?.options ?? {}, true));
    },
  });
  const forms = h(
    "div",
    { class: "field row" },
    h("label", { for: "named-form" }, t("Known forms")),
    named,
  );
  // Use the input before the field loses the focus, because a key in the field may close the panel.
  const options = h("div", { class: "options", oninput: () => tell(), onchange: () => tell() });
  const deals = dealField("setup-deal", "");
  const seeking = h("div", { class: "seeking" });
  /** The running search for a deal, if any. @type {AbortController | null} */
  let search = null;
  const error = h("p", { class: "error", id: "setup-error", role: "alert" });
  const play = h("button", { class: "main" }, t("Play"));

  const tell = () => {
    const now = { game, options: fields.read() };
    take(now);
    const name = wayName(now);
    play.setAttribute("aria-label", t("Play {name}", { name }));
    named.selectedIndex = 1 + game.combinations.findIndex((some) => some.name === name);
    write(error, "");
    deals.suit(game.id, game.options, now.options);
  };
  /** @param {typeof fields} next */
  const ask = (next) => {
    fields = next;
    said.set(game, fields);
    options.replaceChildren(fields.el);
    options.hidden = !game.options.length;
    tell();
  };
  /** @param {GameInfo} next */
  const choose = (next) => {
    game = next;
    write(about, game.about);
    write(
      known,
      game.aliases.length ? t("Also called {names}.", { names: game.aliases.join(", ") }) : "",
    );
    known.hidden = !game.aliases.length;
    forms.hidden = !game.combinations.length;
    named.replaceChildren(
      h("option", {}, t("as chosen below")),
      ...game.combinations.map((some) => h("option", {}, shortName(some, game))),
    );
    ask(said.get(game) ?? optionFields(game.options, {}, true));
  };
  const variants =
    versions.length > 1 &&
    h(
      "fieldset",
      { class: "versions" },
      h("legend", {}, t("Variants")),
      ...versions.map((version) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "version",
            value: version.id,
            checked: version === game,
            onchange: () => choose(version),
            "aria-labelledby": `${version.id}-name`,
            "aria-describedby": `${version.id}-about`,
          }),
          h(
            "span",
            {},
            h("strong", { id: `${version.id}-name` }, version.name),
            h(
              "span",
              { class: "about", id: `${version.id}-about` },
              version === main ? "" : version.about,
            ),
          ),
        ),
      ),
    );
  const form = h(
    "form",
    {
      class: "setup",
      onsubmit: async (event) => {
        event.preventDefault();
        search?.abort();
        const mine = new AbortController();
        search = mine;
        const { deal, wish } = deals.read();
        write(error, "");
        try {
          if (deal !== null || wish === false)
            await hands.start(game.id, deal, fields.read(), undefined, false);
          else {
            const { seek } = await fetched(() => import("./find-deal.js"));
            await seek(seeking, mine, wish, (sure) =>
              hands.start(game.id, null, fields.read(), undefined, sure),
            );
          }
        } catch (reason) {
          if (mine.signal.aborted) return;
          error.textContent = complaint(reason);
          form
            .querySelector("select, input:not([type=radio])")
            ?.setAttribute("aria-describedby", error.id);
        }
      },
    },
    about,
    known,
    deals.odds,
    deals.numbered,
    deals.fresh,
    deals.about,
    variants,
    forms,
    options,
    h(
      "div",
      { class: "choices" },
      error,
      seeking,
      play,
      button(t("Rules"), () =>
        openPanel(({ rulesPanel }) => rulesPanel(hands, game.id, game.name, fields.read())),
      ),
      button(t("Change its rules"), () =>
        hands.visit(href(`/desk${query({ from: game.id, ...fields.read() })}`)),
      ),
      button(t("Records"), () =>
        openLater(
          () => import("./records.js"),
          ({ recordsPanel }) => recordsPanel(hands, game.id),
        ),
      ),
    ),
  );
  choose(game);
  panel(main.name, [form]).addEventListener("close", () => search?.abort());
}
