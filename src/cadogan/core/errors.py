"""Errors of Cadogan, all of one base class.

Every message is one sentence for a person: what was wrong, where, and what would be right.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from pathlib import Path


class CadoganError(ValueError):
    """Base of every error that Cadogan raises for what a person gave it."""


class UnknownGameError(CadoganError):
    """No game of the catalogue has this id."""


class InvalidKeyError(ValueError):
    """A key of a table is invalid; the caller that knows the file adds the place.

    Attributes:
        key: which.
    """

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


def in_key(key: str, check: Callable[..., object], *args: object) -> None:
    """Run a check of the value of one key.

    Raises:
        InvalidKeyError: with what the check found wrong.
    """
    try:
        check(*args)
    except ValueError as error:
        raise InvalidKeyError(key, str(error)) from None


class InvalidOptionError(CadoganError):
    """The game has no such option, or its value is invalid."""


class InvalidPolicyError(CadoganError):
    """There is no such policy."""


class InvalidDefinitionError(CadoganError):
    """A key in a file of definitions is invalid.

    Attributes:
        missing: the key that is not there, or "".
        phrase: whether a phrase is none of the language.
        together: whether several keys contradict each other, of which each by itself would do.
    """

    missing: str = ""
    phrase: bool = False
    together: bool = False


class InvalidDealError(CadoganError):
    """A deal number or a dealing order is invalid."""


class InvalidPositionError(CadoganError):
    """The text of a position cannot be read."""


class InvalidMoveError(CadoganError):
    """The text is not a move of this game at all."""


class IllegalMoveError(CadoganError):
    """A readable move is not allowed here; the message gives the reason in the game's words."""


class InvalidLimitError(CadoganError):
    """A limit or switch of a search is invalid."""


class SolverMissingError(CadoganError):
    """There is no machine code to search with."""


class NoAnswerError(CadoganError):
    """The solver's process gave no answer."""


class TooLargeError(CadoganError):
    """A game is larger than the search has room for."""


class InvalidRecordError(CadoganError):
    """A line of a record cannot be read or replayed."""


class MeasurementError(CadoganError):
    """Deals cannot be measured, or not to the end."""


class InvalidStudyError(CadoganError):
    """A file of results cannot be read, written or combined."""


class ContradictionError(CadoganError):
    """Results disagree about a deal: one calls it won, another lost."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that one that is not known was meant for, or "".

    >>> nearest("tabel", ["table", "plot"]), nearest("golf", ["table", "plot"])
    ('table', '')
    """
    words = [name for name in known if len(name) > 1]  # a single letter is near to any pair
    return next(iter(difflib.get_close_matches(word, words, n=1, cutoff=0.6)), "")


def did_you_mean(
    word: str, known: Iterable[str], translate: Callable[..., str] = str.format
) -> str:
    """Return a hint naming the nearest known word, or the choices when they are few.

    The hint is English unless ``translate`` puts it into the language of the reader.

    >>> did_you_mean("tabelau", ["tableau", "stock"])
    "did you mean 'tableau'?"
    >>> did_you_mean("x", ["a", "b"])
    'it is one of: a, b'
    >>> did_you_mean("Jo", ["J", "Q"])
    'it is one of: J, Q'
    """
    choices = list(known)
    if near := nearest(word, choices):
        return translate("did you mean {name}?", name=repr(near))
    if not choices:
        return translate("there is none")
    if len(choices) > 30:
        return translate("for instance {name}", name=repr(choices[0]))
    return translate("it is one of: {names}", names=", ".join(choices))


def miscounted(entries: int, piles: int) -> str:
    """Return the problem of a list without one entry for each pile.

    >>> miscounted(1, 7)
    '1 entry for 7 piles'
    """
    count = "1 entry" if entries == 1 else f"{entries} entries"
    return f"{count} for {piles} pile{'' if piles == 1 else 's'}"


def no_folder(path: Path | str) -> str:
    """Name the folder on the way to a file that is missing or is none, or return "".

    The uppermost is named, where the slip is; nobody makes it for a name that was typed. A name
    with a stroke at its end is that of a folder.

    >>> no_folder("resutls/today/a.svg"), no_folder("a.svg"), no_folder("resutls/")
    ("there is no folder 'resutls'", '', "there is no folder 'resutls'")
    """
    within = Path(path, "any") if str(path).endswith("/") else Path(path)
    for folder in reversed(within.parents):
        if not folder.is_dir():
            name = repr(str(folder))
            return f"{name} is no folder" if folder.exists() else f"there is no folder {name}"
    return ""


_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "",
    "object": "a table",
    "str": "a text",
}


def wanted_kind(text: str, path: str = "") -> str:
    """Return msgspec's message on a value of the wrong kind in plain words.

    The message comes without its place; that is the path, ``$.tableau.row[0]``.

    >>> wanted_kind("Expected `int | array | null`, got `str`")
    'this must be a whole number or a list, not a text'
    >>> wanted_kind("Expected `array` of length 2, got 3", "$.places[0]")
    'each entry must be a list of 2, not of 3'
    >>> wanted_kind("Expected `int`, got `float`")
    'this must be a whole number, not a decimal number'
    """
    subject = "each entry" if re.search(r"\[\d+\]$", path) else "this"
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", text):
        return f"{subject} must be a list of {found[1]}, not of {found[2]}"
    if found := re.fullmatch(r"Expected `([a-z |]+)`, got `(\w+)`", text):
        kinds = [noun for kind in found[1].split(" | ") if (noun := _KINDS.get(kind, kind))]
        *some, last = kinds
        wanted = f"{', '.join(some)} or {last}" if some else last
        got = "a decimal number" if found[2] == "float" else _KINDS.get(found[2])
        return f"{subject} must be {wanted}, not {got or f'a {found[2]}'}"
    return text[:1].lower() + text[1:]
