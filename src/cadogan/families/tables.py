"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan.families.counting.tables import check_counting, counting_fields
from cadogan.families.discards.tables import check_discards, discard_fields
from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.shuttles.tables import check_shuttles, shuttle_fields
from cadogan.language.definition import Definition
from cadogan.language.where import Where

__all__ = ["check_families", "family_fields", "placed_piles"]

_CHECKS: tuple[Callable[[Definition, Where], None], ...] = (
    check_removal,
    check_discards,
    check_counting,
    check_shuttles,
)

# the fields that say of a game that it needs the families' moves, beside how it is won
_SWITCHES = ("removal", "discards", "counting", "shuttles", "deal_times", "redeal_stock")


def check_families(definition: Definition, where: Where) -> None:
    """Check the keys of the families.

    Raises:
        BadDefinition: naming the key and what would be right.
    """
    for check in _CHECKS:
        check(definition, where)


def placed_piles(definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.

    >>> from cadogan.language.catalogue import find
    >>> piles = ("tableau",) * 10 + ("stock", "discard")
    >>> placed_piles(find("good-thirteen"), piles, piles)
    set()
    """
    opens = shuttle_fields(definition, of)["opens"]
    found = {p for pair in enumerate(opens) if pair[1] >= 0 for p in pair}
    if definition.count and definition.count.of == "tableau":
        found |= {p for p, kind in enumerate(kinds) if kind == "tableau"}
    return found


def family_fields(
    definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.tables.Tables` that belong to families.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.
    """
    fields = {
        "discard": kinds.index("discard") if "discard" in kinds else -1,
        "covers": 0,
        "cover_at": [0] * (len(of) + 1),
        "cover": [0],
        **removal_fields(definition, of, kinds),
        **discard_fields(definition, kinds),
        **counting_fields(definition, kinds),
        **shuttle_fields(definition, of),
    }
    stock = next(iter(definition.of_kind("stock")), None)
    fields["deal_times"] = stock.times if stock else 0
    fields["counts"] = fields["counts"] or fields["deal_times"]
    together = definition.redeal is not None and definition.redeal.from_ == "tableau and stock"
    fields["redeal_stock"] = int(together)
    return {"families": int(any(fields[name] for name in _SWITCHES)), **fields}
