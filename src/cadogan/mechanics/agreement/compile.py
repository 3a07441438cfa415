"""Keys of foundations that share a direction, a suit at each height, or a set of lines."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import groups_with
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import SuitRule


def check_same_way(definition: Definition) -> None:
    """Check that foundations which share a direction are built in one direction only."""
    for group, key in groups_with(definition, "foundation", "same_way"):
        if not isinstance(group.build, str) or not parse_build(group.build).one_way:
            raise InvalidKeyError(
                key, "this needs foundations that are all built 'up or down ..., one way'"
            )
        _check_several(group, key)


def check_same_suits(definition: Definition) -> None:
    """Check that foundations can follow a rule that fixes the suit at each height."""
    for group, key in groups_with(definition, "foundation", "same_suits"):
        builds = [group.build] if isinstance(group.build, str) else group.build
        if any(
            parse_build(build).suits in (SuitRule.IN_SUIT, SuitRule.IN_SUIT_ROTATION)
            for build in builds
        ):
            raise InvalidKeyError(key, "foundations built by suit cannot share a suit")
        if group.deal or group.placed:
            problem = (
                "cards dealt to foundations might differ in suit: leave out 'deal' and 'placed'"
            )
            raise InvalidKeyError(key, problem)
        _check_several(group, key)


def check_lines(definition: Definition) -> None:
    """Check that foundations which get their suits during play have one line for each suit."""
    suits = len(definition.suits.split())
    for group, key in groups_with(definition, "foundation", "in_lines"):
        if isinstance(group.start, list) or group.start not in RANKS:
            raise InvalidKeyError(
                key, "these foundations must all begin with the same rank: write start = 'A'"
            )
        if not isinstance(group.build, str) or parse_build(group.build).suits != SuitRule.IN_SUIT:
            raise InvalidKeyError(key, "these foundations must all have the same build, in suit")
        if group.deal or group.placed:
            raise InvalidKeyError(
                key,
                "cards dealt to foundations might be out of order: leave out 'deal' and 'placed'",
            )
        for other in ("limited_by", "awaits", "goal", "paired", "opens"):
            if getattr(group, other):
                raise InvalidKeyError(key, f"this cannot be combined with {other!r}")
        if group.piles != suits:
            problem = f"expected {suits} piles, one for each suit, got {group.piles}"
            raise InvalidKeyError(key, problem)
        _check_several(group, key)


def _check_several(group: Group, key: str) -> None:
    """Check that a group whose key compares foundations has several, all for single cards."""
    if group.piles == 1 or group.whole:
        other = "whole runs" if group.whole else "a single foundation"
        raise InvalidKeyError(key, f"this has no effect on {other}")
