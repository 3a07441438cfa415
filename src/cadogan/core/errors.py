"""Cadogan's exceptions, which share one base class.

Every message is one sentence for the user. The sentence says what is wrong, where it is wrong, and
what to do.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from pathlib import Path


class CadoganError(ValueError):
    """Base class of all errors in the user's input."""


class UnknownGameError(CadoganError):
    """Error for an id that no game in the catalogue has."""


class InvalidKeyError(ValueError):
    """Error for an invalid key of a table; the caller, which knows the file, adds the location.

    Attributes:
        key: name of the key.
    """

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


def in_key(key: str, check: Callable[..., object], *args: object) -> None:
    """Check the value of one key.

    Raises:
        InvalidKeyError: if the check fails, with its message.
    """
    try:
        check(*args)
    except ValueError as error:
        raise InvalidKeyError(key, str(error)) from None


class InvalidOptionError(CadoganError):
    """Error for an option that the game does not have, or for an invalid value of an option."""


class InvalidPolicyError(CadoganError):
    """Error for a policy that does not exist."""


class InvalidDefinitionError(CadoganError):
    """Error for an invalid key in a file of definitions.

    Attributes:
        missing: the missing key, or "" if no key is missing.
        phrase: whether the value is a phrase that the rules language does not know.
        together: whether several keys, each of them valid alone, contradict each other.
    """

    missing: str = ""
    phrase: bool = False
    together: bool = False


class InvalidDealError(CadoganError):
    """Error for an invalid deal number or dealing order."""


class InvalidPositionError(CadoganError):
    """Error for a position whose text cannot be read."""


class InvalidMoveError(CadoganError):
    """Error for text that denotes no move of the game."""


class IllegalMoveError(CadoganError):
    """Error for a move that the rules do not allow now; the message gives the reason."""


class InvalidLimitError(CadoganError):
    """Error for an invalid limit or option of a search."""


class SolverMissingError(CadoganError):
    """Error for a machine without a solver."""


class NoAnswerError(CadoganError):
    """Error for a solver process that gives no answer."""


class TooLargeError(CadoganError):
    """Error for a game that is too large for the solver."""


class InvalidRecordError(CadoganError):
    """Error for an unreadable line of a record, or for one that cannot be replayed."""


class InvalidCertificateError(CadoganError):
    """Error for a file that is damaged, not a certificate, or about other rules."""


class FlawedCertificateError(CadoganError):
    """Error for a certificate that does not prove what it claims; the message says where."""


class MeasurementError(CadoganError):
    """Error for deals that cannot be measured, or for a study that cannot be finished."""


class InvalidStudyError(CadoganError):
    """Error for a results file that cannot be read, written or combined."""


class ContradictionError(CadoganError):
    """Error for contradictory results: one says that a deal is won, the other that it is lost."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most similar to a misspelt word, or "".

    >>> nearest("tabel", ["table", "plot"]), nearest("golf", ["table", "plot"])
    ('table', '')
    """
    # a single letter would be similar to any word of two letters
    words = [name for name in known if len(name) > 1]
    return next(iter(difflib.get_close_matches(word, words, n=1, cutoff=0.6)), "")


def did_you_mean(
    word: str, known: Iterable[str], translate: Callable[..., str] = str.format
) -> str:
    """Return a hint with the most similar known word, or with all choices if there are few.

    The hint is in English unless ``translate`` translates it.

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
    """Describe a list whose number of entries differs from the number of piles.

    >>> miscounted(1, 7)
    'expected 7 entries, one for each pile, got 1'
    """
    if piles == 1:
        return f"expected 1 entry, got {entries}"
    return f"expected {piles} entries, one for each pile, got {entries}"


def no_folder(path: Path | str) -> str:
    """Describe the first part of a path that is not an existing folder, or return "".

    The sentence names the topmost folder with a problem, because the mistake is there. A path that
    ends with a slash counts as a folder.

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
    "str": "a string",
}


def wanted_kind(text: str, path: str = "") -> str:
    """Return, in plain words, msgspec's message about a value of the wrong type.

    Args:
        text: the message of msgspec without the location.
        path: the location of the value, such as ``$.tableau.row[0]``.

    >>> wanted_kind("Expected `int | array | null`, got `str`")
    'this must be a whole number or a list, not a string'
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
