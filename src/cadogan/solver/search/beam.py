"""Beam search, layer by layer; if it drops no position, it can also prove a loss.

In games that deal onto runs, such as Spider, a layer cannot compare positions before a deal with
positions after it. There the search has stages. Positions after the next deal go into a pool, and
the best of them begin the next stage. A stage ends when several layers in a row have not improved
the best position in the pool.
"""

from __future__ import annotations

from cadogan.solver.codes import CROWDED, LOW, WINS, Control, Outcome
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.relaxation import given_up
from cadogan.solver.search.encoding import pack, unpack
from cadogan.solver.search.expand import expand
from cadogan.solver.search.steps import advance, retreat
from cadogan.solver.search.stock_moves import note_laid
from cadogan.state.codes import MoveKind
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State, kind_of


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


def _place_in_pool(C: list[int], key: list[int], width: int, score: int) -> int:
    """Return the place of a position in the pool, or -1 if all positions there are better."""
    first = len(key) - width
    if C[Control.POOLED] == 0 or score < C[Control.BEST]:
        C[Control.BEST] = score
        C[Control.STALE] = 0
    if C[Control.POOLED] < width:
        C[Control.POOLED] += 1
        return first + C[Control.POOLED] - 1
    C[Control.CUT] = 1
    worst = first
    for at in range(first, len(key)):
        if key[at] > key[worst]:
            worst = at
    return worst if key[worst] > score else -1 + 0 * worst


def _note_candidates(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    n: int,
    out: list[int],
    score: list[int],
    pool: list[list[int]],
    key: list[int],
    parent: list[int],
    step: list[int],
    width: int,
) -> None:
    """Note the ``n`` new positions that follow position ``C[AT]`` of this layer."""
    for j in range(n):
        if C[Control.PATIENCE] and kind_of(out[j] & LOW) == MoveKind.DEAL:
            at = _place_in_pool(C, key, width, score[j])
            if at < 0:
                continue
            advance(R, S, A, out[j])
            pack(R, S, pool[at - len(key) + width])
            retreat(R, S, 0 * n)
            parent[at] = C[Control.LOGGED] - C[Control.LAYER] + C[Control.AT]
        else:
            at = C[Control.NEXT]
            parent[at] = C[Control.AT]
            C[Control.NEXT] = at + 1
        key[at] = score[j]
        step[at] = out[j]


def _fill_layer(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    here: list[list[int]],
    layer: list[list[int]],
    parent: list[int],
    step: list[int],
    parents: list[int],
    walked: list[int],
) -> None:
    """Write the candidates to the next layer, and how the search reached them."""
    first = C[Control.LOGGED] - C[Control.LAYER]
    root = 0 * first
    last = -1 + root
    for j in range(C[Control.NEXT]):
        if parent[j] != last:
            last = parent[j]
            unpack(R, S, here[last])
        else:
            retreat(R, S, root)
        advance(R, S, A, step[j])
        pack(R, S, layer[j])
        parents[C[Control.LOGGED] + j] = first + parent[j]
        walked[C[Control.LOGGED] + j] = step[j]


def _take_pool(
    C: list[int],
    pool: list[list[int]],
    layer: list[list[int]],
    first: int,
    parent: list[int],
    step: list[int],
    parents: list[int],
    walked: list[int],
) -> None:
    """Make the pool, whose numbers begin at ``first``, the next layer."""
    for j in range(C[Control.POOLED]):
        for k in range(len(layer[j])):
            layer[j][k] = pool[j][k]
        parents[C[Control.LOGGED] + j] = parent[first + j]
        walked[C[Control.LOGGED] + j] = step[first + j]
    C[Control.POOLED] = 0
    C[Control.STALE] = 0


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

    ``bank[0]`` and ``bank[1]`` hold the current layer and the next one as packed positions; with
    stages, ``bank[2]`` holds the pool. ``key``, ``parent`` and ``step`` hold the candidates for the
    next layer, and in the last ``width`` places those in the pool. ``parents`` and ``walked``
    record, for each kept position, the position before it and the step from there. The
    outcome DONE means that no position is left, which proves a loss if ``C[CUT]`` is 0.
    """
    end = C[Control.NODES] + budget
    pools = 1 if C[Control.PATIENCE] else 0  # without stages, ``bank`` has no room for a pool
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
                _note_candidates(
                    R, S, A, C, n, out, score, bank[2 * pools], key, parent, step, width
                )
                if C[Control.NEXT] + len(out) > len(key) - width:
                    _choose(C, key, parent, step, width)
            C[Control.AT] = i + 1
            if C[Control.NODES] >= end:
                return Outcome.MORE
        _choose(C, key, parent, step, width)
        n = C[Control.NEXT]
        over = C[Control.POOLED] and (n == 0 or C[Control.STALE] >= C[Control.PATIENCE])
        if over:
            C[Control.CUT] |= n > 0
            n = C[Control.POOLED]
        if n == 0:
            return Outcome.DONE
        if C[Control.LOGGED] + n > len(parents):
            return Outcome.NO_ROOM
        bank_next = bank[1 - (C[Control.DEPTHS] & 1)]
        if over:
            _take_pool(C, bank[2], bank_next, len(key) - width, parent, step, parents, walked)
        else:
            _fill_layer(R, S, A, C, bank_here, bank_next, parent, step, parents, walked)
            C[Control.STALE] += 1
        C[Control.LOGGED] += n
        C[Control.LAYER] = n
        C[Control.AT] = 0
        C[Control.NEXT] = 0
        C[Control.DEPTHS] += 1
    return Outcome.MORE
