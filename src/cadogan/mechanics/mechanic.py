"""Mechanic: a special rule of a few games, and its connections to the rest of the program.

The moves of a mechanic are compiled code in its module ``moves``; :mod:`cadogan.mechanics.moves`
calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot


class Feature(NamedTuple):
    """Field of the compiled rules; if a game uses it, the proof of each pruning must name it."""

    name: str
    meaning: str
    idle: int = 0  # value of the field, or of each of its entries, in games that do not use it

    def is_in_use(self, value: int | list[int]) -> bool:
        """Return whether a value of the field means that the game uses it."""
        return any(each != self.idle for each in (value if isinstance(value, list) else [value]))


class Mechanic(NamedTuple):
    """Special rule of a few games; each of its parts is optional."""

    # Functions that reject contradictory definitions, each with the key that it reports. A function
    # raises InvalidKeyError with a correction, or ValueError if the key itself is wrong.
    checks: tuple[tuple[str, Callable[[Definition], None]], ...] = ()
    # function that returns the mechanic's record for CompiledRules, in the field named like the
    # folder
    compile: Callable[[Piles], tuple[Any, ...]] | None = None
    # function that returns the maximum of State.num[COUNT] under this mechanic
    counts: Callable[[CompiledRules], int] = lambda _rules: 0
    # The fields on which proofs may depend, with their meanings. A game that uses one of these
    # fields needs the engine with mechanics.
    features: Mapping[str, Feature] = {}
    # fields of the record that a game may set without using the mechanic
    shape: tuple[str, ...] = ()
    # function that returns piles with fixed positions, which are not interchangeable
    placed: Callable[[Piles], set[int]] = lambda _piles: set()
    # function that returns clauses for the section on special moves of the rules page
    clauses: Callable[[Definition], list[str]] = lambda _definition: []
    # function that returns labels and values for facts that the cards do not show
    counters: Callable[[CompiledGame, Snapshot], list[tuple[str, str]]] = lambda _rules, _at: []
