"""Order of legal moves, with the most sensible move first.

This cheap ranking looks one move ahead. It determines where a double click moves a card, and the
order in which the page lists possible moves. From best to worst:

1. to a foundation, safely (:mod:`cadogan.solver.safe_moves`);
2. to a foundation, not safely;
3. to a pile, turning up a face-down card;
4. to a pile, emptying a tableau pile or playing from a reserve;
5. to a pile: first from the waste or the stock, then from elsewhere, longer runs first;
6. to an empty pile: first moves that uncover a card, then moves from the waste;
7. a turn of the stock, a deal from it, or a refill;
8. to a free cell;
9. from one foundation to another, a redeal or a shift;
10. moves of a whole pile to an empty pile, which change nothing;
11. from a foundation back into play.
"""

from __future__ import annotations

from cadogan.model.position import Position
from cadogan.solver.safe_moves import safe_moves
from cadogan.state.special_moves import action
from cadogan.text.notation import Move


def best_first(position: Position) -> list[Move]:
    """Return the legal moves, the most sensible first; moves of equal rank keep their usual order.

    >>> import cadogan
    >>> [move.text for move in best_first(cadogan.game("klondike").deal(1))][-1]
    's-w'
    """
    safe = frozenset(safe_moves(position))
    piles = position.piles
    down = position.down

    def rank(move: Move) -> tuple[int, int, int]:
        if act := action(move.kind):
            return act.rank, 0, 0
        if move.kind in ("remove", "marry", "swap"):
            return 2, 0, 0
        source, target = move.source[0], move.target[0]
        if target == "f":
            if source == "f":
                return 9, -1, 0
            return (1 if move.text in safe else 2), 0, 0
        if source == "f":
            return 11, 0, 0
        # a draw to the top of its own pile ranks below moves to other piles
        if move.source == move.target:
            return 8, 1, 0
        left = len(piles[move.source]) - move.count
        onto = bool(piles[move.target])
        uncovers = 0 < left == down[move.source] and move.depth == 1
        empties = left == 0
        if target == "c":
            return 8, int(not uncovers), 0
        if not onto:
            if empties and source == target:
                return 10, 0, 0
            return 6, 0 if uncovers else 1 if source in "ws" else 2, -move.count
        if uncovers:
            return 3, 0, -move.count
        if (empties and source == "t") or source == "r":
            return 4, 0, -move.count
        return 5, int(source not in "ws"), -move.count

    return sorted(position.legal_moves, key=rank)
