/** Tile of a main game on the start page: its table, its name and the chosen variant. */

/** @import {GameInfo, Hands, Way} from "./types.js" */

import { regret } from "./announce.js";
import { complaint, fetched } from "./api.js";
import { h, iconButton, put, write } from "./dom.js";
import { t } from "./i18n.js";
import { tied } from "./markdown.js";
import { fetchStyle } from "./opening.js";
import { houseRules } from "./option-form.js";
import { picture } from "./picture.js";
import { wayName } from "./ways.js";
import "./icons-extra.js";

/** The chosen variant and options for each game, kept until the page is closed. @type {Map<string, Way>} */
const picks = new Map();

/**
 * @param {GameInfo[]} versions with the main game first
 * @param {Hands} hands
 * @param {() => void} starred toggles the favourite
 * @param {boolean} alone whether it is the only game of its family
 */
export function entry(versions, hands, starred, alone) {
  const main = /** @type {GameInfo} */ (versions[0]);
  const id = `game-${main.id}`;
  /** The variant that matches the current search. @type {Way | null} */
  let found = null;
  const way = () => found ?? picks.get(main.id) ?? { game: main, options: {} };
  const how = h("p", { class: "how" });
  const facts = h("p", { class: "facts" });
  const about = h("p", { class: "about" });
  const error = h("p", { class: "error", role: "alert" });

  const draw = () => {
    const { game, options } = way();
    const name = wayName(way());
    write(how, name === main.name ? "" : name);
    how.hidden = name === main.name;
    const { played, won } = game.stats;
    const kind = [
      game.own && t("your own"),
      alone && main.family !== main.name && main.family,
      game.decks > 1 && t("{packs} packs", { packs: game.decks }),
      // The odds were measured with the usual rules.
      game.share &&
        !houseRules(game.options, options) &&
        tied(t("can be won: {share}", { share: game.share })),
      played && t("played {played}, won {won}", { played, won }),
    ];
    write(facts, kind.filter(Boolean).join(" · "));
    write(about, game.about);
    write(error, "");
    put(play, "aria-label", t("Play {name}", { name }));
  };
  const begin = async () => {
    write(error, "");
    try {
      await hands.start(way().game.id, null, way().options);
    } catch (reason) {
      error.textContent = complaint(reason);
    }
  };
  const ways = async () => {
    try {
      const [{ setupPanel }] = await Promise.all([
        fetched(() => import("./new-game.js")),
        fetchStyle("panels"),
      ]);
      setupPanel(versions, way(), hands, (next) => {
        picks.set(main.id, next);
        if (found) found = next;
        draw();
      });
    } catch (reason) {
      regret(reason);
    }
  };
  // Ask for required options before the deal, such as a birthday.
  const asks = main.options.some(({ kind }) => kind !== "choice");
  const play = h(
    "button",
    { type: "button", class: "main", onclick: asks ? ways : begin },
    t("Play"),
  );
  const many = versions.length > 1 || versions.some(({ options }) => options.length > 0);
  const label = many ? t("Variants") : t("Details");
  const star = iconButton("star", t("{name} as a favourite", { name: main.name }), starred, {
    class: "tool plain star",
  });
  const el = h(
    "article",
    { class: "entry", "aria-labelledby": id },
    // A shortcut for mouse and touch, equivalent to the button.
    h(
      "div",
      { class: "look", "aria-hidden": "true", onclick: () => play.click() },
      picture(main.id),
    ),
    h("div", { class: "top" }, h("h3", { id }, main.name), star),
    how,
    facts,
    about,
    error,
    h(
      "div",
      { class: "ways" },
      play,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": t("{what} of {name}", { what: label, name: main.name }),
          "aria-haspopup": "dialog",
          onclick: ways,
        },
        h("span", { class: "word" }, `${label}…`),
        h("span", { class: "dots" }, "…"),
      ),
    ),
  );
  draw();

  return {
    el,
    main,
    play,
    star,
    begin,
    /** @param {boolean} favourite */
    mark(favourite) {
      put(star, "aria-pressed", String(favourite));
      put(star, "title", favourite ? t("Remove from favourites") : t("Add to favourites"));
    },
    /** Switch to a variant whose name matches the current search. @param {(names: string[]) => boolean} matches */
    find(matches) {
      const games = versions.filter((game) =>
        matches([game.name, game.id, ...game.names, ...game.aliases]),
      );
      const [form] = games.length
        ? []
        : versions.flatMap((game) =>
            game.combinations
              .filter(({ names, aliases }) => matches([...names, ...aliases]))
              .map(({ options }) => ({ game, options })),
          );
      const picked = (picks.get(main.id) ?? { game: main }).game;
      const [game] = games;
      found = form ?? (game && !games.includes(picked) ? { game, options: {} } : null);
      draw();
      return games.length > 0 || !!form;
    },
  };
}
