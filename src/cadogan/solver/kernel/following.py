"""Positions in which cards lack others that they could follow into a hole.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.solver.guide import Guide
from cadogan.state import State
from cadogan.tables import Tables

__all__ = ["stranded"]


def stranded(T: Tables, S: State, G: Guide) -> bool:
    """Say whether the cards that must follow a neighbour in rank outnumber those to be followed.

    Each card of the hole is followed by one card at the most. So it is asked whether every card
    that must follow can have one of its own, of its neighbours in rank, among the top card of the
    hole and all cards that are not in it. The simple twin is in tests/test_solver_following.py.
    """
    if not G.follow or S.height[0] == 0:
        return False
    for r in range(13):
        G.need[r] = 0
        G.have[r] = 0
    for p in range(1, T.piles):
        for i in range(S.height[p]):
            r = S.cards[p * T.room + i] % 13
            G.have[r] += 1
            G.need[r] += G.needy[p]
    G.have[S.cards[S.height[0] - 1] % 13] += 1
    around = 0 * G.need[0]
    most = min(G.need[0], G.have[12]) if G.after_lower[0] else around
    while around <= most:
        if _all_follow(G, around):
            return False
        around += 1
    return True


def _all_follow(G: Guide, around: int) -> bool:
    """Say whether each card can follow one of its own if so many aces follow kings.

    In steps of two ranks: who is one card's higher neighbour is the next one's lower, and which
    of the two follows it is settled by giving the lower ones to whoever comes first.
    """
    for r in range(13):
        G.spare[r] = G.have[r]
    G.spare[12] -= around
    for i in range(13):
        r = 2 * i % 13
        left = G.need[r]
        if r == 0:
            left -= around
        elif G.after_lower[r]:
            used = min(left, G.spare[r - 1])
            left -= used
            G.spare[r - 1] -= used
        if left and G.after_higher[r]:
            higher = (r + 1) % 13
            used = min(left, G.spare[higher])
            left -= used
            G.spare[higher] -= used
        if left:
            return False
    return True
