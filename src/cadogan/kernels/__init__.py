"""Kernels: the engine, search, policies and random plays for ``check``, compiled ahead of time.

Each is written once, in plain Python. A build compiles them to a library for each common platform,
and to WebAssembly for all others (:mod:`cadogan.kernel_build`). A :class:`Kernel` holds one of
these, or the interpreted functions, and its memory. Other code does not depend on the choice. The
environment variable ``CADOGAN_KERNELS`` selects one: ``native``, ``wasm`` or ``interpreted``.
"""

from cadogan.kernels.selection import HOSTS, kernel, which
from cadogan.kernels.shared import Kernel

__all__ = ["HOSTS", "Kernel", "kernel", "which"]
