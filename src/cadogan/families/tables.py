"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.shuttles.tables import check_shuttles, shuttle_fields
from cadogan.language.definition import Definition
from cadogan.language.where import Where

__all__ = ["check_families", "family_fields", "placed_piles"]

_CHECKS: tuple[Callable[[Definition, Where], None], ...] = (check_removal, check_shuttles)


def check_families(definition: Definition, where: Where) -> None:
    """Check the keys of the families.

    Raises:
        BadDefinition: naming the key and what would be right.
    """
    for check in _CHECKS:
        check(definition, where)


def placed_piles(definition: Definition, of: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    Args:
        definition: the game's.
        of: the name of each pile's group.

    >>> from cadogan.language.catalogue import find
    >>> placed_piles(find("good-thirteen"), ("tableau",) * 10 + ("stock", "discard"))
    set()
    """
    opens = shuttle_fields(definition, of)["opens"]
    return {p for pair in enumerate(opens) if pair[1] >= 0 for p in pair}


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
        **shuttle_fields(definition, of),
    }
    return {"families": int(any(fields[name] for name in ("removal", "shuttles"))), **fields}
