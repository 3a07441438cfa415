"""What kernels in machine code and in WebAssembly share: arrays, records and calls."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import index
from typing import Any

from cadogan.kernels.manifest import Entry, Layout
from cadogan.kernels.memory import SIZES, Array, Memory, Record

_END = 1 << 63  # of the integers that kernels work with


class BuiltKernel(ABC):
    """A kernel that was built; its entries are methods.

    Args:
        layouts: how each kind of record lies in memory.
    """

    def __init__(self, layouts: dict[str, Layout]) -> None:
        self._layouts = layouts

    @abstractmethod
    def _block(self, size: int) -> Memory:
        """Return so many bytes of memory, all zeros."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the kernel has no entry {name}")

    def array(self, *shape: int, kind: str = "q") -> Array:
        """Return an array of zeros.

        Args:
            shape: how many integers there are in each dimension.
            kind: their type: ``q`` for eight bytes, ``i`` for four, ``h`` for two.

        Raises:
            MemoryError: when there is not so much memory.
        """
        if min(map(index, shape)) < 0:
            raise ValueError(f"an array cannot have {min(shape)} integers")
        return Array(self._block(math.prod(shape) * SIZES[kind]), kind, shape)

    def larger(self, some: Array, size: int) -> Array:
        """Return an array of ``size`` entries that begins with those of another, then zeros."""
        made = self.array(size, *some.shape[1:], kind=some.kind)
        made.copy_from(some)
        return made

    def record(self, values: Any) -> Any:
        """Return a named tuple of integers and lists as a record.

        Raises:
            TooLargeError: when a list is longer than there is room for.
        """
        name = type(values).__name__
        layout = self._layouts[name]
        made = Record(self._block(layout.size), name, layout)
        made.write(values)
        return made


def caller(entry: Entry, function: Callable[[list[int]], int]) -> Callable[..., Any]:
    """Return a function that calls an entry with arrays, records and integers.

    Args:
        entry: which checks the kinds of what it is given.
        function: the entry itself, called with what lies at the address that it takes: integers,
            addresses of records, and addresses and shapes of arrays.
    """
    wanted, result = entry.arguments, entry.result

    def call(*given: Any) -> Any:
        flat: list[int] = []
        if len(given) != len(wanted):
            raise TypeError(f"{entry.name} takes {len(wanted)} arguments, not {len(given)}")
        for kind, one in zip(wanted, given, strict=True):
            if kind == "int":
                if not -_END <= one < _END:
                    raise OverflowError(f"{entry.name} takes integers of 64 bits, not {one}")
                flat.append(one)
            elif one.type == kind:
                flat += one.flat
            else:
                raise TypeError(f"{entry.name} takes {kind}, not {one.type}")
        said = function(flat)
        return bool(said) if result == "bool" else said

    return call
