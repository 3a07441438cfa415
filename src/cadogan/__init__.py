"""Cadogan plays, solves and measures patience games from their rules, written as data.

>>> import cadogan
>>> g = cadogan.game("spanish-patience")
>>> p = g.deal(7)
>>> len(p.move_texts()) > 0, p.won
(True, False)
"""

import typing as _typing

from cadogan.core.errors import (
    CadoganError,
    IllegalMoveError,
    InvalidDealError,
    InvalidDefinitionError,
    InvalidLimitError,
    InvalidMoveError,
    InvalidOptionError,
    InvalidPositionError,
    InvalidRecordError,
    UnknownGameError,
)
from cadogan.core.version import __version__
from cadogan.mechanics import registry as _registry
from cadogan.model.position import Game, Position, game, games
from cadogan.rules import checks as _checks

_checks.MECHANICS.extend(_registry.checks())

if _typing.TYPE_CHECKING:
    from cadogan.solver.portfolio import solve
    from cadogan.solver.result import Verdict

__all__ = [
    "CadoganError",
    "Game",
    "IllegalMoveError",
    "InvalidDealError",
    "InvalidDefinitionError",
    "InvalidLimitError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidPositionError",
    "InvalidRecordError",
    "Position",
    "UnknownGameError",
    "Verdict",
    "__version__",
    "game",
    "games",
    "solve",
]


def __getattr__(name: str) -> _typing.Any:
    """Import the solver, and with it the compiler, only when it is needed."""
    if name == "solve":
        from cadogan.solver.portfolio import solve  # noqa: PLC0415

        return solve
    if name == "Verdict":
        from cadogan.solver.result import Verdict  # noqa: PLC0415

        return Verdict
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
