"""What a search best first keeps from one call to the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from cadogan.solver.kernel import names
from cadogan.solver.machine import Machine, numbers, table_of

__all__ = ["Front"]

_FIRST = 4096  # positions that there is room for at first


class Front:
    """Every position met, known again, and those in order that were not looked at yet.

    Attributes:
        controls: the search's control numbers.
        guide: the guide, as a record, that it began with.
        over: whether it has come to its end.
    """

    def __init__(self, code: Machine, guide: Any, controls: Any, width: int) -> None:
        self.code, self.guide, self.controls = code, guide, controls
        controls[names.LOSSY] = 1
        controls[names.LOGGED] = controls[names.NEXT] = 1
        self.over = False
        self.buckets = 0
        self.table = numbers(0)
        self.bank = np.empty((_FIRST, width), np.int16)
        self.owner = np.empty(_FIRST, np.int32)
        self.depth = np.empty(_FIRST, np.int32)
        self.heap, self.source, self.walked = numbers(1), numbers(1, np.int32), numbers(1)
        self.walked[0], self.depth[0] = -1, 0

    @property
    def arrays(self) -> tuple[Any, ...]:
        """Return what ``kernel.best`` calls bank, owner, depth, heap, source and walked."""
        return self.bank, self.owner, self.depth, self.heap, self.source, self.walked

    @property
    def size(self) -> int:
        """Bytes of all that is kept."""
        return sum(array.nbytes for array in (self.table, *self.arrays))

    def widen(self, buckets: int) -> bool:
        """Have a table of at least so many buckets; say whether all that is known found room."""
        buckets = max(buckets, names.GROWING)
        if buckets <= self.buckets:
            return True
        before, old = self.buckets, self.table
        self.buckets, self.table = buckets, table_of(buckets)
        return bool(self.code.spread(old, before, self.table, buckets))

    def grow(self, steps: int) -> None:
        """Have room for more positions looked at, and for ``steps`` more at least of those met."""
        at, logged = int(self.controls[names.AT]), int(self.controls[names.LOGGED])
        if at >= len(self.bank):
            self.bank, self.owner, self.depth = (
                _larger(array, 2 * len(array)) for array in (self.bank, self.owner, self.depth)
            )
        if logged + steps > len(self.heap):
            room = 2 * logged + steps
            self.heap, self.source, self.walked = (
                _larger(array, room) for array in (self.heap, self.source, self.walked)
            )

    def line(self) -> list[int]:
        """Return the steps of a win, the last of which has just been found."""
        steps = [int(self.controls[names.STEP])]
        place = int(self.owner[self.controls[names.WINNER]])
        while place > 0:
            steps.append(int(self.walked[place]))
            place = int(self.owner[self.source[place]])
        return steps[::-1]


def _larger(array: Any, size: int) -> Any:
    larger = np.empty((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
