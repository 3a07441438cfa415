"""Moves in rows that close up, and in grids whose gaps take the card that follows on the left."""

from __future__ import annotations

from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.queries import liftable, right_there, wants
from cadogan.state.state import State, carry, mix, push, reorder


def in_reach(R: CompiledRules, S: State, a: int, b: int) -> bool:
    """Return whether cards from pile ``a`` may go as far as pile ``b``."""
    if R.rows.leftmost[b] >= 0:
        return _leftmost(R, S, a, b)
    if R.rows.reach[a] == 0 or R.group[a] != R.group[b]:
        return True
    return b < a and R.rows.reach[a] >> (a - b) & 1 > 0


def _leftmost(R: CompiledRules, S: State, a: int, b: int) -> bool:
    """Return whether pile ``b`` is the leftmost that takes the top card of pile ``a``.

    Return True for a card that does not fit on ``b``: the engine refuses it for that reason.
    """
    if S.height[a] == 0:
        return True
    card = S.cards[a * R.room + S.height[a] - 1]
    if not wants(R, S, b) >> card & 1:
        return True
    for q in range(R.rows.leftmost[b], b):
        if q == a or wants(R, S, q) >> card & 1:
            return False
    return True


def close_up(R: CompiledRules, S: State) -> None:
    """Move the piles of a row to the left, over piles that are now empty."""
    free = -1
    for p in range(R.piles):
        if R.rows.closes[p] == 0:
            free = -1
        elif S.height[p] == 0:
            free = p if free < 0 else free
        elif free >= 0:
            carry(R, S, p, free, S.height[p], 0)
            free += 1


def one_pile(R: CompiledRules, S: State) -> bool:
    """Return whether the whole tableau is a single pile."""
    n = 0
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p]:
            n += 1
    return n == 1 and (R.stock.pile < 0 or S.height[R.stock.pile] == 0)


def in_order(R: CompiledRules, S: State) -> bool:
    """Return whether every row of the grid is in order."""
    for p in range(R.rows.grid_first, R.rows.grid_end):
        if S.height[p] and not right_there(R, S, p):
            return False
    return True


def _kept(R: CompiledRules, S: State, first: int) -> int:
    """Return how many cards at the left-hand end of a row are in order."""
    n = 0 * first
    while n < R.rows.length and S.height[first + n] and right_there(R, S, first + n):
        n += 1
    return n


# values of CompiledRules.redeal_kept: where a redeal leaves gaps
AT_THE_RIGHT = 2
ANYWHERE = 3
_GAP = 52  # number that stands for a gap among the cards to shuffle


def redeal_loose(R: CompiledRules, S: State) -> None:
    """Shuffle the cards that are not in order, and deal them with gaps anywhere or one a row."""
    n, gaps = _gather_loose(R, S)
    if R.rows.redeal_kept == ANYWHERE:
        while gaps > 0:
            S.scratch[n] = _GAP
            n += 1
            gaps -= 1
    reorder(S.scratch, n, mix(S.num[Num.KEY] + mix(S.num[Num.REDEALS] + 1) & (1 << 62) - 1))
    used = 0
    for first in range(R.rows.grid_first, R.rows.grid_end, R.rows.length):
        left = _place_of_gap(R, S, first) if gaps > 0 else -1
        for p in range(first, first + R.rows.length):
            if S.mark[p] == 0:
                continue
            S.mark[p] = 0
            if p == left:
                gaps -= 1
            elif used < n:
                if S.scratch[used] < _GAP:
                    push(R, S, p, S.scratch[used])
                used += 1


def _gather_loose(R: CompiledRules, S: State) -> tuple[int, int]:
    """Take up the cards that are not in order; return their number and the number of gaps.

    Mark each place that a card will be dealt to.
    """
    n = 0 * R.rows.length
    gaps = 0 * n
    for first in range(R.rows.grid_first, R.rows.grid_end, R.rows.length):
        for p in range(first + _kept(R, S, first), first + R.rows.length):
            S.mark[p] = -1  # places of a grid have no other use for their marks
            if S.height[p]:
                S.scratch[n] = S.cards[p * R.room]
                n += 1
            else:
                gaps += 1
    for p in range(R.rows.grid_first, R.rows.grid_end):
        if S.mark[p]:
            S.height[p] = 0
    return n, gaps


def _place_of_gap(R: CompiledRules, S: State, first: int) -> int:
    """Return the first or the last marked place of a row, where its gap stays, or -1."""
    left = -1
    for p in range(first, first + R.rows.length):
        if S.mark[p] and (left < 0 or R.rows.redeal_kept == AT_THE_RIGHT):
            left = p
    return left


def far_from_rows(R: CompiledRules, S: State) -> int:
    """Return the estimated distance from a win, which the search uses to order steps."""
    total = 0 * R.piles
    for p in range(R.rows.grid_first, R.rows.grid_end):
        if S.height[p] and not right_there(R, S, p):
            total += 16
    if R.rows.closing:
        for a in range(R.tableau_first + 1, R.tableau_end):
            if S.height[a] == 0 or R.rows.closes[a] == 0 or liftable(R, S, a) <= 0:
                continue
            card = S.cards[a * R.room + S.height[a] - 1]
            for b in range(R.tableau_first, a):
                if R.rows.reach[a] >> (a - b) & 1:
                    top = S.cards[b * R.room + S.height[b] - 1]
                    rule = R.accept.rule_at[b * (R.room + 1) + S.height[b]]
                    if R.accept.sets[rule * STRIDE + top] >> card & 1:
                        total -= 16
    return total
