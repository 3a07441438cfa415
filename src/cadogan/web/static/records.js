/** Records panel: results of all plays, win rates beside published odds, export and import. */

/** @import {Figures, GameInfo, Hands, Records, Summed} from "./types.js" */

import { duration, regret, say } from "./announce.js";
import { ask, complaint, Unreachable } from "./api.js";
import { button, h, shape, write } from "./dom.js";
import { language, locale, t } from "./i18n.js";
import { tied } from "./markdown.js";
import { dealName, moves } from "./names.js";
import { panel } from "./panels.js";
import { href, PROGRAM } from "./place.js";
import { send } from "./transport.js";

/** Number of plays listed above the button for more. */
const FIRST = 6;
/** Maximum number of plays in the list of all games. */
const LAST = 40;

/**
 * @param {Hands} hands
 * @param {string} [game] the initial choice; all games by default
 * @param {string} [done] message with the result of an import
 */
export async function recordsPanel(hands, game = "", done = "") {
  /** @type {[Records, GameInfo[]]} */
  const [records, games] = await Promise.all([ask("GET", "/api/records"), hands.games()]);
  const mainOf = new Map(games.map((some) => [some.id, some.parent ?? some.id]));
  const main = mainOf.get(game) ?? "";
  const played = [...new Set([...(main ? [main] : []), ...records.games.map((some) => some.main)])]
    .map((id) => ({ id, name: games.find((some) => some.id === id)?.name ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
  const body = h("div", {});
  const select = h(
    "select",
    { id: "records-of", onchange: () => draw() },
    h("option", { value: "" }, t("All games")),
    ...played.map(({ id, name }) => h("option", { value: id, selected: id === main }, name)),
  );
  const draw = () => body.replaceChildren(...sections(records, games, select.value, mainOf, hands));
  draw();
  const dialog = panel(
    t("Records"),
    [
      h("div", { class: "field row" }, h("label", { for: "records-of" }, t("Plays of")), select),
      body,
      keeping(hands, game, done),
    ],
    { text: true },
  );
  dialog.classList.add("records");
  if (done) dialog.querySelector(".kept")?.scrollIntoView({ block: "center" });
}

/**
 * @param {Records} records
 * @param {GameInfo[]} games
 * @param {string} main the game, or "" for all
 * @param {Map<string, string>} mainOf
 * @param {Hands} hands
 */
function sections(records, games, main, mainOf, hands) {
  const mine = records.games.filter((some) => !main || some.main === main);
  const stats = main ? records.mains.find((some) => some.game === main)?.stats : records.all;
  const forms = records.forms.filter((form) => mainOf.get(form.game) === main);
  // List all plays of the chosen game; without one, list only the latest plays.
  const last = main
    ? records.last.filter((play) => mainOf.get(play.game) === main)
    : records.last.slice(0, LAST);
  if (!stats?.played)
    return [
      h(
        "p",
        { class: "about" },
        main ? t("No play of this game has ended yet.") : t("No play has ended yet."),
      ),
      h("p", { class: "about" }, tied(games.find(({ id }) => id === main)?.odds ?? "")),
    ];
  const rows = main ? forms : mine.sort((a, b) => b.stats.played - a.stats.played);
  return [
    summary(stats),
    h("h3", {}, main ? t("Win rate") : t("By game")),
    ...rows.map((row) => rate(row, games)),
    scale(
      rows.some((row) => !!row.odds),
      rows.some((row) => measured(games, row)),
    ),
    h("h3", {}, t("Last plays")),
    plays(last, hands),
    h(
      "p",
      { class: "about" },
      t("Practice does not count: plays with moves by the solver, and plays that began elsewhere."),
    ),
  ];
}

/** @param {Figures} s */
function summary(s) {
  /** @type {[string, string | number][]} */
  const figures = [
    [t("Played"), s.played],
    [t("Won"), `${s.won} (${percent(s.won / s.played)})`],
    [t("Current winning streak"), s.streak],
    [t("Longest winning streak"), s.best_streak],
    [t("Shortest time"), s.best_seconds === null ? "–" : duration(s.best_seconds)],
    [t("Fewest moves"), s.fewest_steps ?? "–"],
  ];
  return h(
    "dl",
    { class: "tiles" },
    ...figures.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, String(value)))),
  );
}

/** Return the game if its odds were measured under the rules of these plays. @param {GameInfo[]} games @param {Summed} row */
function measured(games, row) {
  const said = Object.keys(row.options ?? {}).length;
  return said ? undefined : games.find(({ id, measured: known }) => known && id === row.game);
}

/** Draw one row of the plot. @param {Summed} row @param {GameInfo[]} games */
function rate(row, games) {
  const {
    stats: { played, won, low, high },
    odds: books,
  } = row;
  const game = measured(games, row);
  const known = game?.measured;
  const svg = shape("svg", { class: "rate-plot", "aria-hidden": "true" });
  /** @param {string} name @param {string} kind @param {Record<string, string | number>} attrs */
  const add = (name, kind, attrs) => svg.append(shape(name, { class: kind, ...attrs }));
  /** @param {number} share */
  const x = (share) => `${(100 * share).toFixed(2)}%`;
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    add("line", "grid", { x1: x(share), x2: x(share), y1: 0, y2: "100%" });
  if (known)
    add("rect", "measured", {
      x: x(known.low),
      width: x(Math.max(0.004, known.high - known.low)),
      y: 2,
      height: 24,
    });
  if (books && books.high > books.low)
    add("rect", "books", { x: x(books.low), width: x(books.high - books.low), y: 5, height: 18 });
  else if (books) add("line", "books", { x1: x(books.low), x2: x(books.low), y1: 2, y2: 26 });
  add("line", "mine", { x1: x(low), x2: x(high), y1: 14, y2: 14 });
  add("circle", "mine", { cx: x(won / played), cy: 14, r: 5 });
  const says = [
    t("{won} of {played} won, {share}; in the long run {low} to {high}%", {
      won,
      played,
      share: percent(won / played),
      low: Math.floor(100 * low),
      high: Math.ceil(100 * high),
    }),
    known && t("can be won: {share}", { share: game.share }),
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "div",
    { class: "rate" },
    h("strong", {}, row.name),
    h("span", { class: "about" }, tied(says)),
    svg,
    books &&
      h(
        "span",
        { class: "about" },
        t("Published:"),
        " ",
        h("span", { lang: books.language }, tied(books.said)),
      ),
  );
}

/** @param {boolean} books @param {boolean} known */
function scale(books, known) {
  return h(
    "div",
    { class: "scale" },
    h(
      "div",
      { class: "marks", "aria-hidden": "true" },
      ...["0", "25", "50", "75", figure(100, 0)].map((text) => h("span", {}, text)),
    ),
    h(
      "p",
      { class: "about" },
      tied(
        t(
          "A dot is the share that you won. The bar is a 95% interval for the share in the long run.",
        ),
      ),
      books && ` ${t("The vertical line is the figure in books and papers.")}`,
      known &&
        ` ${t("The block is the share of winnable deals with all cards known, as measured by Cadogan.")}`,
    ),
  );
}

/** @param {Records["last"]} last @param {Hands} hands */
function plays(last, hands) {
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
  const rows = last.map((play, i) =>
    h(
      "li",
      { hidden: i >= FIRST },
      h("span", { class: `end ${play.won ? "won" : ""}` }, play.won ? t("Won") : t("Lost")),
      h(
        "span",
        { class: "what" },
        play.address
          ? h(
              "a",
              {
                href: href(play.address),
                onclick: hands.follow,
                "aria-label": t("{name}, {deal}: play it again", {
                  name: play.name,
                  deal: dealName(play.deal),
                }),
              },
              play.name,
            )
          : play.name,
        h(
          "span",
          { class: "about" },
          [
            dealName(play.deal),
            play.steps !== null && moves(play.steps),
            play.seconds !== null && duration(play.seconds),
            day.format(1000 * play.ended),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    ),
  );
  const more = button(t("{many} more", { many: rows.length - FIRST }), () => {
    for (const row of rows) row.hidden = false;
    more.remove();
    rows[FIRST]?.querySelector("a")?.focus();
  });
  return h("div", {}, h("ul", { class: "last" }, ...rows), rows.length > FIRST && more);
}

/** Format a share as "30%", or as "99.86%" if a whole number would be too imprecise. @param {number} share */
export function percent(share) {
  const hundred = 100 * share;
  if (hundred > 0 && hundred < 0.01) return t("under {share}", { share: figure(0.01, 2) });
  const digits = (hundred > 0 && hundred < 1) || (hundred > 99 && hundred < 100) ? 2 : 0;
  const text = figure(hundred, digits);
  return text.startsWith("100") && hundred < 100
    ? t("over {share}", { share: figure(99.99, 2) })
    : text;
}

/** Format a percentage such as "99.86%" as the language writes it. @param {number} number @param {number} digits */
function figure(number, digits) {
  return (number / 100).toLocaleString(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Save a backup of all plays as a file, if no server offers it as a download. */
export async function saveCopy() {
  try {
    const file = await (await send("/api/export", {})).blob();
    const link = h("a", {
      href: URL.createObjectURL(file),
      download: `cadogan-${new Date().toISOString().slice(0, 10)}.json`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    regret(new Unreachable(/** @type {any} */ (error).message));
  }
}

/** Create the section for export and import. @param {Hands} hands @param {string} game @param {string} done */
function keeping(hands, game, done) {
  const kept = h("p", { class: "kept", role: "status" }, done);
  const said = h("p", { class: "error", role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      write(said, "");
      write(kept, "");
      try {
        const answer = await ask("POST", "/api/import", chosen);
        await recordsPanel(hands, game, answer.said);
        say(answer.said);
      } catch (error) {
        write(said, complaint(error));
      }
      file.value = "";
    },
  });
  return h(
    "section",
    { class: "keeping", "aria-labelledby": "keeping" },
    h("h3", { id: "keeping" }, t("Export and import")),
    h(
      "p",
      { class: "about" },
      t(
        "The file contains all plays with their moves, your settings and favourites, and your own games. An import adds to what you have: nothing is lost or counted twice.",
      ),
    ),
    h(
      "div",
      { class: "choices" },
      PROGRAM
        ? button(t("Export"), saveCopy)
        : h("a", { class: "quiet", href: "/api/export", download: "" }, t("Export")),
      button(t("Import…"), () => file.click()),
      file,
    ),
    kept,
    said,
  );
}
