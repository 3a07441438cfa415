/** Installation of the page as an app; the browser's own offer waits until the player wants it. */

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {Event & {prompt(): Promise<unknown>}} Offer */

/** @type {Offer | null} */
let offer = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = /** @type {Offer} */ (event);
});
addEventListener("appinstalled", () => {
  offer = null;
});

/** Return a button that installs the page, or words where only the browser's menu can; null if neither applies. */
export function installation() {
  if (offer) {
    const install = button(t("Install Cadogan"), () => {
      offer?.prompt();
      offer = null; // it works only once
      install.remove();
    });
    return install;
  }
  // Only browsers on iPhones and iPads have this property; it is true in the installed page.
  return "standalone" in navigator && !navigator.standalone
    ? h("p", { class: "about" }, t("To install Cadogan, tap Share, then Add to Home Screen."))
    : null;
}
