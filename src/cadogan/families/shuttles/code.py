"""What a card that comes home brings with it.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.state import State, reseal, set_down
from cadogan.tables import Tables

__all__ = ["open_next"]


def open_next(T: Tables, S: State, b: int) -> None:
    """Turn up the top card of the pile that a card which came to ``b`` opens."""
    q = T.opens[b]
    if q >= 0 and S.height[q] and S.down[q] == S.height[q]:
        set_down(S, q, S.height[q] - 1)
        reseal(T, S, q)
