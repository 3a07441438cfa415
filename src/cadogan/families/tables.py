"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cadogan.families.covers.tables import check_covers, cover_fields
from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.language.definition import Definition
from cadogan.language.words import parse_stock_deal

__all__ = ["CHECKS", "deals_to_foundations", "family_fields", "told_apart"]

# By the table of a definition that they judge; "" where that is the whole.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "": check_covers,
}


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
    }
    used = fields["removal"] or fields["covers"] or deals_to_foundations(definition)
    return {"families": int(bool(used)), **fields}


def told_apart(fields: Mapping[str, Any]) -> list[tuple[object, ...]]:
    """Return for each pile what tells it from others: on which it lies, what lies on it.

    Args:
        fields: those of the families.
    """
    at, over = fields["cover_at"], fields["cover"]
    piles = len(at) - 1
    above = [tuple(over[at[p] : at[p + 1]]) for p in range(piles)]
    return [(above[p], tuple(q for q in range(piles) if p in above[q])) for p in range(piles)]


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, on which the stock deals whatever comes."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = {ref for g in definition.groups for ref in (g.name, g.kind)}
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [deal.group for deal in deals if deal.group.startswith("foundation")]
