"""Registry of mechanics, and queries on all of them together.

To add a mechanic, create a folder here with a :class:`~cadogan.mechanics.mechanic.Mechanic` in its
``__init__``. Add its name below, and a record with the folder's name to
:class:`~cadogan.state.compiled.CompiledRules`. If it has moves, call them in
:mod:`cadogan.mechanics.moves`. Declare its keys in :mod:`cadogan.rules.group`, in a part of their
own (:mod:`cadogan.rules.parts`).
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
"""By folder name, in the order of their checks and clauses."""


FEATURES: dict[str, Feature] = {
    name: feature for some in MECHANICS.values() for name, feature in some.features.items()
}
"""Meanings of the compiled rules' fields for proofs, by dotted name."""


def checks() -> Iterator[tuple[str, Callable[[Definition], None]]]:
    """Yield the functions that refuse contradictory definitions, by the key that they report."""
    for mechanic in MECHANICS.values():
        yield from mechanic.checks


def placed_piles(piles: Piles) -> set[int]:
    """Return the piles that are not interchangeable, because their positions matter.

    >>> from cadogan.rules.catalogue import find
    >>> placed_piles(Piles.lay(find("cribbage-square"), {})) == {*range(16)}
    True
    """
    return {p for mechanic in MECHANICS.values() for p in mechanic.placed(piles)}


def mechanic_records(piles: Piles) -> dict[str, Any]:
    """Return the mechanics' records of ``CompiledRules``, by name."""
    return {
        name: mechanic.compile(piles) for name, mechanic in MECHANICS.items() if mechanic.compile
    }


def is_any_in_use(R: CompiledRules) -> bool:
    """Return whether a game uses a mechanic."""
    return any(FEATURES[name].is_in_use(held) for name, held in flattened(R) if name in FEATURES)


def most_counted(R: CompiledRules) -> int:
    """Return the maximum of ``State.num[COUNT]``; at most one mechanic of a game counts."""
    return max(mechanic.counts(R) for mechanic in MECHANICS.values())


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, that take any card the stock deals to them."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = references(definition.groups)
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [ref for deal in deals for ref in deal.groups if ref.startswith("foundation")]


def mechanic_clauses(definition: Definition) -> list[str]:
    """Return the rules page's clauses on a game's mechanics."""
    return [clause for some in MECHANICS.values() for clause in some.clauses(definition)]


def mechanic_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return what a player must know besides the cards: labels and values."""
    return [each for some in MECHANICS.values() for each in some.counters(rules, snapshot)]
