"""Statistics on the user's plays of one game.

A play with at least one move counts as lost when the player gives it up, stuck or not. An
unfinished play counts neither as won nor as lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cadogan.odds_data.interval import interval
from cadogan.session.models import Result


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of the plays in one game.

    Attributes:
        played: the number of ended plays.
        streak: the number of wins in the current streak.
        best_streak: the number of wins in the longest streak.
        fewest_steps, best_seconds: the minimum over all wins, or None without a win.
        low, high: the 95% confidence interval for the share of wins.
    """

    played: int = 0
    won: int = 0
    lost: int = 0
    streak: int = 0
    best_streak: int = 0
    fewest_steps: int | None = None
    best_seconds: float | None = None
    low: float = 0.0
    high: float = 1.0


def statistics(results: Iterable[Result], options: Mapping[str, str] | None = None) -> Statistics:
    """Summarize results, earliest first; with ``options``, only results with these options.

    >>> won, lost = (Result("klondike", {}, some, 90, 300.0) for some in (True, False))
    >>> summary = statistics([won, lost, won, won])
    >>> summary.won, summary.lost, summary.streak, summary.fewest_steps
    (3, 1, 2, 90)
    """
    wanted = (options or {}).items()
    some = [r for r in results if wanted <= r.options.items()]
    streak = best = 0
    for result in some:
        streak = streak + 1 if result.won else 0
        best = max(best, streak)
    wins = [r for r in some if r.won]
    low, high = interval(len(wins), 0, len(some))
    return Statistics(
        played=len(some),
        won=len(wins),
        lost=len(some) - len(wins),
        streak=streak,
        best_streak=best,
        fewest_steps=min((r.steps for r in wins if r.steps is not None), default=None),
        best_seconds=min((r.seconds for r in wins if r.seconds is not None), default=None),
        low=round(low, 6),
        high=round(high, 6),
    )
