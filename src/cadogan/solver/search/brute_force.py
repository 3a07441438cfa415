"""Brute force: all lines up to a given depth and all reachable positions, without pruning.

Tests compare the results of the search with those of this module. The module generates and makes
moves without estimating their value.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.solver.search.encoding import pack
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import LIFTS, State, kind_of, target_of

_ENTRIES = 10_000  # free entries required in the undo log, more than one move can need


def perft(
    R: CompiledRules, S: State, out: list[int], moves: list[int], ends: list[int], depth: int
) -> int:
    """Return how many sequences of ``depth`` moves start at a position.

    A sequence of moves continues after a win. The function expands a position each time that a
    sequence reaches it. ``moves`` must have room for the moves of all positions along a sequence;
    if it is too short, return -1. ``ends`` must have room for ``depth`` + 2 numbers.
    """
    count = 0 * depth
    level = 0 * depth  # number of moves made so far
    fresh = True
    # the untried moves at a level have the indices from ends[level] to ends[level + 1] in ``moves``
    ends[0] = 0
    while True:
        if fresh:
            n = 0 * depth
            if level == depth:
                count += 1
            else:
                n = generate(R, S, out)
            if ends[level] + n > len(moves):
                n = 0 * depth
                count = -1 + 0 * depth
                depth = 0 * depth
            for i in range(n):
                moves[ends[level] + i] = out[i]
            ends[level + 1] = ends[level] + n
        if count >= 0 and ends[level + 1] > ends[level]:
            ends[level + 1] -= 1
            make(R, S, moves[ends[level + 1]])
            level += 1
            fresh = True
        elif level == 0:
            return count
        else:
            unmake(R, S)
            level -= 1
            fresh = False


def explore(
    R: CompiledRules,
    S: State,
    out: list[int],
    keys: list[list[int]],
    can: list[int],
    table: list[int],
    origin: list[int],
    reached: list[int],
    moves: list[int],
    path: list[int],
    end: list[int],
) -> int:
    """Explore every position reachable from a position; return the number of positions.

    This function writes the positions to ``keys`` in the format of
    :func:`~cadogan.solver.search.encoding.pack`. The function sets ``can`` to 1 for each position
    that can be won. The function does not explore beyond won positions, and it tries moves to
    foundations first. If an array is too short for all positions, the function returns the negative
    of the number of positions found. If an array is too short, some winnable positions may be
    unmarked.

    On entry, ``table`` must hold only -1 and ``can`` only 0. The length of ``table`` must be a
    power of two and greater than that of ``keys``. ``origin``, ``reached`` and ``moves`` must have
    room for each move made, and ``path`` and ``end`` must be as long as ``keys``.
    """
    most = len(keys) - 2
    count = 0 * most
    edges = 0 * most
    depth = 0 * most
    while True:
        at = _find(R, S, keys, count, table)
        fresh = at == count
        if count:
            origin[edges] = path[depth]
            reached[edges] = at
            edges += 1
        if fresh:
            count += 1
            if won(R, S):
                can[at] = 1
                fresh = False
            if count > most:
                count = -count
                break
        if count == 1 and not fresh:
            return count
        if fresh:
            first = 0 * most
            if count > 1:
                first = end[depth]
                depth += 1
            path[depth] = at
            n = generate(R, S, out)
            # each waiting move will become an edge of the graph
            room = edges + first + n < len(origin)
            if S.num[Num.LOG] + _ENTRIES > len(S.log) or not room:
                count = -count
                break
            end[depth] = _push_moves(R, out, n, moves, first)
        else:
            unmake(R, S)
        depth = _climb(R, S, end, depth)
        if depth < 0:
            break
        end[depth] -= 1
        make(R, S, moves[end[depth]])
    _spread_wins(can, origin, reached, edges)
    return count


def _find(R: CompiledRules, S: State, keys: list[list[int]], count: int, table: list[int]) -> int:
    """Return the number of the current position; number a new position ``count``."""
    width = len(keys[0])
    row = keys[count]
    for i in range(width):
        row[i] = 0
    pack(R, S, row)
    mixed = 0 * count
    for i in range(width):
        mixed = mixed * 31 + row[i] & 0xFFFFFFFF
    slot = (mixed ^ mixed >> 15) & len(table) - 1
    while table[slot] >= 0:
        if _same(keys[table[slot]], row, width):
            return table[slot]
        slot = slot + 1 & len(table) - 1
    table[slot] = count
    return count


def _same(row: list[int], other: list[int], width: int) -> bool:
    """Return whether the first ``width`` numbers of two rows are equal."""
    for i in range(width):
        if other[i] != row[i]:
            return False
    return True


def _push_moves(R: CompiledRules, out: list[int], n: int, moves: list[int], first: int) -> int:
    """Append moves to the waiting moves; return the new end of the list.

    Moves to foundations come last in the list, because the search tries the last move first.
    """
    for up in range(2):
        for i in range(n - 1, -1, -1):
            founded = kind_of(out[i]) <= LIFTS and target_of(out[i]) < R.foundations
            if founded == (up == 1):
                moves[first] = out[i]
                first += 1
    return first


def _climb(R: CompiledRules, S: State, end: list[int], depth: int) -> int:
    """Undo moves until a position has waiting moves; return its depth, or -1."""
    while depth >= 0:
        below = end[depth - 1] if depth > 0 else 0 * depth
        if end[depth] > below:
            break
        depth -= 1
        if depth >= 0:
            unmake(R, S)
    return depth


def _spread_wins(can: list[int], origin: list[int], reached: list[int], edges: int) -> None:
    """Mark every position from which some move leads to a position that can be won."""
    more = True
    while more:
        more = False
        for e in range(edges - 1, -1, -1):
            if can[reached[e]] and not can[origin[e]]:
                can[origin[e]] = 1
                more = True
