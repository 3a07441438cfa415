"""Arrays and records in the memory of kernels, which Python can read and write."""

from __future__ import annotations

import array
import ctypes
import math
import mmap
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from cadogan.core.errors import TooLargeError
from cadogan.kernels.manifest import Field, Layout
from cadogan.state.records import flattened

SIZES: Mapping[str, int] = {"q": 8, "i": 4, "h": 2}
"""Size of an integer in bytes, by its type code in :mod:`array`."""

_LINE = 64  # size in bytes of a cache line, to which blocks are aligned
_HUGE = 1 << 22  # blocks of this size in bytes, or larger, are allocated in huge pages

_view = ctypes.pythonapi.PyMemoryView_FromMemory
_view.restype = ctypes.py_object
_view.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]
_WRITE = 0x200
_calloc = ctypes.pythonapi.PyMem_RawCalloc
_calloc.restype = ctypes.c_void_p
_calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
_free = ctypes.pythonapi.PyMem_RawFree
_free.restype = None
_free.argtypes = [ctypes.c_void_p]


class Memory(Protocol):
    """Part of the memory that a kernel can use.

    Attributes:
        address: address of the memory, as kernels see it.
        origin: offset of the memory in its views, in bytes.
    """

    address: int
    origin: int

    def view(self, kind: str) -> memoryview:
        """Return a view of the memory as integers of a type; kernels see what is written to it."""

    def pointer(self) -> int:
        """Return the address of the memory in this process."""


class Block:
    """Block of this process's memory, which is zero at first and freed with the object.

    Args:
        size: size of the block in bytes.

    Raises:
        MemoryError: if there is not enough memory.
    """

    __slots__ = ("_held", "_size", "_views", "address", "origin")

    def __init__(self, size: int) -> None:
        self._size = max(-(-size // _LINE), 1) * _LINE
        if self._size > sys.maxsize - _LINE:
            raise MemoryError
        # Python's own allocator reuses freed memory, but pages from the system are always zero.
        self._held: Any = _pages(self._size) if size >= _HUGE else _calloc(1, self._size + _LINE)
        if not self._held:
            raise MemoryError
        begin = self._held
        if not isinstance(begin, int):
            begin = ctypes.addressof(ctypes.c_char.from_buffer(begin))
        self.address, self.origin = begin + -begin % _LINE, 0
        self._views: dict[str, memoryview] = {}

    def __del__(self) -> None:
        if isinstance(getattr(self, "_held", None), int):
            _free(self._held)

    def view(self, kind: str) -> memoryview:
        """Return a view of the block as integers of a type, which must not outlive the block."""
        try:
            return self._views[kind]
        except KeyError:
            return self._views.setdefault(kind, view_of(self.address, self._size, kind))

    def pointer(self) -> int:
        """Return the address of the block in this process."""
        return self.address


def view_of(address: int, size: int, kind: str) -> memoryview:
    """Return ``size`` bytes of this process's memory as an array of integers of a type."""
    whole: memoryview = _view(address, size, _WRITE)
    return whole.cast(kind)  # type: ignore[call-overload,no-any-return]


def _pages(size: int) -> mmap.mmap:
    """Return new memory pages from the system."""
    try:
        if sys.platform == "win32":
            return mmap.mmap(-1, size)
        pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # some systems do not support huge pages
            pages.madvise(mmap.MADV_HUGEPAGE)  # a search accesses its table at random places
    return pages


class Array:
    """Integers in memory; an array with one dimension works like a list of fixed length.

    Reading a slice returns a new list; writing a slice takes a sequence of the same length. If an
    array has several dimensions, ``a[i]`` is an array with one dimension fewer, and slices are not
    allowed. Negative indices are not allowed, because kernels do not support them.

    Args:
        memory: memory that holds the array.
        kind: type of the integers, a key of :data:`SIZES`.
        shape: number of integers in each dimension.
        at: offset of the array in the memory, in bytes.

    >>> some = Array(Block(80), "q", (10,))
    >>> some[2:4] = [7, 8]
    >>> some[3], some[:5], len(some)
    (8, [0, 0, 7, 8, 0], 10)
    """

    __slots__ = ("_first", "_memory", "flat", "kind", "shape", "type")

    def __init__(self, memory: Memory, kind: str, shape: tuple[int, ...], at: int = 0) -> None:
        self._memory, self.kind, self.shape = memory, kind, shape
        self._first = (memory.origin + at) // SIZES[kind]
        # address of the array, which a kernel receives as the argument
        self.flat = (memory.address + at, *shape)
        self.type = f"{kind}{len(shape)}"

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, where: Any) -> Any:
        if isinstance(where, slice):
            return self._memory.view(self.kind)[self._part(where)].tolist()
        if not 0 <= where < self.shape[0]:
            raise IndexError(where)
        if len(self.shape) > 1:
            part = math.prod(self.shape[1:]) * SIZES[self.kind]
            at = self.flat[0] - self._memory.address + where * part
            return Array(self._memory, self.kind, self.shape[1:], at)
        return self._memory.view(self.kind)[self._first + where]

    def __setitem__(self, where: Any, value: Any) -> None:
        if isinstance(where, slice):
            numbers = value if isinstance(value, array.array) else array.array(self.kind, value)
            self._memory.view(self.kind)[self._part(where)] = numbers
        elif len(self.shape) > 1 or not 0 <= where < self.shape[0]:
            raise IndexError(where)
        else:
            self._memory.view(self.kind)[self._first + where] = value

    def _part(self, where: slice) -> slice:
        """Return the slice of the memory's view that corresponds to a slice of the array."""
        if len(self.shape) > 1:
            raise IndexError(f"an array with {len(self.shape)} dimensions cannot be sliced")
        start, stop, step = where.indices(self.shape[0])
        end = self._first + stop
        return slice(self._first + start, None if end < 0 else end, step)

    @property
    def nbytes(self) -> int:
        """Size of the array in bytes."""
        return math.prod(self.shape) * SIZES[self.kind]

    def zero(self, count: int | None = None) -> None:
        """Set the first ``count`` integers to zero, by default all of them."""
        size = self.nbytes if count is None else count * SIZES[self.kind]
        ctypes.memset(self._pointer, 0, min(size, self.nbytes))

    def copy_from(self, other: Array) -> None:
        """Copy another array to the beginning of this array."""
        if other.kind != self.kind or other.nbytes > self.nbytes:
            raise ValueError("the other array has a different type or is too long")
        ctypes.memmove(self._pointer, other._pointer, other.nbytes)

    @property
    def _pointer(self) -> int:
        return self._memory.pointer() + self.flat[0] - self._memory.address


class Record:
    """Named tuple of integers and lists in memory, whose fields are attributes.

    A list is an :class:`Array` with its full capacity, and a nested record is another Record.

    Args:
        memory: memory that holds the record.
        type: name of the kind of record.
        layout: layout of this kind of record.
        prefix: prefix that the names of the fields have in the layout, such as ``redeal.``.
    """

    __slots__ = ("_fields", "_layout", "_memory", "_prefix", "flat", "type")

    def __init__(self, memory: Memory, type: str, layout: Layout, prefix: str = "") -> None:  # noqa: A002
        self._memory, self.type, self._layout, self._prefix = memory, type, layout, prefix
        self._fields = layout.by_name
        self.flat = (memory.address,)

    def __getattr__(self, name: str) -> Any:
        field = self._fields.get(self._prefix + name)
        if field is None:
            within = f"{self._prefix}{name}."
            if within in self._layout.prefixes:
                return Record(self._memory, self.type, self._layout, within)
            raise AttributeError(name)
        if field.scalar:
            return self._memory.view("q")[self._memory.origin // 8 + field.at // 8]
        return Array(self._memory, "q", (field.room,), field.at)

    def write(self, values: Any) -> None:
        """Write all fields of a named tuple; a shorter list leaves the rest of its field unchanged.

        Raises:
            TooLargeError: if a list is longer than its capacity.
        """
        cells, begin = self._memory.view("q"), self._memory.origin // 8
        for field, (_, value) in zip(self._layout.fields, flattened(values), strict=True):
            at = begin + field.at // 8
            if field.scalar:
                cells[at] = value
            elif numbers := fitting(field, value):
                cells[at : at + len(numbers)] = array.array("q", numbers)


def fitting(field: Field, values: Sequence[int]) -> Sequence[int]:
    """Return the part of a list that is written to a field; only a log may be cut.

    Raises:
        TooLargeError: if a list other than a log is longer than its capacity.
    """
    if len(values) > field.room and field.name != "log":
        raise TooLargeError(
            f"the game is too large for the search: {field.name} has {len(values)} entries, but"
            f" the maximum is {field.room}"
        )
    return values[: field.room] if len(values) > field.room else values
