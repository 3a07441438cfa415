"""Beam search, layer by layer; if it drops no position, it can also prove a loss."""

from __future__ import annotations

from cadogan.solver.codes import CROWDED, WINS, Control, Outcome
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.relaxation import given_up
from cadogan.solver.search.encoding import pack, unpack
from cadogan.solver.search.expand import expand
from cadogan.solver.search.steps import advance, retreat
from cadogan.solver.search.stock_moves import note_laid
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State


def _choose(C: list[int], key: list[int], parent: list[int], step: list[int], width: int) -> None:
    """Keep the ``width`` best candidates, in their current order."""
    n = C[Control.NEXT]
    if n <= width:
        return
    C[Control.CUT] = 1
    low = key[0]
    high = key[0]
    for i in range(n):
        low = min(low, key[i])
        high = max(high, key[i])
    while low < high:  # find the smallest bound that keeps enough candidates
        middle = (low + high) >> 1
        count = 0
        for i in range(n):
            if key[i] <= middle:
                count += 1
        if count >= width:
            high = middle
        else:
            low = middle + 1
    below = 0
    for i in range(n):
        if key[i] < low:
            below += 1
    ties = width - below
    count = 0
    for i in range(n):
        take = key[i] < low
        if key[i] == low and ties > 0:
            ties -= 1
            take = True
        if take:
            key[count] = key[i]
            parent[count] = parent[i]
            step[count] = step[i]
            count += 1
    C[Control.NEXT] = count


def beam_search(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    bank: list[list[list[int]]],
    key: list[int],
    parent: list[int],
    step: list[int],
    parents: list[int],
    walked: list[int],
    width: int,
    budget: int,
) -> int:
    """Run a beam search with at most ``width`` positions in a layer, for ``budget`` more positions.

    ``bank[0]`` and ``bank[1]`` hold the current layer and the next one as packed positions.
    ``key``, ``parent`` and ``step`` hold the candidates for the next layer. ``parents`` and
    ``walked`` record, for each kept position, the position before it and the step from there. The
    outcome DONE means that no position is left, which proves a loss if ``C[CUT]`` is 0.
    """
    end = C[Control.NODES] + budget
    root = 0 * end
    while C[Control.NODES] < end:
        bank_here = bank[C[Control.DEPTHS] & 1]
        while C[Control.AT] < C[Control.LAYER]:
            i = C[Control.AT]
            unpack(R, S, bank_here[i])
            note_laid(R, A, walked[C[Control.LOGGED] - C[Control.LAYER] + i])
            if not given_up(R, S, A, C):
                n = expand(R, S, A, C, table, buckets, out, score)
                if n == WINS:
                    C[Control.WINNER] = C[Control.LOGGED] - C[Control.LAYER] + i
                    return Outcome.WON
                if n == CROWDED:
                    return Outcome.FULL
                for j in range(n):
                    at = C[Control.NEXT]
                    key[at] = score[j]
                    parent[at] = i
                    step[at] = out[j]
                    C[Control.NEXT] = at + 1
                if C[Control.NEXT] + len(out) > len(key):
                    _choose(C, key, parent, step, width)
            C[Control.AT] = i + 1
            if C[Control.NODES] >= end:
                return Outcome.MORE
        _choose(C, key, parent, step, width)
        n = C[Control.NEXT]
        if n == 0:
            return Outcome.DONE
        if C[Control.LOGGED] + n > len(parents):
            return Outcome.NO_ROOM
        first = C[Control.LOGGED] - C[Control.LAYER]
        bank_next = bank[1 - (C[Control.DEPTHS] & 1)]
        last = -1
        for j in range(n):
            if parent[j] != last:
                last = parent[j]
                unpack(R, S, bank_here[last])
            else:
                retreat(R, S, root)
            advance(R, S, A, step[j])
            pack(R, S, bank_next[j])
            parents[C[Control.LOGGED] + j] = first + parent[j]
            walked[C[Control.LOGGED] + j] = step[j]
        C[Control.LOGGED] += n
        C[Control.LAYER] = n
        C[Control.AT] = 0
        C[Control.NEXT] = 0
        C[Control.DEPTHS] += 1
    return Outcome.MORE
