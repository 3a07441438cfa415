"""Which games the everyday tests try: as many as ever, however many there are, drawn by lot.

What must hold of every game would take ever longer, the more games there are. So where a test is
made for each game, the everyday run makes it for some that are drawn anew every day: most of them
of the *core*, a few dozen games that together use every word of the rules language which the
catalogue uses, some of the others. The rest has the marker ``whole``; a tenth of it, drawn by the
date too, is tried before anything lands.

What takes its time with many cases that are no games, or in many tests of one thing, bears the
mark ``drawn``: of the tests that share one such mark so many are tried every day as it says.
"""

from __future__ import annotations

import functools
import os
import random
import re
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime

import msgspec
import pytest

import cadogan
from cadogan.core.cards import RANKS
from cadogan.rules.catalogue import find
from cadogan.rules.definition import Definition

__all__ = [
    "ALONE",
    "DRAWN",
    "VARIABLE",
    "chosen",
    "core",
    "drawn_from",
    "drawn_of",
    "each",
    "files_of_the_day",
    "leave_undrawn",
    "mechanisms",
    "sampled",
    "seed",
]

VARIABLE = "CADOGAN_SAMPLE"
ALONE = "CADOGAN_SAMPLE_ALONE"  # set by the tests themselves, when they try nothing else
CORE_DRAWN = 14  # games of the core
DRAWN = 6  # of the others
# What differs from game to game and works alike in all: names and numbers.
_NO_MECHANISM = {"name", "kind", "piles", "ranks", "goal"}


def seed() -> str:
    """Return what the games are drawn by: the variable, or else today's date."""
    return os.environ.get(VARIABLE) or datetime.now(UTC).date().isoformat()


def mechanisms(definition: Definition) -> set[str]:
    """Return the words of the rules language that a definition uses.

    >>> sorted(mechanisms(find("klondike")) - mechanisms(find("klondike-one-pass")))
    ['redeal.times unlimited']
    """
    found = {f"{definition.decks} packs", f"win {definition.win}", f"{len(definition.options)}"}

    def note(where: str, table: msgspec.Struct) -> None:
        for key in {*table.__struct_fields__} - _NO_MECHANISM:
            value = getattr(table, key)
            if isinstance(value, msgspec.Struct):
                note(f"{where}.{key}", value)
            elif isinstance(value, str) and (value not in RANKS or not value):
                found.add(f"{where}.{key} {re.sub('[0-9]+', 'n', value)}")
            elif value:
                found.add(f"{where}.{key} {type(value).__name__}")

    for group in definition.groups:
        note(group.kind, group)
    for name in ("redeal", "shift", "merci"):
        if table := getattr(definition, name):
            note(name, table)
    return found


def core(definitions: Mapping[str, Definition]) -> list[str]:
    """Return a few games that use every word which any of them uses, the richest first."""
    uses = {name: mechanisms(definition) for name, definition in sorted(definitions.items())}
    left = set().union(*uses.values())
    found = []
    while left:
        best = max(uses, key=lambda name: len(uses[name] & left))
        found.append(best)
        left -= uses[best]
    return found


def drawn_of(definitions: Mapping[str, Definition], drawn: int = DRAWN) -> set[str]:
    """Return some of the core of some games, and with them as many others as are to be drawn."""
    rich = core(definitions)
    return drawn_from(rich, CORE_DRAWN) | drawn_from({*definitions} - {*rich}, drawn)


def drawn_from(names: Iterable[str], drawn: int = DRAWN) -> set[str]:
    """Return as many of some names as are to be drawn."""
    some = sorted(names)
    return {*random.Random(seed()).sample(some, min(drawn, len(some)))}


@functools.cache
def files_of_the_day() -> frozenset[str]:
    """Return the files of definitions that the everyday tests try, those of the games drawn."""
    return frozenset(f"{find(name).parent}.toml" for name in sampled())


@functools.cache
def sampled() -> frozenset[str]:
    """Return the games of the catalogue that the everyday tests try."""
    return frozenset(drawn_of({name: find(name) for name in cadogan.games()}))


def chosen(ids: Iterable[str]) -> list[str]:
    """Return those of some games that the everyday tests try."""
    return [name for name in ids if name in sampled()]


def each(
    ids: Iterable[str],
    among: Collection[str] | None = None,
    others: pytest.MarkDecorator = pytest.mark.whole,
) -> list[object]:
    """Return games as parameters of a test, those that are not tried every day marked.

    Args:
        ids: the games.
        among: those tried every day; of the catalogue by default.
        others: the mark of the others; ``slow`` where all of them take minutes.

    Returns:
        Only what is tried every day where nothing else can be selected: every worker would make
        twenty thousand tests, and leave them out.
    """
    everyday = sampled() if among is None else among
    names = list(ids)
    if os.environ.get(ALONE) and (drawn := [name for name in names if name in everyday]):
        return [*drawn]
    return [name if name in everyday else pytest.param(name, marks=others) for name in names]


def leave_undrawn(items: Iterable[pytest.Item]) -> None:
    """Mark as ``whole`` those tests that are not drawn of all that share one mark ``drawn``.

    Those may be the cases of one test, tests that bear one mark object, or all tests of a module.
    What is ``slow`` or ``whole`` in any case takes no part.
    """
    sharing: dict[int, tuple[int, dict[str, pytest.Item]]] = {}
    for item in items:
        mark = item.get_closest_marker("drawn")
        if mark and not item.get_closest_marker("slow") and not item.get_closest_marker("whole"):
            (most,) = mark.args
            sharing.setdefault(id(mark), (most, {}))[1][item.nodeid] = item
    for most, alike in sharing.values():
        for name in {*alike} - drawn_from(alike, most):
            alike[name].add_marker(pytest.mark.whole)
