/** Queries on the legal moves of a view. */

/** @import {Hit, Move, View} from "./types.js" */

/** Return the number of cards from a place to the top of its pile. @param {View} view @param {Hit} hit */
export function countFrom(view, { pile, index }) {
  return index < 0 ? 0 : (view.piles[pile]?.length ?? 0) - index;
}

/** Return the name of a card in a removal: `w` for the top card, `w@5` for the fifth from the top. @param {string} pile @param {number} count */
export function spotOf(pile, count) {
  return count > 1 ? `${pile}@${count}` : pile;
}

/** Return the pile and the depth of a card from its name in a removal. @param {string} spot @returns {[string, number]} */
export function atSpot(spot) {
  const [pile = "", depth] = spot.split("@");
  return [pile, Number(depth ?? 1)];
}

/**
 * Return the legal moves that move exactly these cards, including removals, best first.
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

/** Return the removals that take the top cards of all these piles, and perhaps those of others. @param {View} view @param {string[]} piles */
export function removalsOf(view, piles) {
  return view.moves.filter(
    (move) => move.piles && piles.every((name) => move.piles?.includes(name)),
  );
}

/** Return the move that removes the top cards of exactly these piles. @param {View} view @param {string[]} piles */
export function removalOf(view, piles) {
  return removalsOf(view, piles).find((move) => move.piles?.length === piles.length);
}

/** Return a key that is the same for moves of equal cards to equal target cards. @param {View} view @param {Move} move */
export function cardsOf(view, { source, target, count, piles }) {
  if (piles)
    return piles
      .map(atSpot)
      .map(([name, depth]) => view.piles[name]?.at(-depth))
      .join(" ");
  const taken = count ? (view.piles[source]?.slice(-count) ?? []) : [];
  return [...taken, "-", view.piles[target]?.at(-1)].join(" ");
}

/** Return whether a move turns cards from the stock to the waste. @param {Move} move */
export function isTurn(move) {
  return !!move.byStock && move.source !== "";
}

/**
 * Return the targets for these cards, including equivalent piles.
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

/** Return the targets for a card; in a removal these are the piles of the other cards. @param {Move} move @param {string} spot */
function goals(move, spot) {
  const others = move.piles?.filter((name) => name !== spot) ?? [];
  return others.length ? others.map((name) => atSpot(name)[0]) : [move.target];
}

/** Return the move for a tap on the stock. @param {View} view @returns {Move | undefined} */
export function stockMove(view) {
  return view.moves.find(isTurn) ?? view.moves.find((move) => move.byStock);
}

/** Return the special moves that belong to no pile. @param {View} view */
export function tableMoves(view) {
  return view.moves.filter((move) => move.kind !== "move" && !move.target);
}

/** Return the move for the Space key: the stock's move or, without a stock, the special move.
 * @param {View} view */
export function handMove(view) {
  const stock = view.layout.piles.some(({ kind }) => kind === "stock");
  return stockMove(view) ?? (stock ? undefined : tableMoves(view)[0]);
}

/** Return whether the special move is the only legal move. @param {View} view */
export function onlyAction(view) {
  return view.moves.length === 1 && view.moves[0] === handMove(view) && !view.moves[0]?.byStock;
}

/** Return the label of a special move. @param {Move} move */
export function moveLabel(move) {
  return move.label ?? move.move;
}
