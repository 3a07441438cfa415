"""Pruning for rows of suits: positions in which no order of the suits fills all rows."""

from __future__ import annotations

from cadogan.solver.codes import Loose
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING, State

_SUIT = (1 << 13) - 1


def cannot_be_filled(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether cards are left over even if all cards of stock and waste are available.

    The reference version is in tests/test_solver_row_order.py.
    """
    if A.safe.rows < 2:
        return False
    hand = 0 * A.safe.rows
    for p in range(R.foundations, R.piles):
        if A.relaxation.loose[R.group[p]] >= Loose.AT_HAND:
            for i in range(S.height[p]):
                hand |= 1 << S.cards[p * R.room + i]
    for order in range(256):  # two bits for each row, which hold its suit
        some = 0 * hand
        for f in range(4):
            suit = order >> 2 * f & 3
            if S.height[f] == 0 or S.cards[f * R.room] // 13 == suit:
                some |= 1 << suit
        if some == 15 and _fills(R, S, A, order, hand):
            return False
    return True


def _fills(R: CompiledRules, S: State, A: Analysis, order: int, hand: int) -> bool:
    """Return whether all cards find a place when the rows hold the suits in this order."""
    for f in range(4):
        A.work.grown[f] = 0
        for i in range(S.height[f]):
            A.work.grown[f] |= 1 << S.cards[f * R.room + i] % 13
    for p in range(R.foundations, R.piles):
        A.work.left[p] = 0 if A.relaxation.loose[R.group[p]] >= Loose.AT_HAND else S.height[p]
    changed = True
    while changed:
        changed = False
        for f in range(4):
            at = 13 * (order >> 2 * f & 3)
            may = _ranks_taken(R, S, A, f, at)
            more = hand >> at & may & ~A.work.grown[f] | _tops_taken(R, S, A, at, may)
            if more:
                A.work.grown[f] |= more
                changed = True
    for p in range(R.foundations, R.piles):
        if A.work.left[p]:
            return False
    for f in range(4):
        if hand >> 13 * (order >> 2 * f & 3) & _SUIT & ~A.work.grown[f]:
            return False
    return True


def _ranks_taken(R: CompiledRules, S: State, A: Analysis, f: int, at: int) -> int:
    """Return the ranks that a row takes of its suit; ``at`` is the number of the suit's ace."""
    may = _SUIT + 0 * at
    if R.accept.above[f] >= 0:
        may = A.work.grown[R.accept.above[f]]
    if A.work.grown[f] == 0:
        rule = R.accept.rule_at[f * (R.room + 1)]
        if rule >= R.accept.based:
            rule += S.num[Num.BASE]
        may &= R.accept.sets[rule * STRIDE + NOTHING] >> at
    return may


def _tops_taken(R: CompiledRules, S: State, A: Analysis, at: int, may: int) -> int:
    """Move the cards of a suit that a row takes from the tops of piles; return their ranks."""
    more = 0 * at
    for p in range(R.foundations, R.piles):
        while A.work.left[p]:
            rank = S.cards[p * R.room + A.work.left[p] - 1] - at
            if rank < 0 or rank >= 13 or not may >> rank & 1:
                break
            more |= 1 << rank
            A.work.left[p] -= 1
    return more
