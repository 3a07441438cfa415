"""Test whether a game is won."""

from __future__ import annotations

from cadogan.mechanics.moves import won_otherwise
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import MECHANIC_WINS, MECHANICS, State


def won(R: CompiledRules, S: State) -> bool:
    """Return whether a position is won."""
    if MECHANICS and R.win.kind >= MECHANIC_WINS:
        return won_otherwise(R, S)
    if MECHANICS and R.win.clear:
        for p in range(R.piles):
            if R.win.empty[p] and S.height[p]:
                return False
        return True
    if R.win.runs:
        for p in range(R.tableau_first, R.tableau_end):
            h = S.height[p]
            if h == 0:
                continue
            if h != R.win.runs or S.down[p] or _full_run(R, S, p) == 0:
                return False
        return R.stock.pile < 0 or S.height[R.stock.pile] == 0
    n = 0
    for p in range(R.foundations):
        if R.win.full and S.height[p] < R.accept.full[p]:
            return False
        n += S.height[p]
    return n == R.total or R.win.full > 0


def _full_run(R: CompiledRules, S: State, p: int) -> int:
    base = p * R.room
    for i in range(1, S.height[p]):
        if (
            S.cards[base + i] != S.cards[base + i - 1] - 1
            or S.cards[base + i] // 13 != S.cards[base] // 13
        ):
            return 0
    return 1
