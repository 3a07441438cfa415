/** Editor page: the text of a definition beside its table, rules and errors. */

/** @import {Begun, Draft, DeskFile, Fault, Hands, Tried} from "./types.js" */

import { note, regret, say } from "./announce.js";
import { ask, complaint, inquire, query, Refused, Unreachable } from "./api.js";
import { contextAt, keysBeside, Words } from "./completion.js";
import { button, closePanels, h, icon, put, shape, write } from "./dom.js";
import { editor } from "./editor.js";
import { t, tn } from "./i18n.js";
import { markdown } from "./markdown.js";
import { randomDeal } from "./names.js";
import { panel } from "./panels.js";
import { draw } from "./picture.js";
import { assets, href } from "./place.js";

/** Milliseconds from the last keystroke until the page tries the text, and until the server saves a draft. */
const PAUSE = 300;
const KEEP = 1500;

/** @param {string} id */
const file = (id) => `/api/desk/files/${encodeURIComponent(id)}`;

/** Load the style sheet of the editor page. @returns {Promise<void>} */
function dressed() {
  const href = `${assets}/desk.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: reject }));
  });
}

/** Load the text that the address refers to. @param {string | null} id @param {URLSearchParams} wish @returns {Promise<Begun>} */
async function begun(id, wish) {
  if (id) return { ...(await ask("GET", file(id))), key: `game.${id}` };
  const { from, draft, ...answers } = Object.fromEntries(wish);
  if (draft) return { text: "", id: null, seen: null, key: draft };
  if (!from)
    return {
      ...(await ask("GET", "/api/desk/template")),
      id: null,
      seen: null,
      key: "new.template",
    };
  const copy = await ask("GET", `/api/desk/copy/${encodeURIComponent(from)}${query(answers)}`);
  if (copy.own) {
    history.replaceState(null, "", href(`/desk/${copy.own}`));
    return begun(copy.own, new URLSearchParams());
  }
  return { text: copy.text, id: null, seen: null, key: copy.key };
}

/** Return the latest draft for a key, from the browser or the server. @param {string} key @returns {Promise<Draft | null>} */
async function draftOf(key) {
  /** @type {Draft | null} */
  let here = null;
  try {
    here = JSON.parse(localStorage.getItem(`desk.${key}`) ?? "null");
  } catch {
    // the stored data is invalid, or the browser blocks storage
  }
  const { draft: there } = await inquire("GET", `/api/desk/drafts/${encodeURIComponent(key)}`);
  return here && (!there || here.at >= there.at) ? here : there;
}

/** @param {string | null} id of a file @param {Hands} hands */
export async function desk(id, hands) {
  const [start, schema] = await Promise.all([
    begun(id, new URLSearchParams(location.search)),
    inquire("GET", "/api/desk/schema"),
    dressed(),
  ]);
  const page = new Desk(start, new Words(schema), hands);
  page.recall(await draftOf(start.key));
  return page;
}

class Desk {
  /** @param {Begun} start @param {Words} words @param {Hands} hands */
  constructor(start, words, hands) {
    this.words = words;
    this.hands = hands;
    /** The file of the text, with its saved version; a file without an id does not exist yet. */
    this.kept = start;
    /** @type {Tried | null} */
    this.tried = null;
    this.deal = 1;
    this.game = "";
    /** The index of the error that the next click shows. */
    this.next = 0;
    /** @type {AbortController | null} */
    this.trying = null;
    /** @type {Record<string, ReturnType<typeof setTimeout>>} */
    this.timers = {};
    this.title = h("h1", {}, "");
    this.state = h("span", { class: "state" });
    // Errors and the meanings of keys are in English, the language of definitions.
    this.wrong = h("span", { lang: "en" });
    this.jump = button(t("Go there"), () => this.toFault());
    this.fault = h("div", { class: "fault", hidden: true }, this.wrong, this.jump);
    this.meaning = h("p", { class: "meaning", id: "meaning", lang: "en" });
    this.spoken = h("p", {
      class: "unseen",
      role: "status",
      "aria-live": "polite",
      id: "fault-text",
      lang: "en",
    });
    this.editor = editor({
      label: t("Definition of the game"),
      describedby: "fault-text meaning",
      changed: () => this.changed(),
      moved: () => this.explain(),
    });
    this.svg = shape("svg", { class: "picture", role: "img", hidden: "" });
    this.bare = h("p", {}, t("The table appears here once the text is valid."));
    this.which = h("select", {
      id: "which",
      onchange: () => {
        this.game = this.which.value;
        this.attempt();
      },
    });
    this.versions = h(
      "div",
      { class: "field row", hidden: true },
      h("label", { for: "which" }, t("Game")),
      this.which,
    );
    this.number = h("span", { class: "number" }, t("Deal ") + this.deal);
    this.verdict = h("p", { class: "answer", role: "status" });
    this.solver = new DeskJob("solve", this.verdict, (answer) => this.solved(answer));
    this.report = h("div", { class: "answer", role: "status" });
    this.checker = new DeskJob("check", this.report, (answer) => this.checked(answer));
    this.rules = h("article", { class: "rules" });
    this.saver = button(t("Save"), () => this.save());
    this.bench = h(
      "div",
      { class: "choices" },
      this.versions,
      this.number,
      button(t("Another deal"), () => this.another()),
      button(t("Can it be won?"), () => this.solve()),
    );
    this.bench.inert = true; // it keeps its place until there is a table
    const reading = h(
      "section",
      { class: "reading", tabindex: "0", "aria-labelledby": "in-words" },
      h("h2", { id: "in-words" }, t("In words")),
      this.rules,
    );
    this.el = h(
      "div",
      { class: "desk", onkeydown: (event) => this.key(event) },
      h(
        "header",
        {},
        h(
          "a",
          { class: "tool", href: href("/"), onclick: this.hands.follow, title: t("All games") },
          icon("games"),
          h("span", { class: "label" }, t("All games")),
        ),
        h("div", { class: "name" }, this.title, this.state),
        h(
          "div",
          { class: "desk-actions" },
          button(t("Your games…"), () => this.games()),
          this.saver,
          button(t("Check"), () => this.check()),
          button(t("Play"), () => this.play(), "main"),
        ),
      ),
      h(
        "main",
        {},
        h(
          "section",
          { class: "writing", "aria-label": t("Writing") },
          this.editor.el,
          this.fault,
          this.meaning,
          this.spoken,
        ),
        h(
          "div",
          { class: "beside" },
          h(
            "section",
            { class: "dealt", "aria-labelledby": "its-table" },
            h("h2", { id: "its-table", class: "unseen" }, t("The table")),
            h("div", { class: "cloth" }, this.bare, this.svg),
            this.bench,
          ),
          this.verdict,
          this.report,
          reading,
        ),
      ),
      h("div", { class: "notes" }),
    );
    put(this.saver, "aria-keyshortcuts", "Control+S");
    this.editor.set(start.text, true);
  }

  /** Restore an unsaved draft. @param {Draft | null} draft */
  recall(draft) {
    if (draft && draft.text !== this.kept.text) {
      const saved = this.kept.text;
      this.kept = { ...this.kept, seen: this.kept.id ? draft.seen : null };
      this.editor.set(draft.text, true);
      const again = h(
        "p",
        { class: "recalled" },
        t("This is an unsaved draft."),
        " ",
        saved &&
          button(this.kept.id ? t("Use the saved text") : t("Start over"), () => {
            this.editor.set(saved);
            again.remove();
          }),
      );
      this.editor.el.before(again);
    }
    this.shown();
    this.explain();
    this.attempt();
  }

  /** Return whether there are unsaved changes. */
  get unsaved() {
    return !this.kept.id || this.editor.text !== this.kept.text;
  }

  /** After a keystroke: save the draft immediately, and try the text after a pause. */
  changed() {
    put(this.el, "data-tried", null);
    this.remember();
    this.shown();
    this.later("try", PAUSE, () => this.attempt());
    this.suggest(false);
    this.explain();
    for (const job of [this.solver, this.checker]) job.stop();
  }

  /** @param {string} name @param {number} wait @param {() => void} work */
  later(name, wait, work) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(work, wait);
  }

  /** Save the draft in the browser immediately, and on the server later; delete it when the text is saved. */
  remember() {
    const { key, seen, text } = this.kept;
    /** @type {Draft | null} */
    const draft =
      this.editor.text === text ? null : { text: this.editor.text, at: Date.now(), seen };
    try {
      if (draft) localStorage.setItem(`desk.${key}`, JSON.stringify(draft));
      else localStorage.removeItem(`desk.${key}`);
    } catch {
      // storage is full or blocked, but the server has the draft
    }
    this.later("keep", draft ? KEEP : 0, () => {
      inquire("PUT", `/api/desk/drafts/${encodeURIComponent(key)}`, { draft }).catch(
        () => undefined,
      );
    });
  }

  shown() {
    const name =
      /^\s*name\s*=\s*(["'])(.*?)\1/m.exec(this.editor.text)?.[2] || t("Game without a name");
    write(this.title, name);
    document.title = t("Editing {name}: Cadogan", { name });
    write(
      this.state,
      !this.kept.id
        ? t("not among your games yet")
        : this.unsaved
          ? t("changed, not saved")
          : t("saved"),
    );
  }

  // -- the text ------------------------------------------------------------------------------------

  /** Show suggestions at the caret. @param {boolean} asked whether the user pressed a key for this; if so, suggest even before the first letter */
  suggest(asked) {
    const { area, text, offers } = this.editor;
    const caret = area.selectionStart;
    const context = caret === area.selectionEnd ? contextAt(text, caret) : null;
    const found =
      context &&
      (asked || context.typed || context.quoted || (context.kind === "value" && !context.inline))
        ? this.words.suggest(context, keysBeside(text, caret))
        : [];
    const was = offers.open;
    offers.show(found, context?.from ?? 0, asked);
    if (found.length && !was)
      say(
        tn(
          "{n} suggestion; choose it with the arrow keys.",
          "{n} suggestions; choose one with the arrow keys.",
          { n: found.length },
        ),
      );
    else if (asked && !found.length) say(t("No suggestions here."));
  }

  /** Explain the key and the phrase on the line with the caret. */
  explain() {
    const { area, text } = this.editor;
    const at = area.selectionStart;
    const first = text.lastIndexOf("\n", at - 1) + 1;
    const line = text.slice(first).split("\n", 1)[0] ?? "";
    const pair = /^\s*([\w.-]+)\s*=\s*(?:"([^"]*)")?/.exec(line);
    const head = /^\s*\[\[?([\w.-]+)\]/.exec(line);
    const context = pair
      ? contextAt(text, first + (pair[0].indexOf(pair[1] ?? "") + (pair[1] ?? "").length))
      : null;
    const path = context
      ? [...context.path, context.typed]
      : head
        ? (head[1] ?? "").split(".")
        : [];
    const about = path.length ? this.words.meaning(path, !pair) : "";
    const phrase = about && pair?.[2] ? this.words.phrase(path, pair[2]) : "";
    put(this.meaning, "lang", about ? "en" : null);
    write(
      this.meaning,
      about
        ? `${path.at(-1)}: ${about}.${phrase ? ` “${pair?.[2]}”: ${phrase}.` : ""}`
        : t("Ctrl+Space shows what is allowed here."),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === "s") this.save();
    else if (command && event.key === "Enter") this.play();
    else if (event.ctrlKey && event.key === " " && event.target === this.editor.area)
      this.suggest(true);
    else return;
    event.preventDefault();
  }

  /** Have the server parse the text and deal its game. */
  async attempt() {
    clearTimeout(this.timers["try"]);
    this.trying?.abort();
    const mine = new AbortController();
    this.trying = mine;
    const { id } = this.kept;
    const body = { text: this.editor.text, id, game: this.game || null, deal: String(this.deal) };
    try {
      const tried = await inquire("POST", "/api/desk/try", body, mine.signal);
      if (mine.signal.aborted) return;
      this.tried = tried;
      this.faulty(tried.faults);
      if (tried.shown) this.lay(tried);
    } catch (error) {
      if (mine.signal.aborted) return;
      this.faulty([{ said: complaint(error), key: "", line: 0, column: 0, length: 0 }]);
      // The draft stays in the browser until the server answers again.
      if (error instanceof Unreachable)
        this.later("try", 2000, () => this.el.isConnected && this.attempt());
    }
    put(this.el, "data-tried", String(body.text.length));
  }

  /** @param {Fault[]} faults */
  faulty(faults) {
    const [fault] = faults;
    const said = faults
      .map(({ line, said }) => (line ? t("Line {line}: {said}", { line, said }) : said))
      .join("\n");
    this.next = 0;
    write(this.wrong, said);
    this.fault.hidden = !fault;
    this.jump.hidden = !faults.some(({ line }) => line);
    this.editor.mark(fault?.line ?? 0, fault?.column ?? 0, fault?.length ?? 0);
    put(this.editor.area, "aria-invalid", fault ? "true" : null);
    this.el.classList.toggle("unsound", !!fault);
    if (this.spoken.textContent !== said)
      write(this.spoken, said || (this.spoken.textContent ? "The text is valid." : ""));
  }

  toFault() {
    // Go to the next error.
    const places = (this.tried?.faults ?? []).filter(({ line }) => line);
    const fault = places[this.next++ % places.length];
    if (!fault) return;
    this.editor.mark(fault.line, fault.column, fault.length);
    this.editor.go(fault.line, fault.column, fault.length);
  }

  /** Draw the table and show the rules. @param {Tried} tried */
  lay({ games, shown }) {
    if (!shown) return;
    this.game = shown.id === games[0]?.id ? "" : shown.id;
    this.versions.hidden = games.length < 2;
    this.which.replaceChildren(
      ...games.map(({ id, name }) => h("option", { value: id, selected: id === shown.id }, name)),
    );
    this.bare.hidden = true;
    this.bench.inert = false;
    this.svg.toggleAttribute("hidden", false);
    draw(this.svg, shown.picture);
    const n = Object.keys(shown.picture.piles).length;
    put(
      this.svg,
      "aria-label",
      tn("{name}, deal {deal}: {n} pile", "{name}, deal {deal}: {n} piles", {
        name: shown.name,
        deal: shown.deal,
        n,
      }),
    );
    write(this.number, t("Deal ") + shown.deal);
    const text = markdown(shown.markdown);
    text.firstElementChild?.remove(); // because the page already shows the name above
    this.rules.replaceChildren(text);
  }

  another() {
    this.deal = randomDeal();
    this.solver.stop();
    this.attempt();
  }

  // -- files ---------------------------------------------------------------------------------------

  /** Save the text; return whether that succeeded. */
  async save() {
    const { id, seen } = this.kept;
    const text = this.editor.text;
    try {
      this.taken(
        id
          ? await ask("PUT", file(id), { text, seen })
          : await ask("POST", "/api/desk/files", { text }),
      );
    } catch (error) {
      if (error instanceof Refused && error.status === 409) return this.contested(error);
      regret(error);
      return false;
    }
    await this.attempt();
    note(
      this.tried?.faults[0]
        ? t("Saved. It is not a game yet: see the errors.")
        : t("Saved. It is now in the list of games."),
    );
    return true;
  }

  /** Update the page after a successful save. @param {DeskFile} kept */
  taken({ id, text, seen }) {
    const old = this.kept;
    this.kept = { id, text, seen, key: `game.${id}` };
    if (old.key !== this.kept.key) {
      localStorage.removeItem(`desk.${old.key}`);
      inquire("PUT", `/api/desk/drafts/${encodeURIComponent(old.key)}`, { draft: null }).catch(
        () => undefined,
      );
      this.moved(href(`/desk/${id}`));
    }
    this.el.querySelector(".recalled")?.remove();
    this.remember();
    this.shown();
  }

  /** Change the address of the page. @param {string} address */
  moved(address) {
    history.replaceState(null, "", address);
    put(/** @type {Element} */ (this.el.parentElement), "data-address", location.href);
  }

  /** Ask what to do if the file was changed or deleted elsewhere; return whether it was saved. @param {Refused} error @returns {Promise<boolean>} */
  async contested(error) {
    /** @type {DeskFile | null} */
    const other = error.data.kept;
    const answer = await new Promise((resolve) => {
      const dialog = panel(t("Changed elsewhere"), [
        h(
          "p",
          {},
          error.message,
          " ",
          other
            ? t("Whichever text you choose, Undo can bring back the other one here.")
            : t("You can create the file again."),
        ),
        h(
          "div",
          { class: "choices" },
          button(
            other ? t("Overwrite it") : t("Create it again"),
            () => dialog.close("mine"),
            "main",
          ),
          other && button(t("Use the other text"), () => dialog.close("other")),
          button(t("Continue editing"), () => dialog.close("")),
        ),
      ]);
      dialog.addEventListener("close", () => resolve(dialog.returnValue));
    });
    if (answer === "mine") {
      const { key } = this.kept;
      this.kept = other ? { ...other, key } : { ...this.kept, id: null, seen: null };
      return this.save();
    }
    if (answer === "other" && other) {
      this.kept = { ...other, key: this.kept.key };
      this.editor.set(other.text);
    }
    return false;
  }

  /** Update the page after the file has been deleted: the text is now new and unsaved. */
  deleted() {
    const { key, id } = this.kept;
    localStorage.removeItem(`desk.${key}`);
    inquire("PUT", `/api/desk/drafts/${encodeURIComponent(key)}`, { draft: null }).catch(
      () => undefined,
    );
    this.kept = { id: null, text: "", seen: null, key: `new.${id}` };
    this.moved(href(`/desk?draft=new.${id}`));
    this.remember();
    this.shown();
  }

  /** Open the panel with the user's files and new texts. */
  async games() {
    try {
      await deskPanel(this);
    } catch (error) {
      regret(error);
    }
  }

  // -- actions -------------------------------------------------------------------------------------

  /** Play the deal on the table. */
  async play() {
    if (this.unsaved && !(await this.save())) return;
    await this.attempt();
    const shown = this.tried?.shown;
    if (!shown) return this.refuse();
    try {
      await this.hands.start(shown.id, shown.deal, {});
    } catch (error) {
      regret(error);
    }
  }

  /** Report that the text does not define a playable game yet, and go to the error. */
  refuse() {
    note(`${t("There is no game yet.")} ${this.wrong.textContent}`);
    this.toFault();
  }

  /** Start a job with the current text. @param {DeskJob} job */
  send(job) {
    for (const other of [this.solver, this.checker]) other.stop();
    if (this.tried?.faults[0]) return this.refuse();
    job.start({
      text: this.editor.text,
      id: this.kept.id,
      game: this.tried?.shown?.id ?? null,
      deal: String(this.deal),
    });
  }

  check() {
    this.send(this.checker);
    this.report.scrollIntoView({ block: "nearest" });
  }

  solve() {
    this.send(this.solver);
  }

  /** @param {{verdict: {result: string, moves: number, limit: string}}} answer */
  solved({ verdict: { result, moves } }) {
    const { deal } = this;
    write(
      this.verdict,
      result === "won"
        ? tn("Deal {deal} can be won in {n} move.", "Deal {deal} can be won in {n} moves.", {
            deal,
            n: moves,
          })
        : result === "lost"
          ? t("Deal {deal} is proved to be unwinnable.", { deal })
          : t("Deal {deal} is undecided: the search took too long.", { deal }),
    );
  }

  /** @param {{report: Record<string, any>}} answer */
  checked({ report: r }) {
    const parts = r["unplayed"]
      ? [t("The game was not played: {why}.", { why: r["unplayed"] })]
      : [
          tn("{n} random play", "{n} random plays", { n: r["plays"] }),
          ": ",
          t("{ended} ended, {won} of them won;", r),
          " ",
          tn("the median length is {n} move.", "the median length is {n} moves.", {
            n: r["length"],
          }),
        ];
    if (r["circling"])
      parts.push(
        " ",
        tn("{n} play kept repeating positions.", "{n} plays kept repeating positions.", {
          n: r["circling"],
        }),
      );
    const left = r["deals"] - r["winnable"] - r["lost"];
    if (r["deals"])
      parts.push(
        " ",
        tn(
          "Of {n} deal {winnable} can be won and {lost} cannot",
          "Of {n} deals {winnable} can be won and {lost} cannot",
          { ...r, n: r["deals"] },
        ),
        left ? t("; {left} took too long", { left }) : "",
        ".",
      );
    const cut = /** @type {string[]} */ (r["cut"]);
    const short =
      cut.length > 0
        ? [" ", t("Ran out of time for:"), " ", h("span", { lang: "en" }, cut.join(", ")), "."]
        : [];
    const findings = /** @type {{sure: boolean, said: string}[]} */ (r["findings"]);
    this.report.replaceChildren(
      h("h2", {}, t("Check")),
      h("p", {}, parts.join(""), ...short),
      findings.length > 0
        ? h(
            "ul",
            { class: "findings" },
            ...findings.map(({ sure, said }) =>
              h(
                "li",
                { class: sure ? "sure" : "" },
                h("strong", {}, sure ? t("Wrong: ") : t("Intended? ")),
                h("span", { lang: "en" }, said),
              ),
            ),
          )
        : h(
            "p",
            {},
            r["unplayed"] ? t("Its names and openings look right.") : t("Nothing looks wrong."),
          ),
    );
  }
}

/** Long-running job, polled until it is done or cancelled. */
class DeskJob {
  #run = 0;

  /**
   * @param {"check" | "solve"} what
   * @param {HTMLElement} el shows the progress and the result
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
    const doing = h(
      "span",
      {},
      this.what === "check" ? t("Playing it a thousand times") : t("Searching the deal"),
    );
    this.el.replaceChildren(
      doing,
      "… ",
      button(t("Stop"), () => this.stop()),
    );
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

  /** Stop the job, and remove its result, which belongs to another text. */
  stop() {
    const asked = this.el.querySelector("button");
    this.#run += 1;
    this.el.replaceChildren();
    if (asked) inquire("POST", "/api/desk/stop", {}).catch(() => undefined);
  }
}

/** Open the panel with the user's own games: edit, create, rename or delete them. @param {Desk} desk */
async function deskPanel(desk) {
  const [{ files, drafts }, all] = await Promise.all([
    ask("GET", "/api/desk/files"),
    desk.hands.games(),
  ]);
  const { kept } = desk;
  /** Create a link to another text; the current text remains as a draft. @param {string} path @param {string} name @param {string} [about] */
  const way = (path, name, about) =>
    h(
      "li",
      {},
      h("a", { class: "quiet", href: href(path), onclick: desk.hands.follow }, name),
      about && h("span", { class: "about" }, about),
    );
  const own = /** @type {{id: string, name: string, fault: string | null}[]} */ (files).map(
    ({ id, name, fault }) =>
      way(
        `/desk/${id}`,
        name,
        [
          id === kept.id && t("open now"),
          drafts.includes(`game.${id}`) && t("changed, not saved"),
          fault,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
  );
  const others = /** @type {string[]} */ (drafts)
    .filter((key) => key.startsWith("new.") && key !== kept.key)
    .map((key) => way(`/desk?draft=${key}`, key.slice(4).replaceAll("-", " "), t("not saved yet")));
  const origin = h(
    "select",
    { id: "origin" },
    h("option", { value: "" }, t("the commented template")),
    ...all.filter((game) => !game.own).map(({ id, name }) => h("option", { value: id }, name)),
  );
  const begin = h(
    "form",
    {
      class: "form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        location.assign(
          href(origin.value ? `/desk?from=${encodeURIComponent(origin.value)}` : "/desk"),
        );
      },
    },
    h("div", { class: "field row" }, h("label", { for: "origin" }, t("Based on")), origin),
    h("button", { class: "main" }, t("Begin")),
  );
  const here = kept.id
    ? [button(t("Rename…"), () => renamePanel(desk)), button(t("Delete…"), () => deletePanel(desk))]
    : [];
  panel(
    t("Your games"),
    [
      own.length + others.length
        ? h("ul", { class: "files" }, ...own, ...others)
        : h("p", { class: "about" }, t("You have not saved a game yet.")),
      here.length > 0 && h("div", { class: "choices" }, ...here),
      h("h3", {}, t("Another game")),
      begin,
    ].filter((part) => part instanceof Node),
  );
}

/** @param {Desk} desk */
async function renamePanel(desk) {
  if (desk.unsaved && !(await desk.save())) return;
  const input = h("input", {
    id: "new-name",
    value: desk.title.textContent,
    maxlength: 60,
    autocomplete: "off",
    "aria-describedby": "name-error",
  });
  const error = h("p", { class: "error", id: "name-error", role: "alert" });
  panel(t("Rename"), [
    h(
      "form",
      {
        class: "form",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const { id, seen } = desk.kept;
          try {
            const kept = /** @type {DeskFile} */ (
              await ask("POST", `${file(id ?? "")}/rename`, { name: input.value, seen })
            );
            closePanels();
            desk.editor.set(kept.text);
            desk.taken(kept);
            note(t("Renamed. Your plays of it are still there."));
          } catch (reason) {
            error.textContent = complaint(reason);
            input.focus();
          }
        },
      },
      h("div", { class: "field" }, h("label", { for: "new-name" }, t("Name of the game")), input),
      error,
      h(
        "div",
        { class: "choices" },
        h("button", { class: "main" }, t("Rename")),
        button(t("Cancel"), closePanels),
      ),
    ),
  ]);
  input.select();
}

/** @param {Desk} desk */
function deletePanel(desk) {
  const { id, seen } = desk.kept;
  const dialog = panel(t("Delete this game?"), [
    h(
      "p",
      {},
      t(
        "{name} will disappear from the list of games. Your plays of it stay saved, and return with a game of the same name. The text stays here until you leave this page.",
        { name: desk.title.textContent },
      ),
    ),
    h(
      "div",
      { class: "choices" },
      button(t("Keep it"), () => dialog.close(), "main"),
      button(t("Delete it"), async () => {
        dialog.close();
        try {
          await ask("POST", `${file(id ?? "")}/delete`, { seen });
        } catch (error) {
          if (error instanceof Refused && error.status === 409 && !error.data.kept) desk.deleted();
          else regret(error);
          return;
        }
        desk.deleted();
        note(t("Deleted. Its text is still here until you open another one."));
      }),
    ),
  ]);
  /** @type {HTMLElement | null} */ (dialog.querySelector("button.main"))?.focus();
}
