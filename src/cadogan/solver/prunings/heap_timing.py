"""Pruning *timely*: positions with a card on a heap that cannot go up in time."""

from __future__ import annotations

from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State


def cannot_go_in_time(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether some card never goes up, even if each card goes up at the earliest moment.

    The result is valid only if ``A.heaps.used`` is set.

    The test turns the whole stock, as often as the rules allow. A card on top of a heap leaves it
    as soon as a card of the rung below might be uncovered on a foundation. In this test, a card
    counts as up if it is on a foundation or has left its heap. But a card counts as covered only by
    cards that are already on foundations. The reference version is in
    tests/test_solver_heap_timing.py.
    """
    rest = 0 * S.height[0]
    for k in range(A.heaps.rungs):
        A.work.rung_up[k] = 0
        A.work.rung_gone[k] = 0
    for f in range(R.foundations):
        for i in range(S.height[f]):
            A.work.rung_up[A.heaps.rung[S.cards[f * R.room + i]]] += 1
    for p in range(R.foundations, R.piles):
        A.work.left[p] = 0
        for i in range(p * R.room, p * R.room + S.height[p]):
            rest += 1
            A.work.heap_rung[rest] = A.heaps.rung[S.cards[i]]
            A.work.heap_below[rest] = A.work.left[p]
            A.work.left[p] = rest
    before = -1 + 0 * rest
    # this number never reaches 0 if redeals are unlimited
    again = R.redeal.times - S.num[Num.REDEALS]
    while True:
        rest -= _put_up(R, A)
        if rest == 0:
            return False
        if R.stock.pile >= 0 and A.work.left[R.stock.pile]:
            _turn(R, A)
            continue
        if again == 0 or rest == before:  # without a waste there is no redeal
            return True
        again -= 1
        before = rest
        while A.work.left[R.stock.waste]:
            _carry(A, R.stock.waste, R.stock.pile)


def _put_up(R: CompiledRules, A: Analysis) -> int:
    """Let cards leave their heaps until no other card might go up; return the number that left.

    A card that does not begin a foundation lies there on a card of the rung below.
    """
    went = 0 * A.heaps.rungs
    changed = True
    while changed:
        changed = False
        for p in range(R.foundations, R.piles):
            i = A.work.left[p] if p != R.stock.pile else 0 * went
            while i:
                k = A.work.heap_rung[i]
                under = A.heaps.rung_under[k]
                if (
                    under >= 0
                    and A.work.rung_up[under] + A.work.rung_gone[under] <= A.work.rung_up[k]
                ):
                    break
                i = A.work.heap_below[i]
                went += 1
                changed = True
                A.work.left[p] = i
                A.work.rung_gone[k] += 1
    return went


def _turn(R: CompiledRules, A: Analysis) -> None:
    """Deal from the stock as the rules of the game require."""
    for _ in range(R.deal.cards if R.deal.rows else 1):
        for p in range(R.deal.first, R.deal.end):
            for _ in range(1 if R.deal.rows else R.deal.cards):
                if A.work.left[R.stock.pile]:
                    _carry(A, R.stock.pile, p)


def _carry(A: Analysis, a: int, b: int) -> None:
    """Move the top card of one heap to another heap."""
    i = A.work.left[a]
    A.work.left[a] = A.work.heap_below[i]
    A.work.heap_below[i] = A.work.left[b]
    A.work.left[b] = i
