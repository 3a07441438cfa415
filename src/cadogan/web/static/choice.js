/** Questions to a view's list of legal moves. */

/** @import {Hit, Move, View} from "./types.js" */

/** How many cards lie from a place to the top. @param {View} view @param {Hit} hit */
export function countFrom(view, { pile, index }) {
  return index < 0 ? 0 : (view.piles[pile]?.length ?? 0) - index;
}

/** How a card is called that leaves play with others: `w@5` lies so deep, others on top. @param {string} pile @param {number} count */
export function spotOf(pile, count) {
  return count > 1 ? `${pile}@${count}` : pile;
}

/** The pile of a card so called, and how deep it lies. @param {string} spot @returns {[string, number]} */
export function atSpot(spot) {
  const [pile = "", depth] = spot.split("@");
  return [pile, Number(depth ?? 1)];
}

/**
 * The legal moves of just these cards, best first: also those that take them out of play.
 *
 * @param {View} view
 * @param {string} source
 * @param {number} count
 */
export function movesOf(view, source, count) {
  return view.moves.filter((move) =>
    move.piles
      ? move.piles.includes(spotOf(source, count))
      : move.source === source && move.target && move.count === count && !isTurn(move),
  );
}

/** The removals in which the top cards of all these piles leave play. @param {View} view @param {string[]} piles */
export function removalsOf(view, piles) {
  return view.moves.filter(
    (move) => move.piles && piles.every((name) => move.piles?.includes(name)),
  );
}

/** The removal of the top cards of just these piles. @param {View} view @param {string[]} piles */
export function removalOf(view, piles) {
  return removalsOf(view, piles).find((move) => move.piles?.length === piles.length);
}

/** What a move is about: the cards that it takes, and the one they go on. @param {View} view @param {Move} move */
export function cardsOf(view, { source, target, count, piles }) {
  if (piles)
    return piles
      .map(atSpot)
      .map(([name, depth]) => view.piles[name]?.at(-depth))
      .join(" ");
  const taken = count ? (view.piles[source]?.slice(-count) ?? []) : [];
  return [...taken, "-", view.piles[target]?.at(-1)].join(" ");
}

/** Turning a stock's cards to the waste is the stock's own action, whatever the number. @param {Move} move */
export function isTurn(move) {
  return !!move.byStock && move.source !== "";
}

/**
 * Where these cards may go, also by piles that mean the same.
 *
 * @param {View} view
 * @param {string} source
 * @param {number} count
 */
export function targetsOf(view, source, count) {
  /** @type {Map<string, Move>} */
  const targets = new Map();
  const moves = movesOf(view, source, count);
  for (const move of moves) {
    for (const name of goals(move, spotOf(source, count)))
      if (!targets.has(name)) targets.set(name, move);
  }
  for (const move of moves) {
    for (const name of move.also) if (!targets.has(name)) targets.set(name, move);
  }
  return targets;
}

/** Where a card goes in a move: of a removal, to the piles of the others that leave. @param {Move} move @param {string} spot */
function goals(move, spot) {
  const others = move.piles?.filter((name) => name !== spot) ?? [];
  return others.length ? others.map((name) => atSpot(name)[0]) : [move.target];
}

/** What touching the stock does. @param {View} view @returns {Move | undefined} */
export function stockMove(view) {
  return view.moves.find(isTurn) ?? view.moves.find((move) => move.byStock);
}

/** Actions that no single pile stands for. @param {View} view */
export function tableMoves(view) {
  return view.moves.filter((move) => move.kind !== "move" && !move.target);
}

/** What one hand does to go on: what touching the stock does or, where there is no stock, the game's own action. @param {View} view */
export function handMove(view) {
  const stock = view.layout.piles.some(({ kind }) => kind === "stock");
  return stockMove(view) ?? (stock ? undefined : tableMoves(view)[0]);
}

/** Is the game's own action all that can be done? @param {View} view */
export function onlyAction(view) {
  return view.moves.length === 1 && view.moves[0] === handMove(view) && !view.moves[0]?.byStock;
}

/** The plain label of an action. @param {Move} move */
export function moveLabel(move) {
  return move.label ?? move.move;
}
