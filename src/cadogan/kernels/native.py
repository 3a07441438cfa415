"""Kernels as a library of this platform."""

from __future__ import annotations

import ctypes
import math
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cadogan.kernels.manifest import Entry, Kernels, checked
from cadogan.kernels.memory import SIZES, Array, Block, Record

__all__ = ["NativeKernel", "library_name"]

_SYSTEMS = {"linux": ("linux", "so"), "darwin": ("macos", "dylib"), "win32": ("windows", "dll")}
_MACHINES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}


def library_name(kind: str) -> str:
    """Return the name of a kernel's library for this platform, whether there is one or not.

    >>> library_name("plain").startswith("plain-")
    True
    """
    system, suffix = _SYSTEMS.get(sys.platform, (sys.platform, "so"))
    machine = platform.machine().lower()
    if sys.maxsize < 1 << 32:
        machine = "32 bits"
    return f"{kind}-{system}-{_MACHINES.get(machine, machine)}.{suffix}"


class NativeKernel:
    """A kernel in machine code; its entries are methods.

    Args:
        kind: ``plain``, ``special`` or ``players``.
        folder: where its library lies.
        built: what was built there.

    Raises:
        OSError: when the library is missing, damaged or of another platform.
    """

    how = "native"
    default_memory = 1 << 30
    records_kept = 64
    slice = 50_000

    def __init__(self, kind: str, folder: Path, built: Kernels) -> None:
        library = ctypes.PyDLL(str(checked(folder / library_name(kind), built)))
        self._layouts = built.records
        for entry in built.entries[kind]:
            setattr(self, entry.name, _caller(library, entry))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the kernel has no entry {name}")

    def array(self, *shape: int, kind: str = "q") -> Array:
        """Return an array of zeros.

        Args:
            shape: how many integers there are in each dimension.
            kind: their type: ``q`` for eight bytes, ``i`` for four, ``h`` for two.
        """
        return Array(Block(math.prod(shape) * SIZES[kind]), kind, shape)

    def larger(self, some: Array, size: int) -> Array:
        """Return an array of ``size`` entries that begins with those of another, then zeros."""
        made = self.array(size, *some.shape[1:], kind=some.kind)
        made.copy_from(some)
        return made

    def record(self, values: Any) -> Any:
        """Return a named tuple of integers and lists as a record.

        Raises:
            TooLarge: when a list is longer than there is room for.
        """
        name = type(values).__name__
        layout = self._layouts[name]
        made = Record(Block(layout.size), name, layout)
        made.write(values)
        return made


def _caller(library: Any, entry: Entry) -> Callable[..., Any]:
    """Return a function that calls an entry with arrays, records and integers."""
    function = getattr(library, entry.name)
    function.restype = ctypes.c_int64
    function.argtypes = [kind for name in entry.arguments for kind in _kinds(name)]
    wanted, result = entry.arguments, entry.result

    def call(*given: Any) -> Any:
        flat: list[int] = []
        if len(given) != len(wanted):
            raise TypeError(f"{entry.name} takes {len(wanted)} arguments, not {len(given)}")
        for kind, one in zip(wanted, given, strict=True):
            if kind == "int":
                flat.append(one)
            elif one.type == kind:
                flat += one.flat
            else:
                raise TypeError(f"{entry.name} takes {kind}, not {one.type}")
        said = function(*flat)
        return bool(said) if result == "bool" else said

    return call


def _kinds(argument: str) -> list[Any]:
    if argument == "int":
        return [ctypes.c_int64]
    if argument[1:].isdigit():  # an array: its address and its shape
        return [ctypes.c_void_p, *[ctypes.c_int64] * int(argument[1:])]
    return [ctypes.c_void_p]
