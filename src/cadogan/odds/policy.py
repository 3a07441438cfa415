"""Deals played by a policy and not solved: the workers that do it.

``python -m cadogan.odds.policy`` is a process like :mod:`cadogan.odds.worker`; what it is told at
once it answers at once, with a list of :class:`~cadogan.odds.study.Result`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cadogan.errors import CadoganError
from cadogan.odds.crew import Crew, Task
from cadogan.odds.study import Result
from cadogan.position import Game

__all__ = ["PlayCrew", "answers", "crew_for", "main"]

COMMAND = (sys.executable, "-m", "cadogan.odds.policy")


class PlayCrew(Crew):
    """Workers that play by a policy."""

    prepares = "the policies"
    most_at_once = 4096

    @property
    def command(self) -> Sequence[str]:
        """What starts a worker."""
        return COMMAND


def crew_for(policy: str) -> type[Crew]:
    """Return the kind of crew that plays by a policy, or solves where there is none.

    >>> crew_for("greedy").__name__, crew_for("").__name__
    ('PlayCrew', 'Crew')
    """
    return PlayCrew if policy else Crew


def answers(lines: Iterable[bytes]) -> Iterator[object]:
    """Yield what is answered to what is told.

    >>> from cadogan import game
    >>> from cadogan.odds.study import NO_LIMITS, Study
    >>> clock = game("clock-patience")
    >>> task = Task.of(clock, Study.of(clock, NO_LIMITS, policy="random"))
    >>> [[answer]] = answers([msgspec.json.encode(task), b"[7]"])
    >>> answer.deal, answer.result, answer.method
    (7, 'lost', 'random')
    """
    from cadogan.policies.machine import play  # noqa: PLC0415  # only a worker waits for Numba

    task: Task | None = None
    game: Game | None = None
    for line in lines:
        told = msgspec.json.decode(line, type=Task | list[int])
        if isinstance(told, Task):
            task, game = told, Game(told.definition, told.options)
            continue
        if task is None or game is None:
            raise AssertionError("a deal came before what it is played by")
        begin = time.process_time()
        try:
            plays = play(game, told, task.policy, task.seed)
        except CadoganError as error:
            yield {"error": f"{game.name}, deals {told[0]} to {told[-1]}: {error}"}
            continue
        took = (time.process_time() - begin) / len(told)
        yield [
            Result(
                deal=deal,
                result="won" if one.won else "lost",
                nodes=one.moves,
                seconds=took,
                moves=one.moves if one.won else None,
                limit="",
                method=task.policy,
            )
            for deal, one in zip(told, plays, strict=True)
        ]


def main() -> None:
    """Play deals."""
    from cadogan.odds.worker import serve  # noqa: PLC0415  # only a worker waits for Numba
    from cadogan.policies.machine import prepare, prepared  # noqa: PLC0415

    serve(prepare, prepared, answers)


if __name__ == "__main__":
    main()
