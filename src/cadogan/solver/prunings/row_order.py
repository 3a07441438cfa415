"""Positions whose rows of suits cannot all be filled, in whatever order the suits begin them.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import AT_HAND
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.state import BASE, NOTHING, State

__all__ = ["unfilled"]

_SUIT = (1 << 13) - 1


def unfilled(T: Tables, S: State, G: Guide) -> bool:
    """Say whether cards stay outside the rows, though all of stock and waste be always at hand.

    The simple twin is in tests/test_solver_rows.py.
    """
    if G.rows < 2:
        return False
    hand = 0 * G.rows
    for p in range(T.foundations, T.piles):
        if G.loose[T.group[p]] >= AT_HAND:
            for i in range(S.height[p]):
                hand |= 1 << S.cards[p * T.room + i]
    for order in range(256):  # two bits for each row: its suit
        some = 0 * hand
        for f in range(4):
            suit = order >> 2 * f & 3
            if S.height[f] == 0 or S.cards[f * T.room] // 13 == suit:
                some |= 1 << suit
        if some == 15 and _fills(T, S, G, order, hand):
            return False
    return True


def _fills(T: Tables, S: State, G: Guide, order: int, hand: int) -> bool:
    """Say whether all cards find their place where the rows are of suits in this order."""
    for f in range(4):
        G.grown[f] = 0
        for i in range(S.height[f]):
            G.grown[f] |= 1 << S.cards[f * T.room + i] % 13
    for p in range(T.foundations, T.piles):
        G.left[p] = 0 if G.loose[T.group[p]] >= AT_HAND else S.height[p]
    changed = True
    while changed:
        changed = False
        for f in range(4):
            at = 13 * (order >> 2 * f & 3)
            may = _SUIT + 0 * order
            if T.above[f] >= 0:
                may = G.grown[T.above[f]]
            if G.grown[f] == 0:
                rule = T.rule_at[f * (T.room + 1)]
                if rule >= T.based:
                    rule += S.num[BASE]
                may &= T.accept[rule * STRIDE + NOTHING] >> at
            more = hand >> at & may & ~G.grown[f]
            for p in range(T.foundations, T.piles):
                while G.left[p]:
                    rank = S.cards[p * T.room + G.left[p] - 1] - at
                    if rank < 0 or rank >= 13 or not may >> rank & 1:
                        break
                    more |= 1 << rank
                    G.left[p] -= 1
            if more:
                G.grown[f] |= more
                changed = True
    for p in range(T.foundations, T.piles):
        if G.left[p]:
            return False
    for f in range(4):
        if hand >> 13 * (order >> 2 * f & 3) & _SUIT & ~G.grown[f]:
            return False
    return True
