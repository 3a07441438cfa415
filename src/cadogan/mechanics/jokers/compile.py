"""Checks of games with jokers: no key may depend on the rank or suit of a card."""

from __future__ import annotations

from typing import Any

import msgspec

from cadogan.core.errors import InvalidKeyError
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import ACTION_TABLES, Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import Direction, SuitRule

_DIRECTIONS = (
    "none",
    "any card",
    "up",
    "down",
    "up or down",
    "same rank",
    Direction.ANY_LOWER_CARD,
)
# keys that piles with jokers may have; a list or a "then" is checked value by value
_KEYS = (
    *("kind", "name", "piles", "deal", "order", "face", "start", "cards", "build", "sequence"),
    *("take", "keep", "space", "from_", "to", "most", "least", "covered_by", "turned"),
    *("last", "last_at", "last_when", "when", "times", "skips"),
    *("space_from", "fill", "fill_cards", "then"),
)
# conditions about ranks, which games with jokers may not use
_ASKING = ("kings at the bottom", "base chosen")
_VALUES = {
    "start": ("any card",),
    "take": ("none", "top card"),
    "space": ("none", "any card"),
    "order": ("rows", "piles"),
}
_WINS = ("all on foundations", "foundations complete")


def check_jokers(definition: Definition) -> None:
    """Check that no rule depends on the rank or suit of a joker, which has neither."""
    if not definition.jokers:
        return
    for key in ACTION_TABLES:
        if key != "redeal" and getattr(definition, key) is not None:
            raise InvalidKeyError(key, f"a game with jokers cannot have [{key}]")
    if definition.win not in _WINS and not definition.win.endswith(" empty"):
        raise InvalidKeyError(
            "win",
            "a game with jokers must be won by cards on foundations, complete foundations"
            " or empty piles",
        )
    for group in definition.groups:
        _check_group(group)
    if not any(_texts(group.build) != ["none"] for group in definition.groups):
        raise InvalidKeyError("jokers", "jokers have no effect if no card is built on another")


def _check_group(group: Group) -> None:
    if group.ends:
        error = (
            "in a game with jokers building never ends: a joker goes on any card, and any card"
            " on it"
        )
        raise InvalidKeyError(f"{group.name}.ends", error)
    for field in msgspec.structs.fields(Group):
        value = getattr(group, field.name)
        if field.name not in _KEYS and value not in (field.default, []):
            error = "this cannot be combined with jokers"
            raise InvalidKeyError(f"{group.name}.{field.encode_name}", error)
    for key in (*_VALUES, "build"):
        _check_values(f"{group.name}.{key}", key, getattr(group, key))
    for key in ("when", "last_when"):
        _check_condition(f"{group.name}.{key}", getattr(group, key))
    for then in group.then:
        _check_condition(f"{group.name}.then.when", then.when)
        for key, value in then.changes.items():
            if key == "apart":
                error = "this cannot be combined with jokers"
                raise InvalidKeyError(f"{group.name}.then.apart", error)
            if key in (*_VALUES, "build"):
                _check_values(f"{group.name}.then.{key}", key, value)


def _check_values(where: str, key: str, value: Any) -> None:
    """Check the value of a key, including the value after "then"."""
    for text in _texts(value):
        if key != "build":
            if text and text not in _VALUES[key]:
                problem = f"this must be {' or '.join(map(repr, _VALUES[key]))}, not {text!r}"
                raise InvalidKeyError(where, f"with jokers in the pack {problem}")
            continue
        build = parse_build(text)
        plain = build.suits == SuitRule.ANY_SUIT and not (build.one_way or build.equals)
        if not plain or build.direction not in _DIRECTIONS:
            raise InvalidKeyError(
                where,
                "jokers have no suit, so with jokers the build must ignore suits, as in 'up"
                f" or down any suit', not {text!r}",
            )


def _check_condition(where: str, text: str) -> None:
    if text.removeprefix("not ") in _ASKING:
        raise InvalidKeyError(where, f"with jokers in the pack nothing may depend on {text!r}")


def _texts(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]
