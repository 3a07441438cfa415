/** Shortcuts of the installed page, which lead to the deal of the day or to the last play. */

/** @import {Unfinished} from "./types.js" */

import { address, ask } from "./api.js";
import { dealOf, written } from "./daily.js";
import { href } from "./place.js";

/** Replace the address of a shortcut with the address of what it means today. @param {string} name */
export async function takeShortcut(name) {
  if (name === "today") {
    const { game, deal } = dealOf(written(new Date()));
    history.replaceState(null, "", address(game, deal, {}));
    return;
  }
  /** @type {{plays: Unfinished[]}} */
  const { plays } = await ask("GET", "/api/plays");
  const [last] = plays.toSorted((a, b) => b.updated - a.updated);
  if (last) history.replaceState({ play: last.play }, "", href(last.address));
  else history.replaceState(null, "", href("/"));
}
