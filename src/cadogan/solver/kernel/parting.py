"""Positions whose piles fall into parts that never come together.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.solver.guide import Guide
from cadogan.state import State, lowest
from cadogan.tables import Tables

__all__ = ["apart"]


def apart(T: Tables, S: State, G: Guide) -> bool:
    """Say whether some piles go on none of the others, nor these on them, whatever is moved.

    The simple twin is in tests/test_solver_parting.py.
    """
    if not G.parts or (T.stock >= 0 and S.height[T.stock]):
        return False
    left = 0 * G.parts
    for p in range(T.tableau_first, T.tableau_end):
        if S.height[p]:
            left |= 1 << S.cards[p * T.room + S.height[p] - 1]
    met = left & -left
    left ^= met
    while met:
        bit = met & -met
        near = G.partners[lowest(met)] & left
        left ^= near
        met ^= bit | near
    return left != 0
