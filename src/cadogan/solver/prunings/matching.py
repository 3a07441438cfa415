"""Cards that leave play in pairs: which must still find a mate, and which alone leave at once.

Letters and other habits of these files: :mod:`cadogan.solver.search`. A card that leaves with
others is of a *kin*, the cards that are mates of each other, or mates of mates; in a position it
has a place there, ``16 * kin + number``.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import MOST_KIN, MOST_MATCHED
from cadogan.state.compiled import Tables
from cadogan.state.queries import liftable
from cadogan.state.state import REDEALS, REMOVE, State, encode, lowest

__all__ = ["lone_move", "unpaired"]


def lone_move(T: Tables, S: State, G: Guide) -> int:
    """Return the removal of a card that leaves play by itself and with no other, or -1."""
    for p in range(T.piles):
        h = S.height[p]
        if h and T.removes[p] and G.lone >> S.cards[p * T.room + h - 1] & 1:
            if liftable(T, S, p) > 0:
                return encode(REMOVE, p, p, 0)
    return -1 + 0 * T.piles


def unpaired(T: Tables, S: State, G: Guide) -> bool:
    """Say whether some card that must leave play cannot, for want of a mate.

    The simple twin is in tests/test_solver_pairing.py.
    """
    if not G.pairs or _hollow(T, S) or not _list_kin(T, S, G):
        return False
    once = T.redeal_times >= 0 and S.num[REDEALS] >= T.redeal_times
    for kin in range(G.kins):
        if not _match(G, kin, _meet(T, S, G, kin, once)):
            return True
    return _stuck(T, S, G)


def _hollow(T: Tables, S: State) -> bool:
    """Say whether a pile with cards lies on an emptied one, and so covers nothing below this."""
    for p in range(T.piles):
        if S.height[p] == 0:
            for k in range(T.cover_at[p], T.cover_at[p + 1]):
                if S.height[T.cover[k]]:
                    return True
    return False


def _list_kin(T: Tables, S: State, G: Guide) -> bool:
    """Give each card in play its place among its kin; say whether there is room for all."""
    for kin in range(G.kins):
        G.kin_count[kin] = 0
    listed = 0 * G.kins
    for p in range(T.piles):
        if p == T.discard:
            continue
        G.kin_first[p] = listed
        listed += S.height[p]
        for i in range(S.height[p]):
            kin = G.kin[S.cards[p * T.room + i]]
            if kin < 0:
                continue
            n = G.kin_count[kin]
            if n == MOST_KIN:
                return False
            G.kin_count[kin] = n + 1
            G.kin_pile[kin * MOST_KIN + n] = p
            G.kin_at[kin * MOST_KIN + n] = i
            G.kin_place[G.kin_first[p] + i] = kin * MOST_KIN + n
    return True


def _meet(T: Tables, S: State, G: Guide, kin: int, once: bool) -> int:
    """Note which cards of a kin could leave with which; return those that must leave with some.

    ``once`` says that the waste does not become the stock again.
    """
    must = 0 * kin
    row = kin * MOST_KIN
    for n in range(G.kin_count[kin]):
        p = G.kin_pile[row + n]
        card = S.cards[p * T.room + G.kin_at[row + n]]
        G.kin_with[row + n] = 0 * kin
        if G.leaving[p] and not (T.alone | T.stays) >> card & 1:
            must |= 1 << n
        for m in range(n):
            q = G.kin_pile[row + m]
            other = S.cards[q * T.room + G.kin_at[row + m]]
            if not T.mates[card] >> other & 1 or G.parted[p] >> q & 1:
                continue
            if once and p == T.waste and q == T.waste and G.in_turn:
                continue
            G.kin_with[row + n] |= 1 << m
            G.kin_with[row + m] |= 1 << n
    return must


def _match(G: Guide, kin: int, must: int) -> bool:
    """Say whether every card of a kin that must leave with another can have one of its own.

    Tried one after the other; where it takes too long the answer is that they can.
    """
    row = kin * MOST_KIN
    used = 0 * must
    depth = 0
    tries = 0
    fresh = True
    while True:
        if fresh:
            rest = must & ~used
            if rest == 0:
                return True
            one = rest & -rest
            G.try_one[depth] = one
            G.try_mates[depth] = G.kin_with[row + lowest(one)] & ~used
        mates = G.try_mates[depth]
        if mates == 0:
            if depth == 0:
                return False
            depth -= 1
            used ^= G.try_pair[depth]
            fresh = False
            continue
        tries += 1
        if tries > MOST_MATCHED:
            return True
        mate = mates & -mates
        G.try_mates[depth] = mates ^ mate
        G.try_pair[depth] = G.try_one[depth] | mate
        used |= G.try_pair[depth]
        depth += 1
        fresh = True


def _stuck(T: Tables, S: State, G: Guide) -> bool:
    """Say whether a card that must leave play could not, even if mates were never used up.

    Cards leave from the top of their piles, whenever a mate has been uncovered; it stays one for
    all others. What may go elsewhere as well covers nothing.
    """
    for kin in range(G.kins):
        G.kin_open[kin] = 0 * G.kins
    for p in range(T.piles):
        G.left[p] = S.height[p] if G.lasting[p] else 0
        if p != T.discard and not G.lasting[p]:
            for i in range(S.height[p]):
                if G.kin[S.cards[p * T.room + i]] >= 0:
                    place = G.kin_place[G.kin_first[p] + i]
                    G.kin_open[place // MOST_KIN] |= 1 << place % MOST_KIN
    changed = True
    while changed:
        changed = False
        for p in range(T.piles):
            if G.left[p] == 0 or not G.lasting[p]:
                continue
            under = 0
            for k in range(T.cover_at[p], T.cover_at[p + 1]):
                if G.left[T.cover[k]]:
                    under += 1
            if under > T.covering:
                continue
            while G.left[p]:
                i = G.left[p] - 1
                card = S.cards[p * T.room + i]
                goes = T.alone >> card & 1 > 0
                if G.kin[card] >= 0:
                    place = G.kin_place[G.kin_first[p] + i]
                    kin = place // MOST_KIN
                    if not G.kin_open[kin] >> place % MOST_KIN & 1:
                        G.kin_open[kin] |= 1 << place % MOST_KIN
                        changed = True
                    goes = goes or G.kin_with[place] & G.kin_open[kin] > 0
                if under or not goes:
                    break
                G.left[p] -= 1
                changed = True
    for p in range(T.piles):
        if p == T.discard or not G.leaving[p]:
            continue
        if G.lasting[p]:
            for i in range(G.left[p]):
                if not T.stays >> S.cards[p * T.room + i] & 1:
                    return True
            continue
        for i in range(S.height[p]):
            card = S.cards[p * T.room + i]
            if (T.alone | T.stays) >> card & 1:
                continue
            if G.kin[card] < 0:
                return True
            place = G.kin_place[G.kin_first[p] + i]
            if G.kin_with[place] & G.kin_open[place // MOST_KIN] == 0:
                return True
    return False
