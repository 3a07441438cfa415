"""Interface of every kernel, whatever runs it, and code that the built ones share."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import index
from typing import Any

from cadogan.kernels.manifest import Entry, Layout
from cadogan.kernels.memory import SIZES, Array, Memory, Record

_END = 1 << 63  # of the integers that kernels work with


class Kernel(ABC):
    """A kernel and its memory; its entries are methods too.

    Each entry was made from a function of the same name, whose docstring explains it
    (:mod:`cadogan.kernel_build.entries`).

    Attributes:
        how: what runs it, ``native``, ``wasm`` or ``interpreted``.
        default_memory: bytes that a search may use when its caller sets no limit.
        records_kept: the number of games whose records may be kept at once.
        slice: positions that a search looks at between two looks at the clock.
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
            shape: how many integers there are in each dimension.
            kind: their type: ``q`` for eight bytes, ``i`` for four, ``h`` for two.

        Raises:
            MemoryError: when there is not so much memory.
        """

    @abstractmethod
    def larger(self, some: Any, size: int) -> Any:
        """Return an array of ``size`` entries that begins with those of another, then zeros."""

    @abstractmethod
    def record(self, values: Any) -> Any:
        """Return a named tuple of integers and lists as a record, with its lists' whole capacity.

        Raises:
            TooLargeError: when a list is longer than there is room for.
        """


class BuiltKernel(Kernel):
    """A kernel that was built.

    Args:
        layouts: how each kind of record lies in memory.
    """

    def __init__(self, layouts: dict[str, Layout]) -> None:
        self._layouts = layouts

    @abstractmethod
    def _block(self, size: int) -> Memory:
        """Return ``size`` bytes of memory, all zeros."""

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
    """Return a function that calls an entry with arrays, records and integers of the right kinds.

    The entry itself is called with what lies at the address that it takes: integers, addresses of
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
                    raise OverflowError(f"{entry.name} takes integers of 64 bits, not {one}")
                flat.append(one)
            elif one.type == kind:
                flat += one.flat
            else:
                raise TypeError(f"{entry.name} takes {kind}, not {one.type}")
        result = function(flat)
        return bool(result) if entry.result == "bool" else result

    return call
