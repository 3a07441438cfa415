"""Statistics of a person's plays of one game.

A play in which a move was made is lost when the person gives it up, also when no move was left in
it; one that is unfinished counts neither way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cadogan.odds_data.interval import interval
from cadogan.session.models import Result


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of the plays of a game.

    Attributes:
        played: ended plays.
        streak: games won in a row up to now; ``best_streak``: the most ever.
        fewest_steps, best_seconds: of the games won, or None.
        low, high: the 95 % interval of the share that is won in the long run.
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
    """Sum up results, the earliest first; with ``options`` only those of plays with all of them.

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
