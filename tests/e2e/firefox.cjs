/**
 * Adapter between Playwright and older releases of Firefox.
 *
 * Playwright sends commands that these releases reject. Preferred colour schemes and data collectors
 * are such commands; no test needs them, so a harmless command replaces them. If CADOGAN_FINGER is
 * set, the mouse becomes a finger, because Playwright itself has no touch input for Firefox.
 */

const UNKNOWN = [
  "browser.setDownloadBehavior",
  "emulation.setMediaFeaturesOverride",
  "emulation.setScreenOrientationOverride",
  "emulation.setScreenSettingsOverride",
  "emulation.setTouchOverride",
  "network.addDataCollector",
];
const write = JSON.stringify;

JSON.stringify = (value, ...more) => {
  if (UNKNOWN.includes(value?.method)) {
    return write({ ...value, method: "session.status", params: {} }, ...more);
  }
  if (value?.method === "input.performActions" && process.env.CADOGAN_FINGER) {
    const actions = value.params.actions.map((device) =>
      device.type === "pointer"
        ? { ...device, id: "finger", parameters: { pointerType: "touch" } }
        : device,
    );
    return write({ ...value, params: { ...value.params, actions } }, ...more);
  }
  return write(value, ...more);
};
