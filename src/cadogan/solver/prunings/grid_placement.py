"""Positions of a grid in which some card can never come to stand in order.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import NOTHING, REDEALS, State, lowest

__all__ = ["cannot_be_placed"]


def cannot_be_placed(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether a card has no place in order, though no card ever left the places it has had.

    A set of places is an integer, bit ``p - R.grid_first``. The simple twin is in
    tests/test_solver_placing.py.
    """
    if not A.places or R.redeal_times < 0 or S.num[REDEALS] < R.redeal_times:
        return False
    gaps = 0 * A.places
    some = gaps  # the cards
    for card in range(52):
        A.been[card] = 0
        A.stood[card] = 0
    for p in range(R.grid_first, R.grid_end):
        place = 1 << (p - R.grid_first)
        if S.height[p] == 0:
            gaps |= place
            continue
        card = S.cards[p * R.room]
        if A.before[card] == NOTHING and A.opens[card] == 0:
            return False  # it is still to be put out of play
        some |= 1 << card
        A.been[card] = place
        A.stood[card] = place  # for now: it becomes a gap once the card can go elsewhere
    changed = True
    while changed:
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = A.opens[card] | A.been[A.before[card]] << 1 & ~A.ends
            more &= gaps & ~A.been[card]
            if more:
                A.been[card] |= more
                gaps |= A.stood[card]
                changed = True
    for card in range(52):
        A.stood[card] = 0
    changed = True
    while changed:  # ... and now only those where all from the left end on could be in order
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = A.opens[card] | A.stood[A.before[card]] << 1 & ~A.ends
            more &= A.been[card] & ~A.stood[card]
            if more:
                A.stood[card] |= more
                changed = True
    while some:
        if A.stood[lowest(some)] == 0:
            return True
        some &= some - 1
    return False
