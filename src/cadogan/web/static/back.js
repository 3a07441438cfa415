/**
 * Back on a phone: the button or the gesture closes an open panel, and only then leaves the page.
 *
 * An open panel has an entry of its own in the history. If the player closes the panel in another
 * way, the page itself goes back.
 */

import { closePanels } from "./dom.js";
import { here } from "./place.js";

const finger = matchMedia("(pointer: coarse)");
/** Called when the page has gone back; null if it is not going back. @type {(() => void) | null} */
let arrived = null;
let settled = Promise.resolve();
/** The panel that has an entry in the history. @type {HTMLDialogElement | null} */
let held = null;

const isOpen = () => held?.open === true;

/** Whether the current entry belongs to a panel, so that a new page takes its place. */
export const isOfPanel = () => history.state?.panel === true;

const hold = () => history.pushState({ ...history.state, panel: true }, "");

/** Wait until the page no longer goes back, because a new entry now would be lost. */
export const stepped = () => settled;

/** Let Back close a panel that has just opened. @param {HTMLDialogElement} dialog */
export function closeByBack(dialog) {
  // The desk changes its address while its panels are open.
  if (!finger.matches || here().startsWith("/desk")) return;
  held = dialog;
  if (!isOfPanel()) hold();
  dialog.addEventListener("close", () => {
    if (isOpen() || !isOfPanel() || arrived) return;
    settled = new Promise((done) => {
      arrived = done;
    });
    history.back();
  });
}

/** Handle a step in the history; return whether it concerned only a panel. */
export function tookBack() {
  if (arrived) {
    arrived();
    arrived = null;
    if (isOpen()) hold();
    return true;
  }
  if (!isOpen() || isOfPanel()) return false;
  closePanels();
  return true;
}
