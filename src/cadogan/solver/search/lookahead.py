"""When the cards would go up if those still to be turned each lay apart.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import LATE, STUCK
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.state import BASE, NOTHING, State, lowest

__all__ = ["outlook"]


def _next(T: Tables, S: State, f: int, h: int, top: int) -> int:
    """Return the cards that a foundation takes on ``h`` cards, of which ``top`` is the last."""
    if h >= T.full[f]:
        return 0 * h
    rule = T.rule_at[f * (T.room + 1) + h]
    if rule >= T.based:
        rule += S.num[BASE]
    return T.accept[rule * STRIDE + top]


def outlook(T: Tables, S: State, G: Guide) -> int:
    """Return how late the cards of heaps would go up, and how many cards never, as a score.

    The stock is turned card by card; each card lies apart, so that it is in no card's way, and what
    can go up does, from heaps first. A card of a heap is late by the cards turned before it goes.
    Where a card can go to several foundations it goes to the lowest. ``test_the_outlook`` holds
    this to its simple twin.
    """
    zero = 0 * S.height[0]
    tops = zero
    once = zero  # the cards that lie apart
    twice = zero  # ... those of which two do
    wanted = zero
    left = zero + T.total
    for f in range(T.foundations):
        h = S.height[f]
        left -= h
        G.grown[f] = h
        G.takes[f] = _next(T, S, f, h, S.cards[f * T.room + h - 1] if h else NOTHING + zero)
        wanted |= G.takes[f]
    at = zero
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if p == T.stock:
            at = h
        elif p == T.waste:
            for i in range(h):
                bit = 1 << S.cards[p * T.room + i]
                twice |= once & bit
                once |= bit
        else:
            G.left[p] = h
            if h:
                tops |= 1 << S.cards[p * T.room + h - 1]
    now = zero
    late = zero
    while True:
        some = wanted & tops
        if some == 0:
            some = wanted & once
        if some == 0:
            if at == 0:
                break
            at -= 1
            now += 1
            bit = 1 << S.cards[T.stock * T.room + at]
            twice |= once & bit
            once |= bit
            continue
        bit = some & -some
        card = lowest(some)
        to = zero - 1
        for f in range(T.foundations):
            if G.takes[f] & bit and (to < 0 or G.grown[f] < G.grown[to]):
                to = f
        G.grown[to] += 1
        G.takes[to] = _next(T, S, to, G.grown[to], card)
        wanted = zero
        for f in range(T.foundations):
            wanted |= G.takes[f]
        left -= 1
        if not tops & bit:
            once ^= bit & ~twice
            twice &= ~bit
            continue
        tops ^= bit
        late += now
        found = False
        for p in range(T.foundations, T.piles):
            h = G.left[p] if p != T.stock and p != T.waste else zero
            if h and S.cards[p * T.room + h - 1] == card:
                if found:
                    tops |= bit  # the other copy
                else:
                    found = True
                    h -= 1
                    G.left[p] = h
                    if h:
                        tops |= 1 << S.cards[p * T.room + h - 1]
    return late * G.weight[LATE] + left * G.weight[STUCK]
