"""Complete plays of many deals by a policy."""

from __future__ import annotations

from cadogan.engine.apply import make
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.players.kernel.choose import choose
from cadogan.players.kernel.determinize import digest, draw, gains, lay, load, look, notice
from cadogan.players.kernel.forced import play_forced
from cadogan.players.player import (
    CAREFUL,
    GOING,
    GREEDY,
    LAST,
    LOOKED,
    LOOKS,
    MET,
    MOST_MET,
    PACE,
    Player,
)
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import MASK, State, mix


def run(
    R: CompiledRules, S: State, P: Player, out: list[int], key: int, forced: list[int], at: int
) -> int:
    """Play to the end; return twice the number of moves, plus 1 for a win.

    The function writes the number of moves without an alternative to ``forced[at]``. If ``P.going``
    sets a pace, return -1 after that many moves; the next call continues the play.
    """
    n = P.going[GOING] + 0 * key
    looks = P.going[LOOKED] + 0 * key
    met = P.going[MET] + 0 * key
    last = P.going[LAST] + 0 * key
    if n == 0:
        forced[at] = 0
        looks = n
        met = n
        last = n - 1
        gains(R, S, P, 1)
        if P.policy == CAREFUL:
            look(R, S, P)
    pause = n + P.going[PACE]
    P.going[GOING] = 0
    while True:
        if won(R, S):
            return 2 * n + 1
        legal = generate(R, S, out)
        if legal == 0:
            return 2 * n
        if n and n % R.total == 0:
            looks = 0 * n if gains(R, S, P, 0) else looks + 1
            if looks == LOOKS:
                return 2 * n
        if legal == 1:
            forced[at] += 1
        if P.policy == CAREFUL and met < MOST_MET:
            P.met[met] = digest(R, S, P)
            met += 1
        last = choose(R, S, P, out, legal, last, draw(key, n), met)
        make(R, S, last)
        S.num[Num.LOG] = 0
        n += 1
        if P.policy == CAREFUL:
            notice(R, S, P, last)
        if n == pause:
            P.going[GOING] = n
            P.going[LOOKED] = looks
            P.going[MET] = met
            P.going[LAST] = last
            return 0 * n - 1


def runs(
    R: CompiledRules,
    S: State,
    P: Player,
    out: list[int],
    deals: list[int],
    rows: list[int],
    size: int,
    salt: int,
    results: list[int],
    forced: list[int],
) -> None:
    """Play the deals with the given numbers.

    If the kernel cannot lay out the deals itself (see ``P.plain``), ``rows`` holds the positions,
    with ``size`` integers each. The random choices depend on ``salt``. For each deal, the function
    writes the result of :func:`run` to ``results``, and the number of moves without an alternative
    to ``forced``. If a pace is set, the caller must pass a single deal.
    """
    for i in range(len(deals)):
        key = mix(deals[i])
        if P.going[GOING]:
            pass
        elif P.plain:
            lay(R, S, P, key)
        else:
            load(R, S, rows[i * size : (i + 1) * size])
        key = mix((key + salt) & MASK)
        if P.errands and P.policy == GREEDY:
            results[i] = play_forced(R, S, P, out, key)
        else:
            results[i] = run(R, S, P, out, key, forced, i)
