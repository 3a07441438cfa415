"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.rows.tables import (
    BY_TOP,
    check_closes,
    check_grid,
    check_in_order,
    check_reach,
    check_redeal,
    row_fields,
    row_piles,
)
from cadogan.families.score.tables import check_score, score_fields
from cadogan.families.whole.tables import check_whole, whole_fields
from cadogan.language.definition import Definition

__all__ = ["CHECKS", "family_fields", "placed_piles"]

# By the key of a definition that they judge.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "score": check_score,
    "foundation.whole": check_whole,
    "tableau.row": check_grid,
    "tableau.reach": check_reach,
    "tableau.closes": check_closes,
    "redeal.order": check_redeal,
    "win": check_in_order,
}


def placed_piles(definition: Definition, kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    >>> from cadogan.language.catalogue import find
    >>> placed_piles(find("cribbage-square"), ("tableau",) * 16 + ("stock",)) == {*range(16)}
    True
    """
    some = definition.score
    rows = row_piles(definition, kinds)
    if some is None or some.hands == "none":
        return rows
    return rows | {p for p, kind in enumerate(kinds) if kind == "tableau"}


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
        "counts": 0,
        "covers": 0,
        "cover_at": [0] * (len(of) + 1),
        "cover": [0],
        **removal_fields(definition, of, kinds),
        **score_fields(definition),
        **whole_fields(definition, of),
        **row_fields(definition, of),
    }
    has = (
        definition.score is not None
        or any(group.take == BY_TOP for group in definition.groups)
        or any(fields["reach"])
        or any(fields[name] for name in ("removal", "wholes", "closing", "row"))
    )
    return {"families": int(has), **fields}
