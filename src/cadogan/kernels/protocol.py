"""What a kernel can do, whatever runs it."""

from __future__ import annotations

from typing import Any, Protocol


class Kernel(Protocol):
    """A kernel and its memory; its entries are methods too.

    Each entry was made from a function of the same name, whose docstring explains it
    (:mod:`cadogan.kernel_build.entries`).

    Attributes:
        how: what runs it, ``native``, ``wasm`` or ``interpreted``.
        default_memory: bytes that a search may use when its caller sets no limit.
        records_kept: so many games' records may be kept at once.
        slice: positions that a search looks at between two looks at the clock.
    """

    how: str
    default_memory: int
    records_kept: int
    slice: int

    def array(self, *shape: int, kind: str = "q") -> Any:
        """Return an array of zeros.

        Args:
            shape: how many integers there are in each dimension.
            kind: their type: ``q`` for eight bytes, ``i`` for four, ``h`` for two.
        """

    def larger(self, some: Any, size: int) -> Any:
        """Return an array of ``size`` entries that begins with those of another, then zeros."""

    def record(self, values: Any) -> Any:
        """Return a named tuple of integers and lists as a record.

        Raises:
            TooLargeError: when a list is longer than there is room for.
        """

    def __getattr__(self, name: str) -> Any:
        """Return an entry."""
