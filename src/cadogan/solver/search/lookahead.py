"""When the cards would go up if those still to be turned each lay apart.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.solver.codes import Weight
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING, State, lowest

__all__ = ["look_ahead"]


def _next(R: CompiledRules, S: State, f: int, h: int, top: int) -> int:
    """Return the cards that a foundation takes on ``h`` cards, of which ``top`` is the last."""
    if h >= R.accept.full[f]:
        return 0 * h
    rule = R.accept.rule_at[f * (R.room + 1) + h]
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    return R.accept.sets[rule * STRIDE + top]


def look_ahead(R: CompiledRules, S: State, A: Analysis) -> int:
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
    left = zero + R.total
    for f in range(R.foundations):
        h = S.height[f]
        left -= h
        A.work.grown[f] = h
        A.work.takes[f] = _next(R, S, f, h, S.cards[f * R.room + h - 1] if h else NOTHING + zero)
        wanted |= A.work.takes[f]
    at = zero
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        if p == R.stock.pile:
            at = h
        elif p == R.stock.waste:
            for i in range(h):
                bit = 1 << S.cards[p * R.room + i]
                twice |= once & bit
                once |= bit
        else:
            A.work.left[p] = h
            if h:
                tops |= 1 << S.cards[p * R.room + h - 1]
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
            bit = 1 << S.cards[R.stock.pile * R.room + at]
            twice |= once & bit
            once |= bit
            continue
        bit = some & -some
        card = lowest(some)
        to = zero - 1
        for f in range(R.foundations):
            if A.work.takes[f] & bit and (to < 0 or A.work.grown[f] < A.work.grown[to]):
                to = f
        A.work.grown[to] += 1
        A.work.takes[to] = _next(R, S, to, A.work.grown[to], card)
        wanted = zero
        for f in range(R.foundations):
            wanted |= A.work.takes[f]
        left -= 1
        if not tops & bit:
            once ^= bit & ~twice
            twice &= ~bit
            continue
        tops ^= bit
        late += now
        found = False
        for p in range(R.foundations, R.piles):
            h = A.work.left[p] if p != R.stock.pile and p != R.stock.waste else zero
            if h and S.cards[p * R.room + h - 1] == card:
                if found:
                    tops |= bit  # the other copy
                else:
                    found = True
                    h -= 1
                    A.work.left[p] = h
                    if h:
                        tops |= 1 << S.cards[p * R.room + h - 1]
    return late * A.heuristic.weight[Weight.LATE] + left * A.heuristic.weight[Weight.STUCK]
