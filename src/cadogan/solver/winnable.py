"""Deals that can be won, also of some difficulty."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.policies.difficulty import Difficulty, difficulty_if
from cadogan.position import Game
from cadogan.solver.search import Verdict, solve

__all__ = ["winnable"]

_SECONDS_A_DEAL = 2.0
_MEMORY = 1 << 29  # bytes: beside a browser that wants some too


def winnable(
    game: Game, first: int, level: str | None = None, stop: Callable[[], bool] = lambda: False
) -> tuple[int, Verdict, Difficulty | None] | None:
    """Return the next deal that is proved to be won, if need be of some difficulty.

    Args:
        game: any game.
        first: the number to begin at.
        level: one of :data:`~cadogan.policies.difficulty.LEVELS`, or None for any deal.
        stop: asked now and then whether to stop looking.

    Returns:
        Its number, what the solver says of it and how difficult it is, if that was asked; None
        when it was stopped before there was one.

    >>> from cadogan.position import game
    >>> number, verdict, _ = winnable(game("bakers-dozen"), 7)
    >>> number, verdict.result
    (7, 'won')
    """
    number = first
    while not stop():
        verdict = solve(game.deal(number), seconds=_SECONDS_A_DEAL, memory=_MEMORY, stop=stop)
        if verdict.result == "won":
            if level is None:
                return number, verdict, None
            found = difficulty_if(game, number, [level], stop)
            if found:
                return number, verdict, found
        number += 1
    return None
