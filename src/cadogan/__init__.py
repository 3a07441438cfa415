"""Cadogan plays, solves and measures patience games from their rules, written as data.

>>> import cadogan
>>> g = cadogan.game("spanish-patience")
>>> p = g.deal(7)
>>> len(p.moves()) > 0, p.won
(True, False)
"""

import typing as _typing

from cadogan.errors import (
    BadDeal,
    BadDefinition,
    BadLimit,
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    CadoganError,
    IllegalMove,
    UnknownGame,
)
from cadogan.position import Game, Position, game, games

if _typing.TYPE_CHECKING:
    from cadogan.solver import Verdict, solve

__all__ = [
    "BadDeal",
    "BadDefinition",
    "BadLimit",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "CadoganError",
    "Game",
    "IllegalMove",
    "Position",
    "UnknownGame",
    "Verdict",
    "game",
    "games",
    "solve",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> _typing.Any:
    """Import the solver, and with it the compiler, only when it is asked for."""
    if name in {"Verdict", "solve"}:
        from cadogan import solver  # noqa: PLC0415

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
