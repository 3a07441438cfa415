/** A long question of the desk: asked again and again until it is answered, or given up. */

import { complaint, inquire } from "./api.js";
import { button, h } from "./dom.js";
import { t } from "./tongue.js";

export class Errand {
  #run = 0;

  /**
   * @param {"check" | "solve"} what
   * @param {HTMLElement} el where it is told how far it is, and what came of it
   * @param {(answer: any) => void} done
   */
  constructor(what, el, done) {
    this.what = what;
    this.el = el;
    this.done = done;
  }

  /** @param {object} body */
  async start(body) {
    const mine = ++this.#run;
    const doing = h("span", {}, this.what === "check" ? t("It is played a thousand times") : t("The deal is searched"));
    this.el.replaceChildren(doing, "… ", button(t("Stop"), () => this.stop()));
    try {
      for (;;) {
        const answer = await inquire("POST", `/api/desk/${this.what}`, body);
        if (mine !== this.#run || !this.el.isConnected) return;
        if (answer.state === "done") return this.done(answer);
        if (answer.doing) {
          doing.textContent = answer.doing;
          doing.lang = "en";
        }
      }
    } catch (error) {
      if (mine === this.#run) this.el.replaceChildren(complaint(error));
    }
  }

  /** Give it up; what was told of another text is taken away. */
  stop() {
    const asked = this.el.querySelector("button");
    this.#run += 1;
    this.el.replaceChildren();
    if (asked) inquire("POST", "/api/desk/stop", {}).catch(() => undefined);
  }
}
