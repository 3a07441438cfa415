"""Open list of a best-first search, which keeps its contents between calls."""

from __future__ import annotations

from typing import Any

from cadogan.kernels import Kernel
from cadogan.solver import codes
from cadogan.solver.codes import Control

_FIRST = 4096  # initial size of the arrays, in positions


class OpenList:
    """Table of all positions seen, and a queue of the positions still to be expanded.

    The flag ``over`` is set when the search has ended.
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
        """The arrays that ``best_first`` expects as the arguments from ``bank`` to ``walked``."""
        return self.bank, self.owner, self.depth, self.heap, self.source, self.walked

    @property
    def size(self) -> int:
        """Number of bytes that the table and the arrays use."""
        return sum(array.nbytes for array in (self.table, *self.arrays))

    def widen(self, buckets: int) -> bool:
        """Enlarge the table to at least ``buckets``; return whether all positions fit."""
        buckets = max(buckets, codes.GROWING)
        if buckets <= self.buckets:
            return True
        before, old = self.buckets, self.table
        self.buckets, self.table = buckets, self.code.array(buckets * 8)
        return bool(self.code.spread(old, before, self.table, buckets))

    def grow(self, steps: int) -> None:
        """Make room for more expanded positions, and for at least ``steps`` more seen positions."""
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
        """Return the steps of the win that the search has just found."""
        steps = [int(self.controls[Control.STEP])]
        place = int(self.owner[self.controls[Control.WINNER]])
        while place > 0:
            steps.append(int(self.walked[place]))
            place = int(self.owner[self.source[place]])
        return steps[::-1]
