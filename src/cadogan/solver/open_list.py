"""The open list that a best-first search keeps from one call to the next."""

from __future__ import annotations

from typing import Any

from cadogan.kernels import Kernel
from cadogan.solver import codes
from cadogan.solver.codes import Control

_FIRST = 4096  # positions that there is room for at first


class OpenList:
    """Every position met, known again, and those in order that were not looked at yet.

    The search is ``over`` when it has come to its end.
    """

    def __init__(self, code: Kernel, analysis: Any, controls: Any, width: int) -> None:
        self.code, self.analysis, self.controls = code, analysis, controls
        controls[Control.LOSSY] = 1
        controls[Control.LOGGED] = controls[Control.NEXT] = 1
        self.over = False
        self.buckets = 0
        self.table = code.array(0)
        self.bank = code.array(_FIRST, width, kind="h")
        self.owner = code.array(_FIRST, kind="i")
        self.depth = code.array(_FIRST, kind="i")
        self.heap, self.source, self.walked = code.array(1), code.array(1, kind="i"), code.array(1)
        self.walked[0], self.depth[0] = -1, 0

    @property
    def arrays(self) -> tuple[Any, ...]:
        """Return what ``best_first`` calls bank, owner, depth, heap, source and walked."""
        return self.bank, self.owner, self.depth, self.heap, self.source, self.walked

    @property
    def size(self) -> int:
        """Bytes of all that is kept."""
        return sum(array.nbytes for array in (self.table, *self.arrays))

    def widen(self, buckets: int) -> bool:
        """Widen the table to at least ``buckets``; return whether all positions found room."""
        buckets = max(buckets, codes.GROWING)
        if buckets <= self.buckets:
            return True
        before, old = self.buckets, self.table
        self.buckets, self.table = buckets, self.code.array(buckets * 8)
        return bool(self.code.spread(old, before, self.table, buckets))

    def grow(self, steps: int) -> None:
        """Have room for more positions looked at, and for ``steps`` more at least of those met."""
        at, logged = int(self.controls[Control.AT]), int(self.controls[Control.LOGGED])
        if at >= len(self.bank):
            self.bank, self.owner, self.depth = (
                self.code.larger(array, 2 * len(array))
                for array in (self.bank, self.owner, self.depth)
            )
        if logged + steps > len(self.heap):
            room = 2 * logged + steps
            self.heap, self.source, self.walked = (
                self.code.larger(array, room) for array in (self.heap, self.source, self.walked)
            )

    def line(self) -> list[int]:
        """Return the steps of a win, the last of which has just been found."""
        steps = [int(self.controls[Control.STEP])]
        place = int(self.owner[self.controls[Control.WINNER]])
        while place > 0:
            steps.append(int(self.walked[place]))
            place = int(self.owner[self.source[place]])
        return steps[::-1]
