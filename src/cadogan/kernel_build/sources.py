"""Sources of the kernels: the modules of each kernel, in the order of their compilation.

A kernel is a set of modules that Numba compiles together. ``plain`` has the engine, the search and
the random plays for ``check``. ``special`` has the same modules with mechanics. ``players`` has the
policies, with an engine without undo and hashes (:mod:`cadogan.kernel_build.lean`).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from cadogan.engine import apply, legal, winning
from cadogan.lint import random_play as plays
from cadogan.mechanics.moves import CODE
from cadogan.players.kernel import choose, determinize, forced, rollout
from cadogan.solver import safe_cards
from cadogan.state import automatic, queries, state

KINDS = ("plain", "special", "players")


def _solver(package: str, names: str) -> Iterator[ModuleType]:
    for name in names.split():
        yield importlib.import_module(f"cadogan.solver.{package}.{name}")


_SEARCH = (
    safe_cards,
    *_solver("search", "encoding dominance slide_symmetry tail_symmetry run_symmetry stock_moves"),
    *_solver("search", "transposition heuristic lookahead"),
    *_solver("prunings", "hole_order matching components grid_placement row_order heap_timing"),
    *_solver("prunings", "relaxation"),
    *_solver("search", "steps expand dfs beam best_first shorten brute_force"),
)
_LATE = (*_solver("search", "late_discards"),)
_PLAYERS = (determinize, choose, forced, rollout)

SOURCES: Mapping[str, tuple[ModuleType, ...]] = MappingProxyType(
    {
        "plain": (state, queries, automatic, winning, legal, apply, *_SEARCH, plays),
        "special": (
            state,
            queries,
            automatic,
            *CODE,
            winning,
            legal,
            apply,
            *_SEARCH,
            *_LATE,
            plays,
        ),
        "players": (state, queries, automatic, *CODE, winning, legal, apply, *_PLAYERS),
    }
)
"""The modules of each kernel in order of dependency: a module uses only those before it."""


def copies(
    kind: str, instead: Mapping[str, object], made: Callable[[FunctionType], Any]
) -> Mapping[str, ModuleType]:
    """Load the modules of a kernel a second time and replace some of their functions.

    Args:
        kind: one of :data:`KINDS`.
        instead: the new functions by name; a module without a function of that name ignores it.
        made: a function that converts each function of the copied modules.

    Returns:
        The copied modules, by the names of the original modules.
    """
    below: dict[str, ModuleType] = {}
    for source in SOURCES[kind]:
        name = f"cadogan._{kind}_{source.__name__.removeprefix('cadogan.').replace('.', '_')}"
        below[source.__name__] = module = _loaded(source, name)
        for key, value in list(vars(module).items()):
            if key in instead:
                setattr(module, key, instead[key])
            elif isinstance(value, FunctionType) and value.__module__ in below:
                setattr(module, key, getattr(below[value.__module__], value.__name__))
            elif isinstance(value, ModuleType) and value.__name__ in below:
                setattr(module, key, below[value.__name__])
            else:
                setattr(module, key, _plain(value))
        for key, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == name:
                setattr(module, key, made(value))
    return MappingProxyType(below)


def _loaded(source: ModuleType, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, source.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"{source.__file__} cannot be loaded a second time")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _plain(value: Any) -> Any:
    """Return codes as plain integers: enumerations become modules; other values do not change."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        numbers = ModuleType(value.__name__)
        vars(numbers).update({name: int(code) for name, code in value.__members__.items()})
        return numbers
    if isinstance(value, IntEnum):
        return int(value)
    return tuple(map(_plain, value)) if type(value) is tuple else value
