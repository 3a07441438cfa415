"""All mechanics, and what the rest of the program asks of them together.

A new mechanic is a folder here, with a :class:`~cadogan.mechanics.mechanic.Mechanic` in its
``__init__``, a line below and, if it has moves, its calls in :mod:`cadogan.mechanics.moves`. Its
keys stand in :mod:`cadogan.rules.group`, in a part of their own (:mod:`cadogan.rules.parts`).
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
from cadogan.mechanics.mechanic import Mechanic, Setting
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group, references
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Direction, Take, WinWay
from cadogan.rules.vocabulary import cards_left, parse_stock_deal
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot

_FOLDERS = (
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
MECHANICS: tuple[Mechanic, ...] = tuple(each.MECHANIC for each in _FOLDERS)
MECHANIC_NAMES = tuple(each.__name__.rpartition(".")[2] for each in _FOLDERS)

_TAKES = (
    Take.WHOLE_PILE_BY_ITS_TOP_CARD,
    Take.TOP_OR_BOTTOM_CARD,
    Take.RUN_WHOLE_OR_FREEING_A_CARD,
    Take.TOP_CARD_RUNS_TO_SPACES,
)
_WINS = (WinWay.ONE_PILE, WinWay.TABLEAU_IN_BUILT_RUNS, WinWay.ONE_OF_EACH_SUIT_LEFT)


def checks() -> Iterator[tuple[str, Callable[[Definition], None]]]:
    """Yield what refuses contradictory definitions, by the key at which each reports."""
    for mechanic in MECHANICS:
        yield from mechanic.checks


def placed_piles(definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.

    >>> from cadogan.rules.catalogue import find
    >>> piles = ("tableau",) * 16 + ("stock",)
    >>> placed_piles(find("cribbage-square"), piles, piles) == {*range(16)}
    True
    """
    setting = Setting(definition, of, kinds)
    return {p for mechanic in MECHANICS for p in mechanic.placed(setting)}


def mechanic_fields(
    definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of ``CompiledRules`` that belong to mechanics.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.
    """
    setting = Setting(definition, of, kinds)
    fields: dict[str, Any] = {
        "mechanics.discard_pile": kinds.index("discard") if "discard" in kinds else -1,
        "mechanics.forgets": 0,
    }
    for mechanic in MECHANICS:
        fields |= mechanic.compile(setting)
    counts = [fields["mechanics.most_counted"], fields["shuttles.chances"]]
    counts += [fields["round_robin.deal_times"]]
    counts += [fields["round_robin.batch"] and fields["round_robin.batch"] + 1]
    counts += [max(0, fields["round_robin.piles"] - 1), fields["reversal.used"] and len(of)]
    fields["mechanics.most_counted"] = next(filter(None, counts), 0)
    fields["single_discard.must"] |= int(fields["shuttles.chances"] > 0)
    named = {group.name: group for group in definition.groups}
    fields["mechanics.holes"] = [int(_is_hole(named[name])) for name in of]
    fields["mechanics.needed"] = int(_is_needed(definition, fields))
    return fields


def _is_needed(definition: Definition, fields: dict[str, Any]) -> bool:
    """Return whether a game wants the engine that is compiled with mechanics."""
    used = [fields[name] for mechanic in MECHANICS for name in mechanic.needs]
    return bool(
        definition.score
        or definition.jokers
        or deals_to_foundations(definition)
        or any(fields["mechanics.holes"])
        or any(max(some) > 0 if isinstance(some, list) else some for some in used)
        or max(fields["rows.leftmost"]) >= 0
        or definition.win in _WINS
        or cards_left(definition.win)
        or any(taken(group) in _TAKES for group in definition.groups)
    )


def _is_hole(group: Group) -> bool:
    """Return whether only the top card of a foundation matters, whatever order others lie in."""
    if group.kind != "foundation" or group.piles > 1 or group.to or group.then or group.opens:
        return False
    build = group.build if isinstance(group.build, str) else group.build[0]
    meant = parse_build(build)
    return meant.direction == Direction.UP_OR_DOWN and not meant.one_way


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, on which the stock deals whatever comes."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = references(definition.groups)
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [ref for deal in deals for ref in deal.groups if ref.startswith("foundation")]


def mechanic_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's mechanics, clause by clause."""
    return [clause for mechanic in MECHANICS for clause in mechanic.clauses(definition)]


def mechanic_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return what a player must know besides the cards: a label and what it says."""
    return [each for mechanic in MECHANICS for each in mechanic.counters(rules, snapshot)]
