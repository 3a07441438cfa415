"""What a mechanic, a special rule of a few games, hands to the rest of the program.

Its moves are compiled and stand in its module ``moves``; :mod:`cadogan.mechanics.moves` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from cadogan.rules.definition import Definition
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot

Fields = Mapping[str, Any]
"""Values of compiled rules by their dotted names, such as ``removal.mates``."""


class Setting(NamedTuple):
    """A definition with its piles, from which a mechanic's rules are compiled."""

    definition: Definition
    of: tuple[str, ...]  # [pile] the name of its group
    kinds: tuple[str, ...]  # [pile] its kind

    def piles(self, *names: str) -> set[int]:
        """Return the piles of some groups or kinds."""
        return {
            p for p, pair in enumerate(zip(self.of, self.kinds, strict=True)) if {*pair} & {*names}
        }


def _none(_setting: Setting) -> set[int]:
    return set()


class Mechanic(NamedTuple):
    """A special rule of a few games; every part may be left out.

    Attributes:
        checks: what refuses contradictory definitions, by the key at which each reports.
        compile: returns the mechanic's part of the compiled rules.
        needs: of these fields, those whose use wants the engine with mechanics.
        placed: returns the piles that no other stands for, as it matters where they lie.
        clauses: returns clauses for the rules page's section on special moves.
        counters: returns what a player must know besides the cards: labels and values.
    """

    checks: tuple[tuple[str, Callable[[Definition], None]], ...] = ()
    compile: Callable[[Setting], Fields] = lambda _setting: {}
    needs: Collection[str] = ()
    placed: Callable[[Setting], set[int]] = _none
    clauses: Callable[[Definition], list[str]] = lambda _definition: []
    counters: Callable[[CompiledGame, Snapshot], list[tuple[str, str]]] = lambda _rules, _at: []
