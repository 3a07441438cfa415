"""Heuristic: how far a position is from a win, which determines the order of steps."""

from __future__ import annotations

from cadogan.solver.codes import MOST_DUE, MOST_TOLD, Noted, Weight
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Lift, Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MASK, MECHANICS, NOTHING, State, lowest, times

RANKS = 13


def note_due(R: CompiledRules, S: State, A: Analysis) -> int:
    """Note in the last row of ``A.heuristic.order`` how soon foundations could take each card.

    The entry is how many cards must go up first, on the foundation that can take the card soonest.
    Return a hash of the foundations; the row stays valid while the hash is the same.
    """
    key = S.num[Num.BASE]
    for f in range(R.foundations):
        key += S.part[f]
    key = times(key & MASK, 0x2545F4914F6CDD1D) | 1
    if key == A.work.sets[Noted.DUE]:
        return key
    A.work.sets[Noted.DUE] = key
    row = A.heuristic.due
    for card in range(52):
        A.heuristic.order[row + card] = MOST_DUE
    for f in range(R.foundations):
        h = S.height[f]
        tops = 1 << (S.cards[f * R.room + h - 1] if h else NOTHING + 0 * h)
        n = 0 * h
        while h < R.accept.full[f] and tops:
            rule = R.accept.rule_at[f * (R.room + 1) + h]
            if rule >= R.accept.based:
                rule += S.num[Num.BASE]
            taken = 0 * tops
            while tops:
                taken |= R.accept.sets[rule * STRIDE + lowest(tops)]
                tops &= tops - 1
            tops = taken
            while taken:
                at = row + lowest(taken)
                taken &= taken - 1
                A.heuristic.order[at] = min(A.heuristic.order[at], n)
            h += 1
            n += 1
    return key


def told_score(R: CompiledRules, S: State, A: Analysis, p: int, wanted: int) -> int:
    """Return the ``pile_score`` of a pile, from the cache if possible.

    Two piles count as the same if their hashes are equal; the search trusts hashes for entire
    positions, too. Stock and waste are not cached, because their score depends on more than their
    cards. Nor are piles where only the top card matters, whose hash covers less than the score.
    ``test_scores_are_told_as_found`` compares cached with computed scores.
    """
    if p == R.stock.pile or p == R.stock.waste or (MECHANICS and R.rows.topped[p]):
        return pile_score(R, S, A, p, wanted)
    key = S.part[p] ^ times(S.num[Num.BASE] << 8 | p + 1, 0x1E3779B97F4A7C15)
    if R.lift.take[R.group[p]] == Lift.CARD:
        key ^= times(wanted, 0x2545F4914F6CDD1D)
    if A.heuristic.due:
        key ^= A.work.sets[Noted.DUE]
    at = key & MOST_TOLD - 1
    if A.work.told_of[at] != key:
        A.work.told[at] = pile_score(R, S, A, p, wanted)
        A.work.told_of[at] = key
    return A.work.told[at]


def pile_score(R: CompiledRules, S: State, A: Analysis, p: int, wanted: int) -> int:
    """Return how far a pile is from being played; less is better.

    The score counts cards above one that is wanted earlier, the same within a suit, neighbours out
    of sequence, cards face down and filled cells. Empty piles reduce it. Where cards leave one by
    one, it adds those above the lowest card that foundations want next. For planned heaps, it also
    counts how early the first card of a pile is wanted, because later cards cannot lie on it
    without harm. The waste is scored like a pile if it is not turned over again; otherwise only the
    number of its cards counts.
    """
    h = S.height[p]
    waiting = 0 * h
    if p == R.stock.pile or p == R.stock.waste:
        waiting = h * A.heuristic.weight[Weight.WAITING]
        again = R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times
        if p == R.stock.pile or h == 0 or again:
            return waiting
    if A.heuristic.as_founded[p]:
        return -h * A.heuristic.weight[Weight.FOUNDED]
    if h == 0:
        return -A.heuristic.weight[Weight.SPACE] if R.lift.any_space[p] else 0
    if R.lift.is_cell[p]:
        return A.heuristic.weight[Weight.CELL]
    base = p * R.room
    row = S.num[Num.BASE] * STRIDE if A.heuristic.by_base else A.heuristic.due
    fits = p * STRIDE
    total = S.down[p] * A.heuristic.weight[Weight.DOWN] + waiting
    card = S.cards[base]
    least = A.heuristic.order[row + card]
    # The least order so far in each suit: 15 bits each, 16 apart, leaving the sign bit unused
    # (a joker counts with the first suit).
    shift = (card // 13 & 3) * 16
    own = 0x7FFF7FFF7FFF7FFF ^ 0x7FFF << shift | least << shift
    for i in range(1, h):
        below = card
        card = S.cards[base + i]
        order = A.heuristic.order[row + card]
        shift = (card // 13 & 3) * 16
        if order > least:
            total += A.heuristic.weight[Weight.LOWER]
        else:
            least = order
        if order > (own >> shift & 0x7FFF):
            total += A.heuristic.weight[Weight.OWN]
        else:
            own = own & ~(0x7FFF << shift) | order << shift
        if not A.heuristic.fits[fits + below] >> card & 1:
            total += A.heuristic.weight[Weight.BROKEN]
            if A.heuristic.weight[Weight.MISLAID]:  # few games use this weight
                laid = R.accept.sets[R.accept.rule_at[p * (R.room + 1) + i] * STRIDE + below]
                total += 0 if laid >> card & 1 else A.heuristic.weight[Weight.MISLAID]
    total += (RANKS - least) * A.heuristic.weight[Weight.EARLY]
    if wanted and R.lift.take[R.group[p]] == Lift.CARD:
        for i in range(h - 1):
            if wanted >> S.cards[base + i] & 1:
                total += (h - 1 - i) * A.heuristic.weight[Weight.BURIED]
                break
    return total * A.heuristic.weight[Weight.IN_WASTE] if p == R.stock.waste else total
