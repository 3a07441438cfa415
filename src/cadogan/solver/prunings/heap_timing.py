"""Positions in which cards of heaps cannot go up in time, as the stock is turned.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.state.compiled import Tables
from cadogan.state.state import REDEALS, State

__all__ = ["untimely"]


def untimely(T: Tables, S: State, G: Guide) -> bool:
    """Say whether some card never goes up though every card that ever might goes up at once.

    It is asked only where ``G.timely`` says that the argument holds.

    The stock is turned to its end, as often as it may be. A card on top of its heap leaves it as
    soon as one of the rung below might lie bare on a foundation. Of a rung with a card that left
    its heap one more might be up than are, and no more of those above are up: so no more need be
    counted. The simple twin is in tests/test_solver_timing.py.
    """
    rest = 0 * S.height[0]
    for k in range(G.rungs):
        G.rung_up[k] = 0
        G.rung_gone[k] = 0
    for f in range(T.foundations):
        for i in range(S.height[f]):
            G.rung_up[G.rung[S.cards[f * T.room + i]]] += 1
    for p in range(T.foundations, T.piles):
        G.left[p] = 0
        for i in range(p * T.room, p * T.room + S.height[p]):
            rest += 1
            G.heap_rung[rest] = G.rung[S.cards[i]]
            G.heap_below[rest] = G.left[p]
            G.left[p] = rest
    before = -1 + 0 * rest
    again = T.redeal_times - S.num[REDEALS]  # never 0 where there is no end of them
    while True:
        rest -= _put_up(T, G)
        if rest == 0:
            return False
        if T.stock >= 0 and G.left[T.stock]:
            _turn(T, G)
            continue
        if again == 0 or rest == before:  # without a waste there is no redeal
            return True
        again -= 1
        before = rest
        while G.left[T.waste]:
            _carry(G, T.waste, T.stock)


def _put_up(T: Tables, G: Guide) -> int:
    """Let cards leave their heaps until none might go up; return how many did.

    Each card up that begins no foundation lies on one of the rung below.
    """
    went = 0 * G.rungs
    changed = True
    while changed:
        changed = False
        for p in range(T.foundations, T.piles):
            i = G.left[p] if p != T.stock else 0 * went
            while i:
                k = G.heap_rung[i]
                under = G.rung_under[k]
                if under >= 0 and G.rung_up[under] + G.rung_gone[under] <= G.rung_up[k]:
                    break
                i = G.heap_below[i]
                went += 1
                changed = True
                G.left[p] = i
                G.rung_gone[k] += 1
    return went


def _turn(T: Tables, G: Guide) -> None:
    """Deal from the stock as the game does."""
    for _ in range(T.deal_count if T.deal_rows else 1):
        for p in range(T.deal_first, T.deal_end):
            for _ in range(1 if T.deal_rows else T.deal_count):
                if G.left[T.stock]:
                    _carry(G, T.stock, p)


def _carry(G: Guide, a: int, b: int) -> None:
    """Lay the top card of one heap on another."""
    i = G.left[a]
    G.left[a] = G.heap_below[i]
    G.heap_below[i] = G.left[b]
    G.left[b] = i
