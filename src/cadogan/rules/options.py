"""Values of a game's options, which the player chooses before the deal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cadogan.core.cards import SUITS
from cadogan.core.errors import InvalidOptionError, did_you_mean
from cadogan.i18n import translate
from cadogan.i18n.grammar import number
from cadogan.rules.definition import Definition, Option

_SAID = 40  # how many letters of a value a message repeats


def check_option(name: str, option: Option, value: str, example: str) -> str:
    """Return the canonical form of an option's value.

    Raises:
        InvalidOptionError: if it is invalid; the message lists valid values, and the example if
            there is one.
    """
    if option.kind == "choice":
        if value not in option.answers:
            raise InvalidOptionError(
                translate(
                    "{name} {value} is not a valid answer; {hint}",
                    name=_named(name),
                    value=repr(value[:_SAID]),
                    hint=did_you_mean(value, option.answers, translate),
                )
            )
    elif option.kind == "suits":
        value = value.upper()
        if sorted(value) != sorted(SUITS):
            raise InvalidOptionError(
                translate(
                    "{name} {value} is invalid: write each of the four suits C D H S once",
                    name=_named(name),
                    value=repr(value[:_SAID]),
                )
                + (translate(", as {example}", example=example) if example else "")
            )
    elif not re.fullmatch(option.pattern, value):
        raise InvalidOptionError(
            translate(
                "{name} {value} is invalid: it must be {many} digits from 1 to 9",
                name=_named(name),
                value=repr(value[:_SAID]),
                many=number(option.length),
            )
            + _why_no_digits(option, value)
            + (translate("; for instance {example}", example=example) if example else "")
        )
    return value


def _named(name: str) -> str:
    """Return the name of an option in the current language; in English it is the key."""
    return translate(f"{name.replace('_', ' ')}:")[:-1]


def _why_no_digits(option: Option, value: str) -> str:
    if len(value) == 1 != option.length:
        return translate(", and it has 1 character")
    if len(value) != option.length:
        return translate(", and it has {many} characters", many=len(value))
    return (
        translate(", and no card stands for a zero")
        if re.fullmatch(r"[0-9]*0[0-9]*", value)
        else ""
    )


def check_options(definition: Definition, values: Mapping[str, object]) -> dict[str, str]:
    """Validate a game's options and return the value of every option.

    A missing value becomes the default or, for a choice, the definition's current answer.

    Raises:
        InvalidOptionError: if the game does not have an option, or a value is invalid.

    >>> from cadogan.rules.catalogue import find
    >>> check_options(find("birthday"), {"target": 1888})
    {'target': '1888', 'suits': 'SHCD', 'passes': 'four', 'between': 'shuffled'}
    """
    for name in values:
        if name not in definition.options:
            hint = did_you_mean(name, definition.options, translate)
            raise InvalidOptionError(
                translate(
                    "{game} has no option {name}; {hint}",
                    game=translate(definition.name),
                    name=repr(name[:_SAID]),
                    hint=hint,
                )
            )
    usual = {name: option.default for name, option in definition.options.items()}
    usual |= definition.answers
    return {
        name: check_option(name, option, str(values.get(name, usual[name])), option.default)
        for name, option in definition.options.items()
    }


def said_options(definition: Definition, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that distinguish a game from others with its id.

    The result contains all values for digits and suits, and the answers that differ from the
    default.
    """
    return {
        name: options[name]
        for name, option in definition.options.items()
        if option.kind != "choice" or options[name] != option.default
    }
