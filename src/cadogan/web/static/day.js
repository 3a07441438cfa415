/** The deal of the day: everybody's the same, and those of other days. */

/** @import {GameInfo, Hands} from "./types.js" */
import { complaint } from "./api.js";
import { button, h, write } from "./dom.js";
import { note } from "./say.js";

/** The games that take turns, a fortnight long: always the same, so that a past day keeps its deal. */
const TURNS = [
  "klondike", "golf", "freecell", "pyramid", "spider", "canfield", "la-belle-lucie",
  "yukon", "forty-thieves", "tripeaks", "bakers-dozen", "grandfathers-clock", "scorpion", "algerian",
];
const DAY = 24 * 60 * 60 * 1000;

/** "2026-11-22" of a day where the person is. @param {Date} date */
function written(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/** The game and the number of a day's deal. @param {string} date as "2026-11-22" */
export function dealOf(date) {
  const days = Math.floor(Date.parse(date) / DAY);
  return { game: TURNS[days % TURNS.length] ?? "", deal: date.replaceAll("-", "") };
}

/** @param {GameInfo[]} games @param {Hands} hands */
export function dealOfTheDay(games, hands) {
  const today = written(new Date());
  const play = button("", async () => {
    const { game, deal } = dealOf(day.value);
    try {
      await hands.start(game, deal, {});
    } catch (error) {
      note(complaint(error));
    }
  });
  const tell = () => {
    // Without a day, or with one that is still to come, it is today's.
    if (!day.value || day.value > today) day.value = today;
    const name = games.find(({ id }) => id === dealOf(day.value).game)?.name;
    write(play, `Deal of ${day.value === today ? "the" : "that"} day: ${name}`);
  };
  const day = h("input", { type: "date", value: today, min: "2000-01-01", max: today, onchange: () => tell() });
  tell();
  return h("div", { class: "day" }, play, h("label", {}, h("span", { class: "unseen" }, "Day"), day));
}
