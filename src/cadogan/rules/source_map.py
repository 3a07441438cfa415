"""Source map: locations of keys in a definition's text, so that an editor can mark errors.

Errors name a file and a key (:mod:`cadogan.rules.location`); this module finds the key in the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from cadogan.core.errors import InvalidDefinitionError
from cadogan.core.input_limits import definition_excess

_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*""")
_TEXT = re.compile(
    r'\"\"\"(?:[^\\]|\\.)*?\"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_PLAIN = re.compile(r"[^\s,\]}#]+(?: \d[^\s,\]}#]*)?")  # a TOML date may contain one space
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Spot(NamedTuple):
    """A span of text, from the index ``start`` to the index ``end``."""

    start: int
    end: int


class Fault(NamedTuple):
    """An error in the text, with its location."""

    said: str  # the message without the file's name
    key: str  # the key that the message names, or ""
    line: int  # counted from 1; 0 if the error concerns the whole text
    column: int
    length: int  # the length of the text that an editor marks


class _Reader:
    """Scanner that records the locations of keys and values in one pass."""

    def __init__(self, text: str) -> None:
        """Scan the text up to its first syntax error; do not scan text that exceeds a limit."""
        self.text, self.at = text, 0
        self.keys: dict[str, Spot] = {}
        self.values: dict[str, Spot] = {}
        if not definition_excess(text):
            with suppress(RecursionError):
                self._read()

    def _read(self) -> None:
        table: tuple[str, ...] = ()
        while self._skip():
            if self.text[self.at] == "[":
                self.at += 2 if self.text.startswith("[[", self.at) else 1
                found = self._path(())
                if found is None or not self._pass("]"):
                    return
                self._pass("]")
                table = found
            elif not self._pair(table):
                return

    def _skip(self) -> bool:
        if found := _BLANK.match(self.text, self.at):
            self.at = found.end()
        return self.at < len(self.text)

    def _pass(self, sign: str) -> bool:
        if found := self.text.startswith(sign, self.at):
            self.at += len(sign)
        return found

    def _path(self, under: tuple[str, ...]) -> tuple[str, ...] | None:
        """Read a dotted key and record the location of each of its parts."""
        path = under
        while found := _KEY.match(self.text, self.at):
            path = (*path, _bare(found[1]))
            self.keys.setdefault(".".join(path), Spot(found.start(1), found.end(1)))
            self.at = found.end()
            if not self._pass("."):
                return path
        return None

    def _pair(self, under: tuple[str, ...]) -> bool:
        path = self._path(under)
        if path is None or not self._pass("="):
            return False
        self._skip()
        start = self.at
        if not self._value(path):
            return False
        self.values.setdefault(".".join(path), Spot(start, self.at))
        return True

    def _value(self, path: tuple[str, ...]) -> bool:
        for sign, end in ("[]", "{}"):
            if self._pass(sign):
                while self._skip():
                    if self._pass(end):
                        return True
                    if not (self._pair(path) if sign == "{" else self._value(path)):
                        return False
                return False
        found = _TEXT.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None


def _bare(key: str) -> str:
    if key[0] == '"':
        try:
            return next(iter(tomllib.loads(f"{key} = 0")))
        except tomllib.TOMLDecodeError:
            return key[1:-1]
    return key[1:-1] if key[0] == "'" else key


def spots(text: str) -> dict[str, Spot]:
    r"""Return the location where each key first occurs, by the key's full path.

    If the text has a syntax error, the function finds only the keys before the error.

    >>> text = '[tableau]\npiles = 7\nthen = { when = "stock empty" }'
    >>> [text[spot.start :][:5] for spot in spots(text).values()]
    ['table', 'piles', 'then ', 'when ']
    >>> [*spots(text)][-1]
    'tableau.then.when'
    """
    return _Reader(text).keys


def pairs(text: str) -> dict[str, Spot]:
    """Return the location of each key together with its value; see :func:`spots`.

    >>> pairs('name = "Mine"')
    {'name': Spot(start=0, end=13)}
    """
    reader = _Reader(text)
    return {key: Spot(reader.keys[key].start, value.end) for key, value in reader.values.items()}


def top_value(text: str, key: str) -> Spot | None:
    """Return the location of a top-level key's value, or None if the text lacks the key.

    >>> top_value('name = "Mine"', "name")
    Spot(start=7, end=13)
    """
    return _Reader(text).values.get(key)


def _paths(key: str) -> Iterator[str]:
    while key:
        yield key
        key = key.rpartition(".")[0]


def with_line(text: str, file: str, error: InvalidDefinitionError) -> InvalidDefinitionError:
    r"""Add the line number to an error message if the error concerns one line of the text.

    >>> text, error = "[tableau]\npile = 7", InvalidDefinitionError("my.toml: tableau.pile: no")
    >>> print(with_line(text, "my.toml", error))
    my.toml: line 2: tableau.pile: no
    """
    fault = fault_in(text, file, error)
    if fault.line:
        error.args = (f"{file}: line {fault.line}: {fault.said}",)
    return error


def fault_in(text: str, file: str, error: Exception) -> Fault:
    r"""Return the location and the message of an error from the loader.

    >>> fault_in('[tableau]\npile = 7', "my.toml", ValueError("my.toml: tableau.pile: no"))
    Fault(said='tableau.pile: no', key='tableau.pile', line=2, column=1, length=4)
    """
    message = str(error).removeprefix(f"{file}: ")
    if at := _AT.search(message):
        line = int(at[1]) if at[1] else max(1, text.rstrip().count("\n") + 1)
        return Fault(message[: at.start()], "", line, int(at[2]) if at[2] else 1, 0)
    found = spots(text)
    head = message.partition(": ")[0]
    named = next((path for path in _paths(head) if path in found), "")
    # an error such as 'the key KEY is missing' names no place in the text
    if not named:
        return Fault(message, "", 0, 0, 0)
    spot = found[named]
    line = text.count("\n", 0, spot.start) + 1
    column = spot.start - (text.rfind("\n", 0, spot.start) + 1) + 1
    return Fault(message, head, line, column, spot.end - spot.start)
