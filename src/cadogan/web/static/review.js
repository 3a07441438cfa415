/** Review panel: the moves of a play with verdicts. The player can step through them or continue from one. */

/** @import {Hands, Line, ReviewActions, ReviewData, Verdicts, View} from "./types.js" */
/** @import {Table} from "./table.js" */

import { hush, note, regret, say } from "./announce.js";
import { ask, inquire, playPath, Refused } from "./api.js";
import { button, cross, h, icon, put, write } from "./dom.js";
import { capital } from "./names.js";
import { panel } from "./panels.js";
import "./icons-extra.js";
import { t, tn } from "./i18n.js";

/** The playback speeds: name, symbol, and milliseconds per step. @type {[string, string, number][]}
 * */
const SPEEDS = [
  [t("normal"), "1×", 900],
  [t("fast"), "3×", 300],
  [t("slow"), "½×", 1800],
];
/** @type {Line} */
const OWN = { after: 0, steps: null };
/** Verdicts in words. @type {Record<string, string>} */
const FATES = { won: t("winnable"), lost: t("lost"), unknown: t("not known") };
/** Return whether a play is at the end of a winning line. @param {ReviewData} data */
const ends = (data) => data.won && data.done === data.steps.length;

export class Review {
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #line = OWN;
  /** @type {ReviewData | null} */
  #data = null;
  /** The number of steps from the deal to the place shown. */
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #playing;
  #speed = 0;
  /** Number of the latest request; the panel ignores answers to older ones. */
  #asked = 0;
  /** The current request for verdicts. @type {AbortController | null} */
  #question = null;
  /** @type {string[]} */
  #results = [];
  /** @type {number | null} */
  #thrown = null;

  /** @param {Table} table @param {Hands} hands @param {ReviewActions} extras */
  constructor(table, hands, extras) {
    this.table = table;
    this.hands = hands;
    this.extras = extras;
    table.watchers.add((view) => this.#seen(view));
  }

  /** Whether the panel shows the play's own line. */
  get own() {
    return !this.#line.steps;
  }

  /**
   * Show the panel, or show another line in the open panel.
   *
   * @param {{line?: Line, name?: string, step?: number, run?: boolean, after?: View | null}} [how] by
   *   default the play's own line at the current position; run: start the playback; after: the view
   *   that the open panel follows
   */
  async open({ line = OWN, name = "", step, run = false, after = null } = {}) {
    const { view } = this.table;
    if (!view) return;
    const data = await this.#ask(line);
    if (this.table.view?.play !== view.play || (after && !this.#dialog)) return;
    // The next move has already won the play.
    if (after && !after.won && ends(data)) {
      this.#dialog?.close();
      return;
    }
    if (!this.#dialog) this.#build();
    this.#halt();
    this.#line = line;
    this.#take(data, name);
    this.#at = data.done;
    if (step !== undefined) await this.look(step);
    this.#draw();
    this.#verdicts();
    if (run) this.#run();
    this.#current()?.focus({ preventScroll: true });
  }

  /** @param {Line} line @returns {Promise<ReviewData>} */
  #ask(line) {
    return ask("POST", `${playPath(this.table.view?.play ?? "")}/line`, {
      ...line,
      steps: line.steps ?? undefined,
    });
  }

  #build() {
    /** @param {string} glyph @param {string} label @param {() => void} action */
    const tool = (glyph, label, action) =>
      h(
        "button",
        { type: "button", class: "tool plain", "aria-label": label, title: label, onclick: action },
        icon(glyph),
      );
    this.run = tool("solution", t("Play out"), () => (this.#playing ? this.#halt() : this.#run()));
    const speed = h("button", {
      type: "button",
      class: "tool",
      title: t("Speed"),
      onclick: () => {
        this.#speed = (this.#speed + 1) % SPEEDS.length;
        tell();
      },
    });
    const tell = () => {
      const [name, sign] = this.#pace();
      write(speed, sign);
      put(speed, "aria-label", t("Speed: {name}", { name }));
    };
    tell();
    this.slider = h("input", {
      type: "range",
      min: 0,
      "aria-label": t("Move"),
      oninput: () => this.#step(Number(this.slider?.value)),
    });
    this.place = h("p", { class: "place" });
    this.on = button(t("Continue from here"), () => this.playOn().catch(regret), "main");
    this.home = button(t("Your place"), () => this.#reopen());
    this.list = h("ol", {
      class: "moves",
      "aria-label": t("Moves"),
      onkeydown: (event) => this.#key(event),
    });
    this.silence = h("p", { class: "about", role: "status", hidden: true });
    // The list's height changes if the style sheet arrives late or the player turns the phone.
    new ResizeObserver(() => this.#reveal()).observe(this.list);
    this.others = h("ul", { class: "plays" });
    this.many = h("span");
    const { extras } = this;
    /** @param {"solution" | "bookmark" | "rescue"} action */
    const other = (action) => () => extras[action]().catch(regret);
    const dialog = panel(
      t("Review"),
      [
        h(
          "div",
          { class: "steps" },
          tool("first", t("To the deal"), () => this.#step(0)),
          tool("back", t("Back"), () => this.#step(this.#at - 1)),
          this.run,
          tool("forward", t("Forward"), () => this.#step(this.#at + 1)),
          tool("last", t("To the end"), () => this.#step(Infinity)),
          speed,
        ),
        this.slider,
        h("div", { class: "choices" }, this.on, this.home),
        this.list,
        this.silence,
        h(
          "details",
          {},
          h("summary", {}, this.many),
          h(
            "div",
            { class: "choices" },
            button(t("Set a bookmark"), other("bookmark")),
            button(t("Last winnable position"), other("rescue")),
            button(t("Show me the solution"), other("solution")),
          ),
          this.others,
        ),
      ],
      { docked: true },
    );
    this.#dialog = dialog;
    this.title = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
    this.title.after(this.place);
    dialog.addEventListener("close", () => {
      this.#halt();
      this.#question?.abort();
      this.#question = this.#dialog = null;
      if (this.table.looking) this.#live();
    });
  }

  /** Show the current position of the play on the board. */
  async #live() {
    const { view } = this.table;
    this.#asked += 1;
    try {
      const live = await this.hands.fetchPlay(view?.play ?? "");
      if (this.table.view?.play === live.play) this.table.show(live, true);
    } catch (error) {
      regret(error);
    }
  }

  /** Show the play's own line at its current position. */
  async #reopen() {
    this.#halt();
    await this.#live();
    await this.open().catch(regret);
  }

  /** @param {ReviewData} data @param {string} name of the line */
  #take(data, name) {
    this.#data = data;
    this.#results = [];
    this.#thrown = null;
    const items = data.said.map((said, i) => this.#item(i + 1, said));
    this.list?.replaceChildren(this.#item(0, t("The deal")), ...items);
    put(/** @type {Element} */ (this.slider), "max", String(data.steps.length));
    const marks = data.marks.map((mark) => {
      const n = mark.steps.length;
      const words = mark.gone
        ? tn(
            "Line of {n} move, abandoned after move {shared}",
            "Line of {n} moves, abandoned after move {shared}",
            { n, shared: mark.shared },
          )
        : n
          ? t("Bookmark at move {n}", { n })
          : t("Bookmark at the deal");
      const away = cross(t("Remove: {words}", { words }), () =>
        this.extras.act("forget", { number: mark.number }).catch(regret),
      );
      return h(
        "li",
        {},
        h("span", { class: "kept" }, words),
        button(t("Look"), () =>
          this.open({ line: { after: 0, steps: mark.steps }, name: words, step: n }).catch(regret),
        ),
        away,
      );
    });
    this.others?.replaceChildren(...marks.reverse());
    write(
      /** @type {Element} */ (this.many),
      t("Bookmarks and other lines") + (marks.length ? ` (${marks.length})` : ""),
    );
    write(/** @type {Element} */ (this.title), name || t("Review"));
    write(
      /** @type {Element} */ (this.on),
      data.lent ? t("Practise from here") : t("Continue from here"),
    );
  }

  /** Close the panel; return whether it was open. */
  close() {
    const dialog = this.#dialog;
    dialog?.close();
    return !!dialog;
  }

  /** @param {number} n @param {string} said */
  #item(n, said) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "step", tabindex: "-1", onclick: () => this.#step(n) },
        h("span", { class: "no" }, n ? String(n) : ""),
        // Automatic moves appear only at the place shown.
        h("span", { title: said.includes(";") ? said : null }, said.replace(/[;.].*/, "")),
        h("span", { class: "fated" }),
      ),
    );
  }

  #current() {
    return /** @type {HTMLElement | null} */ (
      this.list?.children[this.#at]?.firstElementChild ?? null
    );
  }

  /** Scroll the list, but not the panel, to the current move. */
  #reveal() {
    const { list } = this;
    const here = this.#current();
    if (!list || !here) return;
    const { offsetTop, offsetHeight } = here;
    const { scrollTop, clientHeight } = list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }

  #draw() {
    const { list } = this;
    if (!list || !this.#data) return;
    const { steps, done } = this.#data;
    const before = list.querySelector("[aria-current]");
    before?.removeAttribute("aria-current");
    const here = this.#current();
    const grab = list.contains(document.activeElement) && document.activeElement !== here;
    list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    if (here) {
      put(here, "aria-current", "step");
      put(here, "tabindex", "0");
      if (grab) here.focus({ preventScroll: true });
      // New verdicts must not scroll the list.
      if (here !== before) this.#reveal();
    }
    const slider = /** @type {HTMLInputElement} */ (this.slider);
    slider.value = String(this.#at);
    slider.setAttribute(
      "aria-valuetext",
      t("Move {at} of {many}", { at: this.#at, many: steps.length }),
    );
    const away = !this.own || this.#at !== done;
    const fate = this.#fate(this.#at);
    write(
      /** @type {Element} */ (this.place),
      [t("Move {at} of {many}", { at: this.#at, many: steps.length }), fate].join("\n"),
    );
    // Disable buttons instead of hiding them, so that the height of the panel does not change.
    for (const el of [this.on, this.home])
      put(/** @type {Element} */ (el), "aria-disabled", away ? null : "true");
    const run = /** @type {Element} */ (this.run);
    put(run, "aria-pressed", String(!!this.#playing));
  }

  /** Return the verdict at a place in words. @param {number} at */
  #fate(at) {
    if (!this.own) return "";
    return this.#data?.won && at === this.#data.steps.length
      ? t("won")
      : (FATES[this.#results[at] ?? ""] ?? "");
  }

  /** Show the verdicts beside the moves. */
  #mark() {
    for (const [i, item] of [...(this.list?.children ?? [])].entries()) {
      const result = this.#results[i] ?? "";
      const thrown = i > 0 && i === this.#thrown;
      const el = /** @type {HTMLElement} */ (item.querySelector(".fated"));
      put(el, "data-result", result || null);
      item.classList.toggle("thrown", thrown);
      write(el, thrown ? t("threw the win away") : result === "unknown" ? "?" : this.#fate(i));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, number>} */
    const to = {
      ArrowUp: this.#at - 1,
      ArrowLeft: this.#at - 1,
      ArrowDown: this.#at + 1,
      ArrowRight: this.#at + 1,
      Home: 0,
      End: Infinity,
    };
    const n = to[event.key];
    if (n === undefined) return;
    event.preventDefault();
    this.#step(n);
  }

  /** Stop the playback and go to a place. @param {number} n */
  #step(n) {
    this.#halt();
    this.look(n).catch(regret);
  }

  /** Show a place on the line. @param {number} n */
  async look(n) {
    const { view } = this.table;
    const data = this.#data;
    if (!view || !data || !this.#dialog) return;
    const at = Math.max(0, Math.min(data.steps.length, n));
    if (at === this.#at && view.at === at) return;
    this.#at = at;
    this.#draw();
    const mine = ++this.#asked;
    const live = this.own && at === data.done;
    // From here on, keys apply to this place, even before the board shows it.
    if (!live) this.table.looking = (by) => this.#step(this.#at + by);
    /** @type {View} */
    let next;
    try {
      next = await (live
        ? this.hands.fetchPlay(view.play)
        : ask("POST", `${playPath(view.play)}/look`, {
            ...this.#line,
            steps: this.#line.steps ?? undefined,
            step: at,
          }));
    } catch (error) {
      if (this.table.view?.at === undefined) this.table.looking = null;
      throw error;
    }
    if (mine !== this.#asked || this.table.view?.play !== next.play || !this.#dialog) return;
    hush();
    this.table.show(next, true);
    const fate = this.#fate(at);
    const where = at
      ? t("Move {at}: {said}", { at, said: data.said[at - 1] })
      : `${t("The deal")}.`;
    say(`${where}${fate ? ` ${capital(fate)}.` : ""}`);
  }

  #run() {
    const { steps } = this.#data ?? { steps: [] };
    if (this.#at >= steps.length) return;
    const next = async () => {
      try {
        await this.look(this.#at + 1);
      } catch (error) {
        this.#halt();
        regret(error);
        return;
      }
      if (!this.#playing) return;
      if (this.#at < steps.length) this.#playing = setTimeout(next, this.#pace()[2]);
      else this.#halt();
    };
    this.#playing = setTimeout(next, this.#pace()[2]);
    this.#draw();
  }

  /** @returns {[string, string, number]} */
  #pace() {
    return SPEEDS[this.#speed] ?? [t("normal"), "1×", 900];
  }

  #halt() {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#draw();
  }

  /** Continue the play from the place shown. */
  async playOn() {
    const { view } = this.table;
    if (!view || !this.table.looking) return;
    this.#halt();
    this.#asked += 1;
    await this.extras.act("go", {
      ...this.#line,
      steps: this.#line.steps ?? undefined,
      step: this.#at,
    });
  }

  /** Bookmark the place shown, and stay there. */
  async bookmark() {
    const { view } = this.table;
    const data = this.#data;
    if (!view || !data) return;
    const [line, name, step] = [this.#line, this.title?.textContent ?? "", this.#at];
    this.#halt();
    this.#asked += 1;
    const next = await ask("POST", `${playPath(view.play)}/bookmark`, {
      ...line,
      steps: line.steps ?? undefined,
      step,
      revision: data.revision,
    });
    if (this.table.view?.play !== view.play || !this.#dialog) return;
    data.revision = next.revision; // the panel already shows the bookmark
    this.table.show(next, true);
    await this.open({ line, name, step });
    note(next.said);
  }

  /** Update for a new view, either of another play or of this one after a change. @param {View} view */
  #seen(view) {
    const data = this.#data;
    if (!this.#dialog || view.at !== undefined || view.revision === data?.revision) return;
    this.#asked += 1;
    // Close the panel, because the win banner needs its space.
    if (view.won && !(data && ends(data))) this.#dialog.close();
    else this.open({ after: view }).catch(regret);
  }

  /** Request the verdicts while the panel shows this line. */
  async #verdicts() {
    this.#question?.abort();
    this.#question = null;
    const data = this.#data;
    if (!this.own || !data) return;
    this.#question = new AbortController();
    const { signal } = this.#question;
    const path = `${playPath(this.table.view?.play ?? "")}/verdicts?revision=${data.revision}`;
    for (;;) {
      /** @type {Verdicts} */
      let known;
      try {
        known = await inquire("GET", path, undefined, signal);
      } catch (error) {
        // Ignore failures: the next change to the play sends another request, and the bar reports a
        // lost server.
        if (signal.aborted || error instanceof Refused) return;
        await new Promise((done) => setTimeout(done, 2000));
        if (signal.aborted) return;
        continue;
      }
      if (signal.aborted) return;
      const { silence } = this;
      if (silence) {
        silence.hidden = !known.error;
        write(silence, known.error ?? "");
      }
      this.#results = known.results;
      this.#thrown = known.thrown;
      this.#mark();
      this.#draw();
      if (known.state === "done") return;
      await new Promise((done) => setTimeout(done, 200));
      if (signal.aborted) return;
    }
  }
}
