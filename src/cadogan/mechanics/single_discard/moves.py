"""Moves that take one card out of play.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import Tables
from cadogan.state.queries import covered, liftable, settle
from cadogan.state.state import (
    NO_CARD,
    NO_MATCH,
    NOT_TAKEN,
    REMOVE,
    State,
    carry,
    encode,
    put_in_order,
    source_of,
)

__all__ = [
    "all_but_some_out",
    "discards",
    "few_left",
    "make_discard",
    "must_leave",
    "one_of_suits_left",
    "refuse_discard",
]


def _leaves(T: Tables, S: State, p: int) -> bool:
    """Say whether the top card of a pile may leave play."""
    if T.removes[p] == 0 or liftable(T, S, p) <= 0:
        return False
    card = S.cards[p * T.room + S.height[p] - 1]
    if T.leaves >> card & 1:
        return True
    beats = T.beats[card]
    for q in range(T.piles if beats else 0):
        if q != p and T.removes[q] and _shows(T, S, q):
            if beats >> S.cards[q * T.room + S.height[q] - 1] & 1:
                return True
    return False


def _shows(T: Tables, S: State, p: int) -> bool:
    """Say whether a pile shows its top card, be it one that stays there."""
    return S.height[p] > S.down[p] and not (T.covers and covered(T, S, p))


def must_leave(T: Tables, S: State) -> bool:
    """Say whether a card must leave play before anything else is done."""
    for p in range(T.piles):
        if _leaves(T, S, p):
            return True
    return False


def discards(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the discards to ``out``, from ``n`` on; return where they end."""
    for p in range(T.piles):
        if _leaves(T, S, p):
            out[n] = encode(REMOVE, p, p, 0)
            n += 1
    return n


def make_discard(T: Tables, S: State, move: int) -> None:
    """Take a card out of play; where cards are replaced, lay the next of the stock there."""
    p = source_of(move)
    put_in_order(T, S, p, T.discard)
    if T.replaced and S.height[T.stock]:
        carry(T, S, T.stock, p, 1, 1)
    settle(T, S, p)


def refuse_discard(T: Tables, S: State, a: int, b: int, k: int) -> int:
    """Return why a card does not leave play by itself, or 0 if it does."""
    if S.height[a] == 0:
        return NO_CARD
    if T.removes[a] == 0 or liftable(T, S, a) <= 0:
        return NOT_TAKEN
    return 0 if a == b and k == 0 and _leaves(T, S, a) else NO_MATCH


def all_but_some_out(T: Tables, S: State) -> bool:
    """Say whether no cards are left in play but those that may stay."""
    for p in range(T.piles):
        if p != T.discard:
            for i in range(S.height[p]):
                if not T.stays >> S.cards[p * T.room + i] & 1:
                    return False
    return True


def one_of_suits_left(T: Tables, S: State) -> bool:
    """Say whether no two of the cards that are left in play are of one suit."""
    seen = 0
    for p in range(T.piles):
        if p != T.discard:
            for i in range(S.height[p]):
                suit = 1 << S.cards[p * T.room + i] // 13
                if seen & suit:
                    return False
                seen |= suit
    return True


def few_left(T: Tables, S: State) -> bool:
    """Say whether no more cards are left in play than may be."""
    n = 0
    for p in range(T.piles):
        if p != T.discard:
            n += S.height[p]
    return n <= T.win_left
