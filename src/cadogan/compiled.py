"""The engine at its second speed: :mod:`cadogan.engine`, compiled by Numba.

The file ``engine.py`` is loaded a second time and its functions are compiled. Tables and states
become NumPy records of fixed capacity, so that every game has the same types (one compilation
serves all) and a call passes one pointer instead of seventy arrays: that made compiling three
times and running ten times faster than tuples of arrays. The search is compiled in the same way, on
top of the engine (:mod:`cadogan.solver.machine`). Machine code is kept on disk
(:mod:`cadogan.machinecode`). Nothing else imports Numba: the page's server interprets the engine
and starts at once.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Collection, Mapping
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, cast, get_type_hints

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from cadogan import engine, reading, state
from cadogan.board import MOST_MOVES
from cadogan.compiler import FLAGS
from cadogan.errors import TooLarge
from cadogan.families.code import CODE
from cadogan.language.definition import MOST_GROUPS, MOST_PILES
from cadogan.machinecode import FAMILIES as FORM
from cadogan.machinecode import keep
from cadogan.state import MASK, State
from cadogan.tables import MOST_CONDITIONS, MOST_RULES, STRIDE, Tables

__all__ = [
    "COMPILED",
    "compiled_engine",
    "compiled_module",
    "compiled_modules",
    "record",
    "state_record",
    "tables_record",
]

_PILES, _ROOM, _GROUPS, _PHASES = MOST_PILES, 208, MOST_GROUPS, 1 << MOST_CONDITIONS
_CAPACITY = {
    "accept": MOST_RULES * STRIDE,
    "rule_at": _PILES * (_ROOM + 1),
    "rule_then": _PILES * (_ROOM + 1),
    "route": _PHASES * _GROUPS * _GROUPS,
    "gives": _PHASES * _GROUPS,
    "fill_from": _PILES * _PILES,
    "cards": _PILES * _ROOM,
    "roll": _PILES * (_ROOM + 1),
    "log": 1 << 20,
    "scratch": _ROOM + 1,
    "cross_from": _GROUPS * _GROUPS,
    "cross_to": _GROUPS * _GROUPS,
    "cross_row": _GROUPS * _GROUPS,
    "free_row": _GROUPS * _GROUPS,
    "free_from": _GROUPS * _GROUPS,
    "taking": _GROUPS * _GROUPS,
    "keys": MOST_MOVES,
    "checks": MOST_MOVES,
    "made": 1 << 10,
    "laid": _GROUPS * _GROUPS * STRIDE,
    "onto": _GROUPS * _GROUPS * STRIDE,
    "order": 53 * STRIDE,
    "fits": _PILES * STRIDE,
    "cover_at": _PILES + 1,
    "cover": 4 * _PILES,
    "touching": _PILES * _PILES,
    "mates": 52,
    "between": 52,
    "links": 52,
    "beats": 52,
    "called": 52,
    "trio": 3 * 16,
    "quad": 4 * 16,
    "score_pay": 9,
    "pack": _ROOM,
    "kept": 3 * _PILES + 16 + _ROOM,
    "met": 1 << 13,
    "liked": MOST_MOVES,
    "tried": MOST_MOVES,
    "worth": MOST_MOVES,
    **dict.fromkeys(("hung_of", "hung", "hung_part", "hung_part2"), 1 << 8),
    **dict.fromkeys(("turned_of", "turned"), 1 << 8),
    "told": 1 << 10,
    "told_of": 1 << 10,
    **dict.fromkeys(("kin_pile", "kin_at", "kin_with", "kin_place"), _ROOM),
    **dict.fromkeys(("heap_rung", "heap_below"), _ROOM + 1),
    "cells": _ROOM,
    "guess": _ROOM,
}  # every other list has one entry a pile, a group or a condition


@keep
@numba.njit
def _times(a: int, b: int) -> int:
    """Return the low 62 bits of a product (:func:`cadogan.state.times`)."""
    product = np.uint64(a) * np.uint64(b) & np.uint64(MASK)
    return np.int64(product)  # type: ignore[return-value]


@intrinsic
def _lowest(_typing: Any, _some: Any) -> Any:
    """Return the lowest card of a set that is not empty (:func:`cadogan.state.lowest`)."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _many(_typing: Any, _some: Any) -> Any:
    """Return how many cards are in a set (:func:`cadogan.state.many`)."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), code


@functools.cache
def compiled_engine(families: bool = False) -> ModuleType:
    """Return the engine as a module of compiled functions, those of its state among them.

    Its functions have the names and arguments of :mod:`cadogan.engine`; tables and states must be
    records (``tables_record``, ``state_record``), a list of moves an int64 array. A function is
    compiled at its first call, or taken from the cache on disk.

    Args:
        families: whether it can play the games of families (``Tables.families``); the engine that
            cannot is compiled in less time, and waits for nothing that it does not need.

    >>> compiled_engine().mix(7) == state.mix(7)
    True
    """
    return compiled_modules(families)[engine.__name__]


# what the functions of cadogan.state stand for that have two forms; state.times says why
COMPILED = {"times": _times, "lowest": _lowest, "many": _many}


@functools.cache
def compiled_modules(families: bool) -> Mapping[str, ModuleType]:
    """Return the compiled modules that a search calls, by the names of their sources."""
    fixed = {**COMPILED, "FAMILIES": families}
    form = FORM if families else ""
    below: dict[str, ModuleType] = {}
    for source in (state, reading, *(CODE if families else ()), engine):
        called = {state: ("mix", "reorder", "shuffle"), engine: None}.get(source, ())
        below[source.__name__] = compiled_module(source, fixed, called, below, form)
    made = below[engine.__name__]
    for name, value in vars(below[state.__name__]).items():
        vars(made).setdefault(name, value)
    return MappingProxyType(below)


def compiled_module(
    source: ModuleType,
    instead: Mapping[str, object],
    entries: Collection[str] | None = None,
    below: Mapping[str, ModuleType] = MappingProxyType({}),
    form: str = "",
) -> ModuleType:
    """Load a module a second time and compile its functions.

    Args:
        source: written in the subset that Numba compiles.
        instead: what names of the module stand for in the second copy; others are passed over.
        entries: the functions to be called from Python; by default all without an underscore.
        below: compiled modules by the names of their sources. What the module imports from one of
            those is taken from its compiled copy.
        form: what sets the name of this copy apart from that of others.
    """
    told = source.__name__.removeprefix("cadogan.").replace(".", "_")
    name = f"cadogan._compiled_{told}{form}"
    spec = importlib.util.spec_from_file_location(name, source.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"{source.__file__} cannot be loaded a second time")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # machine code from the cache looks its module up by name
    spec.loader.exec_module(module)
    for key, value in list(vars(module).items()):
        if key in instead:
            setattr(module, key, instead[key])
        elif not isinstance(value, FunctionType):
            continue
        elif value.__module__ in below:
            setattr(module, key, getattr(below[value.__module__], value.__name__))
    for key, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == name:
            inner = key.startswith("_") or (entries is not None and key not in entries)
            wrappers = {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner}
            made = cast(Any, numba.njit)(**FLAGS, **wrappers)(value)
            if not inner:
                keep(made)
            if (types := _signature(value)) is not None and inner:
                _fix(made, types)
            elif types is not None:
                made.compile(types)
                made.disable_compile()
            setattr(module, key, made)
    return module


def _fix(made: Any, types: Any) -> None:
    """Let a small function be compiled for these types alone, when a caller is first compiled.

    Where all callers come from the cache it is not compiled at all: it is a part of them.
    """
    called = made.get_call_template

    def get_call_template(args: Any, keywords: Any) -> Any:
        if not made.signatures:
            made.compile(types)
            made.disable_compile()
        return called(args, keywords)

    made.get_call_template = get_call_template


def _signature(function: FunctionType) -> Any:
    """Return the types of a small function's arguments, or None to leave them open.

    Left open, a function is compiled once more for every literal that it is called with.
    """
    types = {"int": numba.int64, "State": numba.from_dtype(_layout(State))}
    asked = [kind for name, kind in function.__annotations__.items() if name != "return"]
    return tuple(types[kind] for kind in asked) if {*asked} <= {*types} else None


class _Record(np.record):  # type: ignore[misc]  # final in the stubs alone
    """A record that knows where its memory is.

    Compiled code asks for ``data`` at each call. NumPy would put all the fields in words anew each
    time, for which a hundred of them take longer than many a search does; and to look for a field
    of that name before all else takes as long as the smallest searches.
    """

    __slots__ = ("data",)

    data: memoryview

    __getattribute__ = object.__getattribute__

    def __getattr__(self, name: str) -> Any:
        return np.record.__getattribute__(self, name)


@functools.cache
def _layout(kind: type[Any]) -> np.dtype[Any]:
    """Return what records of a kind look like; one object, for others are compared by field."""
    hints = get_type_hints(kind)
    fields = [
        (name, "i8") if hints[name] is int else (name, "i8", (_CAPACITY.get(name, _PILES),))
        for name in kind._fields
    ]
    return np.dtype((_Record, np.dtype(fields)))


def record(values: Any) -> Any:
    """Return a named tuple of integers and lists as a NumPy record of fixed capacity.

    Raises:
        TooLarge: when a list is longer than its capacity.
    """
    kind: Any = type(values)
    array = np.zeros(1, dtype=_layout(kind))
    made = array[0]
    object.__setattr__(made, "data", array.view(np.uint8).data)
    for name, value in zip(values._fields, values, strict=True):
        if isinstance(value, int):
            made[name] = value
        else:
            room = len(made[name])
            if name != "log" and len(value) > room:
                raise TooLarge(
                    "the game is too large for the search:"
                    f" {name} has {len(value)} entries, and there is room for {room}"
                )
            made[name][: len(value)] = value[:room]
    return made


def tables_record(tables: Tables) -> Tables:
    """Return the tables as a NumPy record, for the compiled engine.

    Raises:
        TooLarge: when a game is larger than the record's fixed capacity.
    """
    return cast(Tables, record(tables))


def state_record(state: State) -> State:
    """Return a working state as a NumPy record, for the compiled engine.

    Its log has room for about 260,000 entries, whatever the state's had.
    """
    return cast(State, record(state))
