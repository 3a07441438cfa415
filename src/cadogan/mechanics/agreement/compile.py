"""Keys of foundations that share a direction, a suit at each height, or lines."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import groups_with
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import SuitRule


def check_same_way(definition: Definition) -> None:
    """Check that foundations which share a direction are built one way."""
    for group, key in groups_with(definition, "foundation", "same_way"):
        if not isinstance(group.build, str) or not parse_build(group.build).one_way:
            raise InvalidKeyError(
                key, "such foundations are built 'up or down ..., one way', all alike"
            )
        _check_several(group, key)


def check_same_suits(definition: Definition) -> None:
    """Check that foundations which show one suit at each height can do so."""
    for group, key in groups_with(definition, "foundation", "same_suits"):
        builds = [group.build] if isinstance(group.build, str) else group.build
        if any(
            parse_build(build).suits in (SuitRule.IN_SUIT, SuitRule.IN_SUIT_ROTATION)
            for build in builds
        ):
            raise InvalidKeyError(key, "foundations that are built by suit are each of another")
        if group.deal or group.placed:
            problem = "cards that are dealt to foundations need not be of one suit"
            raise InvalidKeyError(key, problem)
        _check_several(group, key)


def check_lines(definition: Definition) -> None:
    """Check that foundations which get their suits in play have one line for each suit."""
    suits = len(definition.suits.split())
    for group, key in groups_with(definition, "foundation", "in_lines"):
        if isinstance(group.start, list) or group.start not in RANKS:
            raise InvalidKeyError(
                key, "such foundations all begin with one rank: write start = 'A'"
            )
        if not isinstance(group.build, str) or parse_build(group.build).suits != SuitRule.IN_SUIT:
            raise InvalidKeyError(key, "such foundations are built in suit, all alike")
        if group.deal or group.placed:
            raise InvalidKeyError(key, "cards that are dealt to foundations need not come in order")
        for other in ("limited_by", "awaits", "goal", "paired", "opens"):
            if getattr(group, other):
                raise InvalidKeyError(key, f"this does not agree with {other!r}")
        if group.piles != suits:
            problem = f"each suit has one line: {group.piles} piles for {suits} suits"
            raise InvalidKeyError(key, problem)
        _check_several(group, key)


def _check_several(group: Group, key: str) -> None:
    """Check that a group whose key compares foundations has several, built card by card."""
    if group.piles == 1 or group.whole:
        other = "whole runs" if group.whole else "one foundation alone"
        raise InvalidKeyError(key, f"this says nothing of {other}")
