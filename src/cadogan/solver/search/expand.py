"""One step on from a position, in every way: what both searches are made of.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.engine.engine import won
from cadogan.mechanics.moves import far
from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import (
    AGAIN,
    CROWDED,
    CUT,
    FOUNDED,
    LOSSY,
    NODES,
    NOISE,
    OVER,
    SEED,
    STEP,
    STUCK,
    WINS,
    WOUND,
)
from cadogan.solver.search.dominance import takeable
from cadogan.solver.search.heuristic import note_due, told_score
from cadogan.solver.search.lookahead import outlook
from cadogan.solver.search.run_symmetry import note_wound
from cadogan.solver.search.steps import advance, retreat, steps
from cadogan.solver.search.transposition import fetch, gathered_before, know, place, put
from cadogan.state.compiled import Tables
from cadogan.state.state import FAMILIES, LOG, REDEAL, REDEALS, State, kind_of, mix

__all__ = ["children"]


def children(
    T: Tables,
    S: State,
    G: Guide,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
) -> int:
    """Look at every position one step on; write the new ones' steps and scores, return how many.

    Or WINS, with the step at ``C[STEP]``, or CROWDED.
    """
    if C[NODES] == 0 and G.girth:
        note_wound(T, S, G)
        C[CUT] = G.sets[WOUND]
    n = steps(T, S, G, out)
    if (
        n
        and not G.slides
        and G.gathers
        and kind_of(out[n - 1]) == REDEAL
        and gathered_before(T, S, table, buckets)
    ):
        n -= 1
    mark = S.num[LOG]
    found = 0
    room = 1
    if G.slides and G.sets[OVER]:
        room = C[LOSSY]
        C[CUT] = 1
    here = takeable(T, S, G) if G.by_one else 0 * n
    due_here = note_due(T, S, G) if G.due else 0 * n
    for p in range(T.piles):
        G.part[p] = S.part[p]
        G.score[p] = -1 << 40
    for i in range(n):
        step = out[i]
        advance(T, S, G, step)
        C[NODES] += 1
        if won(T, S):
            C[STEP] = step
            retreat(T, S, mark)
            return WINS
        key = know(T, S, G, i)
        G.keys[i] = place(buckets, key, G.checks[i])
        fetch(table, G.keys[i])
        if G.sets[WOUND]:
            C[CUT] = 1
        total = S.num[REDEALS] * G.weight[AGAIN]
        for p in range(T.foundations):
            total -= S.height[p] * G.weight[FOUNDED]
        wanted = takeable(T, S, G) if G.by_one else 0 * n
        due = note_due(T, S, G) if G.due else 0 * n
        for p in range(T.foundations, T.piles):
            if S.part[p] != G.part[p] or wanted != here or due != due_here:
                total += told_score(T, S, G, p, wanted)
            else:
                if G.score[p] == -1 << 40:
                    G.score[p] = told_score(T, S, G, p, wanted)
                total += G.score[p]
        if G.weight[STUCK]:
            total += outlook(T, S, G)
        if FAMILIES and T.families:
            total += far(T, S)
        if C[NOISE]:
            total = total * 4 + mix(key ^ C[SEED]) % C[NOISE]
        score[i] = total
        retreat(T, S, mark)
    # all in a second loop, for by now the table's lines are at hand
    for i in range(n):
        new = put(table, G.keys[i], G.checks[i])
        if new:
            if new < 0:
                room = C[LOSSY]
                C[CUT] = 1
            out[found] = out[i]
            score[found] = score[i]
            found += 1
    return found if room else CROWDED
