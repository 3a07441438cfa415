/** Names for the ways to play a game: its variants, named combinations and house rules. */

/** @import {Way} from "./types.js" */

import { capital } from "./names.js";
import { answersTo, houseRules } from "./option-form.js";

/** "Scorpion II" -> "II", beside "Scorpion". @param {{name: string}} game @param {{name: string}} main */
export function shortName(game, main) {
  const rest = game.name.slice(main.name.length).replace(/^[\s,:(–-]+|\)$/g, "");
  return game !== main && game.name.startsWith(main.name) && rest ? capital(rest) : game.name;
}

/** Return the name of a combination of answers; without a name, list the answers that differ from
 * the defaults. @param {Way} way */
export function wayName({ game, options }) {
  const given = JSON.stringify(answersTo(game.options, options));
  const known = game.combinations.find(
    (some) => JSON.stringify(answersTo(game.options, some.options)) === given,
  );
  const rules = houseRules(game.options, options);
  return known?.name ?? [game.name, rules].filter(Boolean).join(", ");
}
