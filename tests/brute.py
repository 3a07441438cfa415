"""Brute force: exploration of every position reachable from a position.

Brute force prunes nothing, merges only equal positions, and never relies on a hash. `search` is
interpreted and `explore` is compiled; `tests/test_shrunk.py` compares the two.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable
from typing import Any

from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.solver.host import borrowed, packed, search_kernel
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, Snapshot, new_state, thaw
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import COUNTED, State, kind_of, target_of

__all__ = ["Explored", "decide", "explore", "given_up", "search", "winnable"]

_ENTRIES = 10_000  # entries of the undo log, more than one move writes
_EDGES = 64  # most moves per position, on average
_ROOMS = (2000, 200_000)  # positions that compiled code explores before `search` takes over


def decide(position: Position, most: int = 200_000) -> bool | None:
    """Return whether a position is winnable, or None if more than ``most`` are reachable.

    >>> from tests.tiny import load
    >>> decide(load("klondike").deal(1)), decide(load("klondike").deal(1), most=3)
    (True, None)
    """
    for room in _ROOMS:
        answer = explore(position, min(most, room)).can(position)
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
    """Return the legal moves, those to foundations last, because the last is tried first."""
    moves = out[: engine.generate(R, S, out)]
    moves.reverse()
    moves.sort(key=lambda m: kind_of(m) <= MoveKind.MERCI and target_of(m) < R.foundations)
    return moves


class Explored:
    """Positions reachable from a position.

    Attributes:
        positions: for each packed position, whether it can be won, or None if that is unknown
            because ``most`` excluded some positions.
    """

    def __init__(self, start: Position, positions: dict[bytes, bool | None]) -> None:
        self._start = start
        self.positions = positions

    def can(self, position: Position) -> bool | None:
        """Return whether a position can be won, or None if that is unknown."""
        return self.positions.get(_key_of(position))

    def known(self, won: bool | None, most: int, skip: int = 0) -> list[Position]:
        """Return at most ``most`` positions that are won, lost or open, evenly spread."""
        some = [key for key, can in self.positions.items() if can is won]
        step = len(some) // most + 1
        return [Position(self._start.game, self.unpack(key)) for key in some[skip % step :: step]]

    def unpack(self, key: bytes) -> Snapshot:
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
    >>> start = load("klondike").deal(1)
    >>> explore(start, 2000).can(start)
    True
    """
    plain = position.game.compiled_rules
    R, row = _record(position.game), packed(plain, position.snapshot)
    code = search_kernel(plain)
    keys, can = code.array(most + 2, len(row), kind="h"), code.array(most + 2, kind="h")
    table = code.array(1 << (4 * most + 7).bit_length())
    table[:] = [-1] * len(table)
    edges = [code.array(_EDGES * most, kind=kind) for kind in "iiq"]
    path = [code.array(most + 2) for _ in range(2)]
    with borrowed(code) as memory:
        memory.start(R, position.snapshot, row)
        count = code.explore(R, memory.state, memory.out, keys, can, table, *edges, *path)
    words = {1: True, 0: False if count > 0 else None}
    found = [words[some] for some in can[: abs(count)]]
    seen = [_bytes(keys[i]) for i in range(abs(count))]
    return Explored(position, dict(zip(seen, found, strict=True)))


@functools.lru_cache(maxsize=16)
def _record(game: Game) -> Any:
    return search_kernel(game.compiled_rules).record(game.compiled_rules)


def _key_of(position: Position) -> bytes:
    return _bytes(packed(position.game.compiled_rules, position.snapshot))


def _bytes(row: Any) -> bytes:
    return array("h", row[:]).tobytes()


def winnable(start: Position, most: int) -> dict[Snapshot, bool]:
    """Map each reachable position to whether it can be won; empty if more than ``most``."""
    explored = explore(start, most)
    if None in explored.positions.values():
        return {}
    return {explored.unpack(key): bool(can) for key, can in explored.positions.items()}


def given_up(
    game: Game, test: Callable[[State], bool], deals: int, enough: int, most: int
) -> set[tuple[bool, bool]]:
    """Compare a test for lost positions with brute force, on every position in some deals.

    Returns:
        The pairs seen: the answer of the test, and whether the position can be won.
    """
    S = new_state(game.compiled_rules)
    found: list[tuple[bool, bool]] = []
    for deal in range(1, deals):
        if len(found) > enough:
            break
        for snapshot, can_be in winnable(game.deal(deal), most).items():
            thaw(game.compiled_rules, S, snapshot)
            lost = test(S)
            assert not (lost and can_be), game.deal(deal).to_line()
            found.append((lost, can_be))
    return {*found}
