"""Search for winnable deals, optionally of a given difficulty."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.model.position import Game
from cadogan.players.difficulty import has_level
from cadogan.solver.host import allowed_memory
from cadogan.solver.portfolio import solve
from cadogan.solver.result import Verdict

_SECONDS_A_DEAL = 2.0
_MEMORY = 1 << 29  # bytes of memory, with room for a browser on the same machine


def find_winnable(
    game: Game,
    first: int,
    level: str | None = None,
    stop: Callable[[], bool] = lambda: False,
    tried: Callable[[int], None] = lambda _: None,
) -> tuple[int, Verdict] | None:
    """Return the next deal for which the solver finds a win, with its verdict.

    Args:
        game: any game.
        first: number of the first deal to try.
        level: one of :data:`~cadogan.players.difficulty.LEVELS`, or None for any deal.
        stop: function that the search calls regularly; if it returns True, the search ends and
            returns None.
        tried: function that the search calls after each rejected deal, with the number of deals
            rejected so far.

    >>> from cadogan.model.position import game
    >>> number, verdict = find_winnable(game("bakers-dozen"), 7)
    >>> number, verdict.result
    (7, 'won')
    """
    number, memory = first, allowed_memory(game, _MEMORY)
    while not stop():
        verdict = solve(game.deal(number), seconds=_SECONDS_A_DEAL, memory=memory, stop=stop)
        if verdict.result == "won" and (level is None or has_level(game, number, level, stop)):
            return number, verdict
        number += 1
        tried(number - first)
    return None
