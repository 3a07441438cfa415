/** The contents page: all games by family, a search, and what was left unfinished. */

/** @import {Combination, GameInfo, Hands, Shelf, Unfinished} from "./types.js" */
import { SLOWLY, complaint, onServer } from "./api.js";
import { button, h, icon, iconButton } from "./dom.js";
import { capital, plural } from "./names.js";
import { Notice } from "./notice.js";
import { fetchPanels, openPanel } from "./opening.js";
import { answersTo, optionFields } from "./option-form.js";
import { picture } from "./picture.js";
import { hush, note, say } from "./say.js";
import { sought } from "./search.js";

/** @param {GameInfo[]} games @param {Shelf} shelf @param {Hands} hands */
export function chooser(games, shelf, hands) {
  /** @type {Map<string, GameInfo[]>} */
  const families = new Map();
  for (const game of games) {
    if (game.parent && games.some((other) => other.id === game.parent)) continue;
    families.set(game.family, [...(families.get(game.family) ?? []), game]);
  }
  // Families of a single game share rows, and come last.
  const groups = [...families].sort(([, a], [, b]) => Number(a.length < 2) - Number(b.length < 2))
    .map(([family, mains], i) => {
      const items = mains.map((main) =>
        entry([main, ...games.filter((game) => game.parent === main.id)], hands));
      const section = h("section", { class: mains.length < 2 ? "lone" : "", "aria-labelledby": `family-${i}` },
        h("h2", { id: `family-${i}` }, family), h("div", { class: "entries" }, ...items.map((item) => item.el)));
      return { section, items };
    });
  const none = h("p", { class: "none", hidden: true }, "No game of that name.");
  const search = h("input", {
    type: "search", id: "search", autocomplete: "off", spellcheck: "false", placeholder: "Name of a game",
    oninput: () => {
      /** @param {boolean} loosely */
      const look = (loosely) => {
        const matches = sought(search.value, loosely);
        let found = 0;
        for (const { section, items } of groups) {
          const shown = items.filter((item) => item.find(matches)).length;
          section.hidden = !shown;
          found += shown;
        }
        return found;
      };
      const found = look(false) || look(true);
      none.hidden = found > 0;
      going.hidden = search.value.trim() !== "";
      say(plural(found, "game"));
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" || !search.value.trim()) return;
      event.preventDefault();
      const first = groups.flatMap(({ items }) => items).find((item) => !item.el.hidden);
      first?.play.focus();
    },
  });
  const going = h("div", {}, goOn(shelf.plays, hands));
  const notice = new Notice();
  notice.show(shelf.notice);
  fetchPanels();
  onServer((state) => state === "slow" ? note(SLOWLY, 60) : hush());
  /** @param {KeyboardEvent} event */
  const slash = (event) => {
    if (!search.isConnected) document.removeEventListener("keydown", slash);
    else if (event.key === "/" && !/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, dialog[open]")) {
      event.preventDefault();
      search.focus();
    }
  };
  document.addEventListener("keydown", slash);
  return h("div", { class: "contents" },
    notice.el,
    h("header", {},
      h("h1", {}, "Cadogan"),
      h("p", { class: "motto" }, "Patience, by its rules"),
      h("div", { class: "find", role: "search" }, h("label", { for: "search", class: "unseen" }, "Search"), search),
      iconButton("options", "Options", () => openPanel(({ optionsPanel }) => optionsPanel()), { class: "tool plain" })),
    h("main", {}, going, h("div", { class: "families" }, ...groups.map((group) => group.section)), none, h("div", { class: "notes" })));
}

/** @param {Unfinished[]} plays @param {Hands} hands @returns {HTMLElement} */
function goOn(plays, hands) {
  const rows = plays.map((play, i) => h("li", { hidden: i >= 4 },
    h("button", { type: "button", class: "going", onclick: () => hands.goOn(play) },
      h("strong", {}, play.name),
      h("span", {}, [`deal ${play.deal}`, plural(play.steps, "move"), play.over && "no move left", ago(play.updated)]
        .filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "tool plain giveup", title: "Give this play up",
      "aria-label": `Give up ${play.name}, deal ${play.deal}`,
      onclick: () => openPanel(async ({ givingUpPanel }) => {
        if (!await givingUpPanel(play.name, play.deal)) return;
        const next = goOn((await hands.leave(play.play)).plays, hands);
        el.replaceWith(next);
        next.querySelector("button")?.focus();
      }) }, icon("close"))));
  const rest = rows.length - 4;
  const more = button(`${rest} more`, () => {
    for (const row of rows) row.hidden = false;
    more.remove();
    rows[4]?.querySelector("button")?.focus();
  });
  const el = h("section", { class: "unfinished", "aria-labelledby": "go-on", hidden: !plays.length },
    h("h2", { id: "go-on" }, "Go on with"), h("ul", {}, ...rows), rest > 0 && more);
  return el;
}

/** "3 hours ago". @param {number} when seconds since 1970 */
function ago(when) {
  const minutes = Date.now() / 60000 - when / 60;
  /** @type {[number, Intl.RelativeTimeFormatUnit]} */
  const [n, unit] = minutes < 60 ? [minutes, "minute"]
    : minutes < 1440 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  return minutes < 1 ? "just now" : new Intl.RelativeTimeFormat("en").format(-Math.round(n), unit);
}

/** "Scorpion II" -> "II", beside "Scorpion". @param {GameInfo} game @param {GameInfo} main */
function shortName(game, main) {
  const rest = game.name.slice(main.name.length).replace(/^[\s,:(–-]+|\)$/g, "");
  return game !== main && game.name.startsWith(main.name) && rest ? capital(rest) : game.name;
}

let serial = 0;

/**
 * One main game with its variants: a form that starts a play.
 *
 * @param {GameInfo[]} versions the main game first
 * @param {Hands} hands
 */
function entry(versions, hands) {
  const id = `game-${++serial}`;
  const main = /** @type {GameInfo} */ (versions[0]);
  let chosen = main;
  /** What the person has picked; a search shows another form only as long as it is there. */
  let picked = main;
  /** The combination of house rules that a search found. @type {Combination | null} */
  let form = null;
  const about = h("p", { class: "about" });
  const known = h("p", { class: "known" });
  const facts = h("p", { class: "facts" });
  const error = h("p", { class: "error", id: `${id}-error`, role: "alert" });
  const options = h("div", { class: "options" });
  const deal = h("input", { id: `${id}-deal`, autocomplete: "off", spellcheck: "false", size: 12, placeholder: "any" });
  let fields = optionFields([]);
  /** What was typed for a form is there again when it is chosen again. @type {Map<GameInfo | Combination, typeof fields>} */
  const typed = new Map();

  const draw = () => {
    about.textContent = chosen.about;
    known.textContent = chosen.aliases.length ? `Also ${chosen.aliases.join(", ")}` : "";
    known.hidden = !chosen.aliases.length;
    const { played, won } = chosen.stats;
    facts.textContent = [chosen.own ? "your own" : "", chosen.decks > 1 ? `${chosen.decks} decks` : "",
      played ? `played ${played}, won ${won}` : ""].filter(Boolean).join(" · ");
    error.textContent = "";
    fields = typed.get(form ?? chosen) ?? optionFields(chosen.options, form?.options);
    typed.set(form ?? chosen, fields);
    options.replaceChildren(fields.el);
    options.hidden = !chosen.options.length;
    play.setAttribute("aria-label", `Play ${form?.name ?? chosen.name}`);
  };

  const radios = versions.map((game) => h("input", {
    type: "radio", name: id, value: game.id, checked: game === main,
    onchange: () => {
      picked = game;
      show(game);
    },
  }));
  const labels = versions.map((game, i) =>
    h("label", {}, radios[i], h("span", {}, shortName(game, main))));
  /** @param {GameInfo} game @param {Combination | null} [found] */
  const show = (game, found = null) => {
    for (const [i, version] of versions.entries()) {
      const radio = radios[i];
      if (radio) radio.checked = version === game;
    }
    if (chosen === game && form === found) return;
    [chosen, form] = [game, found];
    draw();
  };
  const variants = versions.length > 1
    ? h("fieldset", { class: "variants" }, h("legend", { class: "unseen" }, `Variants of ${main.name}`),
      ...labels)
    : null;
  const play = h("button", { class: "main" }, "Play");
  // For the eye and the hand; the button says the same to everyone.
  const look = h("div", { class: "look", "aria-hidden": "true", onclick: () => play.click() }, picture(main.id));
  const el = h("form", {
    class: "entry", "aria-labelledby": `${id}-name`,
    onsubmit: async (event) => {
      event.preventDefault();
      error.textContent = "";
      try {
        await hands.start(chosen.id, deal.value.trim() || null, fields.read());
      } catch (reason) {
        error.textContent = complaint(reason);
        el.querySelector("select, input:not([type=radio])")?.setAttribute("aria-describedby", error.id);
      }
    },
  },
  look,
  h("div", { class: "words" },
    h("div", { class: "top" }, h("div", { class: "names" }, h("h3", { id: `${id}-name` }, main.name), facts), play),
    about, known, variants, options,
    h("details", {}, h("summary", {}, "Deal, rules, statistics"),
      h("div", { class: "extra" },
        h("div", { class: "field row" }, h("label", { for: `${id}-deal` }, "Deal number"), deal),
        button("Rules", () => openPanel(({ rulesPanel }) => rulesPanel(chosen.id, chosen.name, fields.read()))),
        button("Statistics", () => openPanel(({ statsPanel }) => 
          statsPanel(chosen.id, [chosen.name, fields.told()].filter(Boolean).join(": "), answersTo(chosen.options, fields.read())))))),
    error));
  draw();

  return {
    el,
    play,
    /** A variant found by name is shown as long as it is searched for. @param {(names: string[]) => boolean} matches */
    find(matches) {
      const found = versions.filter((game) => matches([game.name, game.id, ...game.aliases]));
      const forms = found.length ? [] : versions.flatMap((game) => game.combinations
        .filter(({ name, aliases }) => matches([name, ...aliases]))
        .map((combination) => ({ game, combination })));
      const first = forms[0];
      el.hidden = !found.length && !first;
      if (first) show(first.game, first.combination);
      else show(found.includes(picked) ? picked : found[0] ?? picked);
      return !el.hidden;
    },
  };
}
