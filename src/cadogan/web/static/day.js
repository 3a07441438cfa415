/** The deal of the day: everybody's the same, and those of other days. */

/** @import {GameInfo, Hands} from "./types.js" */
import { button, h, iconButton } from "./dom.js";
import { openLater } from "./opening.js";
import { regret } from "./say.js";
import { t } from "./tongue.js";

/** The games that take turns, a fortnight long: always the same, so that a past day keeps its deal. */
const TURNS = [
  "klondike", "golf", "freecell", "pyramid", "spider", "canfield", "la-belle-lucie",
  "yukon", "forty-thieves", "tripeaks", "bakers-dozen", "grandfathers-clock", "scorpion", "algerian",
];
const DAY = 24 * 60 * 60 * 1000;

/** "2026-11-22" of a day where the person is. @param {Date} date */
export function written(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/** The game and the number of a day's deal. @param {string} date as "2026-11-22" */
export function dealOf(date) {
  const days = Math.floor(Date.parse(date) / DAY);
  return { game: TURNS[days % TURNS.length] ?? "", deal: date.replaceAll("-", "") };
}

/** @param {GameInfo[]} games @param {Hands} hands */
export function dealOfTheDay(games, hands) {
  const { game, deal } = dealOf(written(new Date()));
  const play = button(t("Deal of the day: {game}", { game: games.find(({ id }) => id === game)?.name }),
    () => hands.start(game, deal, {}).catch(regret));
  const days = iconButton("calendar", t("Other days"), () =>
    openLater(() => import("./calendar.js"), ({ calendarPanel }) => calendarPanel(games, hands)), { class: "tool plain", "aria-haspopup": "dialog" });
  return h("div", { class: "day" }, play, days);
}
