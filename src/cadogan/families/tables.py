"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cadogan.errors import BadDefinition
from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.rows.tables import BY_TOP, check_rows, row_fields
from cadogan.families.whole.tables import check_whole, whole_fields
from cadogan.language.definition import Definition

__all__ = ["CHECKS", "family_fields"]

# By the table of a definition that they judge; "" where what they say names it.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "foundation": check_whole,
    "": check_rows,
}


def family_fields(
    definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.tables.Tables` that belong to families.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.

    Raises:
        BadDefinition: when keys of a family contradict others.
    """
    for table, check in CHECKS.items():
        try:
            check(definition)
        except ValueError as error:
            raise BadDefinition(f"{definition.id}: {table}{': ' * bool(table)}{error}") from None
    fields = {
        "discard": kinds.index("discard") if "discard" in kinds else -1,
        "counts": 0,
        "covers": 0,
        "cover_at": [0] * (len(of) + 1),
        "cover": [0],
        **removal_fields(definition, of, kinds),
        **whole_fields(definition, of),
        **row_fields(definition, of),
    }
    by_top = any(group.take == BY_TOP for group in definition.groups)
    has = (
        by_top
        or any(fields["reach"])
        or any(fields[name] for name in ("removal", "wholes", "closing", "row"))
    )
    return {"families": int(has), **fields}
