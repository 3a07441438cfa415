"""Whole plays, many of them."""

from __future__ import annotations

from cadogan.engine import generate, make, won
from cadogan.policies.kernel.choosing import choose
from cadogan.policies.kernel.errands import run_errands
from cadogan.policies.kernel.sight import digest, draw, gains, lay, load, look, notice
from cadogan.policies.player import CAREFUL, GREEDY, LOOKS, MOST_MET, Player
from cadogan.state import LOG, MASK, State, mix
from cadogan.tables import Tables

__all__ = ["run", "runs"]


def run(T: Tables, S: State, P: Player, out: list[int], key: int, forced: list[int]) -> int:
    """Play to the end; return twice the number of moves, and one more when it is won.

    ``forced[0]`` becomes the number of moves beside which there was no other.
    """
    forced[0] = 0
    n = 0 * key
    looks = n
    met = n
    last = n - 1
    gains(T, S, P, 1)
    if P.policy == CAREFUL:
        look(T, S, P)
    while True:
        if won(T, S):
            return 2 * n + 1
        legal = generate(T, S, out)
        if legal == 0:
            return 2 * n
        if n and n % T.total == 0:
            looks = 0 * n if gains(T, S, P, 0) else looks + 1
            if looks == LOOKS:
                return 2 * n
        if legal == 1:
            forced[0] += 1
        if P.policy == CAREFUL and met < MOST_MET:
            P.met[met] = digest(T, S, P)
            met += 1
        last = choose(T, S, P, out, legal, last, draw(key, n), met)
        make(T, S, last)
        S.num[LOG] = 0
        n += 1
        if P.policy == CAREFUL:
            notice(T, S, P, last)


def runs(
    T: Tables,
    S: State,
    P: Player,
    out: list[int],
    deals: list[int],
    rows: list[int],
    size: int,
    salt: int,
    told: list[int],
    forced: list[int],
) -> None:
    """Play the deals of some numbers.

    Where they are not laid out here (``P.plain``) they are in ``rows``, ``size`` integers each.
    What is drawn depends on ``salt``. ``told`` becomes of each deal what :func:`run` returns, and
    ``forced`` how many moves had none beside them.
    """
    for i in range(len(deals)):
        key = mix(deals[i])
        if P.plain:
            lay(T, S, P, key)
        else:
            load(T, S, rows[i * size : (i + 1) * size])
        key = mix((key + salt) & MASK)
        if P.errands and P.policy == GREEDY:
            told[i] = run_errands(T, S, P, out, key)
        else:
            told[i] = run(T, S, P, out, key, forced[i : i + 1])
