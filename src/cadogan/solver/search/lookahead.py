"""Look-ahead: when cards could go up if each card from the stock had its own pile."""

from __future__ import annotations

from cadogan.solver.codes import Weight
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING, State, lowest


def _next(R: CompiledRules, S: State, f: int, h: int, top: int) -> int:
    """Return the cards that a foundation with ``h`` cards and the top card ``top`` takes."""
    if h >= R.accept.full[f]:
        return 0 * h
    rule = R.accept.rule_at[f * (R.room + 1) + h]
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    return R.accept.sets[rule * STRIDE + top]


def look_ahead(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return a score for how late the cards on heaps would go up, and how many cards never would.

    The look-ahead turns the stock card by card. Each turned card gets its own pile, where it blocks
    no other card. Every card that can go up does so, cards on heaps first. The delay of a card on a
    heap is the number of cards turned before it goes up. A card that fits several foundations goes
    to the one with the fewest cards. The test ``test_the_outlook`` compares the score with a
    reference version.
    """
    wanted, left = _wanted_now(R, S, A)
    tops = _tops_of_heaps(R, S, A)
    once, twice = _in_waste(R, S)  # cards with at least one pile of their own, and those with two
    at = S.height[R.stock.pile] if R.stock.pile >= 0 else 0 * left
    now = 0 * left
    late = 0 * left
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
        wanted = _put_up(R, S, A, lowest(some))
        left -= 1
        if tops & bit:
            late += now
            tops = tops ^ bit | _take_from_heap(R, S, A, lowest(some))
        else:
            once ^= bit & ~twice
            twice &= ~bit
    return late * A.heuristic.weight[Weight.LATE] + left * A.heuristic.weight[Weight.STUCK]


def _wanted_now(R: CompiledRules, S: State, A: Analysis) -> tuple[int, int]:
    """Return the cards that foundations take, and the number of cards not yet on foundations."""
    wanted = 0 * S.height[0]
    left = wanted + R.total
    for f in range(R.foundations):
        h = S.height[f]
        left -= h
        A.work.grown[f] = h
        top = S.cards[f * R.room + h - 1] if h else NOTHING + 0 * h
        A.work.takes[f] = _next(R, S, f, h, top)
        wanted |= A.work.takes[f]
    return wanted, left


def _tops_of_heaps(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the top cards of all piles except foundations, stock and waste."""
    tops = 0 * S.height[0]
    for p in range(R.foundations, R.piles):
        if p != R.stock.pile and p != R.stock.waste:
            h = S.height[p]
            A.work.left[p] = h
            if h:
                tops |= 1 << S.cards[p * R.room + h - 1]
    return tops


def _in_waste(R: CompiledRules, S: State) -> tuple[int, int]:
    """Return the set of cards in the waste, and the set of cards with two copies there."""
    once = 0 * S.height[0]
    twice = 0 * once
    for i in range(S.height[R.stock.waste] if R.stock.waste >= 0 else 0):
        bit = 1 << S.cards[R.stock.waste * R.room + i]
        twice |= once & bit
        once |= bit
    return once, twice


def _put_up(R: CompiledRules, S: State, A: Analysis, card: int) -> int:
    """Put a card on the lowest foundation that takes it; return the cards wanted after that."""
    to = -1 + 0 * card
    for f in range(R.foundations):
        if A.work.takes[f] >> card & 1 and (to < 0 or A.work.grown[f] < A.work.grown[to]):
            to = f
    A.work.grown[to] += 1
    A.work.takes[to] = _next(R, S, to, A.work.grown[to], card)
    wanted = 0 * card
    for f in range(R.foundations):
        wanted |= A.work.takes[f]
    return wanted


def _take_from_heap(R: CompiledRules, S: State, A: Analysis, card: int) -> int:
    """Take a card from the first heap that has it on top.

    Return the set of new top cards. The set contains the card that was below, and also the card
    taken if its other copy is on top of a heap.
    """
    tops = 0 * card
    found = False
    for p in range(R.foundations, R.piles):
        h = A.work.left[p] if p != R.stock.pile and p != R.stock.waste else 0 * card
        if h and S.cards[p * R.room + h - 1] == card:
            if found:
                tops |= 1 << card
            else:
                found = True
                h -= 1
                A.work.left[p] = h
                if h:
                    tops |= 1 << S.cards[p * R.room + h - 1]
    return tops
