"""Moves that take the top cards of several piles out of play together.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.reading import liftable, settle
from cadogan.state import (
    NO_CARD,
    NO_MATCH,
    NOT_TAKEN,
    REMOVE,
    SAME_PILE,
    State,
    encode,
    fourth_of,
    put_in_order,
    source_of,
    target_of,
    third_of,
)
from cadogan.tables import Tables

__all__ = ["make_removal", "refuse_removal", "removals"]


def _top(T: Tables, S: State, p: int) -> int:
    """Return the card of a pile that may leave play, or -1."""
    if T.removes[p] == 0 or liftable(T, S, p) <= 0:
        return -1
    return S.cards[p * T.room + S.height[p] - 1]


def removals(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the removals to ``out``, from ``n`` on; return where they end."""
    for p in range(T.piles):
        S.scratch[p] = _top(T, S, p)
    for a in range(T.piles):
        first = S.scratch[a]
        if first < 0:
            continue
        if T.alone >> first & 1:
            out[n] = encode(REMOVE, a, a, 0)
            n += 1
        for b in range(a + 1, T.piles):
            second = S.scratch[b]
            if second < 0:
                continue
            if _agree(T, a, b, first, second):
                out[n] = encode(REMOVE, a, b, 0)
                n += 1
            if T.set_most > 2:
                n = _larger(T, S, out, n, a, b)
    return n


def _agree(T: Tables, a: int, b: int, first: int, second: int) -> bool:
    """Say whether two cards, on two piles, make a pair."""
    if T.touching[a * T.piles + b] == 0:
        return False
    return T.mates[first] >> second & 1 > 0


def _larger(T: Tables, S: State, out: list[int], n: int, a: int, b: int) -> int:
    """Write the sets of three and four that begin with two piles."""
    for c in range(b + 1, T.piles):
        if S.scratch[c] < 0:
            continue
        if _is_set(T, S, a, b, c, c):
            out[n] = encode(REMOVE, a, b, c + 1)
            n += 1
        if T.set_most > 3:
            for d in range(c + 1, T.piles):
                if S.scratch[d] >= 0 and _is_set(T, S, a, b, c, d):
                    out[n] = encode(REMOVE, a, b, c + 1 | d + 1 << 6)
                    n += 1
    return n


def _is_set(T: Tables, S: State, a: int, b: int, c: int, d: int) -> bool:
    """Say whether the cards of three piles (``d`` the third again) or four leave together."""
    if c == d:
        for i in range(T.trios):
            if (
                _is_trio(T, S, i, a, b, c)
                or _is_trio(T, S, i, a, c, b)
                or _is_trio(T, S, i, b, a, c)
                or _is_trio(T, S, i, b, c, a)
                or _is_trio(T, S, i, c, a, b)
                or _is_trio(T, S, i, c, b, a)
            ):
                return True
    if T.linked == 0 or (T.linked == 2 and c == d):
        return False
    # each has another of them beside it that it agrees with
    return (
        _linked(T, S, a, b, c, d)
        and _linked(T, S, b, a, c, d)
        and _linked(T, S, c, a, b, d if d != c else a)
        and (c == d or _linked(T, S, d, a, b, c))
    )


def _is_trio(T: Tables, S: State, i: int, a: int, b: int, c: int) -> bool:
    """Say whether the cards of three piles are those of a three, in its order."""
    return (
        T.trio[3 * i] >> S.scratch[a] & 1 > 0
        and T.trio[3 * i + 1] >> S.scratch[b] & 1 > 0
        and T.trio[3 * i + 2] >> S.scratch[c] & 1 > 0
    )


def _linked(T: Tables, S: State, p: int, a: int, b: int, c: int) -> bool:
    """Say whether the card of ``p`` agrees with one of three (or, if all must, with all)."""
    links = T.links[S.scratch[p]]
    one = links >> S.scratch[a] & 1
    two = links >> S.scratch[b] & 1
    three = links >> S.scratch[c] & 1
    if T.linked == 2:
        return one + two + three == 3
    return one + two + three > 0


def make_removal(T: Tables, S: State, move: int) -> None:
    """Take the cards of a removal out of play."""
    a = source_of(move)
    b = target_of(move)
    _leave(T, S, a)
    if b != a:
        _leave(T, S, b)
    if third_of(move) >= 0:
        _leave(T, S, third_of(move))
    if fourth_of(move) >= 0:
        _leave(T, S, fourth_of(move))


def _leave(T: Tables, S: State, p: int) -> None:
    put_in_order(T, S, p, T.discard)
    settle(T, S, p)


def refuse_removal(T: Tables, S: State, a: int, b: int, k: int) -> int:
    """Return why the cards of piles do not leave play together, or 0 if they do.

    Args:
        T: the tables.
        S: the position.
        a: the first pile.
        b: the second one, or ``a`` again for a card alone.
        k: the third and fourth, as :func:`~cadogan.state.encode` has them; each comes after the
            one before.
    """
    for p in range(T.piles):
        S.scratch[p] = _top(T, S, p)
    c = third_of(k << 20)
    d = fourth_of(k << 20)
    for p in (a, b, c, d):
        if p >= 0:
            if S.height[p] == 0:
                return NO_CARD
            if S.scratch[p] < 0:
                return NOT_TAKEN
    if (c >= 0 and (a >= b or b >= c)) or (d >= 0 and c >= d):
        return SAME_PILE
    if c < 0:
        if a == b:
            return 0 if T.alone >> S.scratch[a] & 1 else NO_MATCH
        return 0 if _agree(T, a, b, S.scratch[a], S.scratch[b]) else NO_MATCH
    if d < 0:
        return 0 if _is_set(T, S, a, b, c, c) else NO_MATCH
    return 0 if _is_set(T, S, a, b, c, d) else NO_MATCH
