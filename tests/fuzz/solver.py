"""Comparison of the solver and of safe moves with brute force."""

from __future__ import annotations

import random

from cadogan.core.errors import TooLargeError
from cadogan.model.position import Position
from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.brute import decide
from tests.fuzz.checks import CheckError

__all__ = ["judged", "safe"]

_MOST = 1200  # positions for brute force
_NODES = 200_000
_LEFT_OUT = 3  # prunings that are switched off in turn


def judged(position: Position, rng: random.Random) -> None:
    """Compare the solver with brute force: with all prunings, with none, and without some."""
    truth = decide(position, _MOST)
    if truth is None:
        return
    alone = rng.sample(sorted(SWITCHES), _LEFT_OUT)
    for without in [(), *((name,) for name in alone), tuple(SWITCHES)]:
        label = f"without {' '.join(without)}" if without else "all prunings"
        try:
            verdict = solve(position, nodes=_NODES, without=without)
        except TooLargeError:
            return
        if truth and verdict.result == "unknown":
            continue  # brute force found a win in a game that is too large for the solver
        if verdict.result != ("won" if truth else "lost"):
            raise CheckError(
                f"the solver says {verdict.result}, brute force says otherwise ({label})",
                f"{verdict} at {position.to_line()}",
            )
        end = position
        for text in verdict.line:
            end = end.play(text)
        if end.won != truth:
            raise CheckError(
                "a winning line does not win", f"{verdict.line} at {position.to_line()}"
            )


def safe(position: Position) -> None:
    """Make every safe move in a won position, which must stay won."""
    texts = safe_moves(position)
    if not texts or not decide(position, _MOST):
        return
    for text in texts:
        if decide(position.play(text), 4 * _MOST) is False:
            raise CheckError("a safe move loses", f"{text} at {position.to_line()}")
