"""Positions in which cards of heaps cannot go up in time, as the stock is turned.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import REDEALS, State

__all__ = ["cannot_go_in_time"]


def cannot_go_in_time(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether some card never goes up though every card that ever might goes up at once.

    It is asked only where ``A.timely`` says that the argument holds.

    The stock is turned to its end, as often as it may be. A card on top of its heap leaves it as
    soon as one of the rung below might lie bare on a foundation. Of a rung with a card that left
    its heap one more might be up than are, and no more of those above are up: so no more need be
    counted. The simple twin is in tests/test_solver_timing.py.
    """
    rest = 0 * S.height[0]
    for k in range(A.rungs):
        A.rung_up[k] = 0
        A.rung_gone[k] = 0
    for f in range(R.foundations):
        for i in range(S.height[f]):
            A.rung_up[A.rung[S.cards[f * R.room + i]]] += 1
    for p in range(R.foundations, R.piles):
        A.left[p] = 0
        for i in range(p * R.room, p * R.room + S.height[p]):
            rest += 1
            A.heap_rung[rest] = A.rung[S.cards[i]]
            A.heap_below[rest] = A.left[p]
            A.left[p] = rest
    before = -1 + 0 * rest
    again = R.redeal_times - S.num[REDEALS]  # never 0 where there is no end of them
    while True:
        rest -= _put_up(R, A)
        if rest == 0:
            return False
        if R.stock >= 0 and A.left[R.stock]:
            _turn(R, A)
            continue
        if again == 0 or rest == before:  # without a waste there is no redeal
            return True
        again -= 1
        before = rest
        while A.left[R.waste]:
            _carry(A, R.waste, R.stock)


def _put_up(R: CompiledRules, A: Analysis) -> int:
    """Let cards leave their heaps until none might go up; return how many did.

    Each card up that begins no foundation lies on one of the rung below.
    """
    went = 0 * A.rungs
    changed = True
    while changed:
        changed = False
        for p in range(R.foundations, R.piles):
            i = A.left[p] if p != R.stock else 0 * went
            while i:
                k = A.heap_rung[i]
                under = A.rung_under[k]
                if under >= 0 and A.rung_up[under] + A.rung_gone[under] <= A.rung_up[k]:
                    break
                i = A.heap_below[i]
                went += 1
                changed = True
                A.left[p] = i
                A.rung_gone[k] += 1
    return went


def _turn(R: CompiledRules, A: Analysis) -> None:
    """Deal from the stock as the game does."""
    for _ in range(R.deal_count if R.deal_rows else 1):
        for p in range(R.deal_first, R.deal_end):
            for _ in range(1 if R.deal_rows else R.deal_count):
                if A.left[R.stock]:
                    _carry(A, R.stock, p)


def _carry(A: Analysis, a: int, b: int) -> None:
    """Lay the top card of one heap on another."""
    i = A.left[a]
    A.left[a] = A.heap_below[i]
    A.heap_below[i] = A.left[b]
    A.left[b] = i
