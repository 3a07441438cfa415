"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cadogan.families.marriage.tables import check_marriage, marriage_fields
from cadogan.families.removal.tables import check_removal, removal_fields
from cadogan.families.rotation.tables import (
    check_reach,
    check_rotation,
    check_turns,
    rotation_fields,
)
from cadogan.families.score.tables import check_score, score_fields
from cadogan.families.weaving.tables import check_weave, weaving_fields
from cadogan.language.definition import Definition

__all__ = ["CHECKS", "family_fields", "placed_piles"]


def _check_foundations(definition: Definition) -> None:
    check_reach(definition)
    check_marriage(definition)


# By the table of a definition that they judge.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "stock": check_turns,
    "foundation": _check_foundations,
    "redeal": check_rotation,
    "score": check_score,
    "weave": check_weave,
}


def placed_piles(definition: Definition, kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    >>> from cadogan.language.catalogue import find
    >>> placed_piles(find("cribbage-square"), ("tableau",) * 16 + ("stock",)) == {*range(16)}
    True
    """
    score = definition.score
    square = score is not None and score.hands != "none"
    reached = any(group.reach for group in definition.of_kind("foundation"))
    some = {"tableau": square or definition.weave is not None, "foundation": reached}
    return {p for p, kind in enumerate(kinds) if some.get(kind)}


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
    fields = {
        "discard": kinds.index("discard") if "discard" in kinds else -1,
        "counts": max(0, rotation["deal_next"] - 1),
        "covers": 0,
        "cover_at": [0] * (len(of) + 1),
        "cover": [0],
        **removal_fields(definition, of, kinds),
        **score_fields(definition),
        **marriage_fields(definition, of),
        **weaving_fields(definition, of),
        **rotation,
    }
    some = ("removal", "marriage", "weave", "deal_next", "redeal_by_pile")
    return {"families": int(any(map(fields.get, some)) or definition.score is not None), **fields}
