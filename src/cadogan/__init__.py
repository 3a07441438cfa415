"""Cadogan plays, solves and measures patience games from their rules, written as data.

>>> import cadogan
>>> g = cadogan.game("spanish-patience")
>>> p = g.deal(7)
>>> len(p.moves()) > 0, p.won
(True, False)
"""

from cadogan.errors import (
    BadDeal,
    BadDefinition,
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    CadoganError,
    IllegalMove,
    UnknownGame,
)
from cadogan.position import Game, Position, game, games

__all__ = [
    "BadDeal",
    "BadDefinition",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "CadoganError",
    "Game",
    "IllegalMove",
    "Position",
    "UnknownGame",
    "game",
    "games",
]

__version__ = "0.1.0"
