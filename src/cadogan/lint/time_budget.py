"""Time budget for looking at a game, and the progress reported meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable

_EVERY = 0.2  # seconds between two reports of the same part


class TimeBudget:
    """A limit of time that is shared out to the parts of an inspection.

    Args:
        seconds: of time by the clock, or None for no limit.
        report: called with what is being done.
        clock: the time in seconds.

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
        """Begin a part, which may last until this share of the whole time is over."""
        self._part = part
        self._until = None if self._seconds is None else self._start + share * self._seconds
        self._told = self._clock()
        self._report(part)

    def tell(self, done: str) -> None:
        """Report how far the part has come, now and then."""
        now = self._clock()
        if now - self._told >= _EVERY:
            self._told = now
            self._report(f"{self._part}: {done}")

    def left(self) -> float | None:
        """Return the seconds left for the part, or None where there is no limit."""
        return None if self._until is None else max(0.0, self._until - self._clock())

    def late(self) -> bool:
        """Return whether the time for the part is over; note then that it was cut short."""
        if self._until is None or self._clock() < self._until:
            return False
        if self._part not in self.cut:
            self.cut.append(self._part)
        return True
