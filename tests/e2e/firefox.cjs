/**
 * Two words in Playwright's talk with Firefox are put otherwise, before they are sent.
 *
 * Releases of Firefox that do not know how to pretend a colour scheme refuse every page: they are
 * asked for their status instead. And where CADOGAN_FINGER is set, the mouse is a finger: of its
 * own, Playwright has none for Firefox.
 */

const write = JSON.stringify;

JSON.stringify = (value, ...more) => {
  if (value?.method === "emulation.setMediaFeaturesOverride") {
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
