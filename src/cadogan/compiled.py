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
import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast, get_type_hints

import numpy as np
import platformdirs

from cadogan import engine
from cadogan.board import MOST_MOVES
from cadogan.engine import State
from cadogan.tables import Tables


@functools.cache
def code_folder() -> Path:
    """Return the folder where machine code is kept: one for every form of the source.

    Numba looks at the date of the file that a function stands in, not at the functions it calls,
    which are compiled into it; so the folder's name tells the whole source. Once found it stays,
    as it does for Numba, whatever becomes of the source while the program runs.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("**/*.py")):
        if path.name in _COMPILED_FROM:
            digest.update(path.read_bytes())
    wanted = (
        Path(platformdirs.user_cache_dir("cadogan")) / f"machine-code-{digest.hexdigest()[:16]}"
    )
    try:
        wanted.mkdir(parents=True, exist_ok=True)
    except OSError:  # a home that cannot be written to
        # a user may have no name; Windows has no numbers, but its folder is the user's own
        user = os.getuid() if hasattr(os, "getuid") else "user"
        wanted = Path(tempfile.gettempdir()) / f"cadogan-{user}" / wanted.name
        wanted.mkdir(parents=True, exist_ok=True)
    return wanted


_COMPILED_FROM = ("engine.py", "tables.py", "compiled.py", "kernel.py", "guide.py", "line.py")
os.environ.setdefault("NUMBA_CACHE_DIR", str(code_folder()))
# compiles in five sixths of the time, and what is compiled is one sixteenth slower
os.environ.setdefault("NUMBA_OPT", "1")
import numba  # noqa: E402

__all__ = [
    "code_folder",
    "compiled_engine",
    "compiled_module",
    "record",
    "state_record",
    "tables_record",
]

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
    "log": 1 << 20,
    "scratch": _ROOM + 1,
    "cross_from": _GROUPS * _GROUPS,
    "cross_to": _GROUPS * _GROUPS,
    "way": _GROUPS * _GROUPS,
    "way_from": _GROUPS * _GROUPS,
    "cross_way": _GROUPS * _GROUPS,
    "taking": _GROUPS * _GROUPS,
    "keys": MOST_MOVES,
    "checks": MOST_MOVES,
    "made": _ROOM + 1,
    "laid": _GROUPS * _GROUPS * 53,
    "onto": _GROUPS * _GROUPS * 53,
    "order": 53 * 52,
    "place": 67,
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
    return compiled_module(engine, {"times": _times})  # engine.times says why


def compiled_module(
    source: ModuleType, instead: Mapping[str, object], entries: Collection[str] | None = None
) -> ModuleType:
    """Load a module a second time and compile its functions.

    Args:
        source: written in the subset that Numba compiles.
        instead: what names of the module, imported ones or its own, stand for in the second copy.
        entries: the functions to be called from Python; by default all without an underscore.
    """
    name = f"cadogan._compiled_{source.__name__.rpartition('.')[2]}"
    spec = importlib.util.spec_from_file_location(name, source.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"{source.__file__} cannot be loaded a second time")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # machine code from the cache looks its module up by name
    spec.loader.exec_module(module)
    vars(module).update(instead)
    for key, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == name:
            inner = key.startswith("_") or (entries is not None and key not in entries)
            flags = {"cache": not inner, "no_cfunc_wrapper": True, "no_cpython_wrapper": inner}
            setattr(module, key, cast(Any, numba.njit)(_signature(value), **flags)(value))
    return module


def _signature(function: FunctionType) -> Any:
    """Return the types of a small function's arguments, or None to leave them open.

    Left open, a function is compiled once more for every literal that it is called with.
    """
    types = {"int": numba.int64, "State": numba.from_dtype(_layout(State))}
    asked = [kind for name, kind in function.__annotations__.items() if name != "return"]
    return tuple(types[kind] for kind in asked) if {*asked} <= {*types} else None


def _layout(kind: type[Any]) -> np.dtype[Any]:
    hints = get_type_hints(kind)
    return np.dtype(
        [
            (name, "i8") if hints[name] is int else (name, "i8", (_CAPACITY.get(name, _PILES),))
            for name in kind._fields
        ]
    )


def record(values: Any) -> Any:
    """Return a named tuple of integers and lists as a NumPy record of fixed capacity.

    Raises:
        ValueError: when a list is longer than its capacity.
    """
    array = np.zeros(1, dtype=_layout(type(values)))
    made = array.view(np.recarray)[0]
    for name, value in zip(values._fields, values, strict=True):
        if isinstance(value, int):
            made[name] = value
        else:
            room = len(made[name])
            if name != "log" and len(value) > room:
                raise ValueError(
                    f"{name} has {len(value)} entries; the compiled engine has room for {room}"
                )
            made[name][: len(value)] = value[:room]
    return made


def tables_record(tables: Tables) -> Tables:
    """Return the tables as a NumPy record, for the compiled engine.

    Raises:
        ValueError: when a game is larger than the record's fixed capacity.
    """
    return cast(Tables, record(tables))


def state_record(state: State) -> State:
    """Return a working state as a NumPy record, for the compiled engine.

    Its log has room for about 260,000 entries, whatever the state's had.
    """
    return cast(State, record(state))
