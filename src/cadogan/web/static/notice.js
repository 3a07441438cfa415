/** A sentence that stays until it is put away: what became of the file of a person's plays. */

import { button, h } from "./dom.js";

/** What has been put away, on whatever page. */
let read = "";

export class Notice {
  #text = "";

  constructor() {
    this.words = h("p", { role: "alert" });
    this.el = h("div", { class: "bar notice", hidden: true }, this.words, button("Understood", () => {
      read = this.#text;
      this.el.hidden = true;
    }));
  }

  /** @param {string | null} text null: there is nothing to tell, or no longer */
  show(text) {
    if (!text) read = "";
    this.#text = text ?? "";
    this.el.hidden = !text || text === read;
    if (this.words.textContent !== this.#text) this.words.textContent = this.#text;
  }
}
