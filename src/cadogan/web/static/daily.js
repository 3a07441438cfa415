/** The deal of the day, which is the same for all players. */

/** Games in rotation, one for each day of a fortnight. Never change them, so that past days keep their deals. */
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

/** Return the player's local date, such as "2026-11-22". @param {Date} date */
export function written(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/** Return the game and the number of a day's deal. @param {string} date as "2026-11-22" */
export function dealOf(date) {
  const days = Math.floor(Date.parse(date) / DAY);
  return { game: TURNS[days % TURNS.length] ?? "", deal: date.replaceAll("-", "") };
}

/** Return the day whose deal this is, or null. @param {{id: string, deal: string, options: Record<string, string>}} game */
export function dayOf({ id, deal, options }) {
  const [, year, month, day] = /^(20\d\d)(0[1-9]|1[0-2])(\d\d)$/.exec(deal) ?? [];
  const date = `${year}-${month}-${day}`;
  const known = year && daysOf(`${year}-${month}`).dates.includes(date);
  return known && dealOf(date).game === id && !Object.keys(options).length ? date : null;
}

/** The first month with daily deals. */
export const FIRST_MONTH = "2000-01";

/**
 * Return the month `by` months after another; if it has no deals, return the given month.
 *
 * @param {string} month as "2026-11"
 * @param {number} by
 * @param {string} last the current month
 */
export function monthAfter(month, by, last) {
  const date = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by, 1));
  const next = date.toISOString().slice(0, 7);
  return next >= FIRST_MONTH && next <= last ? next : month;
}

/** Return the dates of a month, and the number of days in its first week that belong to the previous month. @param {string} month as "2026-11" */
export function daysOf(month) {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
  const dates = Array.from(
    { length: end.getUTCDate() },
    (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`,
  );
  // Weeks begin on Monday.
  return { dates, skip: (start.getUTCDay() + 6) % 7 };
}
