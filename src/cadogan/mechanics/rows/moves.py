"""Rows that close up, and grids whose gaps take what follows their left neighbours.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.queries import liftable, right_there, wants
from cadogan.state.state import KEY, REDEALS, State, carry, mix, push, reorder

__all__ = ["close_up", "far_from_rows", "in_order", "in_reach", "one_pile", "redeal_loose"]


def in_reach(T: Tables, S: State, a: int, b: int) -> bool:
    """Say whether cards of pile ``a`` may go as far as ``b``."""
    if T.leftmost[b] >= 0:
        return _leftmost(T, S, a, b)
    if T.reach[a] == 0 or T.group[a] != T.group[b]:
        return True
    return b < a and T.reach[a] >> (a - b) & 1 > 0


def _leftmost(T: Tables, S: State, a: int, b: int) -> bool:
    """Say whether no pile at the left of ``b`` takes the top card of ``a``, nor is ``a`` there.

    A card that does not fit there is refused for that.
    """
    if S.height[a] == 0:
        return True
    card = S.cards[a * T.room + S.height[a] - 1]
    if not wants(T, S, b) >> card & 1:
        return True
    for q in range(T.leftmost[b], b):
        if q == a or wants(T, S, q) >> card & 1:
            return False
    return True


def close_up(T: Tables, S: State) -> None:
    """Move the piles of a row up to where others have been emptied."""
    free = -1
    for p in range(T.piles):
        if T.closes[p] == 0:
            free = -1
        elif S.height[p] == 0:
            free = p if free < 0 else free
        elif free >= 0:
            carry(T, S, p, free, S.height[p], 0)
            free += 1


def one_pile(T: Tables, S: State) -> bool:
    """Say whether the tableau is one pile."""
    n = 0
    for p in range(T.tableau_first, T.tableau_end):
        if S.height[p]:
            n += 1
    return n == 1 and (T.stock < 0 or S.height[T.stock] == 0)


def in_order(T: Tables, S: State) -> bool:
    """Say whether every card of the grid is in its row's order, from the left end on."""
    for p in range(T.grid_first, T.grid_end):
        if S.height[p] and not right_there(T, S, p):
            return False
    return True


def _kept(T: Tables, S: State, first: int) -> int:
    """Return how many cards of a row are in order, from the left end on."""
    n = 0 * first
    while n < T.row and S.height[first + n] and right_there(T, S, first + n):
        n += 1
    return n


# where a redeal leaves gaps, values of Tables.redeal_kept
AT_THE_RIGHT = 2
ANYWHERE = 3
_GAP = 52  # among the cards that are shuffled


def redeal_loose(T: Tables, S: State) -> None:
    """Shuffle the cards that are out of order, and deal them with a gap in each row or anywhere."""
    n = 0
    gaps = 0
    for first in range(T.grid_first, T.grid_end, T.row):
        for p in range(first + _kept(T, S, first), first + T.row):
            S.mark[p] = -1  # to be dealt to; places hold no marks
            if S.height[p]:
                S.scratch[n] = S.cards[p * T.room]
                n += 1
            else:
                gaps += 1
    for p in range(T.grid_first, T.grid_end):
        if S.mark[p]:
            S.height[p] = 0
    if T.redeal_kept == ANYWHERE:
        while gaps > 0:
            S.scratch[n] = _GAP
            n += 1
            gaps -= 1
    reorder(S.scratch, n, mix(S.num[KEY] + mix(S.num[REDEALS] + 1) & (1 << 62) - 1))
    used = 0
    for first in range(T.grid_first, T.grid_end, T.row):
        left = -1
        for p in range(first, first + T.row):
            if S.mark[p] and gaps > 0 and (left < 0 or T.redeal_kept == AT_THE_RIGHT):
                left = p
        for p in range(first, first + T.row):
            if S.mark[p] == 0:
                continue
            S.mark[p] = 0
            if p == left:
                gaps -= 1
            elif used < n:
                if S.scratch[used] < _GAP:
                    push(T, S, p, S.scratch[used])
                used += 1


def far_from_rows(T: Tables, S: State) -> int:
    """Return how far a position is from being won, for the order in which steps are tried."""
    total = 0 * T.piles
    for p in range(T.grid_first, T.grid_end):
        if S.height[p] and not right_there(T, S, p):
            total += 16
    if T.closing:
        for a in range(T.tableau_first + 1, T.tableau_end):
            if S.height[a] == 0 or T.closes[a] == 0 or liftable(T, S, a) <= 0:
                continue
            card = S.cards[a * T.room + S.height[a] - 1]
            for b in range(T.tableau_first, a):
                if T.reach[a] >> (a - b) & 1:
                    top = S.cards[b * T.room + S.height[b] - 1]
                    rule = T.rule_at[b * (T.room + 1) + S.height[b]]
                    if T.accept[rule * STRIDE + top] >> card & 1:
                        total -= 16
    return total
