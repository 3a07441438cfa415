"""Expansion of a position, which all searches share."""

from __future__ import annotations

from cadogan.engine.winning import won
from cadogan.mechanics.moves import far
from cadogan.solver.codes import CROWDED, WINS, Control, Noted, Weight
from cadogan.solver.facts import Analysis
from cadogan.solver.search.dominance import takeable
from cadogan.solver.search.heuristic import note_due, told_score
from cadogan.solver.search.lookahead import look_ahead
from cadogan.solver.search.run_symmetry import note_wound
from cadogan.solver.search.steps import advance, retreat, steps
from cadogan.solver.search.transposition import fetch, gathered_before, know, place, put
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import MECHANICS, State, kind_of, mix


def expand(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
) -> int:
    """Examine all positions one step ahead; return how many of them are new.

    For each new position, write the step to ``out`` and the score to ``score``. If a step wins, set
    ``C[STEP]`` to it and return WINS. If the table is full, return CROWDED.
    """
    if C[Control.NODES] == 0 and A.dominance.girth:
        note_wound(R, S, A)
        C[Control.CUT] = A.work.sets[Noted.WOUND]
    n = _worthwhile_steps(R, S, A, table, buckets, out)
    mark = S.num[Num.LOG]
    room = 1
    if A.dominance.slides and A.work.sets[Noted.OVER]:
        room = C[Control.LOSSY]
        C[Control.CUT] = 1
    here = takeable(R, S, A) if A.heuristic.by_one else 0 * n
    due_here = note_due(R, S, A) if A.heuristic.due else 0 * n
    for p in range(R.piles):
        A.work.part[p] = S.part[p]
        A.work.score[p] = -1 << 40
    for i in range(n):
        step = out[i]
        advance(R, S, A, step)
        C[Control.NODES] += 1
        if won(R, S):
            C[Control.STEP] = step
            retreat(R, S, mark)
            return WINS
        key = know(R, S, A, i)
        A.work.keys[i] = place(buckets, key, A.work.checks[i])
        fetch(table, A.work.keys[i])
        if A.work.sets[Noted.WOUND]:
            C[Control.CUT] = 1
        total = _score(R, S, A, here, due_here)
        if C[Control.NOISE]:
            total = total * 4 + mix(key ^ C[Control.SEED]) % C[Control.NOISE]
        score[i] = total
        retreat(R, S, mark)
    # the lines of the table that ``fetch`` requested have reached the cache
    found = 0
    for i in range(n):
        new = put(table, A.work.keys[i], A.work.checks[i])
        if new:
            if new < 0:
                room = C[Control.LOSSY]
                C[Control.CUT] = 1
            out[found] = out[i]
            score[found] = score[i]
            found += 1
    return found if room else CROWDED


def _worthwhile_steps(
    R: CompiledRules, S: State, A: Analysis, table: list[int], buckets: int, out: list[int]
) -> int:
    """Write the steps from a position, except a repeated redeal; return the number of steps."""
    n = steps(R, S, A, out)
    if (
        n
        and not A.dominance.slides
        and A.dominance.gathers
        and kind_of(out[n - 1]) == MoveKind.REDEAL
        and gathered_before(R, S, table, buckets)
    ):
        n -= 1
    return n


def _score(R: CompiledRules, S: State, A: Analysis, here: int, due_here: int) -> int:
    """Return the score of the position that a step has led to.

    ``here`` is the set of cards that foundations took before the step, and ``due_here`` the hash
    that ``note_due`` returned then. If both values are the same after the step, a pile with
    unchanged cards keeps its score.
    """
    total = S.num[Num.REDEALS] * A.heuristic.weight[Weight.AGAIN]
    for p in range(R.foundations):
        total -= S.height[p] * A.heuristic.weight[Weight.FOUNDED]
    wanted = takeable(R, S, A) if A.heuristic.by_one else 0 * here
    due = note_due(R, S, A) if A.heuristic.due else 0 * here
    for p in range(R.foundations, R.piles):
        if S.part[p] != A.work.part[p] or wanted != here or due != due_here:
            total += told_score(R, S, A, p, wanted)
        else:
            if A.work.score[p] == -1 << 40:
                A.work.score[p] = told_score(R, S, A, p, wanted)
            total += A.work.score[p]
    if A.heuristic.weight[Weight.STUCK]:
        total += look_ahead(R, S, A)
    if MECHANICS and R.mechanics.needed:
        total += far(R, S)
    return total
