"""WebAssembly kernels, which wasmtime runs on platforms without a library."""

from __future__ import annotations

import ctypes
import functools
import threading
from bisect import insort
from collections.abc import Callable
from pathlib import Path
from typing import Any

import wasmtime

from cadogan.kernels.manifest import Kernels, checked
from cadogan.kernels.memory import view_of
from cadogan.kernels.shared import BuiltKernel, caller

_PAGE = 1 << 16  # size of a WebAssembly memory page in bytes
_LINE = 64  # number of bytes to which blocks are aligned
_MOST = 1 << 32  # size of the address space in bytes; addresses have 32 bits


class Heap:
    """Allocator for the memory of a WebAssembly kernel.

    Args:
        grow: function that adds a number of pages to the memory, or raises MemoryError.
        base: function that returns the address of the memory in this process, which may change when
            it grows.
        begin: address of the first free byte.
        pages: number of pages at the start.
    """

    def __init__(
        self, grow: Callable[[int], object], base: Callable[[], int], begin: int, pages: int
    ) -> None:
        self._grow, self._base = grow, base
        begin = -(-begin // _LINE) * _LINE
        self._end = pages * _PAGE
        # start of the memory that has never been used, and so contains only zeros
        self._used = begin
        self._free = [(begin, self._end - begin)]  # free gaps, sorted by address, with their sizes
        self._views: dict[str, memoryview] = {}
        self._returned: list[tuple[int, int]] = []  # blocks that were released but are not gaps yet

    def view(self, kind: str) -> memoryview:
        """Return a view of the whole memory as integers of a type."""
        if kind not in self._views:
            self._views[kind] = view_of(self._base(), self._end, kind)
        return self._views[kind]

    def pointer(self, address: int) -> int:
        """Return the address in this process that corresponds to an address of the kernel."""
        return self._base() + address

    def take(self, size: int) -> int:
        """Return the address of ``size`` zeroed bytes, or raise MemoryError."""
        self._collect()
        for i, (at, room) in enumerate(self._free):
            if room >= size:
                self._free[i : i + 1] = [(at + size, room - size)] if room > size else []
                ctypes.memset(self.pointer(at), 0, max(min(size, self._used - at), 0))
                self._used = max(self._used, at + size)
                return at
        wanted = -(-size // _PAGE)
        if self._end + wanted * _PAGE > _MOST:
            raise MemoryError
        self._grow(wanted)
        self._views.clear()  # the memory may have a new address after it has grown
        at, self._end = self._end, self._end + wanted * _PAGE
        self.give(at, wanted * _PAGE)
        return self.take(size)

    def give(self, at: int, size: int) -> None:
        """Release a block of memory.

        Python may call this function during :meth:`take` or in another thread, so it only adds the
        block to a queue.
        """
        self._returned.append((at, size))

    def _collect(self) -> None:
        while self._returned:
            insort(self._free, self._returned.pop())
        joined: list[tuple[int, int]] = []
        for begin, room in self._free:
            if joined and joined[-1][0] + joined[-1][1] == begin:
                joined[-1] = joined[-1][0], joined[-1][1] + room
            else:
                joined.append((begin, room))
        self._free = joined


class _Block:
    """Block of the heap, which is freed together with the object."""

    __slots__ = ("_heap", "_size", "address", "origin")

    def __init__(self, heap: Heap, size: int) -> None:
        self._heap, self._size = heap, max(-(-size // _LINE), 1) * _LINE
        self.address = self.origin = heap.take(self._size)

    def view(self, kind: str) -> memoryview:
        return self._heap.view(kind)

    def pointer(self) -> int:
        return self._heap.pointer(self.address)

    def __del__(self) -> None:
        if hasattr(self, "origin"):
            self._heap.give(self.address, self._size)


class WasmKernel(BuiltKernel):
    """Kernel in WebAssembly, from a folder of built kernels.

    Raises:
        OSError: if the module is missing or damaged, or if there is not enough memory for it.
    """

    how = "wasm"
    default_memory = 1 << 26
    records_kept = 16
    slice = 50_000

    def __init__(self, kind: str, folder: Path, built: Kernels) -> None:
        code = checked(folder / f"{kind}-wasm32.wasm", built)
        engine = wasmtime.Engine()
        store = wasmtime.Store(engine)
        try:
            module = wasmtime.Module(engine, code)
            exports: Any = wasmtime.Instance(store, module, []).exports(store)
        except wasmtime.WasmtimeError as error:
            raise OSError(str(error).partition("\n")[0]) from error
        memory = exports["memory"]

        def grow(pages: int) -> None:
            try:
                memory.grow(store, pages)
            except wasmtime.WasmtimeError as error:
                raise MemoryError from error

        self._heap = Heap(
            grow,
            lambda: ctypes.addressof(memory.data_ptr(store).contents),
            exports["__heap_base"].value(store),
            memory.size(store),
        )
        super().__init__(built.records)
        self._lock = threading.Lock()
        self._store = store
        self._words = self.array(max(entry.words for entry in built.entries[kind]))
        for entry in built.entries[kind]:
            function = functools.partial(self._call, exports[entry.name])
            setattr(self, entry.name, caller(entry, function))

    def _call(self, function: Callable[..., int], arguments: list[int]) -> int:
        # wasmtime releases the global interpreter lock, but only one thread may use a store
        with self._lock:
            self._words[: len(arguments)] = arguments
            return function(self._store, self._words.flat[0])

    def _block(self, size: int) -> _Block:
        with self._lock:
            return _Block(self._heap, size)
