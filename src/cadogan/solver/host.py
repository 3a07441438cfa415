"""Host of the search: it loads the kernel and lends working memory."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from cadogan.kernels import Kernel, kernel
from cadogan.model.position import Game, game
from cadogan.solver.analysis.analysis import analyse, searched_rules
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, Snapshot, new_state
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import COUNTED

_SPARE_TABLE = 1 << 12  # entries of the smallest transposition table, which stays allocated
# entries of the largest transposition table that stays allocated after a search
_KEPT_TABLE = 1 << 22
_device_memory = 1 << 30  # bytes


def search_kernel(tables: CompiledRules) -> Kernel:
    """Return the kernel that can search a game; games with mechanics need the larger kernel.

    Raises:
        SolverMissingError: if there is no kernel for this machine.
    """
    return kernel("special" if tables.mechanics.needed else "plain")


def allowed_memory(chosen: Game, most: int = 1 << 30) -> int:
    """Return the default memory limit of a search, in bytes.

    The limit is ``most`` bytes, or less if the kernel or this device allows less.

    Raises:
        SolverMissingError: if there is no solver for this machine.
    """
    return min(most, _device_memory, search_kernel(chosen.compiled_rules).default_memory)


def limit_memory(most: int) -> None:
    """Lower the default memory limit of all later searches, because the device allows less."""
    global _device_memory  # noqa: PLW0603  # set once for the whole program
    _device_memory = most


def records(chosen: Game, base: int, without: frozenset[str]) -> tuple[Analysis, Any, Any]:
    """Return a game's analysis, and the rules and the analysis as records for the kernel.

    A search writes to the analysis record, so no two searches may share it.
    """
    tables = searched_rules(chosen, without)
    plan = analyse(chosen, base, without)
    code = search_kernel(chosen.compiled_rules)
    return plan, code.record(tables), code.record(plan)


class Memory:
    """Arrays and records for one search to work in, and for later searches to reuse."""

    def __init__(self, code: Kernel) -> None:
        some = game("birthday").compiled_rules
        self.code = code
        self.records = functools.lru_cache(maxsize=code.records_kept)(records)
        self.state: Any = code.record(new_state(some, 0))
        self._num = self.state.num
        self.out = code.array(MOST_MOVES)
        self.score = code.array(MOST_MOVES)
        self.path = code.array(1 << 17)
        self.frames = code.array(1 << 18)
        self.moves = code.array(1 << 18)
        self.ahead = code.array(1 << 22)
        self.entries = code.array(_SPARE_TABLE)
        self._beside: Memory | None = None

    @property
    def beside(self) -> Memory:
        """Second working memory, for a search that pauses while other searches use the first."""
        if self._beside is None:
            self._beside = Memory(self.code)
        return self._beside

    def exchange(self) -> None:
        """Swap the transposition table with that of ``beside``."""
        other = self.beside
        self.entries, other.entries = other.entries, self.entries

    def table(self, buckets: int, *, empty: bool = True) -> Any:
        """Return a table of ``buckets`` buckets with eight entries each, emptied by default."""
        size = buckets * 8
        if len(self.entries) < size:
            self.entries = self.code.array(0)  # free the old table before allocating the new one
            self.entries = self.code.array(size)
        elif empty:
            self.entries.zero(size)
        return self.entries

    def settle(self, *, keep: bool) -> None:
        """Release large tables; with ``keep``, keep one of them."""
        if self._beside and len(self._beside.entries) > len(self.entries):
            self.exchange()
        for memory in (self, self._beside):
            if memory and len(memory.entries) > _KEPT_TABLE and not (keep and memory is self):
                memory.entries = self.code.array(_SPARE_TABLE)

    def start(self, tables: Any, snapshot: Snapshot, root: Any) -> None:
        """Set the working state to the given position."""
        self.code.reset(tables, self.state)
        self._num[Num.KEY] = snapshot.key
        self.code.unpack(tables, self.state, root)


_spare: dict[int, list[Memory]] = {}


@contextmanager
def borrowed(code: Kernel, *, keep: bool = False) -> Iterator[Memory]:
    """Lend working memory to one search.

    With ``keep``, a large table stays allocated for the next search. A table that stays allocated
    saves time if many searches follow one another. Allocating half a gigabyte takes up to a second,
    and clearing it a tenth of that.
    """
    spare = _spare.setdefault(id(code), [])  # the program never releases a kernel
    memory = spare.pop() if spare else Memory(code)
    try:
        yield memory
    finally:
        memory.settle(keep=keep)
        spare.append(memory)


def packed(tables: CompiledRules, snapshot: Snapshot) -> Any:
    """Return a position in the format of :func:`cadogan.solver.search.encoding.pack`.

    ``pack`` reads a working state; ``test_a_position_is_packed_as_a_state_is`` checks that both
    results agree.
    """
    piles = snapshot.piles
    counted = [0] * COUNTED
    for counter in COUNTERS:
        if counter.slot != Num.KEY:
            counted[counter.slot - Num.BASE] = getattr(snapshot, counter.name)
    row = [*map(len, piles), *snapshot.down, *snapshot.mark, *counted, *chain.from_iterable(piles)]
    row += [0] * (3 * tables.piles + COUNTED + tables.total - len(row))
    result = search_kernel(tables).array(len(row), kind="h")
    result[:] = array("h", row)
    return result
