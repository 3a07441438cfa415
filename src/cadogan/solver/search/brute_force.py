"""Brute force: every line to a depth, and every position that can be reached, without any pruning.

What the search concludes is held against this: it asks for moves, makes them, and knows nothing of
what a move is worth.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.solver.search.encoding import pack
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import LIFTS, State, kind_of, target_of

__all__ = ["explore", "perft"]

_ENTRIES = 10_000  # of the undo log: more than one move writes


def perft(
    R: CompiledRules, S: State, out: list[int], moves: list[int], ends: list[int], depth: int
) -> int:
    """Return how many sequences of ``depth`` moves there are from a position.

    A won position ends no sequence, and nothing is remembered: each position is expanded as often
    as it is reached. ``moves`` has room for the moves of all positions along a sequence, or -1 is
    returned; ``ends`` has room for two numbers more than ``depth``.
    """
    count = 0 * depth
    level = 0 * depth  # moves made
    fresh = True
    ends[0] = 0  # the moves left at a level lie from ends[level] up to ends[level + 1]
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
    """Look at all that can be reached from a position; return how many positions that are.

    They are written to ``keys`` as :func:`~cadogan.solver.search.encoding.pack` writes them, and
    ``can`` becomes 1 for those that can be won. Won positions are not played on from. Moves to
    foundations are tried first. Where the arrays are too short for all positions, minus the number
    of those found is returned; then what is not known to be won may be won all the same.

    ``table``, whose length is a power of two and more than that of ``keys``, is all -1 and ``can``
    all 0 before. ``origin`` and ``reached`` have room for each move made, ``moves`` as much,
    ``path`` and ``end`` as much as ``keys``.
    """
    width = len(keys[0])
    most = len(keys) - 2
    count = 0 * most
    edges = 0 * most
    depth = 0 * most
    complete = True
    while True:
        # the position that was reached, by all of what it is
        row = keys[count]
        for i in range(width):
            row[i] = 0
        pack(R, S, row)
        mixed = 0 * most
        for i in range(width):
            mixed = mixed * 31 + row[i] & 0xFFFFFFFF
        slot = (mixed ^ mixed >> 15) & len(table) - 1
        at = count
        while table[slot] >= 0:
            other = keys[table[slot]]
            same = True
            for i in range(width):
                if other[i] != row[i]:
                    same = False
                    break
            if same:
                at = table[slot]
                break
            slot = slot + 1 & len(table) - 1
        fresh = at == count
        if count:
            origin[edges] = path[depth]
            reached[edges] = at
            edges += 1
        if fresh:
            table[slot] = at
            count += 1
            if won(R, S):
                can[at] = 1
                fresh = False
            if count > most:
                complete = False
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
            room = edges + first + n < len(origin)  # each move that waits is an edge
            if S.num[Num.LOG] + _ENTRIES > len(S.log) or not room:
                complete = False
                break
            for up in range(2):  # those to foundations last: they are tried first
                for i in range(n - 1, -1, -1):
                    founded = kind_of(out[i]) <= LIFTS and target_of(out[i]) < R.foundations
                    if founded == (up == 1):
                        moves[first] = out[i]
                        first += 1
            end[depth] = first
        else:
            unmake(R, S)
        while depth >= 0:
            below = end[depth - 1] if depth > 0 else 0 * most
            if end[depth] > below:
                break
            depth -= 1
            if depth >= 0:
                unmake(R, S)
        if depth < 0:
            break
        end[depth] -= 1
        make(R, S, moves[end[depth]])
    more = True
    while more:
        more = False
        for e in range(edges - 1, -1, -1):
            if can[reached[e]] and not can[origin[e]]:
                can[origin[e]] = 1
                more = True
    return count if complete else -count
