/** Buttons on the start page for the deal of the day and the calendar. */

/** @import {GameInfo, Hands} from "./types.js" */

import { regret } from "./announce.js";
import { dealOf, written } from "./daily.js";
import { button, h, iconButton } from "./dom.js";
import { t } from "./i18n.js";
import { openLater } from "./opening.js";

/** @param {GameInfo[]} games @param {Hands} hands */
export function dealOfTheDay(games, hands) {
  const { game, deal } = dealOf(written(new Date()));
  const play = button(
    t("Deal of the day: {game}", { game: games.find(({ id }) => id === game)?.name }),
    () => hands.start(game, deal, {}).catch(regret),
  );
  const days = iconButton(
    "calendar",
    t("Other days"),
    () =>
      openLater(
        () => import("./calendar.js"),
        ({ calendarPanel }) => calendarPanel(games, hands),
      ),
    { class: "tool plain", "aria-haspopup": "dialog" },
  );
  return h("div", { class: "day" }, play, days);
}
