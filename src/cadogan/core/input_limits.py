"""Limits on untrusted text: its size, depth and number of parts.

Definitions, positions, records and JSON texts may come from strangers. A linear scan checks each
text before its parser reads it. Even a short text can cost a parser a lot of time and memory. For
example, the TOML parser needs six seconds and 800 MB for a key with 25,000 dots.

Each function returns a sentence with the limit, the location and the remedy. For a text within the
limits, it returns "". The caller raises the error that fits the kind of text.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# maximum size of a definition in bytes; the longest in the catalogue has 11,000
DEFINITION = 64 << 10
DRAFT = 512 << 10  # maximum size of unsaved text in bytes, as JSON
POSITION = 64 << 10  # maximum size of a position in bytes, in any notation
RECORD = 1 << 20  # maximum size of a record in bytes, enough for about 80,000 moves
BACKUP = 64 << 20  # maximum size of an exported file in bytes, enough for about 60,000 plays
RESULT_TEXT = 64 << 10  # maximum size of a string in a results file, in bytes
KEY_PARTS = 12  # maximum number of names in one key, such as a.b.c
NESTED = 12  # maximum depth of nested brackets in a definition
KEYS = 4000  # maximum number of keys in a definition
# maximum number of forms in a file: games, answers to their choices, and combinations
MOST_FORMS = 250
SETTINGS = 64 << 10  # maximum size of a user's settings in bytes
OWN_FILES = 500  # maximum number of definitions that a user may keep
MOST_CHOICES = 16  # maximum number of choices of a game
JSON_DEPTH = 32  # nested brackets
# maximum number of lists and objects in an exported file, which has five for each play
BACKUP_BRACKETS = 1_000_000

_TOML = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?+'  # strings, whose contents have no effect on the depth
    r"|'''(?:[^']|'(?!''))*+(?:''')?+"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?+'
    r"|'[^'\n]*+'?+"
    r"|#[^\n]*+"  # comments
    r"|[\[\]{}.=,\n]",
    re.DOTALL,
)
_JSON = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[\]{}]', re.DOTALL)


def kilobytes(size: int) -> str:
    """Return a number of bytes as text, in kB or MB.

    >>> kilobytes(64 << 10), kilobytes(70_000), kilobytes(64 << 20)
    ('64 kB', '69 kB', '64 MB')
    """
    return f"{size / (1 << 20):.0f} MB" if size >= 1 << 20 else f"{-(-size // 1024):,} kB"


def size_excess(text: str | bytes, most: int, kind: str) -> str:
    """Return an error if a text has more than ``most`` bytes in UTF-8, otherwise "".

    >>> size_excess("x" * 70_000, POSITION, "a position")
    'this is 69 kB long; a position has at most 64 kB'
    """
    size = len(text)
    if isinstance(text, str) and size <= most < 4 * size:
        size = len(text.encode("utf-8", "surrogatepass"))
    return f"this is {kilobytes(size)} long; {kind} has at most {kilobytes(most)}" * (size > most)


def definition_excess(text: str) -> str:
    """Return why the text of a definition exceeds a limit, or "" if it does not.

    The sentence ends with the location, written as the TOML parser writes it.

    >>> definition_excess("piles" + ".a" * 40 + " = 1")
    'a key may have at most 12 parts separated by dots; this one has more (at line 1, column 28)'
    >>> definition_excess('about = "1.2.3.4.5.6.7.8.9.10.11.12.13.14"  # a.b.c.d.e.f.g.h.i.j.k.l.m')
    ''
    """
    if reason := size_excess(text, DEFINITION, "a definition"):
        return f"{reason}: put each game in a file of its own"
    parts = depth = keys = 0
    for found in _TOML.finditer(text):
        sign = found[0]
        if sign == ".":
            parts += 1
            if parts >= KEY_PARTS:
                reason = (
                    f"a key may have at most {KEY_PARTS} parts separated by dots; this one has more"
                )
                return reason + _place(text, found.start())
        elif sign in "[{":
            depth, parts, keys = depth + 1, 0, keys + 1
            if depth > NESTED:
                reason = f"brackets may be nested at most {NESTED} deep: close some first"
                return reason + _place(text, found.start())
        elif sign in "]}":
            depth, parts = max(0, depth - 1), 0
        elif sign in "=,\n":
            parts, keys = 0, keys + (sign == "=")
        if keys > KEYS:
            reason = f"a definition may have at most {KEYS:,} keys and lists: leave out the rest"
            return reason + _place(text, found.start())
    return ""


def _place(text: str, at: int) -> str:
    """Return a location as the TOML parser writes it, so that an editor can mark it."""
    line = text.count("\n", 0, at) + 1
    return f" (at line {line}, column {at - text.rfind(chr(10), 0, at)})"


def forms_excess(raw: Mapping[str, Any]) -> tuple[str, str]:
    """Return the key and the error if a file has too many forms, otherwise two empty strings.

    The forms are those that a check of the file tries: each variant with each answer to its
    choices, and each combination. The file is parsed as TOML, but not yet validated.

    >>> print(*forms_excess({"variants": {f"v{n}": {} for n in range(300)}}), sep=": ")
    variants: there are 301 forms to try (games, answers, combinations); the maximum is 250
    """
    variants, choices = _table(raw.get("variants")), _table(raw.get("options"))
    forms = len(_table(raw.get("combinations")))
    place = "combinations" if forms > MOST_FORMS else "variants"
    for key, game in {"": raw, **variants}.items():
        own = choices if not key else {**choices, **_table(_table(game).get("options"))}
        if len(own) > MOST_CHOICES:
            path = f"variants.{key}.options" if key else "options"
            return path, f"a game may have at most {MOST_CHOICES} choices; this one has {len(own)}"
        forms += 1 + sum(len(_table(_table(one).get("answers"))) for one in own.values())
        if not key and forms > MOST_FORMS and place != "combinations":
            place = "options"
    if forms <= MOST_FORMS:
        return "", ""
    return place, (
        f"there are {forms:,} forms to try (games, answers, combinations);"
        f" the maximum is {MOST_FORMS}"
    )


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def json_excess(text: str) -> str:
    """Return why a JSON text exceeds a limit, or "" if it does not.

    >>> json_excess('{"a": [[1, 2], "[[[["]}')
    ''
    >>> json_excess("[" * 50)
    'brackets may be nested at most 32 deep (at line 1, column 33)'
    """
    # this count includes the brackets within strings
    if text.count("[") + text.count("{") <= JSON_DEPTH:
        return ""
    depth = 0
    for found in _JSON.finditer(text):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth > JSON_DEPTH:
                reason = f"brackets may be nested at most {JSON_DEPTH} deep"
                return reason + _place(text, found.start())
        elif sign in "]}":
            depth = max(0, depth - 1)
    return ""


def position_excess(text: str) -> str:
    """Return why the text of a position, in any notation, exceeds a limit, or "".

    >>> position_excess("t1: KH QS")
    ''
    """
    return size_excess(text, POSITION, "a position") or (
        json_excess(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else ""
    )


def read_bounded(path: Path, most: int) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes.

    The function refuses pipes and devices without reading them, because they might never end.

    Raises:
        OSError: if the file cannot be read, is not a regular file, or is too long.

    >>> read_bounded(Path("/dev/null"), 10)
    Traceback (most recent call last):
    ...
    OSError: [Errno 22] it is not a regular file
    """
    # With this flag, opening a pipe without a writer does not block.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(21, "Is a directory")
        if not stat.S_ISREG(found.st_mode):
            raise OSError(22, "it is not a regular file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(27, f"it is larger than {kilobytes(most)}")
    return data
