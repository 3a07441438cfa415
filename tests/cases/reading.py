"""Reader of the case files: titles, definitions of small games, and the cases under a title.

A file is read line by line; a line that ends in a backslash continues on the next line.

| line | meaning |
|---|---|
| ``# words`` | a comment |
| ``:: NAME``, TOML, ``::`` | a definition for the cases below |
| ``:: NAME from OTHER``, changes, ``::`` | the definition OTHER with some keys changed |
| ``== words`` | the title of the cases below, up to the next title |
| any other line | part of a case |

Changes are TOML, such as ``tableau.deal = 3``, or ``drop tableau.deal``. Tables are merged; other
values replace the old ones.
"""

from __future__ import annotations

import copy
import functools
import itertools
import operator
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Table = dict[str, Any]


@dataclass
class Case:
    """The cases under one title.

    Attributes:
        title: what the cases show.
        lines: the lines as written, without comments.
        definitions: the definitions above the cases in the file, by name.
    """

    title: str
    definitions: dict[str, Table]
    lines: list[str] = field(default_factory=list)


def _merge(table: Table, changes: Table) -> None:
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            _merge(table[key], value)
        else:
            table[key] = value


def changed(table: Table, changes: Iterable[str]) -> Table:
    """Return a definition with some keys changed.

    >>> changed({"a": 1, "b": {"c": 2}}, ["drop a", "b.d = 3"])
    {'b': {'c': 2, 'd': 3}}
    """
    table, more = copy.deepcopy(table), []
    for line in changes:
        word, _, path = line.partition(" ")
        if word == "drop":
            *above, key = path.split(".")
            del functools.reduce(operator.getitem, above, table)[key]
        else:
            more.append(line)
    _merge(table, tomllib.loads("\n".join(more)))
    return table


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    definitions: dict[str, Table] = {}
    case: Case | None = None
    lines = iter(re.sub(r"\\\n *", "", path.read_text("utf-8")).splitlines())
    for line in lines:
        if line.startswith(":: "):
            name, _, base = line[3:].partition(" from ")
            body = list(itertools.takewhile(lambda li: li != "::", lines))
            definitions[name] = changed(definitions[base] if base else {}, body)
        elif line.startswith("== "):
            if case:
                yield case
            case = Case(line[3:], dict(definitions))
        elif not line.lstrip().startswith("#") and (line.strip() or (case and case.lines)):
            assert case, f"a line precedes the first title: {line}"
            case.lines.append(line)
    if case:
        yield case


def cases_in(folder: Path) -> dict[str, Case]:
    """Return the cases of all files in a folder by file and title."""
    found: dict[str, Case] = {}
    for path in sorted(folder.glob("*.txt")):
        for case in read_cases(path):
            name = f"{path.stem}: {case.title}"
            assert name not in found, f"two cases have the name {name}"
            found[name] = case
    return found


def texts_in(path: Path) -> dict[str, str]:
    """Return the texts of a file by their titles."""
    return {case.title: "\n".join(case.lines).rstrip() + "\n" for case in read_cases(path)}


def blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the blocks of lines that blank lines separate."""
    for blank, group in itertools.groupby(lines, key=lambda line: not line.strip()):
        if not blank:
            yield list(group)
