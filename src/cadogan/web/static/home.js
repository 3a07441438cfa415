/** Start page: all games, search, filters, favourites and unfinished plays. */

/** @import {GameInfo, Hands, Shelf, Traits, Unfinished} from "./types.js" */

import { hush, Notice, note, regret, say } from "./announce.js";
import { ask, loadingWords, onServer, SLOWLY } from "./api.js";
import { button, h, icon, iconButton, write } from "./dom.js";
import { entry } from "./game-tile.js";
import { dealName, moves } from "./names.js";
import { fetchPanels, openLater, openPanel } from "./opening.js";
import { href, PROGRAM } from "./place.js";
import { bare, isWished, sought } from "./search.js";
import { saveSettings, settings } from "./settings.js";
import "./icons-extra.js";
import { language, t, tn } from "./i18n.js";
import { dealOfTheDay } from "./today.js";

/** @typedef {ReturnType<typeof entry>} Item */

const LONE = t("Games on their own");
const FAVOURITES = t("Favourites");
/** Number of recent games at the top of the page. */
const RECENT = 4;
/** The filters, each with its label and choices; the first choice means "any". @type
 * {Record<string, [string, [string, string][]]>} */
const ASKED = {
  packs: [
    t("Packs"),
    [
      ["", t("Any packs")],
      ["1", t("One pack")],
      ["2", t("Two packs")],
    ],
  ],
  length: [
    t("Length"),
    [
      ["", t("Short or long")],
      ["short", t("Short")],
      ["medium", t("Medium")],
      ["long", t("Long")],
    ],
  ],
  luck: [
    t("Luck or skill"),
    [
      ["", t("Luck or skill")],
      ["skill", t("Skill: all cards are visible")],
      ["both", t("Some of both")],
      ["luck", t("Luck: few choices")],
    ],
  ],
  chance: [
    t("Chance of winning"),
    [
      ["", t("Any chance of winning")],
      ["high", t("Mostly won: over 3 in 4")],
      ["even", t("About even")],
      ["low", t("Seldom won: under 1 in 4")],
    ],
  ],
};

/** Compare names in the alphabetical order of the page's language. */
const byName = new Intl.Collator(language).compare;

/** Create a heading with its games. @param {string} name @param {Item[]} items */
function shelf(name, items) {
  const id = `family-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  const list = h("div", { class: "entries" }, ...items.map((item) => item.el));
  const el = h("section", { "aria-labelledby": id }, h("h2", { id }, name), list);
  return { el, list, items };
}

/** @param {GameInfo[]} games @param {Hands} hands @param {(item: Item) => void} starred */
function entries(games, hands, starred) {
  const mains = games.filter(
    (game) => !game.parent || !games.some((other) => other.id === game.parent),
  );
  /** @param {GameInfo} main */
  const lone = (main) => mains.filter(({ family }) => family === main.family).length < 2;
  return mains.map((main) => {
    const item = entry(
      [main, ...games.filter((game) => game.parent === main.id)],
      hands,
      () => starred(item),
      lone(main),
    );
    return { item, family: lone(main) ? LONE : main.family };
  });
}

/** @param {GameInfo[]} games @param {Shelf} plays @param {Hands} hands */
export function chooser(games, plays, hands) {
  const all = entries(games, hands, (item) => {
    const on = !settings.favourites.includes(item.main.id);
    const favourites = settings.favourites.filter((id) => id !== item.main.id);
    saveSettings({ favourites: on ? [...favourites, item.main.id] : favourites });
    say(
      on
        ? t("{name} is a favourite.", { name: item.main.name })
        : t("{name} is no longer a favourite.", { name: item.main.name }),
    );
    arrange();
    item.star.focus({ preventScroll: true });
  });
  const names = [...new Set(all.map(({ family }) => family))]
    .filter((name) => name !== LONE)
    .sort(byName);
  const families = [...names, LONE].map((name) =>
    shelf(
      name,
      all.filter(({ family }) => family === name).map(({ item }) => item),
    ),
  );
  const favourites = shelf(FAVOURITES, []);
  const recent = shelf(t("Played last"), []);
  const shelves = [recent, favourites, ...families];
  /** The time when a game or one of its versions was last played. @type {Map<string, number>} */
  const times = new Map();
  for (const { id, parent, last } of games)
    for (const name of [id, parent ?? ""]) times.set(name, Math.max(last, times.get(name) ?? 0));
  /** @param {Item} item */
  const playedAt = ({ main }) => times.get(main.id) ?? 0;
  const last = all
    .map(({ item }) => item)
    .filter((item) => playedAt(item) > 0)
    .sort((a, b) => playedAt(b) - playedAt(a))
    .slice(0, RECENT);
  const search = h("input", {
    type: "search",
    id: "search",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: t("Name of a game"),
    oninput: () => sift(),
    onkeydown: (event) => {
      if (event.key !== "Enter" || !search.value.trim()) return;
      event.preventDefault();
      const games = shown();
      const named = games.find(({ main }) =>
        [...main.names, ...main.aliases].some((name) => bare(name) === bare(search.value)),
      );
      (named ?? games[0])?.play.focus();
    },
  });
  const filters = new Filters(games, () => sift());
  const none = h("p", { class: "none", hidden: true });
  const going = h("div", {}, goOn(plays.plays, hands));

  /** Return the visible games in page order. */
  const shown = () => shelves.flatMap(({ items }) => items).filter(({ el }) => !el.hidden);

  /** Show recent games and favourites first, and do not repeat them below. */
  function arrange() {
    const chosen = all
      .map(({ item }) => item)
      .filter(({ main }) => settings.favourites.includes(main.id));
    for (const [each, items] of /** @type {const} */ ([
      [recent, last],
      [favourites, chosen.filter((item) => !last.includes(item))],
    ])) {
      each.items = items;
      each.list.replaceChildren(...items.map(({ el }) => el));
    }
    for (const each of families) {
      const name = each.el.querySelector("h2")?.textContent;
      each.items = all
        .filter(
          (one) => one.family === name && !chosen.includes(one.item) && !last.includes(one.item),
        )
        .map(({ item }) => item);
      each.list.replaceChildren(...each.items.map(({ el }) => el));
    }
    for (const { item } of all) item.mark(chosen.includes(item));
    show();
  }

  function show() {
    for (const { el, items } of shelves) {
      const seen = items.filter((item) => !item.el.hidden).length;
      el.hidden = !seen;
      el.classList.toggle("few", seen < 3);
    }
  }

  /** Show the games that match the search and the filters. */
  function sift() {
    /** @param {boolean} loosely */
    const look = (loosely) => {
      const names = sought(search.value, loosely);
      for (const {
        item: { el, main, find },
      } of all) {
        el.hidden = !find(names) || !filters.fits(main);
      }
      show();
      return shown().length;
    };
    const found = look(false) || look(true);
    none.hidden = found > 0;
    none.textContent = filters.count() ? t("No such game.") : t("No game has this name.");
    going.hidden = !!search.value.trim();
    say(tn("{n} game", "{n} games", { n: found }));
  }

  function records() {
    openLater(
      () => import("./records.js"),
      ({ recordsPanel }) => recordsPanel(hands),
    );
  }

  /** Start a random game among those shown. */
  function random() {
    const some = shown();
    some[Math.floor(Math.random() * some.length)]?.begin();
  }

  arrange();
  const notice = new Notice();
  notice.show(plays.notice);
  fetchPanels();
  let loading = false;
  onServer((state) => {
    const shown = loading && document.querySelector(".notes .toast");
    if (state === "loading" && shown) write(shown, loadingWords());
    else if (state === "loading") note(loadingWords(), 600);
    else if (state === "slow") note(SLOWLY, 60);
    else hush();
    loading = state === "loading";
  });
  /** @param {KeyboardEvent} event */
  const slash = (event) => {
    if (!search.isConnected) document.removeEventListener("keydown", slash);
    else if (
      !(/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, dialog[open]"))
    ) {
      if (event.key === "/") {
        event.preventDefault();
        search.focus();
      } else if (
        event.key.toLowerCase() === "t" &&
        settings.keys &&
        !(event.ctrlKey || event.metaKey || event.altKey)
      )
        records();
    }
  };
  document.addEventListener("keydown", slash);
  return h(
    "div",
    { class: "contents" },
    notice.el,
    h(
      "header",
      {},
      h("h1", {}, "Cadogan"),
      h("p", { class: "motto" }, t("Patience, by its rules")),
      h(
        "div",
        { class: "find", role: "search" },
        h("label", { for: "search", class: "unseen" }, t("Search")),
        search,
      ),
      h(
        "div",
        { class: "set" },
        iconButton(
          "open",
          t("Open a link, position or record"),
          () =>
            openLater(
              () => import("./paste.js"),
              ({ pastePanel }) => pastePanel(hands, null),
            ),
          { class: "tool plain" },
        ),
        iconButton("stats", t("Records"), records, { class: "tool plain" }),
        iconButton("options", t("Options"), () => openPanel(({ optionsPanel }) => optionsPanel()), {
          class: "tool plain",
        }),
      ),
    ),
    h(
      "div",
      { class: "sift", role: "region", "aria-label": t("Which games") },
      filters.button,
      button(t("Random game"), random),
      h("a", { class: "quiet", href: href("/desk"), onclick: hands.follow }, t("Inventor’s desk")),
      dealOfTheDay(games, hands),
      filters.el,
    ),
    h(
      "main",
      {},
      going,
      h("div", { class: "families" }, ...shelves.map(({ el }) => el)),
      none,
      h("div", { class: "notes" }),
    ),
    PROGRAM && pages(PROGRAM),
  );
}

/** Return links to the site's other pages. @param {NonNullable<typeof PROGRAM>} files */
function pages(files) {
  const links = [
    { file: files[`rules.${language}`], name: t("Rules of all games") },
    { file: files["docs"], name: t("Documentation") },
  ];
  return h(
    "footer",
    {},
    ...links.map(({ file, name }) =>
      file ? h("a", { class: "quiet", href: file.url }, name) : null,
    ),
  );
}

/** Filters for kinds of games, collapsed until the player opens them. */
class Filters {
  /** @type {Record<string, Traits> | null} */
  #traits = null;

  /** @param {GameInfo[]} games @param {() => void} changed */
  constructor(games, changed) {
    const kinds = [
      ...new Set(games.filter(({ parent }) => !parent).map((game) => game.family)),
    ].sort(byName);
    /** @type {typeof ASKED} */
    const asked = {
      family: [
        t("Family"),
        [
          ["", t("All families")],
          ...kinds.map((name) => /** @type {[string, string]} */ ([name, name])),
        ],
      ],
      ...ASKED,
    };
    this.selects = Object.fromEntries(
      Object.entries(asked).map(([name, [label, choices]]) => [
        name,
        select(label, choices, () => this.#change(changed)),
      ]),
    );
    this.el = h(
      "div",
      { class: "filters", id: "filters", hidden: true },
      ...Object.values(this.selects).map((el) => el.parentElement),
    );
    this.label = h("span", {}, t("Filters"));
    this.button = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-expanded": "false",
        "aria-controls": "filters",
        onclick: () => {
          this.el.hidden = !this.el.hidden;
          this.button.setAttribute("aria-expanded", String(!this.el.hidden));
          // Report a failure only when the player opens the filters.
          if (!this.el.hidden) this.#learn().catch(() => undefined);
        },
      },
      icon("filter"),
      this.label,
    );
  }

  /** Return the number of active filters. */
  count() {
    return Object.values(this.selects).filter(({ value }) => value).length;
  }

  /** Fetch the traits of all games; the server takes a moment to estimate them. */
  async #learn() {
    this.#traits ??= (await ask("GET", "/api/traits")).traits;
  }

  /** @param {() => void} changed */
  async #change(changed) {
    const { length, luck, chance } = this.selects;
    try {
      if (length?.value || luck?.value || chance?.value) await this.#learn();
    } catch (error) {
      regret(error);
      return;
    }
    const count = this.count();
    this.label.textContent = count ? `${t("Filters")} (${count})` : t("Filters");
    changed();
  }

  /** @param {GameInfo} game */
  fits(game) {
    const wishes = Object.fromEntries(
      Object.entries(this.selects).map(([name, { value }]) => [name, value]),
    );
    return isWished(game, this.#traits?.[game.id], wishes);
  }
}

/** @param {string} label @param {[string, string][]} choices @param {() => void} onchange */
function select(label, choices, onchange) {
  const el = h(
    "select",
    { onchange },
    ...choices.map(([value, text]) => h("option", { value }, text)),
  );
  h("label", {}, h("span", { class: "unseen" }, label), el);
  return el;
}

/** @param {Unfinished[]} plays @param {Hands} hands @returns {HTMLElement} */
function goOn(plays, hands) {
  const rows = plays.map((play, i) =>
    h(
      "li",
      { hidden: i >= 4 },
      h(
        "button",
        { type: "button", class: "going", onclick: () => hands.goOn(play) },
        h("strong", {}, play.name),
        h(
          "span",
          {},
          [
            dealName(play.deal),
            moves(play.steps),
            play.wasWon && t("won before"),
            play.over && t("no move left"),
            ago(play.updated),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "tool plain giveup",
          title: t("Give up this play"),
          "aria-label": t("Give up {name}, {deal}", { name: play.name, deal: dealName(play.deal) }),
          onclick: () =>
            openPanel(async ({ givingUpPanel }) => {
              if (!(await givingUpPanel(play))) return;
              const next = goOn((await hands.leave(play.play)).plays, hands);
              el.replaceWith(next);
              next.querySelector("button")?.focus();
            }),
        },
        icon("close"),
      ),
    ),
  );
  const rest = rows.length - 4;
  const more = button(t("{many} more", { many: rest }), () => {
    for (const row of rows) row.hidden = false;
    more.remove();
    rows[4]?.querySelector("button")?.focus();
  });
  const el = h(
    "section",
    { class: "unfinished", "aria-labelledby": "go-on", hidden: !plays.length },
    h("h2", { id: "go-on" }, t("Continue playing")),
    h("ul", {}, ...rows),
    rest > 0 && more,
  );
  return el;
}

/** Return a past time in words: "3 hours ago". @param {number} when seconds since 1970 */
function ago(when) {
  const minutes = Date.now() / 60000 - when / 60;
  /** @type {[number, Intl.RelativeTimeFormatUnit]} */
  const [n, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 1440
        ? [minutes / 60, "hour"]
        : [minutes / 1440, "day"];
  return minutes < 1
    ? t("just now")
    : new Intl.RelativeTimeFormat(language).format(-Math.round(n), unit);
}
