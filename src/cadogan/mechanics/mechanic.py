"""Mechanic, a special rule of a few games, as it reports to the rest of the program.

Its moves are compiled and stand in its module ``moves``; :mod:`cadogan.mechanics.moves` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot


class Feature(NamedTuple):
    """A field of the compiled rules that a proof must reckon with where it is in use."""

    name: str
    meaning: str
    idle: int = 0  # what the field holds, or each entry of it, where it is not in use

    def is_in_use(self, value: int | list[int]) -> bool:
        """Return whether a field uses it that holds a value."""
        return any(each != self.idle for each in (value if isinstance(value, list) else [value]))


class Mechanic(NamedTuple):
    """A special rule of a few games; every part may be left out."""

    # What refuses contradictory definitions, by the key at which each reports. They raise
    # InvalidKeyError saying what would be right, or ValueError where that key itself is wrong.
    checks: tuple[tuple[str, Callable[[Definition], None]], ...] = ()
    # its record in CompiledRules, under the name of its folder
    compile: Callable[[Piles], tuple[Any, ...]] | None = None
    # how far State.num[COUNT] may come by it
    counts: Callable[[CompiledRules], int] = lambda _rules: 0
    # What fields mean to proofs. A game in which one is used wants the engine with mechanics.
    features: Mapping[str, Feature] = {}
    shape: tuple[str, ...] = ()  # the fields of its record that use nothing by themselves
    # the piles that no other stands for, as it matters where they lie
    placed: Callable[[Piles], set[int]] = lambda _piles: set()
    # clauses for the rules page's section on special moves
    clauses: Callable[[Definition], list[str]] = lambda _definition: []
    # what a player must know besides the cards: labels and values
    counters: Callable[[CompiledGame, Snapshot], list[tuple[str, str]]] = lambda _rules, _at: []
