"""The engine at its second speed: :mod:`cadogan.engine`, compiled by Numba.

The file ``engine.py`` is loaded a second time and its functions are compiled. Tables and states
become NumPy records of fixed capacity, so that every game has the same types (one compilation
serves all) and a call passes one pointer instead of seventy arrays: that made compiling three
times and running ten times faster than tuples of arrays. Machine code is kept on disk in the
user's cache. Nothing else imports Numba: the page's server interprets the engine and starts at
once.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from types import FunctionType, ModuleType
from typing import Any, cast, get_type_hints

import numpy as np
import platformdirs

from cadogan import engine
from cadogan.engine import State
from cadogan.tables import Tables

os.environ.setdefault("NUMBA_CACHE_DIR", platformdirs.user_cache_dir("cadogan"))
import numba

__all__ = ["compiled_engine", "state_record", "tables_record"]

_NAME = "cadogan._compiled_engine"
_PILES, _ROOM, _GROUPS, _PHASES = 64, 208, 12, 64
_CAPACITY = {
    "accept": 64 * 53 * 16,
    "rule_at": _PILES * (_ROOM + 1),
    "rule_then": _PILES * (_ROOM + 1),
    "route": _PHASES * _GROUPS * _GROUPS,
    "gives": _PHASES * _GROUPS,
    "fill_from": _PILES * 8,
    "cards": _PILES * _ROOM,
    "roll": _PILES * (_ROOM + 1),
    "log": 1 << 16,
    "scratch": _ROOM + 1,
}  # every other list has one entry a pile, a group or a condition


@numba.njit(cache=True)
def _times(a: int, b: int) -> int:
    product = np.uint64(a) * np.uint64(b) & np.uint64(engine.MASK)
    return np.int64(product)  # type: ignore[return-value]


@functools.cache
def compiled_engine() -> ModuleType:
    """Return the engine as a module of compiled functions.

    Its functions have the names and arguments of :mod:`cadogan.engine`; tables and states must be
    records (``tables_record``, ``state_record``), a list of moves an int64 array. A function is
    compiled at its first call, or taken from the cache on disk.

    >>> compiled_engine().mix(7) == engine.mix(7)
    True
    """
    spec = importlib.util.spec_from_file_location(_NAME, engine.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"{engine.__file__} cannot be loaded a second time")
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module  # machine code from the cache looks its module up by name
    spec.loader.exec_module(module)
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == _NAME:
            setattr(module, name, numba.njit(cache=True)(value))
    module.times = _times  # type: ignore[attr-defined]  # engine.times says why
    return module


def _layout(kind: type[Any]) -> np.dtype[Any]:
    hints = get_type_hints(kind)
    return np.dtype(
        [
            (name, "i8") if hints[name] is int else (name, "i8", (_CAPACITY.get(name, _PILES),))
            for name in kind._fields
        ]
    )


def _record(values: Any) -> Any:
    array = np.zeros(1, dtype=_layout(type(values)))
    record = array.view(np.recarray)[0]
    for name, value in zip(values._fields, values, strict=True):
        if isinstance(value, int):
            record[name] = value
        else:
            room = len(record[name])
            if name != "log" and len(value) > room:
                raise ValueError(
                    f"{name} has {len(value)} entries; the compiled engine has room for {room}"
                )
            record[name][: len(value)] = value[:room]
    return record


def tables_record(tables: Tables) -> Tables:
    """Return the tables as a NumPy record, for the compiled engine.

    Raises:
        ValueError: when a game is larger than the record's fixed capacity.
    """
    return cast(Tables, _record(tables))


def state_record(state: State) -> State:
    """Return a working state as a NumPy record, for the compiled engine.

    Its log has room for about 16,000 entries, whatever the state's had.
    """
    return cast(State, _record(state))
