"""The search's machine code and working memory."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from cadogan import prudence
from cadogan.actions import COUNTERS
from cadogan.board import MOST_MOVES, Snapshot, new_state
from cadogan.compiled import (
    COMPILED,
    compiled_module,
    compiled_modules,
    record,
    state_record,
    tables_record,
)
from cadogan.machinecode import FAMILIES, code
from cadogan.position import Game, game
from cadogan.solver.guide import Guide, guide, searched_tables
from cadogan.solver.kernel import (
    bearing,
    best,
    children,
    dive,
    following,
    known,
    line,
    outlook,
    packing,
    pairing,
    parting,
    placing,
    relaxation,
    rows,
    runs,
    safe,
    score,
    sliding,
    steps,
    sweep,
    tails,
    timing,
)
from cadogan.state import BASE, COUNTED, KEY
from cadogan.tables import Tables

__all__ = [
    "KERNEL",
    "Machine",
    "Memory",
    "borrowed",
    "machine",
    "mark_prepared",
    "numbers",
    "packed",
    "prepared",
    "records",
    "table_of",
    "unkept",
]

# What is compiled, lowest first: a module uses those before it.
KERNEL = (
    prudence, packing, safe, sliding, tails, runs, bearing, known, score, outlook, following,
    pairing, parting, placing, rows, timing, relaxation, steps, children, dive, sweep, best, line,
)  # fmt: skip


@intrinsic
def _fetch(_typing: Any, table: Any, at: Any) -> Any:
    """Ask for a bucket of a table, without waiting for it."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, values[0])
        _, at = values
        place = builder.gep(array.data, [builder.shl(at, ir.Constant(at.type, 3))])
        pointer = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        how = [ir.Constant(number, i) for i in (1, 3, 1)]  # to write, to be kept, data
        builder.call(ask, [builder.bitcast(place, pointer), *how])
        return context.get_dummy_value()

    return types.none(table, at), code


class Machine(NamedTuple):
    """The compiled functions that are called from Python, those of the interpreted modules."""

    best: Any
    dive: Any
    pack: Any
    reset: Any
    shorten: Any
    spread: Any
    sweep: Any
    trace: Any
    unpack: Any
    won: Any


@functools.cache
def machine(families: bool = False) -> Machine:
    """Return the compiled search; a function is compiled, or loaded, when it is first called.

    Args:
        families: whether it can play the games of families (``Tables.families``).
    """
    form = FAMILIES if families else ""
    fixed = {**COMPILED, "fetch": _fetch, "FAMILIES": families}
    below = dict(compiled_modules(families))
    for source in KERNEL:
        below[source.__name__] = compiled_module(source, fixed, Machine._fields, below, form)
    found = {name: value for module in below.values() for name, value in vars(module).items()}
    return Machine(**{name: found[name] for name in Machine._fields})


def prepared(families: bool = False) -> bool:
    """Say whether the machine code is on disk already, all of it and undamaged.

    Args:
        families: of the games of families (``Tables.families``), or of all others.
    """
    return code().ready(FAMILIES * families)


def unkept() -> str:
    """Return why the machine code cannot be kept on disk, as the end of a sentence, or ``""``."""
    return code().trouble


def mark_prepared(families: bool = False) -> None:
    """Note that the machine code used up to now is all there is, if it could be kept."""
    if not prepared(families) and not unkept():
        code().mark_ready(FAMILIES * families)


def numbers(size: int, kind: Any = np.int64) -> Any:
    """Return an array of zeros; memory is taken only where it is written to."""
    return np.zeros(size, kind)


def table_of(buckets: int) -> Any:
    """Return an empty table of known positions: buckets of eight, each a line of the cache."""
    size = buckets * 8
    whole = numbers(size + 8)
    start = -whole.ctypes.data // 8 % 8
    return whole[start : start + size]


@functools.lru_cache(maxsize=64)
def records(chosen: Game, base: int, without: frozenset[str]) -> tuple[Guide, Any, Any]:
    """Return a game's guide, and its tables and guide as records."""
    tables = searched_tables(chosen, without)
    plan = guide(chosen, base, without)
    return plan, tables_record(tables), record(plan)


class Memory:
    """Arrays that searches work in, used again from one search to the next."""

    def __init__(self) -> None:
        some = game("birthday").tables
        self.state: Any = state_record(new_state(some, 0))
        self._num = self.state.num  # to find a record's field takes NumPy 5 microseconds
        self.out = numbers(MOST_MOVES)
        self.score = numbers(MOST_MOVES)
        self.path = numbers(1 << 17)
        self.frames = numbers(1 << 18)
        self.moves = numbers(1 << 18)
        self.ahead = numbers(1 << 22)
        self.entries = numbers(1 << 12)
        self._beside: Memory | None = None

    @property
    def beside(self) -> Memory:
        """A second one, for a search that waits while others work here."""
        if self._beside is None:
            self._beside = Memory()
        return self._beside

    def exchange(self) -> None:
        """Exchange the table with that of the one beside."""
        other = self.beside
        self.entries, other.entries = other.entries, self.entries

    def table(self, buckets: int, *, empty: bool = True) -> Any:
        """Return a table of so many buckets of eight, empty or as it was left."""
        size = buckets * 8
        if len(self.entries) < size:
            self.entries = numbers(0)  # the old one is given back first
            self.entries = table_of(buckets)
        elif empty:
            self.entries[:size] = 0
        return self.entries

    def settle(self, *, kept: bool) -> None:
        """Give large tables back to the system, all but one if that is to be kept."""
        if self._beside and len(self._beside.entries) > len(self.entries):
            self.exchange()
        for memory in (self, self._beside):
            if memory and len(memory.entries) > 1 << 22 and not (kept and memory is self):
                memory.entries = numbers(1 << 12)

    def start(self, tables: Any, snapshot: Snapshot, root: Any) -> None:
        """Set the working state to a position."""
        code = machine(bool(tables.families))
        code.reset(tables, self.state)
        self._num[KEY] = snapshot.key
        code.unpack(tables, self.state, root)


_spare: list[Memory] = []


@contextmanager
def borrowed(*, kept: bool = False) -> Iterator[Memory]:
    """Lend working memory for one search.

    Args:
        kept: whether a large table stays for the next one, where many follow each other: to get
            half a gigabyte anew takes up to a second, to clear it a tenth of that.
    """
    memory = _spare.pop() if _spare else Memory()
    try:
        yield memory
    finally:
        memory.settle(kept=kept)
        _spare.append(memory)


def packed(tables: Tables, snapshot: Snapshot) -> Any:
    """Return a position as :func:`cadogan.solver.kernel.packing.pack` writes it.

    That one reads a working state, and is compiled; ``test_a_position_is_packed_as_a_state_is``
    holds the two together.
    """
    piles = snapshot.piles
    counted = [0] * COUNTED
    for counter in COUNTERS:
        if counter.slot != KEY:
            counted[counter.slot - BASE] = getattr(snapshot, counter.name)
    row = [*map(len, piles), *snapshot.down, *snapshot.mark, *counted, *chain.from_iterable(piles)]
    row += [0] * (3 * tables.piles + COUNTED + tables.total - len(row))
    return np.array(row, np.int16)
