"""Representative games and cases: the default tests try only these, the slow tests try all.

`covering` returns a few dozen games that together have every feature of the catalogue's compiled
rules. `covering.txt` lists them, because finding them requires every worker to compile every game.
`covering_tiny.txt` lists the same for tiny games. A test fails if a feature is missing;
`python -m tests.covering` rewrites both lists. Nothing depends
on the date or on chance, so every run tries the same games.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import pytest

import cadogan
from cadogan.rules.catalogue import find

__all__ = [
    "LIST",
    "ONLY",
    "TINY",
    "covered_by",
    "covering",
    "covering_files",
    "covering_tiny",
    "each",
    "few",
    "representative",
]

LIST = Path(__file__).with_name("covering.txt")
TINY = Path(__file__).with_name("covering_tiny.txt")
ONLY = "CADOGAN_TESTS_ONLY_COVERING"  # set by conftest.py: the run selects no slow tests


def covered_by(features: Mapping[str, Collection[str]]) -> list[str]:
    """Return games that together have every feature, chosen greedily, most features first.

    >>> covered_by({"a": {"deal"}, "b": {"deal", "redeal"}, "c": {"cells"}})
    ['b', 'c']
    """
    left = set().union(*features.values())
    found = []
    while left:
        best = max(sorted(features), key=lambda name: len(left.intersection(features[name])))
        found.append(best)
        left.difference_update(features[best])
    return found


@functools.cache
def covering() -> tuple[str, ...]:
    """Return the games that the default tests try, those with most features first."""
    return tuple(LIST.read_text("utf-8").split())


@functools.cache
def covering_tiny() -> tuple[str, ...]:
    """Return tiny games that together have every feature of all tiny games."""
    return tuple(TINY.read_text("utf-8").split())


@functools.cache
def covering_files() -> tuple[str, ...]:
    """Return the names of the files that define the covering games."""
    return tuple(dict.fromkeys(f"{find(name).parent}.toml" for name in covering()))


def representative(ids: Iterable[str]) -> list[str]:
    """Return the games among `ids` that the default tests try."""
    return [name for name in ids if name in covering()]


def each(
    ids: Iterable[str], default: Sequence[str] | None = None, most: int | None = None
) -> list[object]:
    """Return names as parameters of a test, with all but the default ones marked slow.

    Args:
        ids: the names, usually of games.
        default: the names that are not slow; by default the covering games.
        most: a limit on the number of default names; the first ones are kept.

    Returns:
        The parameters. If the run selects no slow tests, only the default names are returned:
        otherwise every worker would create twenty thousand tests and deselect them.
    """
    names = list(ids)
    usual = [name for name in (covering() if default is None else default) if name in names][:most]
    if os.environ.get(ONLY) and usual:
        return [*usual]
    return [name if name in usual else pytest.param(name, marks=pytest.mark.slow) for name in names]


def few(cases: Iterable[object], number: int) -> list[object]:
    """Return the cases of a test, with all but `number` of them, evenly spread, marked slow.

    Like `each`, it returns only the unmarked ones if the run selects no slow tests.
    """
    given: Sequence[object] = list(cases)
    usual = {i * len(given) // number for i in range(number)} if number else set[int]()
    if os.environ.get(ONLY) and usual:
        return [given[i] for i in sorted(usual)]
    return [case if i in usual else _slow(case) for i, case in enumerate(given)]


def _slow(case: object) -> object:
    """Return a test case marked as slow."""
    if hasattr(case, "marks"):  # it is a `pytest.param`
        return case._replace(marks=(*case.marks, pytest.mark.slow))  # type: ignore[attr-defined]
    values = case if type(case) is tuple else (case,)  # a named tuple is one value
    return pytest.param(*values, marks=pytest.mark.slow)


if __name__ == "__main__":
    from tests.tiny import NAMES, load

    for path, names, make in (LIST, cadogan.games(), cadogan.game), (TINY, NAMES, load):
        every = {name: make(name).features for name in names}
        path.write_text("\n".join(covered_by(every)) + "\n", "utf-8")
