"""Locations in a definition file, and errors that name them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from cadogan.core.errors import InvalidDefinitionError, InvalidKeyError, did_you_mean, wanted_kind
from cadogan.rules.types import keys
from cadogan.rules.vocabulary import number_meant, rank_meant

T = TypeVar("T", bound=msgspec.Struct)

_LONG = 10**9  # a message does not repeat a larger number
_LONG_WORD = 100  # in letters; a message repeats only the beginning of a longer word
_BEGINNING = 40  # how many letters of a long word a message repeats
_LONG_QUOTED = re.compile(rf"(['\"])(?:(?!\1).){{{_LONG_WORD},}}\1")


def short(key: str) -> str:
    r"""Return a key as messages show it: shortened if very long, with escapes if unprintable.

    >>> print(short("deal"), short("x\x1b"))
    deal 'x\x1b'
    """
    if len(key) <= _LONG_WORD and key.isprintable():
        return key
    return repr(key[:_BEGINNING] + "..." * (len(key) > _BEGINNING))


class Where:
    """A location in a file, for messages."""

    def __init__(self, file: str, key: str = "") -> None:
        self.file, self.key = file, key

    def at(self, *keys: str) -> Where:
        """Return the location of a key in this table or in nested tables."""
        return Where(self.file, ".".join(filter(None, [self.key, *map(short, keys)])))

    def error(self, text: str) -> InvalidDefinitionError:
        """Return an error that begins with the file and the key."""
        text = _LONG_QUOTED.sub(lambda word: word[0][:_BEGINNING] + "..." + word[1], text)
        return InvalidDefinitionError(f"{self.file}: {self.key + ': ' if self.key else ''}{text}")


def known_keys(table: Mapping[str, Any], known: list[str], where: Where) -> None:
    """Refuse unknown keys.

    Raises:
        InvalidDefinitionError: if a key is unknown; the message suggests the most similar known
            key.
    """
    for key in table:
        if key not in known:
            raise where.at(key).error(f"there is no such key; {did_you_mean(key, known)}")


def convert(table: Mapping[str, Any], kind: type[T], where: Where) -> T:
    """Convert a table to a struct.

    Raises:
        InvalidDefinitionError: if a key is unknown or missing, or its value has the wrong type.
    """
    known_keys(table, [*keys(kind)], where)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        key = re.sub(r"\[(\.\.\.|\d+)\]", "", path).lstrip(".")
        if missing := re.search(r"missing required field `(\w+)`", text):
            wrong = where.error(f"the key {missing[1]!r} is missing")
            wrong.missing = missing[1]
            raise wrong from None
        there = where.at(key) if key else where
        # the annotation has a lower and an upper limit
        if re.match(r"Expected `int` [<>]= ", text):
            subject = "each entry" if path.endswith("]") else "this"
            value = table.get(key)
            but = f", not {value}" if isinstance(value, int) and abs(value) < _LONG else ""
            raise there.error(f"{subject} must be {keys(kind)[key].range}{but}") from None
        raise there.error(f"{wanted_kind(text, path)}{_meant(text, table.get(key))}") from None


def _meant(text: str, value: object) -> str:
    """Return a hint for a number in quotes or a rank without quotes, or ""."""
    if "got `str`" in text and isinstance(value, str) and "`int" in text:
        number = number_meant(value)
        return "" if number is None else f": write {number}, without quotes"
    if (
        re.fullmatch(r"Expected `array( \| null)?`, got `str`", text)
        and isinstance(value, str)
        and len(value) < _BEGINNING
        and value.isprintable()
        and not {'"', "\\"} & {*value}
    ):
        return f': write ["{value}"]'
    if "got `int`" in text and isinstance(value, int) and "`str" in text:
        rank = rank_meant(str(value))
        return f': write "{rank}", in quotes' if rank else ""
    return ""


def checked(where: Where, check: Callable[..., object], *args: object) -> None:
    """Run a check; add the location in the file to the error that it raises."""
    try:
        check(*args)
    except InvalidKeyError as error:
        raise where.at(error.key).error(str(error)) from None
    except ValueError as error:
        wrong = where.error(str(error))
        wrong.phrase = True
        raise wrong from None
