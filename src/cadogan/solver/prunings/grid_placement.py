"""Positions of a grid in which some card can never come to stand in order.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.state.compiled import Tables
from cadogan.state.state import NOTHING, REDEALS, State, lowest

__all__ = ["unplaced"]


def unplaced(T: Tables, S: State, G: Guide) -> bool:
    """Say whether a card has no place in order, though no card ever left the places it has had.

    A set of places is an integer, bit ``p - T.grid_first``. The simple twin is in
    tests/test_solver_placing.py.
    """
    if not G.places or T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times:
        return False
    gaps = 0 * G.places
    some = gaps  # the cards
    for card in range(52):
        G.been[card] = 0
        G.stood[card] = 0
    for p in range(T.grid_first, T.grid_end):
        place = 1 << (p - T.grid_first)
        if S.height[p] == 0:
            gaps |= place
            continue
        card = S.cards[p * T.room]
        if G.before[card] == NOTHING and G.opens[card] == 0:
            return False  # it is still to be put out of play
        some |= 1 << card
        G.been[card] = place
        G.stood[card] = place  # for now: it becomes a gap once the card can go elsewhere
    changed = True
    while changed:
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = G.opens[card] | G.been[G.before[card]] << 1 & ~G.ends
            more &= gaps & ~G.been[card]
            if more:
                G.been[card] |= more
                gaps |= G.stood[card]
                changed = True
    for card in range(52):
        G.stood[card] = 0
    changed = True
    while changed:  # ... and now only those where all from the left end on could be in order
        changed = False
        left = some
        while left:
            card = lowest(left)
            left &= left - 1
            more = G.opens[card] | G.stood[G.before[card]] << 1 & ~G.ends
            more &= G.been[card] & ~G.stood[card]
            if more:
                G.stood[card] |= more
                changed = True
    while some:
        if G.stood[lowest(some)] == 0:
            return True
        some &= some - 1
    return False
