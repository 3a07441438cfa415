"""A process that solves deals: asked and answering in JSON, one object a line.

``python -m cadogan.odds.solve_worker`` says first ``{"ready": true}``. Then it takes on standard
input:

- a :class:`~cadogan.odds.crew.Task`, what the deals after it are solved with; not answered;
- a list of numbers, deals, answered with their :class:`~cadogan.odds.experiment.Result`, one by
one.

A line that wins is not shortened. The compiled engine checks it; that of every hundredth deal the
interpreted one.

What goes wrong is answered with ``{"error": "a sentence"}``. The process ends when its standard
input does, so it never outlives the one that started it.
"""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable, Iterable, Iterator

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.core.json_lines import leave, read_lines, write_line
from cadogan.kernels import kernel
from cadogan.model.position import Game
from cadogan.odds.crew import Task
from cadogan.odds.experiment import Result
from cadogan.solver import solve

__all__ = ["answers", "given", "main", "serve"]

Lines = queue.SimpleQueue[bytes]
_SAMPLED = 100  # the line of every such deal is replayed by the interpreted engine


def given(lines: Iterable[bytes]) -> Iterator[tuple[Game, Task, list[int]]]:
    """Yield the deals that are told, with their game and the task that came before them."""
    task: Task | None = None
    game: Game | None = None
    for line in lines:
        told = msgspec.json.decode(line, type=Task | list[int])
        if isinstance(told, Task):
            task, game = told, Game(told.definition, told.options)
        elif task is None or game is None:
            raise AssertionError("a deal came before its task")
        else:
            yield game, task, told


def answers(lines: Iterable[bytes]) -> Iterator[object]:
    """Yield what is answered to what is told.

    >>> from cadogan import game
    >>> from cadogan.odds.experiment import Limits, Study
    >>> klondike = game("klondike")
    >>> task = Task.of(klondike, Study.of(klondike, Limits(nodes=100, memory=1 << 24)))
    >>> [answer] = answers([msgspec.json.encode(task), b"[7]"])
    >>> answer.deal, answer.result, answer.limit
    (7, 'unknown', 'nodes')
    """
    for game, task, told in given(lines):
        for deal in told:
            try:
                yield result(game, deal, task)
            except CadoganError as error:
                yield {"error": f"{game.name}, deal {deal}: {error}"}


def result(game: Game, deal: int, task: Task) -> Result:
    """Solve a deal."""
    verdict = solve(
        game.deal(deal),
        nodes=task.nodes,
        seconds=task.seconds,
        memory=task.memory,
        seed=task.seed,
        line="counted" if deal % _SAMPLED else "found",
    )
    return Result(
        deal=deal,
        result=verdict.result,
        nodes=verdict.nodes,
        seconds=verdict.seconds,
        moves=verdict.moves if verdict.result == "won" else None,
        limit=verdict.limit,
        method=verdict.method,
    )


def _listen(lines: Lines) -> None:
    for line in read_lines():
        lines.put(line)
    leave()  # the one who asked is gone


def serve(kind: str, answers: Callable[[Iterable[bytes]], Iterator[object]]) -> None:
    """Answer standard input until it ends.

    Args:
        kind: of the kernel that must be there.
        answers: what makes answers of lines.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the one who asked
    lines: Lines = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    try:
        try:
            kernel(kind)
        except CadoganError as error:
            write_line({"error": str(error)})
            return
        write_line({"ready": True})
        for answer in answers(iter(lines.get, None)):
            write_line(answer)
    except BrokenPipeError:  # the one who asked is gone
        leave()


def main() -> None:
    """Solve deals."""
    serve("plain", answers)


if __name__ == "__main__":
    main()
