"""A short way for games where nothing is built but foundations (``runs_errands``).

It plays as ``greedy`` does, move by move, and finds the moves sooner: what foundations take is kept
from move to move, and while no card goes home nothing but the stock is looked at.
"""

from __future__ import annotations

from cadogan.engine.engine import generate_actions, make, won
from cadogan.players.kernel.choose import prefers
from cadogan.players.kernel.determinize import draw
from cadogan.players.player import Player
from cadogan.state.compiled import Tables
from cadogan.state.queries import is_twin, wants
from cadogan.state.state import LOG, MOVE, NONE, State, encode, kind_of, push, target_of

__all__ = ["run_errands"]


def _turn(T: Tables, S: State) -> None:
    """Turn cards of the stock to the waste."""
    n = min(T.deal_count, S.height[T.stock])
    for _ in range(n):
        S.height[T.stock] -= 1
        push(T, S, T.waste, S.cards[T.stock * T.room + S.height[T.stock]])
    S.down[T.stock] = S.height[T.stock]


def _homeward(T: Tables, S: State, out: list[int], wanted: int) -> int:
    """Write the moves to foundations to ``out`` as ``generate`` does, and return how many."""
    n = 0 * wanted
    for a in range(T.foundations, T.piles):
        h = S.height[a]
        if h == 0 or h <= S.down[a]:
            continue
        card = S.cards[a * T.room + h - 1]
        if not wanted >> card & 1:
            continue
        g = T.group[a]
        if T.take[g] == NONE or T.gives[g] == 0 or h <= T.keep[g]:
            continue
        for f in range(T.foundations):
            if not S.want[f] >> card & 1:
                continue
            if T.route[g * T.groups + T.group[f]] & (1 if S.height[f] else 2):
                out[n] = encode(MOVE, a, f, 1)
                n += 1
    return n


def _ask(T: Tables, S: State, first: int, end: int) -> int:
    """Ask some foundations what they take; return what all of them do."""
    wanted = 0 * first
    for f in range(first, end):
        S.want[f] = wants(T, S, f)
        if T.twins[f] >= 0 and is_twin(T, S, f):
            S.want[f] = 0
    for f in range(T.foundations):
        wanted |= S.want[f]
    return wanted


def run_errands(T: Tables, S: State, P: Player, out: list[int], key: int) -> int:
    """Play to the end; return twice the number of moves, and one more when it is won."""
    n = 0 * key
    if won(T, S):
        return 1 + n
    wanted = _ask(T, S, n, T.foundations)
    while True:
        legal = _homeward(T, S, out, wanted)
        if legal == 0 and T.deal_count and S.height[T.stock]:
            _turn(T, S)
            n += 1
            continue
        if legal == 0:
            legal = generate_actions(T, S, out, 0 * n)
        if legal == 0:
            return 2 * n
        move = prefers(T, S, P, out, legal, -1, draw(key, n)) if legal > 1 else out[0]
        make(T, S, move)
        S.num[LOG] = 0
        n += 1
        if kind_of(move) == MOVE:
            f = target_of(move)
            wanted = _ask(T, S, 0 * n, T.foundations) if P.related else _ask(T, S, f, f + 1)
            if won(T, S):
                return 2 * n + 1
