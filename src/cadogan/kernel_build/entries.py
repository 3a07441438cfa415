"""What is called from outside: the entries of each kernel, and the kinds of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cadogan import engine
from cadogan.kernel_build.layout import RECORDS
from cadogan.lint import random_play as plays
from cadogan.players.kernel import choose, rollout
from cadogan.solver.search import (
    beam,
    best_first,
    brute_force,
    dfs,
    encoding,
    shorten,
    steps,
    transposition,
)
from cadogan.state import state

_NONE: Mapping[str, str] = MappingProxyType({})
_NARROW = {"bank": "h", "owner": "i", "depth": "i", "source": "i", "parent": "i", "parents": "i"}


class Entry(NamedTuple):
    """A function that is called from outside.

    Attributes:
        function: as it is interpreted.
        narrow: for parameters that are arrays of smaller integers, their type as a letter of
            :mod:`array`: ``h`` for two bytes, ``i`` for four. All others take eight, ``q``.
    """

    function: Callable[..., Any]
    narrow: Mapping[str, str] = _NONE


_ENGINE = (
    Entry(engine.generate),
    Entry(engine.make),
    Entry(engine.refusal),
    Entry(engine.unmake),
    Entry(engine.won),
    Entry(state.mix),
    Entry(state.reorder),
    Entry(state.shuffle),
)
_SEARCH = (
    Entry(best_first.best_first, _NARROW),
    Entry(brute_force.explore, {"keys": "h", "can": "h", "origin": "i", "reached": "i"}),
    Entry(brute_force.perft),
    Entry(dfs.depth_first),
    Entry(transposition.spread),
    Entry(shorten.shorten),
    Entry(encoding.pack, {"out": "h"}),
    Entry(encoding.reset),
    Entry(encoding.unpack, {"packed": "h"}),
    Entry(steps.trace),
    Entry(beam.beam_search, _NARROW),
)
_PLAYS = (Entry(plays.comes_again), Entry(plays.same), Entry(plays.shut_in), Entry(plays.wander))
_PLAYERS = (Entry(choose.choose), Entry(rollout.runs))

ENTRIES: Mapping[str, tuple[Entry, ...]] = MappingProxyType(
    {
        "plain": (*_ENGINE, *_SEARCH, *_PLAYS),
        "special": (*_ENGINE, *_SEARCH, *_PLAYS),
        "players": _PLAYERS,
    }
)
"""Of each kernel, the functions that are called from outside."""

_ARRAYS = {"list[int]": 1, "list[list[int]]": 2, "list[list[list[int]]]": 3}
_RECORDS = {kind.__name__ for kind in RECORDS}
_RESULTS = ("int", "bool", "None")


def arguments_of(entry: Entry) -> list[str]:
    """Return the kind of each argument: a record's name, ``int``, or a letter and dimensions.

    >>> arguments_of(Entry(encoding.pack, {"out": "h"}))
    ['CompiledRules', 'State', 'h1']
    """
    kinds = []
    for name, kind in entry.function.__annotations__.items():
        if name == "return":
            continue
        if kind in _ARRAYS:
            kinds.append(f"{entry.narrow.get(name, 'q')}{_ARRAYS[kind]}")
        elif kind in _RECORDS or kind == "int":
            kinds.append(kind)
        else:
            raise AssertionError(f"{entry.function.__name__}: {name} is neither array nor record")
    return kinds


def result_of(entry: Entry) -> str:
    """Return what an entry returns: ``int``, ``bool`` or ``None``."""
    kind = entry.function.__annotations__["return"]
    if kind not in _RESULTS:
        raise AssertionError(f"{entry.function.__name__} returns neither a number nor nothing")
    return str(kind)
