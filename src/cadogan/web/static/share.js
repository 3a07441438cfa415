/** Panel with what a player can pass on: the deal, its result, the position, and the whole play. */

/** @import {Hands, View} from "./types.js" */

import { duration } from "./announce.js";
import { ask, complaint, fetched, playPath, query } from "./api.js";
import { dayOf } from "./daily.js";
import { button, h, shape, write } from "./dom.js";
import { locale, t, tn } from "./i18n.js";
import { capital, dealName } from "./names.js";
import { panel } from "./panels.js";
import { SITE } from "./place.js";

/** The largest version of a QR code that phones read without trouble. */
const MOST = 25;
const LONG = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });

/** What a button copies: its label, the text, and the words after success and after failure. @typedef {[string, string, string, string]} Copied */
/** What a button hands to other programs: its label, the data, and the button's rank. @typedef {[string, ShareData, string]} Sent */

/** @param {Hands} hands @param {View} view */
export async function sharePanel(hands, view) {
  const { game, play } = view;
  const day = view.won || view.wasWon ? dayOf(game) : null;
  const [{ position, record, whole }, games, result] = await Promise.all([
    ask("GET", `${playPath(play)}/text`),
    hands.games(),
    day && ask("GET", `${playPath(play)}/result`),
  ]);
  const link = linkTo(game);
  const name = `${game.name}, ${dealName(game.deal)}`;
  const order = link || game.deal.startsWith("at:") ? "" : command(game);
  const own = games.find(({ id }) => id === game.id)?.own;
  const words = day && resultOf(view, day, result);
  panel(
    t("Share"),
    [
      words &&
        part(
          t("Your result"),
          [h("p", { class: "result" }, words)],
          [
            [
              t("Copy result"),
              `${words}\n${link ?? order}`,
              t("Result copied."),
              t("Here is the result:"),
            ],
          ],
          link ? [t("Share result…"), { text: words, url: link }, "main"] : null,
        ),
      part(
        capital(dealName(game.deal)),
        [
          order && h("p", {}, h("code", { lang: "en" }, order)),
          !link &&
            h(
              "p",
              { class: "about" },
              t("Cadogan runs only on this machine, so there is no link to share."),
            ),
          own &&
            h(
              "p",
              { class: "about" },
              t(
                "This is a game of your own. Other devices need its rules: copy them from the inventor’s desk to the desk there.",
              ),
            ),
        ],
        [
          link && [t("Copy link"), link, t("Link copied."), t("Here is the link:")],
          order && [t("Copy deal"), `${name}\n${order}`, t("Deal copied."), t("Here is the deal:")],
          [t("Copy position"), position, t("Position copied."), t("Here is the position:")],
          [t("Copy record"), record, t("Record copied."), t("Here is the record:")],
        ],
        link
          ? [t("Share link…"), { title: name, text: name, url: link }, words ? "quiet" : "main"]
          : null,
      ),
      whole && further(whole, name),
    ].filter(Boolean),
  );
}

/**
 * Return the public address of a deal, if there is a site.
 *
 * The site has a page for each game, so every host finds it, and messengers can show a preview. The
 * page replaces the address with that of the deal (`ofShared` in api.js).
 *
 * @param {View["game"]} game
 */
export const linkTo = ({ id, deal, options }) =>
  SITE &&
  `${SITE}play/${encodeURIComponent(id)}/${query({ deal, ...options }).replaceAll("%3A", ":")}`;

/** Return the command that opens a deal. @param {View["game"]} game */
export function command({ id, deal, options }) {
  const chosen = Object.entries(options).map(([name, value]) => ` --option ${name}=${value}`);
  return `cadogan play ${id} ${deal}${chosen.join("")}`;
}

/**
 * Describe the result of a deal of the day, without its cards or moves.
 *
 * @param {View} view
 * @param {string} day as "2026-11-29"
 * @param {{steps: number | null, seconds: number | null}} result of the first win; practice has none
 */
export function resultOf(view, day, { steps, seconds }) {
  const title = t("Cadogan, deal of the day {date}: {game}", {
    date: LONG.format(Date.parse(day)),
    game: view.game.name,
  });
  const moves = tn("Won in {n} move", "Won in {n} moves", { n: steps ?? view.steps });
  const more = steps === null ? t("with moves by the solver") : seconds && duration(seconds);
  return `${title}\n${[moves, more].filter(Boolean).join(", ")}.`;
}

/**
 * Create a section with buttons that pass texts on.
 *
 * @param {string} title
 * @param {(Node | "" | false | undefined)[]} content
 * @param {(Copied | "" | null)[]} copied
 * @param {Sent | null} sent
 */
function part(title, content, copied, sent) {
  return h("section", { class: "copies" }, h("h3", {}, title), ...content, ...waysOf(copied, sent));
}

/**
 * Create buttons that pass texts on, and the line that reports what has happened.
 *
 * @param {(Copied | "" | null)[]} copied
 * @param {Sent | null} sent
 */
function waysOf(copied, sent) {
  const done = h("p", { class: "about", role: "status" });
  const shown = h("textarea", {
    class: "made",
    rows: 6,
    readonly: true,
    hidden: true,
    "aria-label": t("Copied text"),
  });
  /** @param {Copied} what */
  const copy = async ([, text, success, failure]) => {
    try {
      await navigator.clipboard.writeText(text);
      write(done, success);
      shown.hidden = true;
    } catch {
      write(done, `${t("The browser does not allow access to the clipboard.")} ${failure}`);
      shown.hidden = false;
      shown.value = text;
      shown.select();
    }
  };
  const texts = copied.filter((one) => !!one);
  /** @param {ShareData} data */
  const send = async (data) => {
    try {
      await navigator.share(data);
    } catch (error) {
      // The player has closed the sheet.
      if (/** @type {Error} */ (error).name !== "AbortError" && texts[0]) await copy(texts[0]);
    }
  };
  return [
    h(
      "div",
      { class: "choices" },
      // Desktop browsers may lack the system's share sheet.
      sent && navigator.canShare?.(sent[1]) && button(sent[0], () => send(sent[1]), sent[2]),
      ...texts.map((one) => button(one[0], () => copy(one))),
    ),
    done,
    shown,
  ];
}

/** Create the section that continues the play on another device. @param {string} whole the play as a word @param {string} name */
function further(whole, name) {
  const title = t("Continue on another device");
  const link = SITE && `${SITE}#play=${whole}`;
  const code = h("div", { class: "code" });
  const el = h(
    "details",
    {
      class: "copies",
      ontoggle: async () => {
        if (!el.open || code.firstChild) return;
        try {
          code.append(link ? await drawn(link) : h("p", {}, NO_SITE));
          code.scrollIntoView({ block: "nearest" });
        } catch (error) {
          code.replaceChildren(h("p", { class: "error", role: "alert" }, complaint(error)));
        }
      },
    },
    h("summary", {}, h("h3", {}, title)),
    code,
    ...(link
      ? waysOf(
          [[t("Copy link"), link, t("Link copied."), t("Here is the link:")]],
          [t("Share link…"), { title: name, text: `${title}: ${name}`, url: link }, "quiet"],
        )
      : []),
  );
  return el;
}

const NO_SITE = t(
  "Another device needs a public site of Cadogan. Set the environment variable CADOGAN_SITE to the address of one, and start Cadogan again.",
);

/** Draw a link as a QR code, or say that it is too long. @param {string} link @returns {Promise<Node>} */
async function drawn(link) {
  const { generate } = await fetched(() => import("./qr/lean-qr.js"));
  /** @type {import("./qr/lean-qr.js").Bitmap} */
  let bits;
  try {
    bits = generate(link, { maxVersion: MOST });
  } catch {
    return h("p", {}, t("This play is too long for a code. Send the link instead."));
  }
  const rows = Array.from({ length: bits.size }, (_, y) =>
    Array.from({ length: bits.size }, (_, x) => (bits.get(x, y) ? `M${x} ${y}h1v1h-1z` : "")).join(
      "",
    ),
  );
  const edge = bits.size + 8; // with the margin that readers need
  const code = shape(
    "svg",
    {
      viewBox: `-4 -4 ${edge} ${edge}`,
      role: "img",
      "aria-label": t("QR code with the whole play"),
      "shape-rendering": "crispEdges",
    },
    shape("path", { d: rows.join("") }),
  );
  return h(
    "div",
    {},
    code,
    h(
      "p",
      { class: "about" },
      t(
        "Scan the code with the camera of a phone. It contains every move of this play; nothing is uploaded.",
      ),
    ),
  );
}
