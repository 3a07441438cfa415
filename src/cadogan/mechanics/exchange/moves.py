"""Cards that change places: wrong ones, so that each begins the pile of the other, or any two.

Which cards are wrong, that nothing is laid on them and that what is right stays are questions of
reading (:func:`cadogan.state.queries.begun`). Letters and other habits of these files:
:mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.mechanics.exchange.compile import FREELY
from cadogan.state.compiled import Tables
from cadogan.state.queries import begun, rotate
from cadogan.state.state import (
    KEPT,
    LOG_SUNK,
    NO_CARD,
    NO_MATCH,
    NO_WAY,
    NONE,
    NOT_TAKEN,
    SAME_PILE,
    SWAP,
    TOO_MANY,
    State,
    carry,
    encode,
    note,
    reseal,
    source_of,
    target_of,
)

__all__ = ["exchanges", "make_exchange", "refuse_exchange"]


def _unfree(T: Tables, S: State, p: int) -> int:
    """Return why no card may be taken from a pile to be exchanged, or 0."""
    if T.swapped[p] == 0:
        return NO_WAY
    if S.height[p] == 0:
        return NO_CARD
    if T.swapped[p] == FREELY:
        return 0
    if T.take[T.group[p]] == NONE:
        return NOT_TAKEN
    if begun(T, S, p):
        return KEPT
    return TOO_MANY if S.height[p] > 1 else 0


def _fit(T: Tables, S: State, a: int, b: int) -> bool:
    """Say whether the cards of two piles may each lie on the other pile, and it makes a change."""
    one = S.cards[a * T.room]
    two = S.cards[b * T.room]
    if T.swapped[a] == FREELY:
        return one != two
    return T.begins[b] >> one & 1 > 0 and T.begins[a] >> two & 1 > 0


def exchanges(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the exchanges to ``out``, from ``n`` on; return where they end."""
    for a in range(T.piles):
        if T.swapped[a] == 0 or _unfree(T, S, a):
            continue
        for b in range(a + 1, T.piles):
            if T.swapped[b] and not _unfree(T, S, b) and _fit(T, S, a, b):
                out[n] = encode(SWAP, a, b, 0)
                n += 1
    return n


def make_exchange(T: Tables, S: State, move: int) -> None:
    """Let two cards change places: one goes on the other, which goes from under it."""
    a = source_of(move)
    b = target_of(move)
    carry(T, S, a, b, 1, 0)
    note(S, LOG_SUNK, b, S.down[b], 0)
    rotate(T, S, b, 1)
    reseal(T, S, b)
    carry(T, S, b, a, 1, 0)


def refuse_exchange(T: Tables, S: State, a: int, b: int, k: int) -> int:
    """Return why the cards of two piles may not change places, or 0 if they may.

    Args:
        T: the tables.
        S: the position.
        a: the first pile.
        b: the second one.
        k: not 0 where more was named.
    """
    if k:
        return TOO_MANY
    if a == b:
        return SAME_PILE
    why = _unfree(T, S, a)
    if why == 0:
        why = _unfree(T, S, b)
    if why:
        return why
    return 0 if _fit(T, S, a, b) else NO_MATCH
