"""Registry of mechanics, with functions that query all of them together.

To add a mechanic, create a folder in this package with a
:class:`~cadogan.mechanics.mechanic.Mechanic` in its ``__init__``. Then add its name to the list in
this module, and a record with the name of the folder to
:class:`~cadogan.state.compiled.CompiledRules`. If the mechanic has moves, call them in
:mod:`cadogan.mechanics.moves`. Declare the keys of the mechanic in :mod:`cadogan.rules.group`, as a
part with its own class (:mod:`cadogan.rules.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cadogan.mechanics import (
    agreement,
    counting,
    exchange,
    hidden_cards,
    jokers,
    overlap,
    paired_start,
    removal,
    reversal,
    round_robin,
    rows,
    score,
    shuttles,
    single_discard,
    skipping,
    weaving,
    whole_runs,
)
from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.group import references
from cadogan.rules.vocabulary import parse_stock_deal
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.records import flattened
from cadogan.state.snapshot import Snapshot

MECHANICS: dict[str, Mechanic] = {
    each.__name__.rpartition(".")[2]: each.MECHANIC
    for each in (
        overlap,
        removal,
        score,
        single_discard,
        counting,
        shuttles,
        paired_start,
        exchange,
        round_robin,
        weaving,
        whole_runs,
        rows,
        skipping,
        reversal,
        hidden_cards,
        agreement,
        jokers,
    )
}
"""Mechanics by folder name, in the order in which they check and describe a game."""


FEATURES: dict[str, Feature] = {
    name: feature for some in MECHANICS.values() for name, feature in some.features.items()
}
"""Fields of the compiled rules on which proofs may depend, by dotted name."""


def checks() -> Iterator[tuple[str, Callable[[Definition], None]]]:
    """Yield the functions that reject contradictory definitions, with the key that each reports."""
    for mechanic in MECHANICS.values():
        yield from mechanic.checks


def placed_piles(piles: Piles) -> set[int]:
    """Return the piles with fixed positions, which are not interchangeable.

    >>> from cadogan.rules.catalogue import find
    >>> placed_piles(Piles.lay(find("cribbage-square"), {})) == {*range(16)}
    True
    """
    return {p for mechanic in MECHANICS.values() for p in mechanic.placed(piles)}


def mechanic_records(piles: Piles) -> dict[str, Any]:
    """Return the records of all mechanics for ``CompiledRules``, by name."""
    return {
        name: mechanic.compile(piles) for name, mechanic in MECHANICS.items() if mechanic.compile
    }


def is_any_in_use(R: CompiledRules) -> bool:
    """Return whether a game uses a certain mechanic."""
    return any(FEATURES[name].is_in_use(held) for name, held in flattened(R) if name in FEATURES)


def most_counted(R: CompiledRules) -> int:
    """Return the maximum of ``State.num[COUNT]``; a game has at most one mechanic that uses it."""
    return max(mechanic.counts(R) for mechanic in MECHANICS.values())


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, to which the stock deals cards of any kind."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = references(definition.groups)
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [ref for deal in deals for ref in deal.groups if ref.startswith("foundation")]


def mechanic_clauses(definition: Definition) -> list[str]:
    """Return the clauses about a game's mechanics for the rules page."""
    return [clause for some in MECHANICS.values() for clause in some.clauses(definition)]


def mechanic_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return labels and values for facts that a player needs and the cards do not show."""
    return [each for some in MECHANICS.values() for each in some.counters(rules, snapshot)]
