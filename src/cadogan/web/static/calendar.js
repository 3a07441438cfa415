/** Calendar of daily deals, with results. */

/** @import {GameInfo, Hands} from "./types.js" */

import { ask, complaint } from "./api.js";
import { daysOf, dealOf, FIRST_MONTH, monthAfter, written } from "./daily.js";
import { button, closePanels, h, iconButton, write } from "./dom.js";
import { locale, t } from "./i18n.js";
import { panel } from "./panels.js";

/** @type {Record<string, string>} */
const STATES = { won: t("won"), begun: t("begun") };
const NAMES = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** @param {GameInfo[]} games @param {Hands} hands */
export async function calendarPanel(games, hands) {
  /** @type {{days: {game: string, deal: string, won: boolean}[]}} */
  const { days } = await ask("GET", "/api/days");
  const played = new Map(
    days.map(({ game, deal, won }) => [`${game} ${deal}`, won ? "won" : "begun"]),
  );
  const today = written(new Date());
  let [chosen, month] = [today, today.slice(0, 7)];
  const title = h("h3", { id: "month", "aria-live": "polite" });
  const grid = h("div", { class: "days", role: "group", "aria-labelledby": "month" });
  const summary = h("p", { class: "summary" });
  const count = h("p", { class: "about" });
  const said = h("p", { class: "error", role: "alert" });

  /** Return the result of a day's deal. @param {string} date */
  const state = (date) => {
    const { game, deal } = dealOf(date);
    return played.get(`${game} ${deal}`) ?? "";
  };
  /** @param {string} date */
  const outcome = (date) => state(date) && `, ${STATES[state(date)]}`;
  /** @param {string} date */
  const choose = (date) => {
    chosen = date;
    const name = games.find(({ id }) => id === dealOf(date).game)?.name ?? "";
    write(summary, `${LONG.format(Date.parse(date))}: ${name}${outcome(date)}`);
    for (const el of grid.querySelectorAll("button"))
      el.setAttribute("aria-pressed", String(el.dataset["date"] === date));
  };
  /** @param {number} by */
  const turn = (by) => {
    month = monthAfter(month, by, today.slice(0, 7));
    draw();
  };
  const before = iconButton("before", t("Previous month"), () => turn(-1), { class: "tool plain" });
  const after = iconButton("after", t("Next month"), () => turn(1), { class: "tool plain" });
  const draw = () => {
    const { dates, skip } = daysOf(month);
    write(title, NAMES.format(Date.parse(`${month}-01`)));
    grid.replaceChildren(
      ...t("Mo Tu We Th Fr Sa Su")
        .split(" ")
        .map((name) => h("span", { class: "weekday", "aria-hidden": "true" }, name)),
      ...Array.from({ length: skip }, () => h("span", {})),
      ...dates.map((date) =>
        h(
          "button",
          {
            type: "button",
            "data-date": date,
            class: ["day-of", state(date), date === today && "today"].filter(Boolean).join(" "),
            disabled: date > today,
            "aria-label": `${LONG.format(Date.parse(date))}${outcome(date)}`,
            onclick: () => choose(date),
          },
          String(Number(date.slice(8))),
        ),
      ),
    );
    const won = dates.filter((date) => state(date) === "won").length;
    write(count, won ? t("You have won {won} of this month's deals.", { won }) : "");
    before.setAttribute("aria-disabled", String(month <= FIRST_MONTH));
    after.setAttribute("aria-disabled", String(month >= today.slice(0, 7)));
    choose(
      dates.includes(chosen) ? chosen : month === today.slice(0, 7) ? today : (dates[0] ?? today),
    );
  };
  const play = button(
    t("Play"),
    async () => {
      try {
        const { game, deal } = dealOf(chosen);
        await hands.start(game, deal, {});
        closePanels();
      } catch (error) {
        write(said, complaint(error));
      }
    },
    "main",
  );
  draw();
  panel(t("Deals of the day"), [
    h("div", { class: "month" }, before, title, after),
    grid,
    count,
    said,
    h("div", { class: "choices" }, play, summary),
  ]);
  // In a short window, not all the weeks fit on the screen at once.
  grid.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "center" });
}
