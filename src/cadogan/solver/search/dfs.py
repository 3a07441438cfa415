"""Depth-first search: it finds wins by restarting with noise, and proves a loss if it completes."""

from __future__ import annotations

from cadogan.solver.codes import CROWDED, WINS, Control, Outcome
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.relaxation import given_up
from cadogan.solver.search.expand import expand
from cadogan.solver.search.steps import advance, retreat
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State


def depth_first(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    path: list[int],
    ahead: list[int],
    frames: list[int],
    budget: int,
) -> int:
    """Search depth first, trying the best step first, for ``budget`` more positions.

    ``ahead`` holds the untried steps of every position on the path, worst first. For each position
    on the path, ``frames`` holds the index of its first step in ``ahead`` and the length of the
    undo log. The outcome DONE means that the search has examined every reachable position without
    finding a win.
    """
    end = C[Control.NODES] + budget
    fresh = C[Control.DEPTH] < 0
    if fresh:
        C[Control.DEPTH] = 0
    while C[Control.NODES] < end:
        depth = C[Control.DEPTH]
        if fresh:
            if depth + 2 >= len(path) or S.num[Num.LOG] + 20000 > len(S.log):
                return Outcome.NO_ROOM
            first = C[Control.TOP]
            frames[2 * depth] = first
            frames[2 * depth + 1] = S.num[Num.LOG]
            n = 0
            if not given_up(R, S, A, C):
                n = expand(R, S, A, C, table, buckets, out, score)
            if n == WINS:
                path[depth] = C[Control.STEP]
                C[Control.DEPTH] = depth + 1
                return Outcome.WON
            if n == CROWDED:
                return Outcome.FULL
            if first + n >= len(ahead):
                return Outcome.NO_ROOM
            for i in range(n):  # an insertion sort that puts the best step last
                value = score[i]
                step = out[i]
                j = first + i
                k = i
                while k > 0 and score[k - 1] < value:
                    score[k] = score[k - 1]
                    ahead[j] = ahead[j - 1]
                    k -= 1
                    j -= 1
                score[k] = value
                ahead[j] = step
            C[Control.TOP] = first + n
            fresh = False
        if C[Control.TOP] > frames[2 * depth]:
            C[Control.TOP] -= 1
            step = ahead[C[Control.TOP]]
            retreat(R, S, frames[2 * depth + 1])
            path[depth] = step
            advance(R, S, A, step)
            C[Control.DEPTH] = depth + 1
            fresh = True
        elif depth == 0:
            return Outcome.DONE
        else:
            C[Control.FEWEST] = min(C[Control.FEWEST], C[Control.TOP])
            C[Control.DEPTH] = depth - 1
            retreat(R, S, frames[2 * depth - 1])
    if fresh:  # undo the last step: the next call makes it again and then examines the position
        C[Control.DEPTH] -= 1
        if C[Control.DEPTH] >= 0:
            ahead[C[Control.TOP]] = path[C[Control.DEPTH]]
            C[Control.TOP] += 1
            retreat(R, S, frames[2 * C[Control.DEPTH] + 1])
    return Outcome.MORE
