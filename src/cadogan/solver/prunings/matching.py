"""Prunings *lone* and *pairs*: cards that leave play alone or in pairs.

A card that leaves play with others belongs to a *kin*, a set that contains its mates, their mates,
and so on. In a position, each such card has an index, which is ``16 * kin + number``.
"""

from __future__ import annotations

from cadogan.solver.codes import MOST_KIN, MOST_MATCHED
from cadogan.solver.facts import Analysis
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import liftable
from cadogan.state.state import State, encode, lowest


def lone_move(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the removal of a card that leaves play alone and never in a pair, or -1."""
    for p in range(R.piles):
        h = S.height[p]
        if h and R.removal.piles[p] and A.matching.lone >> S.cards[p * R.room + h - 1] & 1:
            if liftable(R, S, p) > 0:
                return encode(MoveKind.REMOVE, p, p, 0)
    return -1 + 0 * R.piles


def lacks_mates(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether some card that must leave play cannot leave because it has no mate.

    The reference version is in tests/test_solver_matching.py.
    """
    if not A.matching.used or _hollow(R, S) or not _list_kin(R, S, A):
        return False
    once = R.redeal.times >= 0 and S.num[Num.REDEALS] >= R.redeal.times
    for kin in range(A.matching.kins):
        if not _match(A, kin, _meet(R, S, A, kin, once)):
            return True
    return _stuck(R, S, A)


def _hollow(R: CompiledRules, S: State) -> bool:
    """Return whether a pile with cards lies over an empty pile, so that it covers nothing there."""
    for p in range(R.piles):
        if S.height[p] == 0:
            for k in range(R.overlap.starts[p], R.overlap.starts[p + 1]):
                if S.height[R.overlap.above[k]]:
                    return True
    return False


def _list_kin(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Give each card in play its index in its kin; return whether all indices are large enough."""
    for kin in range(A.matching.kins):
        A.work.kin_count[kin] = 0
    listed = 0 * A.matching.kins
    for p in range(R.piles):
        if p == R.mechanics.discard_pile:
            continue
        A.work.kin_first[p] = listed
        listed += S.height[p]
        for i in range(S.height[p]):
            kin = A.matching.kin[S.cards[p * R.room + i]]
            if kin < 0:
                continue
            n = A.work.kin_count[kin]
            if n == MOST_KIN:
                return False
            A.work.kin_count[kin] = n + 1
            A.work.kin_pile[kin * MOST_KIN + n] = p
            A.work.kin_at[kin * MOST_KIN + n] = i
            A.work.kin_place[A.work.kin_first[p] + i] = kin * MOST_KIN + n
    return True


def _meet(R: CompiledRules, S: State, A: Analysis, kin: int, once: bool) -> int:
    """Record which cards of a kin could leave together; return the cards that need a mate.

    ``once`` means that the player never turns the waste over again.
    """
    must = 0 * kin
    row = kin * MOST_KIN
    for n in range(A.work.kin_count[kin]):
        p = A.work.kin_pile[row + n]
        card = S.cards[p * R.room + A.work.kin_at[row + n]]
        A.work.kin_with[row + n] = 0 * kin
        if A.matching.leaving[p] and not (R.removal.alone | R.single_discard.stays) >> card & 1:
            must |= 1 << n
        for m in range(n):
            q = A.work.kin_pile[row + m]
            other = S.cards[q * R.room + A.work.kin_at[row + m]]
            if not R.removal.mates[card] >> other & 1 or A.matching.parted[p] >> q & 1:
                continue
            if once and p == R.stock.waste and q == R.stock.waste and A.matching.in_turn:
                continue
            A.work.kin_with[row + n] |= 1 << m
            A.work.kin_with[row + m] |= 1 << n
    return must


def _match(A: Analysis, kin: int, must: int) -> bool:
    """Return whether each card of a kin that must leave in a pair can have its own mate.

    The search backtracks; after MOST_MATCHED tries it gives up and returns True.
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
            A.work.try_one[depth] = one
            A.work.try_mates[depth] = A.work.kin_with[row + lowest(one)] & ~used
        mates = A.work.try_mates[depth]
        if mates == 0:
            if depth == 0:
                return False
            depth -= 1
            used ^= A.work.try_pair[depth]
            fresh = False
            continue
        tries += 1
        if tries > MOST_MATCHED:
            return True
        mate = mates & -mates
        A.work.try_mates[depth] = mates ^ mate
        A.work.try_pair[depth] = A.work.try_one[depth] | mate
        used |= A.work.try_pair[depth]
        depth += 1
        fresh = True


def _stuck(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether some card that must leave play could not, even if mates were never used up.

    Each card leaves from the top of its pile once one of its mates is uncovered, and remains a mate
    for all others. A card that may also go to another pile covers nothing.
    """
    _uncover_the_rest(R, S, A)
    changed = True
    while changed:
        changed = False
        for p in range(R.piles):
            if A.work.left[p] and A.matching.lasting[p] and _leave(R, S, A, p):
                changed = True
    for p in range(R.piles):
        if p == R.mechanics.discard_pile or not A.matching.leaving[p]:
            continue
        if A.matching.lasting[p]:
            if _holds_back(R, S, A, p):
                return True
        elif _lacks_mate(R, S, A, p):
            return True
    return False


def _uncover_the_rest(R: CompiledRules, S: State, A: Analysis) -> None:
    """Mark all cards as uncovered in piles from which cards may also go elsewhere."""
    for kin in range(A.matching.kins):
        A.work.kin_open[kin] = 0 * A.matching.kins
    for p in range(R.piles):
        A.work.left[p] = S.height[p] if A.matching.lasting[p] else 0
        if p != R.mechanics.discard_pile and not A.matching.lasting[p]:
            for i in range(S.height[p]):
                if A.matching.kin[S.cards[p * R.room + i]] >= 0:
                    _uncover(A, A.work.kin_place[A.work.kin_first[p] + i])


def _uncover(A: Analysis, place: int) -> bool:
    """Mark a card, given by its index in its kin, as uncovered; return whether it was covered."""
    kin = place // MOST_KIN
    if A.work.kin_open[kin] >> place % MOST_KIN & 1:
        return False
    A.work.kin_open[kin] |= 1 << place % MOST_KIN
    return True


def _leave(R: CompiledRules, S: State, A: Analysis, p: int) -> bool:
    """Take cards from a pile while its top card has a mate; return whether any was uncovered."""
    changed = False
    under = 0
    for k in range(R.overlap.starts[p], R.overlap.starts[p + 1]):
        if A.work.left[R.overlap.above[k]]:
            under += 1
    while under <= R.removal.covering and A.work.left[p]:
        i = A.work.left[p] - 1
        card = S.cards[p * R.room + i]
        goes = R.removal.alone >> card & 1 > 0
        if A.matching.kin[card] >= 0:
            place = A.work.kin_place[A.work.kin_first[p] + i]
            if _uncover(A, place):
                changed = True
            goes = goes or A.work.kin_with[place] & A.work.kin_open[place // MOST_KIN] > 0
        if under or not goes:
            break
        A.work.left[p] -= 1
        changed = True
    return changed


def _holds_back(R: CompiledRules, S: State, A: Analysis, p: int) -> bool:
    """Return whether a pile still holds a card that must leave play."""
    for i in range(A.work.left[p]):
        if not R.single_discard.stays >> S.cards[p * R.room + i] & 1:
            return True
    return False


def _lacks_mate(R: CompiledRules, S: State, A: Analysis, p: int) -> bool:
    """Return whether a pile holds a card that must leave in a pair but has no uncovered mate."""
    for i in range(S.height[p]):
        card = S.cards[p * R.room + i]
        if (R.removal.alone | R.single_discard.stays) >> card & 1:
            continue
        if A.matching.kin[card] < 0:
            return True
        place = A.work.kin_place[A.work.kin_first[p] + i]
        if A.work.kin_with[place] & A.work.kin_open[place // MOST_KIN] == 0:
            return True
    return False
