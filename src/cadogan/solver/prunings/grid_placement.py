"""Pruning *places*: grid positions with a card that can never be in order."""

from __future__ import annotations

from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import NOTHING, State, lowest


def cannot_be_placed(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether a card can never be in order, even if cards remain in all their places.

    A set of places is an integer in which place p has the bit ``p - R.grid_first``. The reference
    version is in tests/test_solver_grid_placement.py.
    """
    if not A.grid.used or R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times:
        return False
    gaps = 0 * A.grid.used
    some = gaps  # set of cards in the grid
    for card in range(52):
        A.work.been[card] = 0
        A.work.stood[card] = 0
    for p in range(R.rows.grid_first, R.rows.grid_end):
        place = 1 << (p - R.rows.grid_first)
        if S.height[p] == 0:
            gaps |= place
            continue
        card = S.cards[p * R.room]
        if A.grid.before[card] == NOTHING and A.grid.opens[card] == 0:
            return False  # this card has not left play yet
        some |= 1 << card
        A.work.been[card] = place
        # the place counts as filled now; it becomes a gap once its card can go elsewhere
        A.work.stood[card] = place
    changed = True
    while changed:
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = A.grid.opens[card] | A.work.been[A.grid.before[card]] << 1 & ~A.grid.ends
            more &= gaps & ~A.work.been[card]
            if more:
                A.work.been[card] |= more
                gaps |= A.work.stood[card]
                changed = True
    for card in range(52):
        A.work.stood[card] = 0
    changed = True
    # from here on, keep only the places up to which all cards of the row could be in order
    while changed:
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = A.grid.opens[card] | A.work.stood[A.grid.before[card]] << 1 & ~A.grid.ends
            more &= A.work.been[card] & ~A.work.stood[card]
            if more:
                A.work.stood[card] |= more
                changed = True
    while some:
        if A.work.stood[lowest(some)] == 0:
            return True
        some &= some - 1
    return False
