/** Wake lock: the screen of a phone stays on while a play is open, if the settings require it. */

/** Minutes without an action after which the screen may turn off. */
const PATIENCE = 10;

/** Whether this browser can keep the screen on. */
export const canStayAwake = "wakeLock" in navigator;

let wished = false;
/** @type {WakeLockSentinel | null} */
let lock = null;
let turn = Promise.resolve();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Keep the screen on, or let it turn off. @param {boolean} on */
export function stayAwake(on) {
  if (!canStayAwake) return;
  wished = on;
  clearTimeout(timer);
  if (on) timer = setTimeout(stayAwake, PATIENCE * 60_000, false);
  turn = turn.then(async () => {
    if (!wished) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      // The browser may refuse, for example because the battery is low.
      lock = await navigator.wakeLock.request("screen").catch(() => null);
    }
  });
}
