"""A process that plays deals by a policy, as :mod:`cadogan.odds.solve_worker` solves them.

``python -m cadogan.odds.play_worker`` answers the deals that it is told at once with a list of
their :class:`~cadogan.odds.experiment.Result`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from cadogan.core.errors import CadoganError
from cadogan.model.position import Game
from cadogan.odds.crew import Task
from cadogan.odds.experiment import Result
from cadogan.odds.solve_worker import given, serve
from cadogan.players.host import play

__all__ = ["answers", "main", "results"]


def answers(lines: Iterable[bytes]) -> Iterator[object]:
    """Yield what is answered to what is told.

    >>> import msgspec
    >>> from cadogan import game
    >>> from cadogan.odds.crew import Task
    >>> from cadogan.odds.experiment import NO_LIMITS, Study
    >>> clock = game("clock-patience")
    >>> task = Task.of(clock, Study.of(clock, NO_LIMITS, policy="random"))
    >>> [[answer]] = answers([msgspec.json.encode(task), b"[7]"])
    >>> answer.deal, answer.result, answer.method
    (7, 'lost', 'random')
    """
    for game, task, told in given(lines):
        try:
            yield results(game, told, task)
        except CadoganError as error:
            yield {"error": f"{game.name}, deals {told[0]} to {told[-1]}: {error}"}


def results(game: Game, deals: list[int], task: Task) -> list[Result]:
    """Play some deals; each is said to have taken its share of the seconds.

    Raises:
        InvalidDealError: when a number will not do.
    """
    begin = time.process_time()
    plays = play(game, deals, task.policy, task.seed)
    took = (time.process_time() - begin) / len(deals)
    return [
        Result(
            deal=deal,
            result="won" if one.won else "lost",
            nodes=one.moves,
            seconds=took,
            moves=one.moves if one.won else None,
            limit="",
            method=task.policy,
        )
        for deal, one in zip(deals, plays, strict=True)
    ]


def main() -> None:
    """Play deals."""
    serve("players", answers)


if __name__ == "__main__":
    main()
