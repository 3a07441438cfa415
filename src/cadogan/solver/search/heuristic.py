"""Heuristic: an estimate of how far a position is from a win, by which the search orders steps."""

from __future__ import annotations

from cadogan.solver.codes import MOST_DUE, MOST_TOLD, Noted, Weight
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Lift, Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MASK, MECHANICS, NOTHING, State, lowest, times

RANKS = 13


def note_due(R: CompiledRules, S: State, A: Analysis) -> int:
    """Write to the last row of ``A.heuristic.order`` how soon foundations could take each card.

    The entry of a card is the number of cards that must go up before it, on the foundation that can
    take it soonest. Return a hash of the foundations; the row stays valid as long as this hash does
    not change.
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
    """Return the ``pile_score`` of a pile, from the cache if it is there.

    Two piles share a cache entry if their hashes are equal; the search also trusts hashes for
    entire positions. The scores of stock and waste are not cached, because they depend on more than
    the cards in the pile. The score of a pile whose hash covers only its top card is not cached,
    because the score depends on all its cards. The test ``test_scores_are_told_as_found`` compares
    cached scores with computed ones.
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
    """Return an estimate of how far a pile is from being played; lower is better.

    The score counts cards that lie above a card wanted earlier, both in any suit and in their own
    suit. The score also counts neighbours out of sequence, cards face down and filled cells. Empty
    piles reduce the score. If cards leave the pile one by one, the score also counts the cards
    above the lowest card that foundations want next. If the heaps are planned, the score also
    counts how early the bottom card of a pile is wanted, because cards wanted later block it. The
    waste is scored like a pile if no redeal is left; otherwise only the number of its cards counts.
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
    # The smallest order so far in each suit. A suit has 16 bits and uses 15 of them, so that the
    # sign bit stays clear. A joker counts with the first suit.
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
            if A.heuristic.weight[Weight.MISLAID]:  # few games use the weight MISLAID
                laid = R.accept.sets[R.accept.rule_at[p * (R.room + 1) + i] * STRIDE + below]
                total += 0 if laid >> card & 1 else A.heuristic.weight[Weight.MISLAID]
    total += (RANKS - least) * A.heuristic.weight[Weight.EARLY]
    if wanted and R.lift.take[R.group[p]] == Lift.CARD:
        for i in range(h - 1):
            if wanted >> S.cards[base + i] & 1:
                total += (h - 1 - i) * A.heuristic.weight[Weight.BURIED]
                break
    return total * A.heuristic.weight[Weight.IN_WASTE] if p == R.stock.waste else total
