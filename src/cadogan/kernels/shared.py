"""Interface of all kernels, and the code that built kernels share."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import index
from typing import Any

from cadogan.kernels.manifest import Entry, Layout
from cadogan.kernels.memory import SIZES, Array, Memory, Record

_END = 1 << 63  # exclusive upper bound of the integers in a kernel


class Kernel(ABC):
    """Kernel with its memory; its entries are methods.

    Each entry is compiled from a function of the same name, whose docstring describes it
    (:mod:`cadogan.kernel_build.entries`).

    Attributes:
        how: host that runs the kernel: ``native``, ``wasm`` or ``interpreted``.
        default_memory: number of bytes that a search may use if its caller sets no limit.
        records_kept: number of games whose records may stay in the cache.
        slice: number of positions that a search examines between two checks of the clock.
    """

    how: str
    default_memory: int
    records_kept: int
    slice: int

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the kernel has no entry {name}")

    @abstractmethod
    def array(self, *shape: int, kind: str = "q") -> Any:
        """Return an array of zeros.

        Args:
            shape: number of integers in each dimension.
            kind: type of the integers: ``q`` for eight bytes, ``i`` for four, ``h`` for two.

        Raises:
            MemoryError: if there is not enough memory.
        """

    @abstractmethod
    def larger(self, some: Any, size: int) -> Any:
        """Return a copy of an array, extended with zeros to ``size`` entries."""

    @abstractmethod
    def record(self, values: Any) -> Any:
        """Return a named tuple of integers and lists as a record; its lists have full capacity.

        Raises:
            TooLargeError: if a list is longer than its capacity.
        """


class BuiltKernel(Kernel):
    """Kernel that was built ahead of time.

    Args:
        layouts: memory layout of each kind of record.
    """

    def __init__(self, layouts: dict[str, Layout]) -> None:
        self._layouts = layouts

    @abstractmethod
    def _block(self, size: int) -> Memory:
        """Return ``size`` bytes of memory, all of them zero."""

    def array(self, *shape: int, kind: str = "q") -> Array:
        """Return an array of zeros (:meth:`Kernel.array`)."""
        if min(map(index, shape)) < 0:
            raise ValueError(f"an array cannot have {min(shape)} integers")
        return Array(self._block(math.prod(shape) * SIZES[kind]), kind, shape)

    def larger(self, some: Array, size: int) -> Array:
        """Return a longer copy of an array (:meth:`Kernel.larger`)."""
        made = self.array(size, *some.shape[1:], kind=some.kind)
        made.copy_from(some)
        return made

    def record(self, values: Any) -> Record:
        """Return a named tuple as a record (:meth:`Kernel.record`)."""
        name = type(values).__name__
        layout = self._layouts[name]
        made = Record(self._block(layout.size), name, layout)
        made.write(values)
        return made


def caller(entry: Entry, function: Callable[[list[int]], int]) -> Callable[..., Any]:
    """Return a function that checks its arguments and then calls an entry with them.

    The entry receives a flat list of integers. The list contains integer arguments, addresses of
    records, and addresses and shapes of arrays.
    """
    wanted = entry.arguments

    def call(*arguments: Any) -> Any:
        flat: list[int] = []
        if len(arguments) != len(wanted):
            raise TypeError(f"{entry.name} takes {len(wanted)} arguments, not {len(arguments)}")
        for kind, one in zip(wanted, arguments, strict=True):
            if kind == "int":
                if not -_END <= one < _END:
                    raise OverflowError(f"{entry.name} takes 64-bit integers, not {one}")
                flat.append(one)
            elif one.type == kind:
                flat += one.flat
            else:
                raise TypeError(f"{entry.name} takes {kind}, not {one.type}")
        result = function(flat)
        return bool(result) if entry.result == "bool" else result

    return call
