/** Celebration after a win: a short flourish of cards, and statistics. */

/** @import {Figures, View} from "./types.js" */
/** @import {PlayCommands} from "./commands.js" */
/** @import {Table} from "./table.js" */

import { duration, regret, say } from "./announce.js";
import { inquire, playPath } from "./api.js";
import { dayOf } from "./daily.js";
import { button, h } from "./dom.js";
import { overlap } from "./gestures.js";
import { t, tn } from "./i18n.js";
import { href } from "./place.js";
import { pace } from "./settings.js";

/** The largest deal numbers of other programs. @type {Record<string, number>} */
const LAST = { "ms:": 2 ** 33 - 1, "greenfelt:": 2 ** 31 - 2 };

/** Return the number of the next deal, or null for a random one. @param {string} deal */
export function nextDeal(deal) {
  const [, before = "", number = ""] = /^(ms:|pysol:|greenfelt:)?(\d{1,12})$/.exec(deal) ?? [];
  return number && Number(number) < (LAST[before] ?? 1e12)
    ? `${before}${Number(number) + 1}`
    : null;
}

/**
 * Create the statistics for the win banner.
 *
 * @param {View} view
 * @param {Table} table
 * @param {PlayCommands} commands
 * @returns {Promise<(Node | string)[]>} nodes below "Won in 93 moves."
 */
export async function wonCard(view, table, commands) {
  const { hands } = commands;
  const { id, deal, options } = view.game;
  /** @type {(Node | string)[]} */
  const parts = [];
  if (view.practice)
    parts.push(h("p", {}, t("This is practice and counts neither as won nor as lost.")));
  else
    try {
      /** @type {{stats: Figures, seconds: number | null, steps: number | null, fastest: boolean, shortest: boolean}} */
      const result = await inquire("GET", `${playPath(view.play)}/result`);
      const { stats, seconds, steps } = result;
      if (stats.played) {
        /** @type {[string, string, string][]} */
        const figures = [
          [
            t("Time"),
            seconds === null ? "–" : duration(seconds),
            result.fastest
              ? t("your best")
              : stats.best_seconds === null || stats.won < 2
                ? ""
                : t("best {time}", { time: duration(stats.best_seconds) }),
          ],
          [
            t("Moves"),
            String(steps ?? view.steps),
            result.shortest
              ? t("your fewest")
              : stats.fewest_steps === null || stats.won < 2
                ? ""
                : t("fewest {n}", { n: stats.fewest_steps }),
          ],
          [
            t("In a row"),
            String(stats.streak),
            stats.best_streak > stats.streak
              ? t("most {n}", { n: stats.best_streak })
              : stats.streak > 1
                ? t("your most")
                : "",
          ],
          [t("Won"), t("{i} of {many}", { i: stats.won, many: stats.played }), ""],
        ];
        parts.push(
          h(
            "dl",
            { class: "tiles" },
            ...figures.map(([term, value, more]) =>
              h(
                "div",
                {},
                h("dt", {}, term),
                h("dd", {}, value),
                h("dd", { class: "about" }, more),
              ),
            ),
          ),
        );
        // If the player has undone a move, keep that message.
        if (table.view === view && (result.fastest || result.shortest))
          say(
            `${tn("Won in {n} move.", "Won in {n} moves.", { n: view.steps })} ${result.fastest ? t("Your best time.") : t("Your fewest moves.")}`,
            true,
          );
      }
    } catch {
      // If the statistics cannot be fetched, the banner shows only the result.
    }
  const next = nextDeal(deal);
  const go = () => {
    table.leaving = true;
    hands
      .start(id, next, options)
      .catch(regret)
      .finally(() => {
        table.leaving = false;
      });
  };
  parts.push(
    h(
      "div",
      { class: "choices" },
      button(next ? t("Next deal") : t("New deal"), go, "main"),
      button(t("Same deal"), () => commands.restart()),
      dayOf(view.game) && button(t("Share…"), () => commands.share()),
      button(t("Records"), () => commands.stats()),
      h("a", { class: "quiet", href: href("/"), onclick: hands.follow }, t("Games")),
    ),
  );
  return parts;
}

/**
 * Place the win banner where it covers the fewest top cards; prefer the middle if it covers only
 * slightly more.
 *
 * @param {HTMLElement} el
 * @param {Table} table
 */
export function makeWay(el, { board }) {
  const place = () => {
    const { geometry } = board;
    const row = el.parentElement;
    if (!geometry || !row || el.hidden) {
      sizes.disconnect();
      return;
    }
    const { cw: w, ch: h, places } = geometry;
    const felt = board.el.getBoundingClientRect();
    const card = {
      x: el.getBoundingClientRect().x - felt.x,
      w: el.offsetWidth,
      h: row.offsetHeight,
    };
    const tops = [...places.values()].flatMap(({ cards }) => cards.slice(-1));
    /** @param {number} y */
    const covered = (y) =>
      tops.reduce((sum, top) => sum + overlap({ ...card, y }, { x: top.x, y: top.y, w, h }), 0);
    const spare = felt.height - card.h;
    /** @type {[string, number][]} */
    const ways = [
      ["center", 0.75 * covered(spare / 2)],
      ["end", covered(spare)],
      ["start", covered(0)],
    ];
    const [best] = ways.sort(([, a], [, b]) => a - b);
    row.style.alignSelf = best?.[0] ?? "";
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(board.el);
}

/** Open the foundations like fans and close them again. Any touch or key press ends the animation. @param {Table} table */
export function flourish({ board }) {
  if (!pace() || document.hidden) return;
  const { geometry } = board;
  if (!geometry) return;
  /** @type {Animation[]} */
  const flights = [];
  const high = [...board.piles.values()].filter(
    ({ spec, cards }) => spec.kind === "foundation" && cards.length > 5,
  );
  // An open fan is 2.5 cards wide. If a fan would extend beyond the felt, all fans move aside and
  // keep their spacing.
  const [least, most] = [0.75 * geometry.cw, board.el.clientWidth - 1.75 * geometry.cw];
  const xs = high.flatMap(({ cards }) => cards.slice(-1).map(({ x }) => x));
  const shift = Math.max(0, least - Math.min(...xs)) + Math.min(0, most - Math.max(...xs));
  for (const [k, { cards }] of high.entries()) {
    const fan = cards.slice(-13);
    for (const [i, card] of fan.entries()) {
      // The flourish does not fetch faces that were never visible.
      if (!card.el.dataset["image"]) continue;
      const place = card.el.style.transform;
      const turn = (i / Math.max(1, fan.length - 1) - 0.5) * 46;
      const aside = Math.max(least, Math.min(card.x + shift, most)) - card.x;
      // Rotate about a point beyond the card's edge, towards the side with more room.
      const away = card.y < board.el.clientHeight / 2 ? 1 : -1;
      const swung = `${place} translate(${aside}px, ${-0.55 * away * geometry.ch}px) rotate(${-away * turn}deg) translateY(${0.85 * away * geometry.ch}px)`;
      flights.push(
        card.el.animate(
          [
            { transform: place, visibility: "visible", easing: "cubic-bezier(.3,0,.3,1)" },
            { transform: swung, visibility: "visible", offset: 0.45 },
            {
              transform: swung,
              visibility: "visible",
              offset: 0.6,
              easing: "cubic-bezier(.5,0,.3,1)",
            },
            { transform: place, visibility: "visible" },
          ],
          { duration: 1500, delay: 260 + k * 90 },
        ),
      );
    }
  }
  const stop = () => {
    for (const flight of flights) flight.cancel();
    for (const event of ["pointerdown", "keydown"]) removeEventListener(event, stop, true);
  };
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, stop, true);
  Promise.allSettled(flights.map((flight) => flight.finished)).then(stop);
}
