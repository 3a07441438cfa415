"""What the key of foundations that begin with a pair means in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidKeyError
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import Start


def check_paired_start(definition: Definition) -> None:
    """Check the foundations that begin with two cards together.

    Raises:
        InvalidKeyError: saying what would be right.
    """
    for group in definition.of_kind("foundation"):
        if not group.paired:
            continue
        key = group.within("paired")
        starts = group.start if isinstance(group.start, list) else [group.start]
        if any(start != Start.ANY_CARD and start[:1] not in RANKS for start in starts):
            raise InvalidKeyError(key, "such a foundation begins with a rank, a card or 'any card'")
        if group.placed or group.deal:
            raise InvalidKeyError(key, "no card lies there beforehand where two begin it together")
        if group.cards == 1 or group.limited_by or definition.remove:
            other = "cards = 1" if group.cards == 1 else "limited_by"
            other = "[remove]" if definition.remove else f"'{other}'"
            raise InvalidKeyError(
                key, f"two cards that go there together do not agree with {other}"
            )


def paired_start_fields(definition: Definition, of: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of ``CompiledRules`` that say what begins with a pair.

    Args:
        definition: the game's.
        of: the name of each pile's group.
    """
    names = {group.name for group in definition.of_kind("foundation") if group.paired}
    return {
        "paired_start.used": int(bool(names)),
        "paired_start.piles": [int(name in names) for name in of],
    }
