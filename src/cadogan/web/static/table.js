/** Controller of the play on the page: its view, the chosen cards, and the actions behind gestures, keys and buttons. */

/** @import {Card, Hit, Move, View} from "./types.js" */

import { hush, note, say } from "./announce.js";
import { ask, inquire, playPath, Refused, Unreachable } from "./api.js";
import { Board } from "./board.js";
import {
  atSpot,
  cardsOf,
  countFrom,
  handMove,
  isTurn,
  moveLabel,
  movesOf,
  onlyAction,
  removalOf,
  removalsOf,
  spotOf,
  stockMove,
  targetsOf,
} from "./choice.js";
import { watch } from "./gestures.js";
import { t, tn } from "./i18n.js";
import { TURNED } from "./layout.js";
import { cardName, facedown } from "./names.js";
import { settings } from "./settings.js";

/** The message if the player tries to move while the board shows another place in the play. */
const LOOKING = t(
  "You are reviewing the play. First continue from here, or go back to your position.",
);

export class Table {
  /** @type {View | null} */
  view = null;
  /**
   * The cards chosen by tap or key; `more` lists the piles whose top cards should leave play with
   * them.
   *
   * @type {{hit: Hit, count: number, more: string[]} | null}
   */
  chosen = null;
  /** The pile from which a tap has just removed a card: the second tap of a double tap must not take the next one. */
  #left = "";
  /** Whether the player is about to leave this play for another deal. */
  leaving = false;
  /** A function that goes a number of steps forwards or backwards during a review. @type {((by:
   * number) => void) | null} */
  looking = null;
  /** Whether an action such as Find has ringed cards. */
  #ringed = false;
  /** The functions to call with each new view. @type {Set<(view: View) => void>} */
  watchers = new Set();
  /** Called when an action is refused. @type {() => void} */
  refused = () => undefined;
  board = new Board(
    () => this.gestures.cancel(),
    () => this.view && this.changed(this.view),
  );
  /** Queue of actions. The page sends them one at a time, each with the latest revision. @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #pointed = 0;
  /** Seconds played as of the last view, and the time when that view arrived. */
  #clock = { seconds: 0, at: 0, runs: false };

  /** @param {(view: View) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.gestures = watch(this.board, {
      tap: (hit, twice) => {
        const { chosen, view } = this;
        const laid = !!(
          chosen &&
          view &&
          targetsOf(view, chosen.hit.pile, chosen.count).has(hit.pile)
        );
        this.tap(hit, twice);
        return laid;
      },
      lift: (hit) => this.#liftable(hit),
      targets: (hit) => this.#targets(hit),
      drop: (hit, target) => this.#drop(hit, target),
      nothing: () => this.choose(null),
    });
  }

  /** Show a view of this play, unless the page already shows a newer one. @param {View} view */
  showNewer(view) {
    if (this.view?.play === view.play && this.view.revision <= view.revision) this.show(view);
  }

  /** Show a view. @param {View} view @param {boolean} [quiet] do not announce it */
  show(view, quiet = false) {
    const anew = this.view?.play !== view.play;
    const { chosen } = this;
    /** @param {View | null} of */
    const lies = (of) =>
      chosen &&
      [
        of?.piles[chosen.hit.pile]?.slice(chosen.hit.index),
        ...chosen.more.map((name) => of?.piles[name]),
      ].join(" ");
    const still = !anew && chosen && lies(this.view) === lies(view);
    this.view = view;
    this.#pointed = 0;
    this.#clock = {
      seconds: view.seconds,
      at: performance.now(),
      runs: !anew && view.steps > 0 && !view.won && view.at === undefined,
    };
    this.choose(null);
    const moved = this.board.show(view);
    if (still) this.choose(chosen.hit, chosen.more); // the player chose cards in the meantime
    this.gestures.refresh();
    if (!anew) {
      const seen = moved.filter((card) => card.text !== "??");
      if (seen.length <= 24) this.board.glow(seen);
    }
    if (!quiet) say(view.said);
    if (view.at === undefined) this.looking = null;
    this.changed(view);
    for (const watcher of this.watchers) watcher(view);
  }

  /** Return the time played so far, in whole seconds. */
  seconds() {
    const { seconds, at, runs } = this.#clock;
    return Math.floor(runs ? seconds + (performance.now() - at) / 1000 : seconds);
  }

  /** Stop the clock, here and on the server, until the next action. @param {boolean} hidden */
  pause(hidden) {
    const view = this.view;
    if (!hidden || !view || !this.#clock.runs) return;
    this.#clock = { seconds: this.seconds(), at: 0, runs: false };
    // Do not report a failure now, because the next action reports it.
    inquire("POST", `${playPath(view.play)}/pause`, {}).catch(() => undefined);
  }

  /**
   * Send a request once all previous ones are answered.
   *
   * Its contents depend on the latest view at the time of sending. This way, each of twenty quick
   * taps on the stock makes a move.
   *
   * @param {(view: View) => {what: string, body?: Record<string, unknown>} | null} question returns null for no request
   * @param {(answer: any) => void} done
   */
  #ask(question, done) {
    const play = this.view?.play ?? "";
    const turn = this.#queue.then(async () => {
      const { view } = this;
      const asked = view?.play === play ? question(view) : null;
      if (!asked) return;
      hush();
      try {
        const answer = await ask("POST", `${playPath(play)}/${asked.what}`, asked.body ?? {});
        // Ignore a late answer about a play that is no longer on the table.
        if (this.view?.play === play) done(answer);
      } catch (error) {
        if (this.view?.play === play) this.#failed(error);
      }
    });
    // The browser reports a bug in the page; it must not stop later actions.
    this.#queue = turn.catch(() => undefined);
  }

  /**
   * Send an action and show the new view.
   *
   * @param {string} what move, undo, redo, auto, finish
   * @param {(view: View) => Record<string, unknown> | string} body returns the request, or the
   * reason why there is none
   */
  act(what, body) {
    if (this.leaving) {
      note(t("Please wait: another deal is loading."));
      return;
    }
    if (this.looking) {
      note(LOOKING);
      return;
    }
    this.#ask(
      (view) => {
        const more = body(view);
        if (typeof more !== "string") return { what, body: { ...more, revision: view.revision } };
        this.board.redraw(); // return dragged cards to their places
        this.#refuse(more);
        return null;
      },
      (view) => this.showNewer(view),
    );
  }

  /** @param {unknown} error */
  #failed(error) {
    this.board.redraw();
    // Do not report a missing answer, because the bar already does.
    if (error instanceof Unreachable) return;
    if (error instanceof Refused) {
      if (error.status === 409 && error.data?.view) {
        this.show(error.data.view, true);
        note(t("This play has changed elsewhere. Here is its current state."));
      } else this.#refuse(error.message);
    } else throw error;
  }

  /** @param {string} why */
  #refuse(why) {
    this.refused();
    note(why);
  }

  /** Make a move with the cards that the player sees now; refuse it if they have changed by the time it is sent. @param {Move} move */
  play(move) {
    const meant = this.view && cardsOf(this.view, move);
    this.choose(null);
    this.act("move", (view) =>
      cardsOf(view, move) === meant
        ? { move: move.move }
        : t("The cards there have changed: check them first."),
    );
  }

  undo() {
    if (this.looking) this.looking(-1);
    else this.act("undo", (view) => (view.canUndo ? {} : t("There is nothing to undo.")));
  }

  redo() {
    if (this.looking) this.looking(1);
    else this.act("redo", (view) => (view.canRedo ? {} : t("There is nothing to redo.")));
  }

  sendUp() {
    this.act("auto", (view) => (view.canAuto ? {} : t("No card can safely go up now.")));
  }

  /** Move all cards to the foundations, if that wins the game. */
  finish() {
    this.act("finish", (view) =>
      view.canFinish ? {} : view.won ? t("The game is won.") : t("Not all cards can go up yet."),
    );
  }

  /** Turn the stock, deal or redeal; in a game without a stock, make its special move. */
  deal() {
    this.choose(null);
    this.act("move", (view) => {
      const move = handMove(view)?.move;
      return move ? { move } : t("There is nothing to deal now.");
    });
  }

  /** @param {Hit} hit a place; index -1 is the top card */
  #top(hit) {
    if (hit.index >= 0) return hit;
    return { pile: hit.pile, index: (this.view?.piles[hit.pile]?.length ?? 0) - 1 };
  }

  /** @param {string} pile */
  #isStock(pile) {
    return this.board.piles.get(pile)?.spec.kind === "stock";
  }

  /** Return the pile that a stock turns its cards to. @param {string} pile @returns {string} "" if
   * there is none */
  #turnedTo(pile) {
    return (this.view && this.#isStock(pile) && stockMove(this.view)?.target) || "";
  }

  /** Return whether a drag to that target turns the stock. @param {string} pile @param {string} target */
  #turns(pile, target) {
    return target !== "" && this.#turnedTo(pile) === target;
  }

  /** @param {Hit} hit */
  #liftable(hit) {
    const view = this.view;
    if (!view || view.at !== undefined || hit.index < 0 || view.covered.includes(hit.pile))
      return false;
    // Face-down cards cannot be dragged, unless the top one has a legal move or is on a stock that
    // can be turned.
    return (
      view.piles[hit.pile]?.[hit.index] !== "??" ||
      movesOf(view, hit.pile, countFrom(view, hit)).length > 0 ||
      (countFrom(view, hit) === 1 && this.#turnedTo(hit.pile) !== "")
    );
  }

  /** @param {Hit} hit */
  #targets(hit) {
    this.choose(null);
    const moves = this.view ? targetsOf(this.view, hit.pile, countFrom(this.view, hit)) : new Map();
    const turned = [this.#turnedTo(hit.pile)].filter(Boolean);
    return {
      legal: new Set([...moves.keys(), ...turned]),
      shown: new Set([
        ...[...moves].map(([name, move]) => (move.piles ? name : move.target)),
        ...turned,
      ]),
    };
  }

  /** @param {Hit} hit @param {string} target */
  #drop(hit, target) {
    const view = this.view;
    if (!view) return;
    const count = countFrom(view, hit);
    const move = targetsOf(view, hit.pile, count).get(target);
    if (move) {
      this.board.setFocus({ pile: target, index: -1 }, false);
      const pair = move.piles?.includes(target) ? [spotOf(hit.pile, count), target] : [];
      if (pair.length && !(move.piles?.length === 2 && removalsOf(view, pair).length === 1)) {
        this.board.putBack(this.board.cardsFrom(hit));
        this.choose(hit);
        this.#gather(target);
      } else this.play(move);
    } else if (this.#turns(hit.pile, target)) {
      this.deal();
    } else {
      this.board.putBack(this.board.cardsFrom(hit));
      this.why(hit.pile, target, count);
    }
  }

  /**
   * Handle a tap, or Enter.
   *
   * @param {Hit} hit
   * @param {boolean} twice whether it is the second tap of a double tap
   */
  tap(hit, twice) {
    const view = this.view;
    if (!view) return;
    if (this.looking) {
      note(LOOKING);
      return;
    }
    const at = this.#top(hit);
    this.board.setFocus(hit, false);
    const { chosen } = this;
    const again = twice && this.#left === hit.pile;
    this.#left = "";
    if (again) return;
    if (chosen && this.#gather(hit.pile, spotOf(at.pile, countFrom(view, at)))) return;
    // To draw a buried card to the top of its own pile, the player taps the top card second.
    const onTop = at.index === (view.piles[at.pile]?.length ?? 0) - 1;
    const own =
      chosen &&
      onTop &&
      chosen.hit.index < at.index &&
      targetsOf(view, at.pile, chosen.count).get(at.pile);
    const stock = this.#isStock(hit.pile);
    if (chosen && (own || chosen.hit.pile !== hit.pile)) {
      if (!stock || targetsOf(view, chosen.hit.pile, chosen.count).has(hit.pile)) {
        this.layDown(hit.pile);
        return;
      }
      this.choose(null); // a tap on the stock turns it, whichever cards are chosen
    }
    if (view.covered.includes(hit.pile)) {
      this.choose(null);
      this.#refuse(t("Other cards lie on that card."));
      return;
    }
    const free = movesOf(view, hit.pile, countFrom(view, at));
    // If a face-up card in the stock has a legal move, the first tap chooses it, and the next tap
    // turns the stock.
    const open = free.length > 0 && view.piles[hit.pile]?.[at.index] !== "??";
    const turns =
      this.chosen?.hit.pile === hit.pile && !(twice && free.some((move) => !move.piles));
    if (stock && (!open || turns) && (stockMove(view) || !free.length)) {
      this.deal();
      return;
    }
    if (!free.length && onlyAction(view)) {
      this.deal();
      return;
    }
    if (at.index < 0) {
      this.#fill(hit.pile);
      return;
    }
    if (view.piles[hit.pile]?.[at.index] === "??" && !free.length) {
      this.choose(null);
      return;
    }
    const alone =
      free.length === 1 ? removalOf(view, [spotOf(at.pile, countFrom(view, at))]) : undefined;
    if (alone) {
      this.#left = hit.pile;
      this.play(alone);
    } else if (settings.oneTap) {
      // A player who double-taps out of habit wants one move, not two.
      if (!twice) this.best(at);
    } else if (twice) this.best(at);
    else if (chosen && chosen.hit.index === at.index) this.choose(null);
    else this.choose(at);
  }

  /** Make the best move with these cards. @param {Hit} hit */
  best(hit) {
    const view = this.view;
    if (!view) return;
    if (this.looking) {
      note(LOOKING);
      return;
    }
    const at = this.#top(hit);
    const [move] = movesOf(view, at.pile, countFrom(view, at));
    if (move) {
      this.play(move);
      return;
    }
    this.choose(null);
    const card = view.piles[at.pile]?.[at.index];
    if (card) this.#refuse(t("The {card} has nowhere to go.", { card: cardName(card) }));
  }

  /**
   * Add a card to the set that should leave play together; if the set is complete, remove it.
   *
   * @param {string} pile
   * @param {string} [spot] the card, if cards other than the top one may leave
   * @returns {boolean} whether the tap belonged to a removal
   */
  #gather(pile, spot = pile) {
    const { chosen, view } = this;
    if (!chosen || !view) return false;
    const piles = [spotOf(chosen.hit.pile, chosen.count), ...chosen.more];
    const other = removalsOf(view, [...piles, spot]).length ? spot : pile;
    const whole = removalOf(view, piles);
    const done = piles.includes(other)
      ? piles.length > 1
      : this.board.piles.get(pile)?.spec.kind === "discard";
    if (done) {
      if (whole) this.play(whole);
      else if (piles.includes(other)) this.choose(null);
      return piles.includes(other) || !!whole;
    }
    if (piles.includes(other)) return false;
    const wider = removalsOf(view, [...piles, other]);
    if (!wider.length) return false;
    const [only] = wider;
    if (wider.length === 1 && only?.piles?.length === piles.length + 1) this.play(only);
    else this.choose(chosen.hit, [...chosen.more, other]);
    return true;
  }

  /** Fill an empty pile from the stock after a tap, if possible. @param {string} pile */
  #fill(pile) {
    const move = this.view?.moves.find((m) => m.target === pile && this.#isStock(m.source));
    if (move) this.play(move);
    else this.choose(null);
  }

  /**
   * Choose cards and show their targets, or cancel the choice.
   *
   * @param {Hit | null} hit
   * @param {string[]} [more] the piles whose top cards should leave play with it (`w@5` for a bottom card)
   */
  choose(hit, more = []) {
    const view = this.view;
    this.#ringed = false;
    if (!hit || !view) {
      this.board.choose([]);
      this.board.mark([]);
      this.chosen = null;
      return;
    }
    const at = this.#top(hit);
    const count = countFrom(view, at);
    this.chosen = { hit: at, count, more };
    const piles = [spotOf(at.pile, count), ...more];
    const wider = removalsOf(view, piles);
    const targets = new Set(
      more.length
        ? []
        : movesOf(view, at.pile, count)
            .filter((move) => !move.piles)
            .map((move) => move.target),
    );
    const goals = new Set(targets);
    for (const move of wider) {
      const others = move.piles?.filter((name) => !piles.includes(name)) ?? [];
      for (const name of others.length ? others : [this.#discard()]) goals.add(name);
    }
    for (const name of goals) targets.add(atSpot(name)[0]);
    const lifted = this.board.cardsFrom(at);
    const tops = more
      .map(atSpot)
      .flatMap(([name, depth]) => this.board.piles.get(name)?.cards.at(-depth) ?? []);
    this.board.choose([...(wider.length ? lifted.slice(0, 1) : lifted), ...tops]);
    this.board.mark(targets);
    const swaps = wider.filter((move) => move.kind === "swap");
    if (wider.length > swaps.length) {
      this.#sayPartners(piles, goals);
      return;
    }
    const partners = swaps.flatMap((move) => move.piles?.filter((name) => name !== at.pile) ?? []);
    const card = view.piles[at.pile]?.[at.index] ?? "??";
    const cards =
      count > 1
        ? t("{count} cards from the {card}", { count, card: cardName(card) })
        : cardName(card);
    const names = [...targets]
      .filter((name) => !partners.includes(name))
      .map((name) => this.#title(name))
      .join(", ");
    const many = partners.length > 8; // because a longer list is tedious to listen to
    const others = many ? "" : partners.map((name) => this.#cardOn(name)).join(t(", or "));
    const sentences = [
      ...(names ? [t("May go to {names}.", { names })] : []),
      ...(others ? [t("May change places with {others}.", { others })] : []),
      ...(many
        ? [t("May change places with any of {count} cards.", { count: partners.length })]
        : []),
    ];
    say(`${t("Chosen: {cards}.", { cards })} ${sentences.join(" ") || t("Nowhere to go.")}`);
  }

  /** @param {string} name of a pile */
  #title(name) {
    return this.board.piles.get(name)?.name ?? name;
  }

  /** @param {string} spot a pile, for its top card, or `w@5` */
  #topOf(spot) {
    const [name, depth] = atSpot(spot);
    return cardName(this.view?.piles[name]?.at(-depth) ?? "??");
  }

  /** @param {string} spot a pile, for its top card, or `w@5` */
  #cardOn(spot) {
    return t("the {card} on {pile}", {
      card: this.#topOf(spot),
      pile: this.#title(atSpot(spot)[0]),
    });
  }

  /** Return the pile for cards that leave play. */
  #discard() {
    return (
      [...this.board.piles.values()].find(({ spec }) => spec.kind === "discard")?.spec.name ?? ""
    );
  }

  /** Announce the cards that may leave play together with the chosen ones. @param {string[]} piles @param {Set<string>} targets */
  #sayPartners(piles, targets) {
    const out = this.#discard();
    const others = [...targets]
      .filter((name) => name !== out)
      .map((name) => this.#cardOn(name))
      .join(t(", or "));
    say(
      [
        t("Chosen: {cards}.", { cards: piles.map((name) => this.#topOf(name)).join(", ") }),
        targets.has(out) && t("May leave play now."),
        others && t("May leave play with {others}.", { others }),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  /** Move the chosen cards to a pile, or show why not. @param {string} target */
  layDown(target) {
    const { chosen, view } = this;
    if (!chosen || !view) return;
    const move = targetsOf(view, chosen.hit.pile, chosen.count).get(target);
    if (move && !chosen.more.length) {
      this.play(move);
      return;
    }
    if (this.#turns(chosen.hit.pile, target)) {
      this.deal();
      return;
    }
    this.choose(null);
    this.why(chosen.hit.pile, target, chosen.count);
  }

  /** Show why a move is not allowed. @param {string} source @param {string} target @param {number} count */
  why(source, target, count) {
    this.#ask(
      () => ({ what: "why", body: { source, target, count } }),
      ({ reason }) => this.#refuse(this.board.geometry?.turned ? `${reason} ${TURNED}` : reason),
    );
  }

  /** Ring cards and outline piles until the next action. @param {Card[]} cards @param {string[]} piles */
  ring(cards, piles) {
    this.choose(null);
    this.board.choose(cards);
    this.board.mark(piles);
    this.#ringed = true;
  }

  /** Remove rings and the note; return whether there were any. */
  letGo() {
    const was = this.#ringed || this.board.marked || hush();
    this.choose(null);
    hush();
    return was;
  }

  /** Show the next of the possible moves. */
  possible() {
    const moves = this.view?.moves ?? [];
    const move = moves[this.#pointed++ % Math.max(1, moves.length)];
    if (move) this.point(move, t("Possible"));
    else note(t("No move is left."));
  }

  /**
   * Ring a move's cards and outline its target.
   *
   * @param {Move} move
   * @param {string} lead the first word
   * @returns {string} the announcement
   */
  point(move, lead) {
    const from = this.board.piles.get(move.source);
    const to = this.board.piles.get(move.target);
    this.choose(null);
    if (!from || !to) {
      const words = `${lead}: ${moveLabel(move)}.`;
      const stock = [...this.board.piles.keys()].filter((name) => this.#isStock(name));
      this.board.mark(stock, stock[0]);
      note(words);
      return words;
    }
    if (move.piles) {
      const [first = "", ...more] = move.piles;
      const [pile, depth] = atSpot(first);
      this.choose({ pile, index: from.cards.length - depth }, more);
      const cards = move.piles
        .map((name) => t("the {card}", { card: this.#topOf(name) }))
        .join(t(" and "));
      const words = `${lead}: ${t("{cards} out of play.", { cards })}`;
      say(words);
      return words;
    }
    const cards = from.cards.slice(-Math.max(1, move.count));
    this.board.choose(cards);
    this.board.mark([move.target], move.target);
    let words = `${lead}: ${t("{card} from {from} to {to}.", { card: cardName(cards[0]?.text ?? "??"), from: from.name, to: to.name })}`;
    // Do not choose a card on a stock that can be turned, because the player's tap would only
    // deselect it.
    if (isTurn(move))
      words = `${lead}: ${tn("turn {n} card from the stock.", "turn {n} cards from the stock.", { n: move.count })}`;
    else {
      const hit = { pile: move.source, index: from.cards.length - cards.length };
      this.chosen = { hit, count: move.count, more: [] };
    }
    say(words);
    return words;
  }

  /** Speak the whole board. */
  readBoard() {
    const view = this.view;
    if (!view) return;
    say(
      [...this.board.piles]
        .map(([name, pile]) => {
          const cards = (view.piles[name] ?? []).filter((card) => card !== "??").map(cardName);
          if (view.down[name]) cards.push(facedown(view.down[name] ?? 0));
          return `${pile.name}: ${cards.join(", ") || t("empty")}.`;
        })
        .join(" "),
    );
  }
}
