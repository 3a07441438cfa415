/** Shares of deals and plays, as people say them. */

/** @import {GameInfo} from "./types.js" */
import { t, tongue } from "./tongue.js";

/** A share as people say it: "30 %", and "99.86 %" where a whole number says too little. @param {number} share */
export function percent(share) {
  const hundred = 100 * share;
  if (hundred > 0 && hundred < 0.01) return t("under {share}", { share: figure(0.01, 2) });
  const digits = (hundred > 0 && hundred < 1) || (hundred > 99 && hundred < 100) ? 2 : 0;
  const text = figure(hundred, digits);
  return text.startsWith("100") && hundred < 100 ? t("over {share}", { share: figure(99.99, 2) }) : text;
}

/** "99.86 %", with a comma where that is usual. @param {number} number @param {number} digits */
function figure(number, digits) {
  return `${number.toLocaleString(tongue, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0%`;
}

/** What was measured of a game, by its usual rules. @param {GameInfo | undefined} game */
export function odds(game) {
  return [known(game?.measured), simple(game?.simple)].filter(Boolean).join(" ");
}

/** @param {GameInfo["measured"]} share */
function known(share) {
  if (!share) return "";
  const [low, high] = [percent(share.low), percent(share.high)];
  if (low === high) return t("With all cards known about {low} of its deals can be won.", { low });
  return share.high === 1 ? t("With all cards known at least {low} of its deals can be won.", { low })
    : t("With all cards known {low} to {high} of its deals can be won.", { low, high });
}

/** @param {GameInfo["simple"]} share */
function simple(share) {
  if (!share) return "";
  const [low, high] = [percent(share.low), percent(share.high)];
  if (low === high) return t("A simple program that sees no more than you do wins about {low}.", { low });
  return share.low ? t("A simple program that sees no more than you do wins {low} to {high}.", { low, high })
    : t("A simple program that sees no more than you do wins at most {high}.", { high });
}
