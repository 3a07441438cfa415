"""Brute force: exploration of every position that can be reached from a given one.

Brute force prunes nothing, merges only equal positions, and never relies on a hash. `search` is
interpreted and `explore` is compiled; `tests/test_shrunk.py` compares the two.
"""

from __future__ import annotations

import functools
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.solver.host import borrowed, packed, search_kernel
from cadogan.solver.search import encoding
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, Snapshot, new_state, thaw
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import COUNTED, State, kind_of, target_of

__all__ = ["Explored", "decide", "explore", "given_up", "search", "winnable"]

_ENTRIES = 10_000  # room in the undo log, in entries; one move writes fewer
_EDGES = 64  # most moves per position, on average
_ROOMS = (2000, 200_000)  # positions that compiled code explores before `search` takes over


def decide(position: Position, most: int = 200_000) -> bool | None:
    """Return whether a position is winnable, or None if more than ``most`` are reachable.

    >>> from tests.tiny import load
    >>> decide(load("klondike").deal(1)), decide(load("klondike").deal(1), most=3)
    (True, None)
    """
    for room in _ROOMS:
        answer = explore(position, min(most, room)).start
        if answer is not None or most <= room:
            return answer
    return search(position, most)[0]


def search(position: Position, most: int = 200_000) -> tuple[bool | None, int]:
    """Return the answer of ``decide`` and the number of positions explored."""
    R = position.game.compiled_rules
    S = new_state(R, 2 * _ENTRIES)
    out = [0] * MOST_MOVES
    thaw(R, S, position.snapshot)
    seen = {_key(R, S)}
    if engine.won(R, S):
        return True, 1
    stack = [_moves(R, S, out)]
    while stack:
        if not stack[-1]:
            stack.pop()
            if stack:
                engine.unmake(R, S)
            continue
        if S.num[Num.LOG] + _ENTRIES > len(S.log):
            S.log.extend([0] * len(S.log))
        engine.make(R, S, stack[-1].pop())
        key = _key(R, S)
        if key in seen:
            engine.unmake(R, S)
            continue
        seen.add(key)
        if engine.won(R, S):
            return True, len(seen)
        if len(seen) > most:
            return None, len(seen)
        stack.append(_moves(R, S, out))
    return False, len(seen)


def _key(R: CompiledRules, S: State) -> tuple[object, ...]:
    """Return everything that distinguishes a position; the shuffle key never changes."""
    piles = [tuple(S.cards[p * R.room : p * R.room + height]) for p, height in enumerate(S.height)]
    return (*piles, *S.down, *S.mark, *S.num[Num.BASE : Num.KEY])


def _moves(R: CompiledRules, S: State, out: list[int]) -> list[int]:
    """Return the legal moves, foundation moves last, as the search tries the last one first."""
    moves = out[: engine.generate(R, S, out)]
    moves.reverse()
    moves.sort(key=lambda m: kind_of(m) <= MoveKind.MERCI and target_of(m) < R.foundations)
    return moves


class Explored:
    """Positions reachable from a position.

    Each position is packed and marked as won, lost, or open (None) if ``most`` excluded some
    positions.

    Args:
        start: the first position.
        packed: the packed positions, the first one first, in an array with room for more.
        can: whether each of them can be won.
    """

    def __init__(self, start: Position, packed: Any, can: list[bool | None]) -> None:
        self._start, self._packed, self._can = start, packed, can

    @functools.cached_property
    def _keys(self) -> list[bytes]:
        """Packed positions as bytes; reading the whole array at once saves most of the time."""
        most, width = self._packed.shape
        whole = search_kernel(self._start.game.compiled_rules).array(most * width, kind="h")
        whole.copy_from(self._packed)
        found = array("h", whole[: len(self._can) * width]).tobytes()
        step = len(found) // len(self._can)
        return [found[at : at + step] for at in range(0, len(found), step)]

    def __len__(self) -> int:
        return len(self._can)

    @functools.cached_property
    def _positions(self) -> dict[bytes, bool | None]:
        return dict(zip(self._keys, self._can, strict=True))

    @property
    def start(self) -> bool | None:
        """Answer of `can` for the first position."""
        return self._can[0]

    def can(self, position: Position) -> bool | None:
        """Return whether a position can be won, or None if that is unknown."""
        row = packed(position.game.compiled_rules, position.snapshot)
        return self._positions.get(array("h", row[:]).tobytes())

    def known(self, won: bool | None, most: int, skip: int = 0) -> list[Position]:
        """Return at most ``most`` positions that are won, lost or open, evenly spread."""
        some = [key for key, can in zip(self._keys, self._can, strict=True) if can is won]
        step = len(some) // most + 1
        return [Position(self._start.game, self._unpack(key)) for key in some[skip % step :: step]]

    def winnable(self) -> dict[Snapshot, bool]:
        """Map each position to whether it can be won; empty if that is unknown for some."""
        if None in self._can:
            return {}
        return {
            self._unpack(key): bool(can) for key, can in zip(self._keys, self._can, strict=True)
        }

    def states(self, every: int) -> Iterator[tuple[State, bool]]:
        """Yield every n-th position, in the same working state; none if any position is open."""
        if None in self._can:
            return
        R = self._start.game.compiled_rules
        S = new_state(R)
        S.num[Num.KEY] = self._start.snapshot.key
        for key, can in zip(self._keys[::every], self._can[::every], strict=True):
            encoding.unpack(R, S, array("h", key).tolist())
            yield S, bool(can)

    def _unpack(self, key: bytes) -> Snapshot:
        """Return a position from its packed form; the shuffle key never changes."""
        n = self._start.game.compiled_rules.piles
        row = array("h", key).tolist()
        heights, down, mark = row[:n], row[n : 2 * n], row[2 * n : 3 * n]
        at = 3 * n + COUNTED
        piles = []
        for height in heights:
            piles.append(tuple(row[at : at + height]))
            at += height
        numbers = {
            counter.name: row[3 * n + counter.slot - Num.BASE]
            for counter in COUNTERS
            if counter.slot != Num.KEY
        }
        shuffles = self._start.snapshot.key
        return Snapshot(tuple(piles), tuple(down), tuple(mark), **numbers, key=shuffles)


def explore(position: Position, most: int) -> Explored:
    """Explore at most ``most`` of the positions reachable from a position.

    The exploration stops at won positions and tries moves to foundations first. It uses the
    compiled engine, which tests/test_engine_compiled.py compares with the interpreted one.

    >>> from tests.tiny import load
    >>> explore(load("klondike").deal(1), 2000).start
    True
    """
    plain = position.game.compiled_rules
    R, row = _record(position.game), packed(plain, position.snapshot)
    code = search_kernel(plain)
    keys, can = code.array(most + 2, len(row), kind="h"), code.array(most + 2, kind="h")
    table = code.array(1 << (4 * most + 7).bit_length())
    table[:] = array("q", [-1]) * len(table)
    edges = [code.array(_EDGES * most, kind=kind) for kind in "iiq"]
    path = [code.array(most + 2) for _ in range(2)]
    with borrowed(code) as memory:
        memory.start(R, position.snapshot, row)
        count = code.explore(R, memory.state, memory.out, keys, can, table, *edges, *path)
    words = {1: True, 0: False if count > 0 else None}
    return Explored(position, keys, [words[some] for some in can[: abs(count)]])


@functools.lru_cache(maxsize=16)
def _record(game: Game) -> Any:
    return search_kernel(game.compiled_rules).record(game.compiled_rules)


def winnable(start: Position, most: int) -> dict[Snapshot, bool]:
    """Map each reachable position to whether it can be won; empty if ``most`` is exceeded."""
    return explore(start, most).winnable()


def given_up(
    game: Game, test: Callable[[State], bool], deals: int, enough: int, most: int, every: int = 1
) -> set[tuple[bool, bool]]:
    """Compare a test for lost positions with brute force on positions from some deals.

    Args:
        game: the game.
        test: the test.
        deals: the number of the first deal that is not tried.
        enough: the number of positions after which no further deal is tried.
        most: the largest number of positions in a deal; larger deals are left out.
        every: 1 to test all positions, 5 to test every fifth, and so on.

    Returns:
        The pairs seen: the answer of the test, and whether the position can be won.
    """
    seen: Counter[tuple[bool, bool]] = Counter()
    for deal in range(1, deals):
        if seen.total() * every > enough:
            break
        start = game.deal(deal)
        seen.update((test(S), can_be) for S, can_be in explore(start, most).states(every))
        assert not seen[True, True], start.to_line()
    return {pair for pair, count in seen.items() if count}
