"""Interpreted kernels: plain Python for debugging, and the reference for the compiled kernels."""

from __future__ import annotations

from typing import Any

from cadogan.kernel_build.entries import ENTRIES
from cadogan.kernel_build.layout import layout_of
from cadogan.kernel_build.lean import LEAN
from cadogan.kernel_build.sources import copies
from cadogan.kernels.memory import fitting
from cadogan.kernels.shared import Kernel
from cadogan.state.records import build_record, flattened


class Cells(list[Any]):
    """List with the additional methods of :class:`~cadogan.kernels.memory.Array`."""

    @property
    def nbytes(self) -> int:
        """Size in bytes of a compiled kernel's array with the same contents."""
        return 8 * len(self)

    def zero(self, count: int | None = None) -> None:
        """Set the first ``count`` integers to zero, by default all of them."""
        count = len(self) if count is None else min(count, len(self))
        self[:count] = [0] * count


class InterpretedKernel(Kernel):
    """Kernel that Python interprets, about a hundred times slower than a compiled kernel."""

    how = "interpreted"
    default_memory = 1 << 26
    records_kept = 64
    slice = 500

    def __init__(self, kind: str) -> None:
        modules = copies(kind, LEAN, lambda function: function) if kind == "players" else {}
        for exported in ENTRIES[kind]:
            function: Any = exported.function
            if modules:
                function = getattr(modules[function.__module__], function.__name__)
            setattr(self, function.__name__, function)

    def array(self, *shape: int, kind: str = "q") -> Any:  # noqa: ARG002  # Python has one type
        """Return nested lists of zeros, one level for each dimension (:meth:`Kernel.array`)."""
        if len(shape) == 1:
            return Cells([0] * shape[0])
        return Cells(self.array(*shape[1:]) for _ in range(shape[0]))

    def larger(self, some: Any, size: int) -> Any:
        """Return a copy of a list, extended with zeros (:meth:`Kernel.larger`)."""
        shape = (len(some[0]),) if isinstance(some[0], list) else ()
        return Cells([*some, *self.array(size - len(some), *shape)])

    def record(self, values: Any) -> Any:
        """Return a named tuple with its lists extended to full capacity (:meth:`Kernel.record`)."""
        made: dict[str, Any] = {}
        fields = zip(layout_of(type(values)).fields, flattened(values), strict=True)
        for field, (name, value) in fields:
            if field.scalar:
                made[name] = value
            else:
                numbers = fitting(field, value)
                made[name] = Cells([*numbers, *[0] * (field.room - len(numbers))])
        return build_record(type(values), made)
