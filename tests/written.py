"""Tables of the catalogue's definition files, and which of their keys are free names."""

from __future__ import annotations

import itertools
import tomllib
from importlib import resources
from typing import Any

from cadogan.rules import vocabulary
from cadogan.rules.group import GROUP_KEYS

__all__ = ["FILES", "is_name", "within"]

FILES: dict[str, dict[str, Any]] = {
    entry.name: tomllib.loads(entry.read_text("utf-8"))
    for entry in sorted(resources.files("cadogan").joinpath("games").iterdir(), key=str)
    if entry.name.endswith(".toml")
}
"""The table in each file, by its name; copy a table before you change it."""

_KEYS = {key for needed, optional in GROUP_KEYS.values() for key in needed + optional}


def within(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a key's path relative to its variant or to the override in an answer.

    >>> within(("variants", "peek", "options", "turn", "answers", "one", "over", "stock", "deal"))
    ('stock', 'deal')
    """
    if path[0] == "variants" and len(path) > 2:
        path = path[2:]
    if path[0] == "options" and path[2:3] == ("answers",) and path[4:5] == ("over",):
        return path[5:]
    return path


def is_name(path: tuple[str, ...]) -> bool:
    """Return whether a path ends in a free name, such as that of a group, variant or option.

    >>> is_name(("options", "turn", "answers", "one")), is_name(("options", "turn", "default"))
    (True, False)
    """
    rest = within(path)
    group = len(rest) == 2 and rest[0] in vocabulary.KINDS and rest[1] not in _KEYS
    patterns = (
        ("variants", None),
        ("combinations", None),
        ("combinations", None, "options", None),
        ("options", None),
        ("options", None, "answers", None),
    )
    return group or any(
        len(rest) == len(pattern)
        and all(b in (a, None) for a, b in itertools.zip_longest(rest, pattern))
        for pattern in patterns
    )
