"""Checks of squared piles, and of cards that are face down until the stock is empty."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError
from cadogan.rules.definition import Definition
from cadogan.rules.group import ever
from cadogan.rules.phrases import Face, Space


def check_squared(definition: Definition) -> None:
    """Check that squared piles hide cards that a player could otherwise see."""
    for group in definition.groups:
        if group.squared and (group.face != Face.UP or group.most == 1):
            problem = "squared piles must have several cards, dealt face up"
            raise InvalidKeyError(f"{group.name}.squared", problem)


def check_late(definition: Definition) -> None:
    """Check cards that stay face down until the stock is empty, and the piles that hold them."""
    for group in definition.groups:
        if group.face != Face.DOWN_UNTIL_THE_STOCK_IS_EMPTY:
            continue
        key = f"{group.name}.face"
        if not definition.of_kind("stock"):
            raise InvalidKeyError(key, "there is no [stock]")
        spaces = any(ever(group, "fill")) or {*ever(group, "space")} != {Space.NONE}
        if group.kind != "reserve" or spaces or {*ever(group, "build")} != {"none"}:
            problem = "this needs a reserve whose piles take no cards"
            raise InvalidKeyError(key, problem)
