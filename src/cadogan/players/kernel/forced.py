"""Fast loop for forced games, in which players build only on foundations (``is_forced``).

The loop plays exactly like ``greedy`` but finds the moves sooner. From one move to the next, the
loop keeps the set of cards that foundations take. As long as no card can go to a foundation, the
loop looks only at the stock.
"""

from __future__ import annotations

from cadogan.engine.apply import make
from cadogan.engine.legal import generate_actions
from cadogan.engine.winning import won
from cadogan.players.kernel.choose import prefers
from cadogan.players.kernel.determinize import draw
from cadogan.players.player import Player
from cadogan.state.codes import Lift, MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import is_twin, wants
from cadogan.state.state import State, encode, kind_of, push, target_of


def _turn(R: CompiledRules, S: State) -> None:
    """Turn cards from the stock to the waste."""
    n = min(R.deal.cards, S.height[R.stock.pile])
    for _ in range(n):
        S.height[R.stock.pile] -= 1
        push(R, S, R.stock.waste, S.cards[R.stock.pile * R.room + S.height[R.stock.pile]])
    S.down[R.stock.pile] = S.height[R.stock.pile]


def _homeward(R: CompiledRules, S: State, out: list[int], wanted: int) -> int:
    """Write moves to foundations to ``out`` in the order of ``generate``; return their number."""
    n = 0 * wanted
    for a in range(R.foundations, R.piles):
        h = S.height[a]
        if h == 0 or h <= S.down[a]:
            continue
        card = S.cards[a * R.room + h - 1]
        if not wanted >> card & 1:
            continue
        g = R.group[a]
        if R.lift.take[g] == Lift.NONE or R.routes.gives[g] == 0 or h <= R.lift.keep[g]:
            continue
        for f in range(R.foundations):
            if not S.want[f] >> card & 1:
                continue
            if R.routes.ways[g * R.groups + R.group[f]] & (1 if S.height[f] else 2):
                out[n] = encode(MoveKind.MOVE, a, f, 1)
                n += 1
    return n


def _ask(R: CompiledRules, S: State, first: int, end: int) -> int:
    """Update the cards that foundations ``first`` to ``end`` take; return all those cards."""
    wanted = 0 * first
    for f in range(first, end):
        S.want[f] = wants(R, S, f)
        if R.accept.twins[f] >= 0 and is_twin(R, S, f):
            S.want[f] = 0
    for f in range(R.foundations):
        wanted |= S.want[f]
    return wanted


def play_forced(R: CompiledRules, S: State, P: Player, out: list[int], key: int) -> int:
    """Play to the end; return twice the number of moves, plus 1 for a win."""
    n = 0 * key
    if won(R, S):
        return 1 + n
    wanted = _ask(R, S, n, R.foundations)
    while True:
        legal = _homeward(R, S, out, wanted)
        if legal == 0 and R.deal.cards and S.height[R.stock.pile]:
            _turn(R, S)
            n += 1
            continue
        if legal == 0:
            legal = generate_actions(R, S, out, 0 * n)
        if legal == 0:
            return 2 * n
        move = prefers(R, S, P, out, legal, -1, draw(key, n)) if legal > 1 else out[0]
        make(R, S, move)
        S.num[Num.LOG] = 0
        n += 1
        if kind_of(move) == MoveKind.MOVE:
            f = target_of(move)
            wanted = _ask(R, S, 0 * n, R.foundations) if P.related else _ask(R, S, f, f + 1)
            if won(R, S):
                return 2 * n + 1
