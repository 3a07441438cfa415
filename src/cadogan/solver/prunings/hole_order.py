"""Pruning *follow*: positions with a card that can follow no other into the hole."""

from __future__ import annotations

from cadogan.solver.codes import BOTH_WAYS
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State

_ALL_RANKS = (1 << 13) - 1


def lacks_followers(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether more cards must follow a neighbour in rank than there are cards to follow.

    At most one card follows each card in the hole. So every card that must follow another needs a
    predecessor of its own. The predecessor is a neighbour in rank: the top card of the hole or a
    card outside the hole. If every card must follow another, there must also be a path through the
    ranks of all cards. The reference versions are in tests/test_solver_hole_order.py.
    """
    if not A.holes.way or S.height[0] == 0:
        return False
    for r in range(13):
        A.work.need[r] = 0
        A.work.have[r] = 0
    free = 0 * S.height[0]  # number of cards that need not follow another
    for p in range(1, R.piles):
        h = S.height[p]
        if not A.holes.needy[p]:
            free += h
        for i in range(h):
            r = S.cards[p * R.room + i] % 13
            A.work.have[r] += 1
            A.work.need[r] += A.holes.needy[p]
    A.work.have[S.cards[S.height[0] - 1] % 13] += 1
    if free == 0:
        lost = _no_way(R, S, A)
        # in that case, the path also gives each card its own predecessor
        if lost or A.holes.way == BOTH_WAYS:
            return lost
    around = 0 * A.work.need[0]
    most = min(A.work.need[0], A.work.have[12]) if A.holes.after_lower[0] else around
    while around <= most and not _all_follow(A, around):
        around += 1
    return around > most


def _all_follow(A: Analysis, around: int) -> bool:
    """Return whether each card can have its own predecessor if ``around`` aces follow kings.

    The loop advances by two ranks in each step. The higher neighbour of one rank is the lower
    neighbour of the next rank that the loop visits. So the cards of each rank follow the lower
    neighbour first, since no later rank can use it.
    """
    for r in range(13):
        A.work.spare[r] = A.work.have[r]
    A.work.spare[12] -= around
    for i in range(13):
        r = 2 * i % 13
        left = A.work.need[r]
        if r == 0:
            left -= around
        elif A.holes.after_lower[r]:
            used = min(left, A.work.spare[r - 1])
            left -= used
            A.work.spare[r - 1] -= used
        if left and A.holes.after_higher[r]:
            higher = (r + 1) % 13
            used = min(left, A.work.spare[higher])
            left -= used
            A.work.spare[higher] -= used
        if left:
            return False
    return True


def _no_way(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether no path through the ranks exists, if every card must follow another.

    The ranks form a ring, and each card is a step of the path from one rank to a neighbour. For
    each rank that may come last, the function computes how often the path crosses between
    neighbouring ranks.
    """
    last = 0 * S.height[0]  # set of ranks that may come last
    tallest = 1 + last  # height of the tallest pile whose cards leave in order
    there = 0 * last
    for r in range(13):
        if A.work.need[r]:
            there |= 1 << r
    if there == 0:
        return False
    for p in range(1, R.piles):
        h = S.height[p]
        if h and A.holes.orderly[p]:
            last |= 1 << S.cards[p * R.room] % 13
            tallest = max(tallest, h)
        elif h:
            last = there
    top = S.cards[S.height[0] - 1] % 13
    for end in range(13):
        if last >> end & 1 and _trips(A, top, end) and _in_order(R, S, A, top, there, tallest):
            return False
    return True


def _trips(A: Analysis, top: int, end: int) -> bool:
    """Return whether a path from the top card's rank to ``end`` can visit each rank often enough.

    For each rank, the function writes to ``A.work.trips`` how often the path crosses to the next
    higher rank or back. The path enters and leaves a rank once for each of its cards, except that
    it does not leave the last rank. So the sum of the trips on both sides of each rank is known.
    Since the number of ranks, thirteen, is odd, these sums determine all trips.
    """
    turned = 0 * A.work.need[0]
    for r in range(13):
        turned = 2 * A.work.need[r] + (r == top) - (r == end) - turned
    if turned < 0:  # this test only saves time: the last number of trips below would be negative
        return False
    trips = turned >> 1  # trips between king and ace; the total is even
    for r in range(13):
        trips = 2 * A.work.need[r] + (r == top) - (r == end) - trips
        if trips < 0 or (
            trips and not A.holes.after_higher[r] and not A.holes.after_lower[(r + 1) % 13]
        ):
            return False
        A.work.trips[r] = trips
    return True


def _in_order(R: CompiledRules, S: State, A: Analysis, top: int, there: int, tallest: int) -> bool:
    """Return whether the path has enough trips between two parts of the ring for every pile.

    Two cuts divide the ring of ranks into two parts. The path begins in the part with the hole's
    top card. Whenever a card of a pile and the card before it are in different parts, the path
    needs at least one trip across a cut.
    """
    for i in range(12):
        if A.work.trips[i] >= tallest:  # cost only
            continue
        for j in range(i + 1, 13):
            most = A.work.trips[i] + A.work.trips[j]
            if most >= tallest:
                continue
            beyond = ((1 << j) - (1 << i)) << 1
            if beyond >> top & 1:
                beyond ^= _ALL_RANKS
            beyond &= there
            if beyond == 0:
                continue
            if most == 0:
                return False
            for p in range(1, R.piles):
                h = S.height[p] if A.holes.orderly[p] else 0 * top
                if h <= most:
                    continue
                at = p * R.room + h
                changes = 0 * h
                side = 0 * h
                for k in range(1, h + 1):
                    now = beyond >> S.cards[at - k] % 13 & 1
                    changes += now ^ side
                    side = now
                if changes > most:
                    return False
    return True
