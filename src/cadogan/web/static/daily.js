/** The deal of each day, the same for everybody. */

/** The games that take turns, a fortnight long: always the same, so that a past day keeps its deal. */
const TURNS = [
  "klondike",
  "golf",
  "freecell",
  "pyramid",
  "spider",
  "canfield",
  "la-belle-lucie",
  "yukon",
  "forty-thieves",
  "tripeaks",
  "bakers-dozen",
  "grandfathers-clock",
  "scorpion",
  "algerian",
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
