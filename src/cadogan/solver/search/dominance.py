"""Moves that can do no harm, made without looking at any other.

The proof stands in :mod:`cadogan.solver.safe_moves`; :mod:`cadogan.solver.search.safe_cards` looks.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.engine.engine import refusal
from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import TAKEABLE, TOLD
from cadogan.solver.search.safe_cards import leaves, look, released, taker
from cadogan.state.compiled import Tables
from cadogan.state.queries import wants
from cadogan.state.state import (
    BASE,
    MASK,
    MOVE,
    TURN,
    State,
    count_of,
    encode,
    kind_of,
    source_of,
    target_of,
)

__all__ = ["may_be_safe", "safe_move", "settling_move", "takeable"]


def safe_move(T: Tables, S: State, G: Guide) -> int:
    """Return a move to a foundation that can do no harm, or -1.

    The first of :func:`cadogan.solver.safe_moves.safe_moves`, which the page asks for them all.
    """
    first = -1
    some = takeable(T, S, G) & ~G.choices
    for p in range(T.foundations, T.piles):  # saves work only: the checks below imply it
        h = S.height[p]
        if h > S.down[p] and some >> S.cards[p * T.room + h - 1] & 1 and G.barred[p] == 0:
            first = p
            break
    if first < 0:  # as mostly
        return -1
    free = 0 * first
    gone = 0 * first
    if not G.chains:
        founded, free = look(T, S, G)
        gone = released(T, S, G, founded, free)
    for p in range(first, T.piles):
        h = S.height[p]
        if h == 0:
            continue
        card = S.cards[p * T.room + h - 1]
        if not some >> card & 1 or not leaves(T, S, G, p):
            continue
        low = 0 * first
        high = T.foundations
        if not G.chains:
            low = taker(T, S, G, p, free, gone)
            high = low + 1
            if low < 0:
                continue
        for f in range(low, high):
            if not G.chains or wants(T, S, f) >> card & 1:
                move = encode(MOVE, p, f, 1)
                if refusal(T, S, kind_of(move), p, f, count_of(move)) == 0:
                    return move
    return -1


def settling_move(T: Tables, S: State, G: Guide) -> int:
    """Return a move of a card to the only one it fits, where it may stay until it goes up, or -1.

    That one ends a run, from the bottom of its pile, of cards each the rider of the one below.
    """
    tops = 0 * S.height[0]
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if h > 1:  # saves work only, as this whole set does
            tops |= 1 << S.cards[p * T.room + h - 1]
    for b in range(T.foundations, T.piles):
        h = S.height[b]
        if h == 0 or S.down[b]:
            continue
        i = b * T.room + h - 1
        card = G.rider[S.cards[i]]
        if card < 0 or not tops >> card & 1:
            continue
        while i > b * T.room and G.rider[S.cards[i - 1]] == S.cards[i]:
            i -= 1
        if i > b * T.room:
            continue
        for a in range(T.foundations, T.piles):
            h = S.height[a]
            # cost only: where it lies lowest it may stay as well, and no other card fits
            if h > 1 and S.cards[a * T.room + h - 1] == card:
                move = encode(MOVE, a, b, 1)
                if refusal(T, S, kind_of(move), a, b, count_of(move)) == 0:
                    return move
    return -1 + 0 * tops


def takeable(T: Tables, S: State, G: Guide) -> int:
    """Return the cards that foundations take.

    Where this depends on the foundations alone it is kept until they change.
    """
    told = S.num[BASE]
    if G.steady:
        for f in range(T.foundations):
            told += S.part[f]
        told &= MASK
        if told == G.sets[TOLD]:
            return G.sets[TAKEABLE]
    some = 0 * told
    for f in range(T.foundations):
        some |= wants(T, S, f)
    G.sets[TOLD] = told
    G.sets[TAKEABLE] = some
    return some


def may_be_safe(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether there may be a safe move now, if there was none before ``move``.

    What is safe depends on the foundations and on which cards are on top. So a move from pile to
    pile can only make the top cards of these two safe. ``test_what_may_be_safe`` checks this. All
    of it is cost only: a safe move that is overlooked here is made later, and none is added.
    """
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if not G.still or (kind != MOVE and kind != TURN) or a < T.foundations or b < T.foundations:
        return True
    some = takeable(T, S, G) & ~G.choices
    h = S.height[a]
    if h and some >> S.cards[a * T.room + h - 1] & 1:
        return True
    return some >> S.cards[b * T.room + S.height[b] - 1] & 1 == 1
