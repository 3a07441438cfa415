"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.rotation.tables import (
    check_reach,
    check_rotation,
    check_turns,
    rotation_fields,
)
from cadogan.language.definition import Definition

__all__ = ["CHECKS", "family_fields"]

# By the table of a definition that they judge.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "stock": check_turns,
    "foundation": check_reach,
    "redeal": check_rotation,
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
    rotation = rotation_fields(definition, of, kinds)
    removal = removal_fields(definition, of, kinds)
    some = removal["removal"] or rotation["deal_next"] or rotation["redeal_by_pile"]
    return {
        "families": int(bool(some)),
        "discard": kinds.index("discard") if "discard" in kinds else -1,
        "counts": max(0, rotation["deal_next"] - 1),
        "covers": 0,
        "cover_at": [0] * (len(of) + 1),
        "cover": [0],
        **removal,
        **rotation,
    }
