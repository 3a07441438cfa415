"""Moves that can do no harm, made without looking at any other.

The fast form of :mod:`cadogan.safety`, where the proof stands.
"""

from __future__ import annotations

from cadogan.engine import (
    BASE,
    MASK,
    MOVE,
    REDEALS,
    TURN,
    State,
    count_of,
    encode,
    kind_of,
    refusal,
    source_of,
    target_of,
    wants,
)
from cadogan.solver.guide import Guide
from cadogan.solver.kernel.names import TAKEABLE, TOLD
from cadogan.tables import Tables

__all__ = ["may_be_safe", "safe_move", "takeable"]


def safe_move(T: Tables, S: State, G: Guide) -> int:
    """Return a move to a foundation that can do no harm, or -1.

    The fast form of :func:`cadogan.safety.safe_moves`, where the proof stands; the test
    ``test_safe_moves_agree`` holds the two together.
    """
    found = -1
    some = takeable(T, S, G) & ~G.choices
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if h > S.down[p] and some >> S.cards[p * T.room + h - 1] & 1 and G.barred[p] == 0:
            found = p
            break
    if found < 0:
        return -1
    redeal = T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times
    if G.chains:
        for p in range(found, T.piles):
            if (
                S.height[p] > S.down[p]
                and not G.barred[p]
                and not (redeal and G.gathered[p])
                and not _fed(T, S, p)
            ):
                move = _up_from(T, S, p)
                if move >= 0:
                    return move
        return -1
    some = 0 * found
    both = 0 * found
    for f in range(T.foundations):
        mask = wants(T, S, f)
        S.want[f] = mask
        both |= some & mask
        some |= mask
    once = 0 * found  # no literals: every literal argument is compiled for itself
    twice = 0 * found
    for f in range(T.foundations):
        for i in range(S.height[f]):
            bit = 1 << S.cards[f * T.room + i]
            twice |= once & bit
            once |= bit
    free = some & ~once
    founded = once
    if G.decks == 2:
        free = (both & ~once) | (some & once & ~twice)
        founded = twice
    gone = _released(T, S, G, founded, free)
    for p in range(found, T.piles):
        h = S.height[p]
        if h <= S.down[p] or G.barred[p] or (redeal and G.gathered[p]):
            continue
        card = S.cards[p * T.room + h - 1]
        if not (free & ~G.choices) >> card & 1 or G.wanters[card] & ~gone or _fed(T, S, p):
            continue
        taker = 0 * card - 1
        fits = True
        for f in range(T.foundations):
            if S.want[f] >> card & 1:
                if S.want[f] & ~(0x8004002001 << card % 13):
                    fits = False  # cards of other ranks could begin it too
                if taker < 0:
                    taker = f
                elif (
                    S.height[f] != S.height[taker]
                    or S.roll[f * (T.room + 1) + S.height[f]]
                    != S.roll[taker * (T.room + 1) + S.height[taker]]
                ):
                    fits = False
                if (
                    G.gives_back
                    and S.height[f]
                    and not gone >> S.cards[f * T.room + S.height[f] - 1] & 1
                ):
                    fits = False
        if fits:
            move = encode(MOVE, p, taker, 1)
            if refusal(T, S, kind_of(move), p, taker, count_of(move)) == 0:
                return move
    return -1


def _up_from(T: Tables, S: State, p: int) -> int:
    card = S.cards[p * T.room + S.height[p] - 1]
    for f in range(T.foundations):
        if wants(T, S, f) >> card & 1:
            move = encode(MOVE, p, f, 1)
            if refusal(T, S, kind_of(move), p, f, count_of(move)) == 0:
                return move
    return -1


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
    pile can only make the top cards of these two safe. ``test_what_may_be_safe`` checks this.
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


def _released(T: Tables, S: State, G: Guide, founded: int, free: int) -> int:
    """Return the cards that want no place in play any more (``cadogan.safety.released``)."""
    gone = G.missing
    if not G.gives_back:
        gone |= founded
    while True:
        more = 0
        if G.gives_back:
            for f in range(T.foundations):
                for i in range(S.height[f]):
                    card = S.cards[f * T.room + i]
                    if (
                        founded >> card & 1
                        and not gone >> card & 1
                        and G.wanters[card] & ~gone == 0
                        and (i == 0 or gone >> S.cards[f * T.room + i - 1] & 1)
                    ):
                        more |= 1 << card
        if not G.strict:
            for f in range(T.foundations):
                rest = S.want[f] & free & ~gone
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    if G.wanters[G.place[bit % 67]] & ~gone == 0 and (
                        not G.gives_back
                        or S.height[f] == 0
                        or gone >> S.cards[f * T.room + S.height[f] - 1] & 1
                    ):
                        more |= bit
        if more == 0:
            return gone
        gone |= more


def _fed(T: Tables, S: State, p: int) -> bool:
    if T.fill_cards[p]:
        for k in range(T.fill_ways):
            q = T.fill_from[p * T.fill_ways + k]
            if q >= 0 and S.height[q]:
                return True
    return False
