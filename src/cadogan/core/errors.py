"""Exceptions of Cadogan, with one base class.

Every message is one sentence for the user: what is wrong, where, and how to put it right.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from pathlib import Path


class CadoganError(ValueError):
    """Base class of all errors about the user's input."""


class UnknownGameError(CadoganError):
    """No game of the catalogue has this id."""


class InvalidKeyError(ValueError):
    """A key of a table is invalid; the caller, which knows the file, adds the location.

    Attributes:
        key: the name of the key.
    """

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


def in_key(key: str, check: Callable[..., object], *args: object) -> None:
    """Check the value of one key.

    Raises:
        InvalidKeyError: with the message of the check, when it fails.
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
        missing: the key that the file lacks, or "".
        phrase: whether the value is a phrase that the language does not have.
        together: whether several keys, each valid alone, contradict each other.
    """

    missing: str = ""
    phrase: bool = False
    together: bool = False


class InvalidDealError(CadoganError):
    """A deal number or a dealing order is invalid."""


class InvalidPositionError(CadoganError):
    """The text of a position cannot be read."""


class InvalidMoveError(CadoganError):
    """The text does not denote a move of this game."""


class IllegalMoveError(CadoganError):
    """The rules do not allow this move now; the message gives the reason in the game's terms."""


class InvalidLimitError(CadoganError):
    """A limit or an option of a search is invalid."""


class SolverMissingError(CadoganError):
    """No solver for this machine is installed."""


class NoAnswerError(CadoganError):
    """The solver's process gave no answer."""


class TooLargeError(CadoganError):
    """The game is too large for the solver."""


class InvalidRecordError(CadoganError):
    """A line of a record cannot be read or replayed."""


class MeasurementError(CadoganError):
    """Deals cannot be measured, or the study cannot be finished."""


class InvalidStudyError(CadoganError):
    """A file of results cannot be read, written or combined."""


class ContradictionError(CadoganError):
    """Two results contradict each other: one calls a deal won, the other lost."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most similar to a misspelt one, or "".

    >>> nearest("tabel", ["table", "plot"]), nearest("golf", ["table", "plot"])
    ('table', '')
    """
    words = [name for name in known if len(name) > 1]  # one letter resembles any two
    return next(iter(difflib.get_close_matches(word, words, n=1, cutoff=0.6)), "")


def did_you_mean(
    word: str, known: Iterable[str], translate: Callable[..., str] = str.format
) -> str:
    """Return a hint with the most similar known word, or with all choices if they are few.

    The hint is English unless ``translate`` translates it.

    >>> did_you_mean("tabelau", ["tableau", "stock"])
    "did you mean 'tableau'?"
    >>> did_you_mean("x", ["a", "b"])
    'use one of: a, b'
    >>> did_you_mean("Jo", ["J", "Q"])
    'use one of: J, Q'
    """
    choices = list(known)
    if near := nearest(word, choices):
        return translate("did you mean {name}?", name=repr(near))
    if not choices:
        return translate("there is none")
    if len(choices) > 30:
        return translate("for instance {name}", name=repr(choices[0]))
    return translate("use one of: {names}", names=", ".join(choices))


def miscounted(entries: int, piles: int) -> str:
    """Describe a list that does not have one entry for each pile.

    >>> miscounted(1, 7)
    'expected 7 entries, one for each pile, got 1'
    """
    if piles == 1:
        return f"expected 1 entry, got {entries}"
    return f"expected {piles} entries, one for each pile, got {entries}"


def no_folder(path: Path | str) -> str:
    """Describe the first folder of a path that is missing or is not a folder, or return "".

    The sentence names the topmost such folder, since the typing error is there. A path that ends
    with a slash denotes a folder.

    >>> no_folder("resutls/today/a.svg"), no_folder("a.svg"), no_folder("resutls/")
    ("there is no folder 'resutls'", '', "there is no folder 'resutls'")
    """
    within = Path(path, "any") if str(path).endswith("/") else Path(path)
    for folder in reversed(within.parents):
        if not folder.is_dir():
            name = repr(str(folder))
            return f"{name} is not a folder" if folder.exists() else f"there is no folder {name}"
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
    """Rewrite msgspec's message about a value of the wrong type in plain words.

    Args:
        text: the message without its location.
        path: the location, such as ``$.tableau.row[0]``.

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
