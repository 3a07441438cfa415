"""Games and cases that stand for the others: the default tests try these, the slow ones all.

`covering` returns a few dozen games that together have every feature of the catalogue's compiled
rules. `covering.txt` lists them, because finding them compiles every game, in every worker of a
run. A test fails where a feature is missing; `python -m tests.covering` writes the list again.
Nothing depends on the date or on chance: two runs try the same.
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
    "covered_by",
    "covering",
    "covering_files",
    "each",
    "few",
    "representative",
]

LIST = Path(__file__).with_name("covering.txt")
ONLY = "CADOGAN_TESTS_ONLY_COVERING"  # set by conftest.py: the run selects no slow tests


def covered_by(features: Mapping[str, Collection[str]]) -> list[str]:
    """Return games that together have every feature, chosen greedily, the richest first.

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
    """Return the games that the default tests try, the richest in features first."""
    return tuple(LIST.read_text("utf-8").split())


@functools.cache
def covering_files() -> tuple[str, ...]:
    """Return the names of the files that define these games."""
    return tuple(dict.fromkeys(f"{find(name).parent}.toml" for name in covering()))


def representative(ids: Iterable[str]) -> list[str]:
    """Return those of some games that the default tests try."""
    return [name for name in ids if name in covering()]


def each(
    ids: Iterable[str], default: Sequence[str] | None = None, most: int | None = None
) -> list[object]:
    """Return games, or other names, as parameters of a test; all but the default ones are slow.

    Args:
        ids: the games.
        default: those that are not slow; the covering games if not given.
        most: how many of these at most, the first ones.

    Returns:
        Only the default ones where the run selects no slow tests: otherwise every worker would
        make twenty thousand tests and leave them out.
    """
    names = list(ids)
    usual = [name for name in (covering() if default is None else default) if name in names][:most]
    if os.environ.get(ONLY) and usual:
        return [*usual]
    return [name if name in usual else pytest.param(name, marks=pytest.mark.slow) for name in names]


def few(cases: Iterable[object], number: int) -> list[object]:
    """Return the cases of a test; all but a number of them, evenly spread, are slow.

    Like `each`, it returns only the others where the run selects no slow tests.
    """
    given: Sequence[object] = list(cases)
    usual = {i * len(given) // number for i in range(number)} if number else set[int]()
    if os.environ.get(ONLY) and usual:
        return [given[i] for i in sorted(usual)]
    return [case if i in usual else _slow(case) for i, case in enumerate(given)]


def _slow(case: object) -> object:
    """Return a case of a test, marked as slow."""
    if hasattr(case, "marks"):  # it is a `pytest.param`
        return case._replace(marks=(*case.marks, pytest.mark.slow))  # type: ignore[attr-defined]
    values = case if type(case) is tuple else (case,)  # a named tuple is one value
    return pytest.param(*values, marks=pytest.mark.slow)


if __name__ == "__main__":
    every = {name: cadogan.game(name).features for name in cadogan.games()}
    LIST.write_text("\n".join(covered_by(every)) + "\n", "utf-8")
