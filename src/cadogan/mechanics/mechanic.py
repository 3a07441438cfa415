"""What a mechanic, a special rule of a few games, hands to the rest of the program.

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
    """What a proof must reckon with where a field of the compiled rules is in use."""

    name: str
    meaning: str
    idle: int = 0  # what the field holds, or each entry of it, where it is not in use


class Mechanic(NamedTuple):
    """A special rule of a few games; every part may be left out.

    Attributes:
        checks: what refuses contradictory definitions, by the key at which each reports. They
            raise ``InvalidKeyError`` naming what would be right, ``ValueError`` where no other key
            is wrong.
        compile: returns the mechanic's record in ``CompiledRules``, which has the folder's name.
        needs: whether a game uses it, and wants the engine with mechanics.
        counts: how far ``State.num[COUNT]`` may come by it.
        features: what the fields of its record mean to proofs.
        shape: the other fields of its record, which use nothing by themselves.
        placed: returns the piles that no other stands for, as it matters where they lie.
        clauses: returns clauses for the rules page's section on special moves.
        counters: returns what a player must know besides the cards: labels and values.
    """

    checks: tuple[tuple[str, Callable[[Definition], None]], ...] = ()
    compile: Callable[[Piles], tuple[Any, ...]] | None = None
    needs: Callable[[CompiledRules], object] = lambda _rules: False
    counts: Callable[[CompiledRules], int] = lambda _rules: 0
    features: Mapping[str, Feature] = {}
    shape: tuple[str, ...] = ()
    placed: Callable[[Piles], set[int]] = lambda _piles: set()
    clauses: Callable[[Definition], list[str]] = lambda _definition: []
    counters: Callable[[CompiledGame, Snapshot], list[tuple[str, str]]] = lambda _rules, _at: []
