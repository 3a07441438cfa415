/** Panel that lists all plays of a game for review. */

/** @import {Hands, Kept} from "./types.js" */
/** @import {Table} from "./table.js" */

import { duration } from "./announce.js";
import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { locale, t } from "./i18n.js";
import { capital, dealName, moves } from "./names.js";
import { panel } from "./panels.js";

/** Return the outcome of a play in words. @param {Kept} kept */
export function fate({ state, ended, won, practice }) {
  if (won) return t("Won");
  if (state === "won") return t("Won in practice");
  if (practice && ended) return t("Practice");
  if (state === "left" || ended) return t("Lost");
  if (state === "again") return t("Restarted");
  return state === "over" ? t("Stuck") : t("Unfinished");
}

/** @param {Table} table @param {Hands} hands @param {() => Promise<unknown>} review the play on the table */
export async function historyPanel(table, hands, review) {
  const { view } = table;
  if (!view) return;
  /** @type {{name: string, plays: Kept[]}} */
  const { name, plays } = await ask("GET", `/api/history/${encodeURIComponent(view.game.id)}`);
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const rows = plays.map((kept) => {
    const way = kept.name === name ? "" : ` · ${kept.name}`;
    const here = kept.play === view.play ? `${t("Now on the table")} · ` : "";
    const facts = [
      moves(kept.steps),
      duration(kept.seconds),
      when.format(kept.updated * 1000),
    ].join(" · ");
    return h(
      "li",
      {},
      h(
        "div",
        { class: "kept" },
        h("strong", { class: `fate-${kept.won ? "won" : kept.state}` }, fate(kept)),
        ` ${capital(dealName(kept.deal))}${way}`,
        h("p", { class: "about" }, here + facts),
      ),
      button(t("Review"), async () => {
        if (table.view?.play !== kept.play) await hands.goOn(/** @type {any} */ (kept));
        if (table.view?.play === kept.play) await review();
      }),
    );
  });
  for (const [i, kept] of plays.entries()) {
    rows[i]
      ?.querySelector("button")
      ?.setAttribute(
        "aria-label",
        t("Review {name}, {deal}, {fate}", { name, deal: dealName(kept.deal), fate: fate(kept) }),
      );
  }
  panel(
    t("Plays of {name}", { name }),
    [
      rows.length
        ? h("ul", { class: "plays" }, ...rows)
        : h("p", {}, t("You have not made a move in this game yet.")),
    ],
    { text: true },
  );
}
