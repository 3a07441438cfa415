"""Native kernels, which are libraries for this platform."""

from __future__ import annotations

import ctypes
import platform
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cadogan.kernels.manifest import Entry, Kernels, checked
from cadogan.kernels.memory import Block
from cadogan.kernels.shared import BuiltKernel, caller

_SYSTEMS = {"linux": ("linux", "so"), "darwin": ("macos", "dylib"), "win32": ("windows", "dll")}
_MACHINES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}


def library_name(kind: str) -> str:
    """Return the file name of a kernel's library for this platform; the file may not exist.

    >>> library_name("plain").startswith("plain-")
    True
    """
    system, suffix = _SYSTEMS.get(sys.platform, (sys.platform, "so"))
    machine = platform.machine().lower()
    # on Windows, the architecture of an emulated process differs from that of the machine
    if system == "windows":
        machine = sysconfig.get_platform().removeprefix("win-")
    if system == "emscripten":
        machine = "wasm32"
    elif sys.maxsize < 1 << 32:
        machine = "32 bits"
    return f"{kind}-{system}-{_MACHINES.get(machine, machine)}.{suffix}"


class NativeKernel(BuiltKernel):
    """Kernel in machine code, from a folder of built kernels.

    Raises:
        OSError: if the library is missing, damaged or for another platform.
    """

    how = "native"
    default_memory = 1 << 30
    records_kept = 64
    slice = 50_000

    def __init__(self, kind: str, folder: Path, built: Kernels) -> None:
        path = folder / library_name(kind)
        checked(path, built)
        # ctypes.PyDLL holds the global interpreter lock during a call
        library = ctypes.PyDLL(str(path))
        super().__init__(built.records)
        for entry in built.entries[kind]:
            setattr(self, entry.name, caller(entry, _called(library, entry)))

    def _block(self, size: int) -> Block:
        return Block(size)


def _called(library: Any, entry: Entry) -> Callable[[list[int]], int]:
    """Return an entry of a library as a function that takes a list of integers."""
    function: Any = getattr(library, entry.name)
    function.restype = ctypes.c_int64
    function.argtypes = [ctypes.c_void_p]
    words: Any = ctypes.c_int64 * entry.words
    return lambda arguments: function(words(*arguments))
