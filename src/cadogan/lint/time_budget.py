"""Time budget for a check, with progress reports."""

from __future__ import annotations

import time
from collections.abc import Callable

_EVERY = 0.2  # the seconds between two reports on the same part of the check


class TimeBudget:
    """A time limit shared among the parts of a check.

    Args:
        seconds: the wall-clock limit in seconds, or None.
        report: a function that is called with the current activity.
        clock: a function that returns the time in seconds.

    >>> watch = TimeBudget(10, print, iter([0, 1, 2, 4]).__next__)
    >>> watch.begin("random plays", 0.3)
    random plays
    >>> watch.late(), watch.late(), watch.cut
    (False, True, ['random plays'])
    """

    def __init__(
        self,
        seconds: float | None,
        report: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._report = clock, report
        self._seconds = seconds
        self._start = clock()
        self._until: float | None = None
        self._part = ""
        self._told = 0.0
        self.cut: list[str] = []

    def begin(self, part: str, share: float) -> None:
        """Begin a part, which may last until the given share of the time limit has passed."""
        self._part = part
        self._until = None if self._seconds is None else self._start + share * self._seconds
        self._told = self._clock()
        self._report(part)

    def tell(self, done: str) -> None:
        """Report the progress of the part, but not too often."""
        now = self._clock()
        if now - self._told >= _EVERY:
            self._told = now
            self._report(f"{self._part}: {done}")

    def left(self) -> float | None:
        """Return the seconds left for the part, or None if there is no limit."""
        return None if self._until is None else max(0.0, self._until - self._clock())

    def late(self) -> bool:
        """Return whether the part's time is up; if it is, note that the part was cut short."""
        if self._until is None or self._clock() < self._until:
            return False
        if self._part not in self.cut:
            self.cut.append(self._part)
        return True
