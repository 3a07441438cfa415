"""Moves that take the top cards of two piles to an empty foundation together.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.queries import liftable, phase
from cadogan.state.state import (
    FULL,
    MARRY,
    NO_CARD,
    NO_MATCH,
    NO_WAY,
    NONE,
    NOT_TAKEN,
    NOT_YET,
    NOTHING,
    SAME_PILE,
    TOO_MANY,
    State,
    carry,
    encode,
    source_of,
    target_of,
    third_of,
)

__all__ = ["make_marriage", "marriages", "refuse_marriage"]


def _top(T: Tables, S: State, p: int) -> int:
    """Return the card of a pile that may be taken, or -1."""
    if T.take[T.group[p]] == NONE or liftable(T, S, p) <= 0:
        return -1
    return S.cards[p * T.room + S.height[p] - 1]


def _begin(T: Tables, f: int, first: int, second: int) -> bool:
    """Say whether two cards begin a foundation in this order."""
    at = f * (T.room + 1)
    if not T.accept[T.rule_at[at] * STRIDE + NOTHING] >> first & 1:
        return False
    return T.accept[T.rule_at[at + 1] * STRIDE + first] >> second & 1 > 0


def _order(T: Tables, f: int, one: int, two: int) -> int:
    """Return in which order two cards begin a foundation: 1 as given, 2 the other way, 0 not."""
    if T.paired[f] == 0:
        return 0
    if _begin(T, f, one, two):
        return 1
    return 2 if _begin(T, f, two, one) else 0


def _way(T: Tables, bits: int, p: int, f: int) -> int:
    """Return whether cards of a pile may go on those of a foundation, in a phase."""
    return T.route[(bits * T.groups + T.group[p]) * T.groups + T.group[f]] & 1


def _wed(T: Tables, S: State, bits: int, a: int, b: int, one: int, two: int) -> int:
    """Return the first foundation that two piles' cards may begin, + 1, or 0.

    The order in which they go there is that of :func:`_order`, from bit 6 on.
    """
    for f in range(T.foundations):
        if S.height[f] == 0 and f != a and f != b and _way(T, bits, a, f) and _way(T, bits, b, f):
            order = _order(T, f, one, two)
            if order:
                return f + 1 | order << 6
    return 0 * bits


def _never(T: Tables, p: int) -> bool:
    """Say whether cards of a pile never go to a foundation that two cards begin."""
    for f in range(T.foundations):
        if T.paired[f] and f != p:
            for bits in range(1 << T.phase_conditions):
                if _way(T, bits, p, f):
                    return False
    return True


def marriages(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the marriages to ``out``, from ``n`` on; return where they end."""
    bits = phase(T, S)
    for p in range(T.piles):
        S.scratch[p] = _top(T, S, p)
    for a in range(T.piles):
        if S.scratch[a] < 0:
            continue
        for b in range(a + 1, T.piles):
            if S.scratch[b] < 0:
                continue
            where = _wed(T, S, bits, a, b, S.scratch[a], S.scratch[b])
            if where:
                out[n] = encode(MARRY, a, b, where)
                n += 1
    return n


def make_marriage(T: Tables, S: State, move: int) -> None:
    """Lay two cards on their foundation."""
    a = source_of(move)
    b = target_of(move)
    f = third_of(move)
    first = a if move >> 26 == 1 else b
    carry(T, S, first, f, 1, 0)
    carry(T, S, a + b - first, f, 1, 0)


def refuse_marriage(T: Tables, S: State, a: int, b: int, k: int) -> int:
    """Return why the cards of two piles do not begin a foundation together, or 0 if they do.

    Args:
        T: the tables.
        S: the position.
        a: the first pile.
        b: the second one.
        k: not 0 where more piles were named.
    """
    if k:
        return TOO_MANY
    if a == b:
        return SAME_PILE
    if S.height[a] == 0 or S.height[b] == 0:
        return NO_CARD
    if _never(T, a) or _never(T, b):
        return NO_WAY
    one = _top(T, S, a)
    two = _top(T, S, b)
    if one < 0 or two < 0:
        return NOT_TAKEN
    bits = phase(T, S)
    if _wed(T, S, bits, a, b, one, two):
        return 0
    why = NO_MATCH
    for f in range(T.foundations):
        if f == a or f == b or _order(T, f, one, two) == 0:
            continue
        if S.height[f]:
            if why == NO_MATCH:
                why = FULL
            continue
        if why != NOT_YET:
            why = NO_WAY
        for other in range(1 << T.phase_conditions):
            if _way(T, other, a, f) and _way(T, other, b, f):
                why = NOT_YET
    return why
