"""Kernel code for random plays, and for comparing two games along a play.

The module is compiled like the search (:mod:`cadogan.solver.search`).
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import NOTHING, State, mix, target_of


def wander(
    R: CompiledRules,
    S: State,
    out: list[int],
    made: list[int],
    given: int,
    most: int,
    key: int,
    lean: int,
    reached: list[int],
    left: list[int],
    old: list[int],
) -> int:
    """Make up to ``most`` moves, and return the number of moves made.

    If ``given`` is true, the function replays the moves in ``made``. Otherwise it draws moves with
    ``key`` and writes them to ``made``; in ``lean`` cases out of ten, it prefers a move to a
    foundation. ``reached`` marks piles that get a card, and ``left`` piles that lose a card or
    whose top card changes. ``old`` has room for two numbers per pile.
    """
    n = 0 * most
    while n < most:
        legal = generate(R, S, out)
        if legal == 0 or won(R, S):
            return n
        if given:
            move = made[n]
        else:
            key = mix(key + n + 1)
            move = out[key % legal]
            if key // legal % 10 < lean:
                up = 0 * n
                for i in range(legal):
                    if target_of(out[i]) < R.foundations:
                        up += 1
                        if mix(key + i) % up == 0:
                            move = out[i]
            made[n] = move
        for p in range(R.piles):
            old[2 * p] = S.height[p]
            old[2 * p + 1] = top(R, S, p)
        make(R, S, move)
        n += 1
        for p in range(R.piles):
            swapped = S.height[p] == old[2 * p] and top(R, S, p) != old[2 * p + 1]
            if swapped or S.height[p] > old[2 * p]:
                reached[p] = 1
            if swapped or S.height[p] < old[2 * p]:
                left[p] = 1
    return n


def top(R: CompiledRules, S: State, p: int) -> int:
    """Return the top card of a pile."""
    return S.cards[p * R.room + S.height[p] - 1] if S.height[p] else NOTHING


def comes_again(R: CompiledRules, S: State, made: list[int], count: int, known: list[int]) -> bool:
    """Make ``count`` moves, using ``known`` as memory; return whether a position recurred."""
    again = False
    for n in range(count):
        known[n] = S.num[Num.HASH]
        make(R, S, made[n])
        for i in range(n + 1):
            again = again or known[i] == S.num[Num.HASH]
    return again


def shut_in(
    R: CompiledRules, S: State, out: list[int], known: list[int], at: list[int], most: int
) -> int:
    """Return the number of positions that can still be reached, including the current one.

    Return 0 if there are ``most`` positions or more, or if the play ends in one of them. ``known``
    and ``at`` have room for ``most``. The state afterwards is undefined.
    """
    known[0] = S.num[Num.HASH]
    at[0] = 0
    count = 1
    depth = 0
    while depth >= 0:
        legal = generate(R, S, out)
        if legal == 0 or won(R, S):
            return 0
        if at[depth] == legal:
            if depth:
                unmake(R, S)
            depth -= 1
            continue
        make(R, S, out[at[depth]])
        at[depth] += 1
        old = False
        for i in range(count):
            old = old or known[i] == S.num[Num.HASH]
        if old:
            unmake(R, S)
            continue
        if count == most:
            return 0
        known[count] = S.num[Num.HASH]
        count += 1
        depth += 1
        at[depth] = 0
    return count


def same(
    R: CompiledRules,
    S: State,
    out: list[int],
    t2: CompiledRules,
    s2: State,
    out2: list[int],
    made: list[int],
    count: int,
) -> bool:
    """Return whether two games have the same moves and positions throughout ``count`` moves."""
    for n in range(count + 1):
        legal = generate(R, S, out)
        if legal != generate(t2, s2, out2) or won(R, S) != won(t2, s2):
            return False
        for i in range(legal):
            if out[i] != out2[i]:
                return False
        for p in range(R.piles):
            if S.height[p] != s2.height[p] or S.down[p] != s2.down[p]:
                return False
            for i in range(S.height[p]):
                if S.cards[p * R.room + i] != s2.cards[p * t2.room + i]:
                    return False
        if n < count:
            make(R, S, made[n])
            make(t2, s2, made[n])
    return True
