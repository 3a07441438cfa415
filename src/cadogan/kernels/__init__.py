"""Kernels: the engine, the search, policies and random plays, compiled ahead of time.

The source of each kernel is plain Python. A build compiles it to a library for each common
platform, and to WebAssembly for all others (:mod:`cadogan.kernel_build`). A :class:`Kernel` holds a
library, a WebAssembly module or the interpreted functions, together with memory. Other code does
not need to know which. The environment variable ``CADOGAN_KERNELS`` selects one: ``native``,
``wasm`` or ``interpreted``.
"""

from cadogan.kernels.selection import HOSTS, kernel, which
from cadogan.kernels.shared import Kernel

__all__ = ["HOSTS", "Kernel", "kernel", "which"]
