"""Slow calls, run in a thread so that the server stays responsive.

A browser has no threads: there, the caller waits for the call, which delays other requests.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

THREADS = sys.platform != "emscripten"
"""Whether this platform has threads."""


async def offload(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function in another thread, or here if there are no threads.

    >>> asyncio.run(offload(max, 3, 7))
    7
    """
    if THREADS:
        return await asyncio.to_thread(function, *args, **kwargs)
    await asyncio.sleep(0)
    return function(*args, **kwargs)
