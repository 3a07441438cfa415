/** All the plays of one game: won, lost, unfinished; each can be looked through again. */

/** @import {Hands, Kept} from "./types.js" */
/** @import {Table} from "./table.js" */
import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { plural } from "./names.js";
import { fetchStyle } from "./opening.js";
import { panel } from "./panels.js";
import { duration } from "./say.js";

/** What became of a play. @param {Kept} kept */
function fate({ state, ended }) {
  if (state === "won") return "Won";
  if (state === "left" || ended) return "Lost";
  if (state === "again") return "Begun again";
  return state === "over" ? "Stuck" : "Unfinished";
}

/** @param {Table} table @param {Hands} hands @param {() => Promise<unknown>} review the play on the table */
export async function historyPanel(table, hands, review) {
  const { view } = table;
  if (!view) return;
  /** @type {{name: string, plays: Kept[]}} */
  const { name, plays } = await ask("GET", `/api/history/${encodeURIComponent(view.game.id)}`);
  fetchStyle("extras");
  const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  const rows = plays.map((kept) => {
    const way = kept.name === name ? "" : ` · ${kept.name}`;
    const here = kept.play === view.play ? "Now on the table · " : "";
    const facts = [plural(kept.steps, "move"), duration(kept.seconds), when.format(kept.updated * 1000)].join(" · ");
    return h("li", {},
      h("div", { class: "kept" },
        h("strong", { class: `fate-${kept.state}` }, fate(kept)), ` Deal ${kept.deal}${way}`,
        h("p", { class: "about" }, here + facts)),
      button("Review", async () => {
        if (table.view?.play !== kept.play) await hands.goOn(/** @type {any} */ (kept));
        if (table.view?.play === kept.play) await review();
      }));
  });
  for (const [i, row] of rows.entries()) {
    row.querySelector("button")?.setAttribute("aria-label", `Review ${name}, deal ${plays[i]?.deal}, ${fate(/** @type {Kept} */ (plays[i]))}`);
  }
  panel(`Plays of ${name}`, [rows.length ? h("ul", { class: "plays" }, ...rows)
    : h("p", {}, "No move has been made in this game yet.")], { text: true });
}
