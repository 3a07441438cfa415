"""Best-first search, which always expands the most promising position found so far."""

from __future__ import annotations

from cadogan.solver.codes import CROWDED, WINS, Control, Outcome
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.relaxation import given_up
from cadogan.solver.search.encoding import pack, unpack
from cadogan.solver.search.expand import expand
from cadogan.solver.search.steps import advance
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State

# added to the score for each step, so that the search does not follow small gains too deeply
STEP_WEIGHT = 2
_PLACES = 32  # bits of a key that hold a position's index in the log
_PLACE = (1 << _PLACES) - 1


def _push(C: list[int], heap: list[int], key: int) -> None:
    """Add a key to the heap, which keeps its smallest key first."""
    i = C[Control.NEXT]
    C[Control.NEXT] = i + 1
    while i > 0 and heap[(i - 1) >> 1] > key:
        heap[i] = heap[(i - 1) >> 1]
        i = (i - 1) >> 1
    heap[i] = key


def _pop(C: list[int], heap: list[int]) -> int:
    """Remove the smallest key from the heap and return it."""
    least = heap[0]
    n = C[Control.NEXT] - 1
    C[Control.NEXT] = n
    key = heap[n]
    i = 0 * n
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[i] = heap[child]
        i = child
    heap[i] = key
    return least


def best_first(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    bank: list[list[int]],
    owner: list[int],
    depth: list[int],
    heap: list[int],
    source: list[int],
    walked: list[int],
    budget: int,
) -> int:
    """Run a best-first search for ``budget`` more positions.

    ``C[AT]`` is the number of examined positions. For each examined position, ``bank`` holds the
    packed position, ``owner`` its index in the log and ``depth`` the number of steps to it.
    ``C[LOGGED]`` is the number of positions in the log. For each position in the log, ``source``
    holds the examined position before it, and ``walked`` the step from there. ``heap`` holds the
    keys of the positions still to be examined. The keys sort by score plus the weighted number of
    steps, with later positions first among equals.

    Before the first call, ``bank[0]`` must hold the start position, with itself as its source and
    -1 as its step. The log and the heap must contain only the start position. The outcome DONE
    means that no position is left, which proves a loss if ``C[CUT]`` is 0.
    """
    end = C[Control.NODES] + budget
    here = -1 + 0 * end  # index of the examined position that the state holds now
    while C[Control.NODES] < end:
        if C[Control.NEXT] == 0:
            return Outcome.DONE
        at = C[Control.AT]
        if at >= len(bank) or C[Control.LOGGED] + len(out) > len(heap):
            return Outcome.NO_ROOM
        place = -_pop(C, heap) & _PLACE
        above = source[place]
        if above != here:
            unpack(R, S, bank[above])
        S.num[Num.LOG] = 0
        here = -1 + 0 * end
        advance(R, S, A, walked[place])
        if given_up(R, S, A, C):
            continue
        pack(R, S, bank[at])
        owner[at] = place
        depth[at] = depth[above] + 1
        C[Control.AT] = at + 1
        here = at
        n = expand(R, S, A, C, table, buckets, out, score)
        if n == WINS:
            C[Control.WINNER] = at
            return Outcome.WON
        if n == CROWDED:
            return Outcome.FULL
        for i in range(n):
            place = C[Control.LOGGED]
            C[Control.LOGGED] = place + 1
            source[place] = at
            walked[place] = out[i]
            _push(C, heap, (score[i] + STEP_WEIGHT * depth[at] << _PLACES) - place)
    return Outcome.MORE
