"""Mechanic: a special rule of a few games, with its links to the rest of the program.

Its moves are compiled, so they live in its module ``moves``; :mod:`cadogan.mechanics.moves` calls
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot


class Feature(NamedTuple):
    """A field of the compiled rules that proofs must name if a game uses it."""

    name: str
    meaning: str
    idle: int = 0  # the value of the field, or of each entry, when it is unused

    def is_in_use(self, value: int | list[int]) -> bool:
        """Return whether this value means that the field is used."""
        return any(each != self.idle for each in (value if isinstance(value, list) else [value]))


class Mechanic(NamedTuple):
    """A special rule of a few games; every part is optional."""

    # Functions that refuse contradictory definitions, by the key that they report. Each raises
    # InvalidKeyError with a correction, or ValueError if the key itself is wrong.
    checks: tuple[tuple[str, Callable[[Definition], None]], ...] = ()
    # the type of its record in CompiledRules; the record's field has the name of the folder
    compile: Callable[[Piles], tuple[Any, ...]] | None = None
    # the maximum value that it gives State.num[COUNT]
    counts: Callable[[CompiledRules], int] = lambda _rules: 0
    # Meanings of fields for proofs. A game that uses such a field needs the engine with mechanics.
    features: Mapping[str, Feature] = {}
    shape: tuple[str, ...] = ()  # fields of its record that do not count as using the mechanic
    # the piles that are not interchangeable, because their positions matter
    placed: Callable[[Piles], set[int]] = lambda _piles: set()
    # clauses for the rules page's section on special moves
    clauses: Callable[[Definition], list[str]] = lambda _definition: []
    # what a player must know besides the cards: labels and values
    counters: Callable[[CompiledGame, Snapshot], list[tuple[str, str]]] = lambda _rules, _at: []
