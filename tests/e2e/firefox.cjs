/**
 * Adapter between Playwright and releases of Firefox.
 *
 * Playwright sends commands that some releases do not know. If no test needs their effect, an empty
 * answer replaces the error. Playwright itself has no touch input for Firefox: here the middle button
 * of the mouse is a finger, because no test presses it.
 */

const UNNEEDED = new Set([
  "browser.setDownloadBehavior",
  "emulation.setMediaFeaturesOverride",
  "emulation.setScreenOrientationOverride",
  "emulation.setScreenSettingsOverride",
  "network.addDataCollector",
]);
const MIDDLE = 1;
const { parse, stringify } = JSON;
/** The place of the mouse, and whether a finger is down there. */
let place = { type: "pointerMove", x: 0, y: 0 };
let down = false;

/** Return the command with a finger in place of the mouse, if the middle button is down. */
function touching(command) {
  const [device] = command.params.actions;
  if (device.type !== "pointer") return command;
  const [action] = device.actions;
  if (action.type === "pointerMove") place = action;
  else if (action.button === MIDDLE) down = action.type === "pointerDown";
  else return command;
  if (!down && action.type === "pointerMove") return command;
  const touch = action.type === "pointerMove" ? action : { ...action, button: 0 };
  const actions = action.type === "pointerDown" ? [place, touch] : [touch];
  const finger = { ...device, id: "finger", parameters: { pointerType: "touch" }, actions };
  return { ...command, params: { ...command.params, actions: [finger] } };
}

JSON.stringify = (value, ...more) =>
  stringify(value?.method === "input.performActions" ? touching(value) : value, ...more);

JSON.parse = (text, ...more) => {
  const value = parse(text, ...more);
  const unknown = value?.type === "error" && value.error === "unknown command";
  if (unknown && UNNEEDED.has(value.message)) return { type: "success", id: value.id, result: {} };
  return value;
};
