"""Fake solver, whose verdicts follow from the deal number alone.

:func:`begin_worker` replaces the solver in a worker process and leaves a file for the process in
the folder ``CADOGAN_NOTES``. A file ``hang`` in this folder lists the deals that hang while it
exists.
"""

from __future__ import annotations

import os
import sys
import time
import types
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from cadogan.odds import Result, Results, Study, Workers, executor
from cadogan.odds.jobs import Task

__all__ = ["FakeWorkers", "begin_worker", "found", "pretend", "saved"]

NEEDED = 5000  # positions that the solver needs for every tenth deal
_BEGIN = executor._begin_worker


class Verdict(NamedTuple):
    """Verdict of the solver."""

    result: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    method: str

    @property
    def moves(self) -> int:
        """Length of the line."""
        return len(self.line)


def verdict(deal: int, nodes: int | None) -> Verdict:
    """Return the verdict on a deal: of every ten, seven are easy wins, two lost and one hard."""
    kind = deal % 10
    if kind == 9 and nodes is not None and nodes < NEEDED:
        return Verdict("unknown", (), nodes, nodes / 1e6, "nodes", "beam of width 8")
    if kind in (7, 8):
        return Verdict("lost", (), 200, 0.002, "", "exhaustive search")
    used = NEEDED if kind == 9 else 100 + kind
    return Verdict("won", ("t1-t2",) * kind, used, used / 1e6, "", "quick search")


def found(deal: int, nodes: int | None) -> Result:
    """Return the result for a deal."""
    told = verdict(deal, nodes)
    moves = len(told.line) if told.result == "won" else None
    return Result(deal, told.result, told.nodes, told.seconds, moves, told.limit, told.method)


def saved(path: str | Path, study: Study, *results: Result) -> None:
    """Save results of a study in a file."""
    with Results.open(path) as file:
        file.begin(study)
        file.add_all(study, results)


class FakeWorkers(Workers):
    """Workers without processes; ``solved`` lists the deals that they solved."""

    solved: ClassVar[list[int]] = []

    def __init__(self, count: int = 1, say: Callable[[str], object] = print) -> None:
        self.solved.clear()

    def close(self) -> None:
        """Do nothing."""

    def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
        for deal in deals:
            self.solved.append(deal)
            yield [found(deal, task.limits.nodes)]


def solve(position: Any, *, nodes: int | None, **_limits: Any) -> Verdict:
    """Return the fake verdict on a position; the arguments are those of the real solver."""
    deal = int(position.deal_number)
    hang = Path(os.environ["CADOGAN_NOTES"], "hang")
    while hang.exists() and str(deal) in hang.read_text(encoding="utf-8").split():
        Path(os.environ["CADOGAN_NOTES"], f"at {deal}").touch()
        time.sleep(0.02)
    return verdict(deal, nodes)


def pretend() -> None:
    """Replace the solver in this process, and leave a file that records the process's id."""
    solver: Any = types.ModuleType("cadogan.solver.portfolio")
    solver.solve = solve
    sys.modules["cadogan.solver.portfolio"] = solver
    Path(os.environ["CADOGAN_NOTES"], f"process {os.getpid()}").touch()


def begin_worker(lifeline: Connection) -> None:
    """Replace the solver, then begin a worker process as the executor does."""
    pretend()
    _BEGIN(lifeline)
