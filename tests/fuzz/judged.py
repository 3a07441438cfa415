"""The solver and the safe moves against brute force."""

from __future__ import annotations

from cadogan.core.errors import TooLargeError
from cadogan.model.position import Position
from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.brute import decide
from tests.fuzz.checks import CheckError

__all__ = ["judged", "safe"]

_MOST = 1200  # positions that brute force looks at
_NODES = 200_000
_SETTINGS: list[tuple[str, tuple[str, ...]]] = [
    ("all prunings", ()),
    *((f"without {name}", (name,)) for name in SWITCHES),
    ("no pruning", tuple(SWITCHES)),
]


def judged(position: Position) -> None:
    """Hold every setting of the solver to brute force."""
    truth = decide(position, _MOST)
    if truth is None:
        return
    for label, without in _SETTINGS:
        try:
            verdict = solve(position, nodes=_NODES, without=without)
        except TooLargeError:
            return
        if truth and verdict.result == "unknown":
            continue  # brute force was lucky in a game too large to search
        if verdict.result != ("won" if truth else "lost"):
            raise CheckError(
                f"{verdict.result} is said of what is {'won' if truth else 'lost'} ({label})",
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
    """Make every safe move of a won position: it stays won."""
    texts = safe_moves(position)
    if not texts or not decide(position, _MOST):
        return
    for text in texts:
        if decide(position.play(text), 4 * _MOST) is False:
            raise CheckError("a safe move loses", f"{text} at {position.to_line()}")
