/** Router that maps addresses to pages. */

/** @import {Hands, Unfinished, View} from "./types.js" */
/** @import {PlayPage} from "./play-page.js" */

import { silence } from "./announce.js";
import {
  address,
  ask,
  complaint,
  decoded,
  fetched,
  forget,
  inquire,
  loadingWords,
  ofShared,
  onServer,
  playPath,
  query,
  Refused,
  Unreachable,
} from "./api.js";
import { isOfPanel, stepped, tookBack } from "./back.js";
import { idle } from "./card-images.js";
import { button, closePanels, h, write } from "./dom.js";
import { language, t } from "./i18n.js";
import "./install.js";
import { randomDeal } from "./names.js";
import { openLater } from "./opening.js";
import { here, href, LEAVING, PROGRAM, RELOAD } from "./place.js";
import { loadSettings, settings } from "./settings.js";

/** The most characters of a link that the program accepts. */
const LONGEST_LINK = 65_000;
const root = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {Hands} */
const hands = {
  async start(game, deal, options, leaving, wish) {
    const before = latest;
    const host = document.querySelector(".notes");
    if (wish === undefined && deal === null && settings.winnable && host) {
      // If the settings require winnable deals, the player sees the search and can stop it.
      const { seek } = await fetched(() => import("./find-deal.js"));
      const stop = new AbortController();
      return seek(host, stop, "", (sure) => hands.start(game, deal, options, leaving, sure)).catch(
        (error) => (stop.signal.aborted ? false : Promise.reject(error)),
      );
    }
    // JSON omits undefined values.
    const body = {
      game,
      options,
      deal,
      leaving,
      winnable: wish ? true : undefined,
      difficulty: wish ? wish.difficulty : undefined,
    };
    // A search takes a long time, but it shows its own progress.
    const view = await (wish ? inquire : ask)(
      "POST",
      "/api/plays",
      body,
      wish ? wish.signal : null,
    );
    const show = await enter(view, false);
    if (before === latest) show();
    return !!view.lost;
  },
  async goOn({ play }) {
    try {
      (await enter(await hands.fetchPlay(play), false))();
    } catch (error) {
      trouble(error);
    }
  },
  fetchPlay: (play) => ask("GET", playPath(play)),
  games: async () => (await ask("GET", "/api/games")).games,
  leave: (play) => ask("POST", `${playPath(play)}/leave`, {}),
  async open(copied) {
    (await enter(await ask("POST", "/api/open", copied), false))();
  },
  view: () => (page?.el.isConnected ? page.table.view : null),
  follow(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    hands.visit(/** @type {HTMLAnchorElement} */ (event.currentTarget).href);
  },
  visit(address) {
    if (isOfPanel()) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    route();
  },
};

/** Whether the page is still waiting for its first answer from a program that loads in this browser. */
let loading = !!PROGRAM;
/** The number of the latest navigation. A late answer to an older navigation must not replace the
 * page. */
let latest = 0;
/** The module for the play page, once it is loaded. @type {PlayPage | null} */
let page = null;

/** @returns {Promise<PlayPage>} */
async function playPage() {
  const { PlayPage } = await fetched(() => import("./play-page.js"));
  page ??= new PlayPage(hands);
  return page;
}

/**
 * @param {View} view
 * @param {boolean} replace whether to replace the current history entry
 * @param {string} [words]
 */
async function enter(view, replace, words) {
  const there = await playPage();
  await stepped();
  return () => {
    latest += 1;
    const { id, deal, options } = view.game;
    const url = address(id, deal, options);
    if (replace || isOfPanel()) history.replaceState({ play: view.play }, "", url);
    else history.pushState({ play: view.play }, "", url);
    mount(there.el);
    there.enter();
    there.open(view, words);
  };
}

/** @param {HTMLElement} el */
function mount(el) {
  // The Back button changes the address immediately, but the page changes only after the server's
  // answer.
  root.setAttribute("data-address", location.href);
  closePanels();
  if (root.firstElementChild === el) return;
  silence();
  root.replaceChildren(el);
}

/** Show the page for the current address. */
async function route() {
  const mine = ++latest;
  try {
    const shortcut = here() === "/" && new URLSearchParams(location.search).get("go");
    if (shortcut) await (await fetched(() => import("./shortcut.js"))).takeShortcut(shortcut);
    const bench = /^\/desk(?:\/([^/]+))?\/?$/.exec(here());
    const path = /^\/play\/((?:(?!%2[fF])[^/])+)(?:\/([^/]+))?\/?$/.exec(here());
    const show = location.hash.startsWith("#play=")
      ? await toCarried()
      : path
        ? await toPlay(decoded(path[1] ?? ""), path[2] ? decoded(path[2]) : null)
        : bench
          ? await toDesk(bench[1] ? decoded(bench[1]) : null)
          : here() === "/"
            ? await toChooser()
            : toNothing();
    loading = false;
    if (mine === latest) show();
  } catch (error) {
    loading = false;
    if (mine === latest) trouble(error);
  }
}

/**
 * Show the cards of a deal while the program loads. If they cannot be shown, the program's answer
 * will show them.
 *
 * @param {(from: typeof import("./site/preview.js")) => Promise<View | null>} find
 */
function look(find) {
  showCards(find).catch((error) => console.warn(error));
}

/** @param {Parameters<typeof look>[0]} find */
async function showCards(find) {
  const mine = latest;
  const previews = await import("./site/preview.js");
  const [view, there] = await Promise.all([find(previews), playPage(), wishes]);
  if (!loading || mine !== latest) return;
  if (view) {
    mount(there.el);
    there.preview(view);
    return;
  }
  const words = h("p", { role: "status" });
  onServer((state) => write(words, state === "loading" ? loadingWords() : ""));
  mount(h("main", { class: "trouble" }, h("h1", {}, "Cadogan"), words));
}

/** @param {string} game @param {string | null} named the deal in the address @returns {Promise<() => void>} */
async function toPlay(game, named) {
  // While the program loads, the page chooses a deal itself, so that it can show the cards.
  const deal = named ?? (loading ? `${randomDeal()}` : null);
  if (loading && deal) {
    const path = named ? here() : `/play/${encodeURIComponent(game)}/${deal}`;
    look(({ preview }) => preview(game, deal, path + location.search));
  }
  const said = [...new URLSearchParams(location.search)];
  const options = Object.fromEntries(said);
  const names = said.map(([name]) => name);
  const name = names.find((each, i) => names.indexOf(each) !== i);
  if (name !== undefined) {
    const values = said
      .filter(([other]) => other === name)
      .map(([, value]) => `"${value}"`)
      .join(t(" and "));
    throw new Refused(400, {
      error: t("The address gives {name} more than once: {values}. Give it once.", {
        name,
        values,
      }),
    });
  }
  playPage(); // load the module while the server answers
  const anew = () => ask("POST", "/api/plays", { game, options, deal });
  const known = history.state?.play;
  if (known) {
    try {
      return enter(await hands.fetchPlay(known), true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The server no longer has this play, but the address still names the deal.
      return enter(
        await anew(),
        true,
        t("That play is no longer saved. Here is its deal from the beginning."),
      );
    }
  }
  // A deal can have several addresses; the server returns the canonical one.
  const [{ plays }, canonical] = await Promise.all([
    ask("GET", "/api/plays"),
    named &&
      ask(
        "GET",
        `/api/address/${encodeURIComponent(game)}/${encodeURIComponent(named)}${query(options)}`,
      ),
  ]);
  const open = plays.find((/** @type {Unfinished} */ play) => play.address === canonical?.address);
  return open
    ? enter(await hands.fetchPlay(open.play), true, t("Continue this deal where you left it."))
    : enter(await anew(), true);
}

/** Continue the play that the address contains. @returns {Promise<() => void>} */
async function toCarried() {
  if (location.hash.length > LONGEST_LINK)
    throw new Refused(413, { error: t("This link is too long, so it cannot carry a play.") });
  const word = location.hash.slice("#play=".length);
  if (loading) look(({ previewCarried }) => previewCarried(word));
  playPage(); // load the module while the server answers
  const sent = { text: location.hash, game: null, options: {} };
  const view = await ask("POST", "/api/open", sent);
  return enter(view, true, t("Continue this play where you left it."));
}

/** @returns {Promise<() => void>} */
async function toChooser() {
  const [{ chooser }, shelf, games] = await Promise.all([
    fetched(() => import("./home.js")),
    ask("GET", "/api/plays"),
    hands.games(),
    wishes,
  ]);
  return () => {
    page?.leave();
    document.title = t("Cadogan: patience games");
    mount(chooser(games, shelf, hands));
    idle(() => playPage().catch(() => undefined));
  };
}

/** @param {string | null} game one of the user's own files @returns {Promise<() => void>} */
async function toDesk(game) {
  const { desk } = await fetched(() => import("./desk.js"));
  const { el } = await desk(game, hands);
  return () => {
    page?.leave();
    mount(el);
  };
}

/**
 * A host shows the page at unknown addresses. Without a network, the service worker shows it in
 * place of pages that it has not stored.
 *
 * @returns {() => void}
 */
function toNothing() {
  const words = t("There is nothing at {path}, or this page needs a network.", { path: here() });
  return () => trouble(new Refused(404, { error: words }), () => location.reload());
}

/**
 * Show an error page with links to continue.
 *
 * @param {unknown} error
 * @param {() => void} [again] another try
 */
function trouble(error, again) {
  const words = h("p", { role: "alert" }, complaint(error));
  const gone = error instanceof Unreachable;
  const { cause } = /** @type {{cause?: {cause?: unknown}}} */ (error);
  const retry = again ?? (cause?.cause === RELOAD ? () => location.reload() : () => route());
  onServer((state) => state === "loading" && write(words, loadingWords()));
  page?.leave();
  mount(
    h(
      "main",
      { class: "trouble" },
      h("h1", {}, "Cadogan"),
      words,
      gone &&
        !PROGRAM &&
        h(
          "p",
          {},
          t("It runs on this machine: start it again with "),
          h("code", { lang: "en" }, "cadogan play"),
          t(". All your plays are saved."),
        ),
      h(
        "p",
        {},
        button(t("Try again"), retry, "main"),
        " ",
        h("a", { class: "quiet", href: href("/"), onclick: hands.follow }, t("All games")),
      ),
    ),
  );
}

// Open a link, position or record that the player pastes outside a field.
document.addEventListener("paste", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select, dialog[open]"))
    return;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (text)
    openLater(
      () => import("./paste.js"),
      ({ pastePanel }) => pastePanel(hands, hands.view(), text),
    );
});
window.addEventListener("popstate", () => tookBack() || route());
const shared = ofShared(here(), location.search);
if (shared) history.replaceState(null, "", shared + location.hash);
/** The settings, requested early so that the first list already begins with the favourites. */
const wishes = loadSettings().catch((error) => console.warn(complaint(error)));
// With the service worker, the page opens even when the program is not running.
const keep = () =>
  PROGRAM
    ? import("./site/news.js").then(
        (news) => news.keepUpdated(),
        (error) => setTimeout(() => console.warn(error), LEAVING),
      )
    : navigator.serviceWorker
        ?.register(href(`/service-worker.js?language=${language}`))
        .catch(() => undefined);
// The service worker fetches all files, so it starts only after the first page is drawn.
route().then(() => {
  forget();
  idle(keep);
});
