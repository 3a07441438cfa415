"""What Ctrl-C does where a command has something to lose.

Everywhere else it ends the process at once (:mod:`cadogan.cli.signals`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cadogan.cli.signals import end

__all__ = ["noted", "raised"]


@contextmanager
def _handled(handler: Callable[[int, Any], Any]) -> Iterator[None]:
    """Handle Ctrl-C so for a while, unless somebody else handles it, or it is ignored."""
    before = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or before not in (end, signal.default_int_handler):
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def noted() -> Iterator[Callable[[], bool]]:
    """Take note of Ctrl-C; the second ends the process.

    Yields:
        what says whether there has been one.

    >>> with noted() as stopped:
    ...     signal.raise_signal(signal.SIGINT)
    ...     stopped()
    True
    """
    seen: list[int] = []

    def note(number: int, frame: object) -> None:
        if seen:
            end(number, frame)
        seen.append(number)

    with _handled(note):
        yield lambda: bool(seen)


@contextmanager
def raised() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt, as it does by nature.

    >>> try:
    ...     with raised():
    ...         signal.raise_signal(signal.SIGINT)
    ... except KeyboardInterrupt:
    ...     print("stopped")
    stopped
    """
    with _handled(signal.default_int_handler):
        yield
