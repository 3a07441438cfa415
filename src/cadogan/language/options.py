"""What the player chooses before the deal: the values of a game's options."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cadogan.cards import SUITS
from cadogan.errors import BadOption, did_you_mean
from cadogan.language import words
from cadogan.language.definition import Definition, Option

__all__ = ["check_option", "check_options", "said_options"]


def check_option(name: str, option: Option, value: str, example: str) -> str:
    """Return a value of an option as it is written canonically.

    Raises:
        BadOption: saying what would do, with the example when there is one.
    """
    if option.kind == "choice":
        if value not in option.answers:
            raise BadOption(
                f"{name} {value!r} will not do as an answer; {did_you_mean(value, option.answers)}"
            )
    elif option.kind == "suits":
        value = value.upper()
        if sorted(value) != sorted(SUITS):
            raise BadOption(
                f"{name} {value!r} will not do: write each of the four suits C D H S once"
                f"{', as ' + example if example else ''}"
            )
    elif not re.fullmatch(option.pattern, value):
        why = "a zero has no card" if re.fullmatch(r"[0-9]+", value) and "0" in value else ""
        if len(value) != option.length:
            why = f"it has {len(value)} character{'s' * (len(value) != 1)}"
        raise BadOption(
            f"{name} {value!r} will not do: it must be {words.count_word(option.length)} digits"
            " from 1 to 9"
            f"{', and ' + why if why else ''}{'; for instance ' + example if example else ''}"
        )
    return value


def check_options(definition: Definition, given: Mapping[str, object]) -> dict[str, str]:
    """Return the value of every option of a game, filled in where none is given.

    What is not given is the default; for a choice the answer that is in force in this definition.

    Raises:
        BadOption: for an option that the game does not have, or a value that will not do.

    >>> from cadogan.language.catalogue import find
    >>> check_options(find("birthday"), {"target": 1888})
    {'target': '1888', 'suits': 'SHCD', 'passes': 'four', 'between': 'shuffled'}
    """
    for name in given:
        if name not in definition.options:
            hint = did_you_mean(name, definition.options)
            raise BadOption(f"{definition.name} has no option {name!r}; {hint}")
    usual = {name: option.default for name, option in definition.options.items()}
    usual |= definition.answers
    return {
        name: check_option(name, option, str(given.get(name, usual[name])), option.default)
        for name, option in definition.options.items()
    }


def said_options(definition: Definition, options: Mapping[str, str]) -> dict[str, str]:
    """Return those of all options that tell a game from others with its id.

    Digits and suits are always said, of the choices only answers that are not the default.
    """
    return {
        name: options[name]
        for name, option in definition.options.items()
        if option.kind != "choice" or options[name] != option.default
    }
