"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cadogan.families.covers.tables import check_covers, cover_fields
from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.score.tables import check_score, score_fields
from cadogan.language.definition import Definition
from cadogan.language.words import parse_stock_deal

__all__ = ["CHECKS", "deals_to_foundations", "family_fields", "placed_piles", "told_apart"]

# By the table of a definition that they judge; "" where that is the whole.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "score": check_score,
    "": check_covers,
}


def placed_piles(definition: Definition, kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    >>> from cadogan.language.catalogue import find
    >>> placed_piles(find("cribbage-square"), ("tableau",) * 16 + ("stock",)) == {*range(16)}
    True
    """
    some = definition.score
    if some is None or some.hands == "none":
        return set()
    return {p for p, kind in enumerate(kinds) if kind == "tableau"}


def family_fields(
    definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.tables.Tables` that belong to families.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.
    """
    named = {group.name: group for group in definition.groups}
    fields = {
        "discard": kinds.index("discard") if "discard" in kinds else -1,
        "counts": 0,
        **cover_fields([named[name] for name in dict.fromkeys(of)]),
        **removal_fields(definition, of, kinds),
        **score_fields(definition),
    }
    used = [fields["removal"], fields["covers"], definition.score, deals_to_foundations(definition)]
    return {"families": int(any(used)), **fields}


def told_apart(at: Sequence[int], over: Sequence[int]) -> list[tuple[object, ...]]:
    """Return for each pile what tells it from others: on which it lies, what lies on it.

    Args:
        at: ``Tables.cover_at``.
        over: ``Tables.cover``.
    """
    piles = len(at) - 1
    above = [tuple(over[at[p] : at[p + 1]]) for p in range(piles)]
    return [(above[p], tuple(q for q in range(piles) if p in above[q])) for p in range(piles)]


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, on which the stock deals whatever comes."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = {ref for g in definition.groups for ref in (g.name, g.kind)}
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [deal.group for deal in deals if deal.group.startswith("foundation")]
