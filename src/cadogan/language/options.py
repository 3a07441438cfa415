"""What the player chooses before the deal: the values of a game's options."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cadogan.cards import SUITS
from cadogan.errors import BadOption, did_you_mean
from cadogan.language import words
from cadogan.language.definition import Definition, Option

__all__ = ["check_option", "check_options"]


def check_option(name: str, option: Option, value: str, example: str) -> str:
    """Return a value of an option as it is written canonically.

    Raises:
        BadOption: saying what would do, with the example when there is one.
    """
    if option.kind == "suits":
        value = value.upper()
        if sorted(value) != sorted(SUITS):
            raise BadOption(
                f"{name} {value!r} will not do: write each of the four suits C D H S once"
                f"{', as ' + example if example else ''}"
            )
    elif not re.fullmatch(option.pattern, value):
        why = "a zero has no card" if re.fullmatch(r"[0-9]+", value) and "0" in value else ""
        if len(value) != option.length:
            why = f"it has {len(value)} characters"
        raise BadOption(
            f"{name} {value!r} will not do: it must be {words.count_word(option.length)} digits"
            " from 1 to 9"
            f"{', and ' + why if why else ''}{'; for instance ' + example if example else ''}"
        )
    return value


def check_options(definition: Definition, given: Mapping[str, object]) -> dict[str, str]:
    """Return the value of every option of a game, defaults filled in.

    Raises:
        BadOption: for an option that the game does not have, or a value that will not do.

    >>> from cadogan.language.catalogue import find
    >>> check_options(find("birthday"), {"target": 1888})
    {'target': '1888', 'suits': 'SHCD'}
    """
    for name in given:
        if name not in definition.options:
            hint = did_you_mean(name, definition.options)
            raise BadOption(f"{definition.name} has no option {name!r}; {hint}")
    return {
        name: check_option(name, option, str(given.get(name, option.default)), option.default)
        for name, option in definition.options.items()
    }
