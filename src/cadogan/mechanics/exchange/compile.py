"""What the keys of piles whose cards change places mean in integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cadogan.core.cards import RANKS, of_rank
from cadogan.core.errors import InvalidKeyError
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import Face, Wrong
from cadogan.rules.vocabulary import DEALT_OUT

FREELY = 2  # a value of CompiledRules.swapped


def check_exchange(definition: Definition) -> None:
    """Check the piles on which a wrong card may lie, and those whose cards change places freely.

    Raises:
        InvalidKeyError: saying what would be right.
    """
    _check_free(definition)
    for group in definition.of_kind("tableau"):
        if not group.wrong:
            continue
        key = group.within("wrong")
        if len(group.space) != 1 or any(then.space is not None for then in group.then):
            raise InvalidKeyError(
                key, "'space' must be the one rank that is right there, such as '2'"
            )
        deals = group.deal if isinstance(group.deal, list) else [group.deal]
        if any(isinstance(n, int) and n > 1 for n in deals) or group.order in DEALT_OUT:
            raise InvalidKeyError(key, "such a pile is dealt one card, or none")
        if group.face != Face.UP:
            raise InvalidKeyError(key, "whether a card is wrong must be seen: they lie face 'up'")
        _check_beside(definition, group, key, ("keep", "row", "closes", "covered_by"))


def _check_free(definition: Definition) -> None:
    for group in definition.of_kind("tableau"):
        if not group.exchange:
            continue
        key = group.within("exchange")
        if group.most != 1 or group.face != Face.UP:
            raise InvalidKeyError(key, "such piles are of one card each, face up: write most = 1")
        _check_beside(definition, group, key, ("row", "closes", "covered_by", "leftmost"))
        if any(g.wrong for g in definition.groups):
            raise InvalidKeyError(key, "cards change places freely, or wrong ones alone: not both")


def _check_beside(definition: Definition, group: Group, key: str, others: Iterable[str]) -> None:
    """Check that piles whose cards change places have none of some other keys."""
    for other in others:
        if getattr(group, other):
            raise InvalidKeyError(key, f"such piles do not agree with {other!r}")
    if definition.remove or any(g.must for g in definition.groups):
        raise InvalidKeyError(key, "such piles do not agree with cards that leave play")


def exchange_fields(definition: Definition, of: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of ``CompiledRules`` on wrong cards and changing places.

    Args:
        definition: the game's.
        of: the name of each pile's group.
    """
    wrong = {g.name: g for g in definition.of_kind("tableau") if g.wrong}
    free = {g.name for g in definition.of_kind("tableau") if g.exchange}
    swapped = [
        FREELY
        if name in free
        else int(name in wrong and wrong[name].wrong == Wrong.MAY_LEAVE_OR_CHANGE_PLACES)
        for name in of
    ]
    return {
        "exchange.begins": [
            of_rank(RANKS.index(wrong[name].space) + 1) if name in wrong else 0 for name in of
        ],
        "exchange.used": int(any(swapped)),
        "exchange.swapped": swapped,
    }
