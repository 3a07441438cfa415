"""Entries of each kernel: the functions that it exports, with the kinds of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cadogan import engine
from cadogan.kernel_build.layout import RECORDS
from cadogan.kernels.manifest import Entry
from cadogan.lint import random_play as plays
from cadogan.players.kernel import choose, rollout
from cadogan.solver.search import (
    beam,
    best_first,
    brute_force,
    dfs,
    encoding,
    late_discards,
    shorten,
    steps,
    transposition,
)
from cadogan.state import state

_NONE: Mapping[str, str] = MappingProxyType({})
_NARROW = {"bank": "h", "owner": "i", "depth": "i", "source": "i", "parent": "i", "parents": "i"}


_ARRAYS = {"list[int]": 1, "list[list[int]]": 2, "list[list[list[int]]]": 3}
_RECORDS = {kind.__name__ for kind in RECORDS}
_RESULTS = ("int", "bool", "None")


class Called(NamedTuple):
    """Function that a kernel exports.

    Attributes:
        function: the function in Python, which the interpreted kernel calls.
        narrow: type codes of :mod:`array` for parameters that are arrays of smaller integers: ``h``
            for two bytes, ``i`` for four. All other arrays hold eight-byte integers, ``q``.
    """

    function: Callable[..., Any]
    narrow: Mapping[str, str] = _NONE

    @property
    def entry(self) -> Entry:
        """Return the manifest's description of the function, derived from its annotations.

        >>> Called(encoding.pack, {"out": "h"}).entry
        Entry(name='pack', arguments=('CompiledRules', 'State', 'h1'), result='None')
        """
        name, kinds = self.function.__name__, dict(self.function.__annotations__)
        result = kinds.pop("return")
        if result not in _RESULTS:
            raise AssertionError(f"{name} returns neither a number nor nothing")
        arguments = []
        for of, kind in kinds.items():
            if kind in _ARRAYS:
                arguments.append(f"{self.narrow.get(of, 'q')}{_ARRAYS[kind]}")
            elif kind in _RECORDS or kind == "int":
                arguments.append(kind)
            else:
                raise AssertionError(f"{name}: {of} is neither array nor record")
        return Entry(name, tuple(arguments), result)


_ENGINE = (
    Called(engine.generate),
    Called(engine.make),
    Called(engine.refusal),
    Called(engine.unmake),
    Called(engine.won),
    Called(state.mix),
    Called(state.reorder),
    Called(state.shuffle),
)
_SEARCH = (
    Called(best_first.best_first, _NARROW),
    Called(brute_force.explore, {"keys": "h", "can": "h", "origin": "i", "reached": "i"}),
    Called(brute_force.perft),
    Called(dfs.depth_first),
    Called(transposition.spread),
    Called(shorten.shorten),
    Called(encoding.pack, {"out": "h"}),
    Called(encoding.reset),
    Called(encoding.unpack, {"packed": "h"}),
    Called(steps.trace),
    Called(beam.beam_search, _NARROW),
)
_PLAYS = (
    Called(plays.comes_again),
    Called(plays.same),
    Called(plays.shut_in),
    Called(plays.wander),
)
_PLAYERS = (Called(choose.choose), Called(rollout.runs))

ENTRIES: Mapping[str, tuple[Called, ...]] = MappingProxyType(
    {
        "plain": (*_ENGINE, *_SEARCH, *_PLAYS),
        "special": (*_ENGINE, *_SEARCH, Called(late_discards.late_first, _NARROW), *_PLAYS),
        "players": _PLAYERS,
    }
)
"""The exported functions of each kernel."""
