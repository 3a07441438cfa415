"""Solving without a solver: verdicts that follow from the number of the deal alone.

Run as a program it is a worker like :mod:`cadogan.odds.solve_worker`, with this in the solver's
place. It notes its process in the folder ``CADOGAN_NOTES``. There the file ``hang`` names deals
that it comes to no end with while it is there.
"""

from __future__ import annotations

import os
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from cadogan.odds import Crew, Result
from cadogan.odds.crew import Task

__all__ = ["COMMAND", "FakeCrew", "found"]

COMMAND = (sys.executable, __file__)
NEEDED = 5000  # positions that every tenth deal wants


class Verdict(NamedTuple):
    """What the solver says."""

    result: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    method: str

    @property
    def moves(self) -> int:
        """How long the line is."""
        return len(self.line)


def verdict(deal: int, nodes: int | None) -> Verdict:
    """Return what is found of a deal: of ten, seven can be won, two cannot, one is difficult."""
    kind = deal % 10
    if kind == 9 and nodes is not None and nodes < NEEDED:
        return Verdict("unknown", (), nodes, nodes / 1e6, "nodes", "beam of width 8")
    if kind in (7, 8):
        return Verdict("lost", (), 200, 0.002, "", "exhaustive search")
    used = NEEDED if kind == 9 else 100 + kind
    return Verdict("won", ("t1-t2",) * kind, used, used / 1e6, "", "quick search")


def found(deal: int, nodes: int | None) -> Result:
    """Return the result of a deal."""
    told = verdict(deal, nodes)
    moves = len(told.line) if told.result == "won" else None
    return Result(deal, told.result, told.nodes, told.seconds, moves, told.limit, told.method)


class FakeCrew(Crew):
    """Workers that need no processes; ``solved`` are the deals that they were given."""

    solved: ClassVar[list[int]] = []

    def __init__(self, workers: int = 1, say: Callable[[str], object] = print) -> None:
        super().__init__(workers, say)
        self.solved.clear()

    def results(self, task: Task | None, deals: Iterator[int]) -> Iterator[list[Result]]:
        for deal in deals:
            self.solved.append(deal)
            yield [found(deal, task.nodes if task else None)]


def solve(position: Any, *, nodes: int | None, **_limits: Any) -> Verdict:
    """Solve a deal as the solver is asked to."""
    deal = int(position.deal_number)
    hang = Path(os.environ["CADOGAN_NOTES"], "hang")
    while hang.exists() and str(deal) in hang.read_text(encoding="utf-8").split():
        Path(os.environ["CADOGAN_NOTES"], f"at {deal}").touch()
        time.sleep(0.02)
    return verdict(deal, nodes)


def pretend() -> None:
    """Put this in the place of the solver, and note the process."""
    solver: Any = types.ModuleType("cadogan.solver")
    solver.solve = solve
    sys.modules["cadogan.solver"] = solver
    Path(os.environ["CADOGAN_NOTES"], f"process {os.getpid()}").touch()


if __name__ == "__main__":
    pretend()
    from cadogan.odds import solve_worker

    solve_worker.main()
