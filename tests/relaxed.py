"""The test for dead positions in its plainest form: pass after pass, until nothing changes."""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.solver.codes import Loose
from cadogan.solver.prunings.relaxation import EVERY_CARD
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import State, lowest


def dead_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether the foundations could not be filled even if moves never took anything away.

    Every card uncovered stays uncovered and a place for others, every space stays a space, and
    all cards of stock and waste are at hand, but those in a waste that is not turned over any more.
    What cannot be won so cannot be won.
    """
    if not A.relaxation.used:
        return False
    again = R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times
    if R.redeal.times and not R.redeal.waste and again:
        return False
    if R.merci.times > S.num[Num.MERCIES] or R.shift.times > S.num[Num.SHIFTS]:
        return False
    left = [0] * R.piles
    gone: list[set[int]] = [set() for _ in range(R.piles)]
    shown = [0] * R.groups
    founded = A.missing
    after = A.relaxation.starts
    ready = 0
    free = 0
    anywhere = 0
    spaces = 0
    for p in range(R.foundations):
        for i in range(S.height[p]):
            card = S.cards[p * R.room + i]
            founded |= 1 << card
            after |= A.relaxation.followers[card]
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        left[p] = h
        g = R.group[p]
        if h == 0:
            spaces |= 1 << g
        elif A.relaxation.loose[g] >= Loose.AT_HAND and not (
            p == R.stock.waste and A.relaxation.buries and not again
        ):
            for i in range(h):
                free |= 1 << S.cards[p * R.room + i]
            if A.relaxation.loose[g] == Loose.AT_LARGE:
                anywhere |= free
            left[p] = 0
            spaces |= 1 << g
        else:
            bit = 1 << S.cards[p * R.room + h - 1]
            ready |= bit
            shown[g] |= bit
    ready |= free
    for g in range(R.groups):
        shown[g] |= anywhere
        if A.relaxation.loose[g] >= Loose.AT_HAND:
            shown[g] |= free
    changed = True
    while changed:
        changed = False
        new = ready & after & ~founded
        while new:
            founded |= new
            changed = True
            while new:
                after |= A.relaxation.followers[lowest(new)]
                new &= new - 1
            new = ready & after & ~founded
        for i in range(A.relaxation.crossings):
            g = A.relaxation.cross_from[i]
            to = A.relaxation.cross_to[i]
            at = (g * R.groups + to) * STRIDE
            rest = (founded if A.relaxation.loose[g] == Loose.NO_CARD else shown[g]) & ~shown[to]
            if rest and Loose.ONE_CARD < A.relaxation.loose[g] < Loose.AT_HAND:
                shown[to] |= rest  # a card in a run goes where its run goes
                changed = True
                continue
            while rest:
                bit = rest & -rest
                rest ^= bit
                card = lowest(bit)
                if A.relaxation.laid[at + card] & shown[to] or (
                    spaces >> to & 1 and A.relaxation.laid[at + 52] >> card & 1
                ):
                    shown[to] |= bit
                    changed = True
        stuck = 0
        for p in range(R.foundations, R.piles):
            if left[p] == 0:
                continue
            g = R.group[p]
            loose = (
                A.relaxation.loose[g] if A.relaxation.loose[g] < Loose.AT_HAND else Loose.ONE_CARD
            )
            top = p * R.room + left[p] - 1
            while A.relaxation.exact and loose > Loose.ONE_CARD:
                at = p * R.room
                some = [i for i in range(S.height[p]) if i not in gone[p]]
                some = [i for i in some if _may_go(R, S, A, p, i, gone[p], founded, shown, spaces)]
                if not some:
                    stuck += len(gone[p]) < S.height[p]
                    break
                changed = True
                gone[p].update(some)
                for i in some:
                    if i:
                        shown[g] |= 1 << S.cards[at + i - 1]
                        ready |= 1 << S.cards[at + i - 1]
                    else:
                        spaces |= 1 << g
            while not (A.relaxation.exact and loose > Loose.ONE_CARD):
                card = S.cards[top]
                taken = 0
                if founded >> card & 1 or _may_lie(A, shown, spaces, g, card):
                    taken = 1
                elif loose > Loose.ONE_CARD:
                    link = R.lift.link[p] * STRIDE
                    for k in range(1, left[p]):
                        card = S.cards[top - k]
                        if left[p] - 1 - k < S.down[p]:
                            break
                        if (
                            loose == Loose.ONE_RUN
                            and not R.accept.sets[link + card] >> S.cards[top - k + 1] & 1
                        ):
                            break
                        if _may_lie(A, shown, spaces, g, card):
                            taken = k + 1
                            break
                if taken == 0:
                    stuck += 1
                    break
                changed = True
                left[p] -= taken
                for _ in range(taken):
                    bit = 1 << S.cards[top]
                    shown[g] |= bit
                    ready |= bit
                    top -= 1
                if left[p] == 0:
                    spaces |= 1 << g
                    break
                bit = 1 << S.cards[top]
                shown[g] |= bit
                ready |= bit
        if stuck == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
    return True


def apart_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether cards could not come into whole runs even if moves never took anything away.

    That is what ``dead`` says of games in which these win.
    """
    tableau = range(R.tableau_first, R.tableau_end)
    g = R.group[R.tableau_first]
    piles = [[*S.cards[p * R.room : p * R.room + S.height[p]]] for p in range(R.piles)]
    places = [(p, i) for p in tableau for i in range(len(piles[p]))]
    gone: set[tuple[int, int]] = set()

    def uncovered(p: int, i: int) -> bool:
        return i == len(piles[p]) - 1 or (p, i + 1) in gone

    def shown() -> int:
        found = sum(1 << card for card in piles[R.stock.pile]) if R.stock.pile >= 0 else 0
        for card in {piles[p][i] for p, i in places if uncovered(p, i)}:
            found |= 1 << card
        return found

    while True:
        spaces = any(not piles[p] or (p, 0) in gone for p in tableau) << g
        more = {
            (p, i)
            for p, i in places
            if (i >= S.down[p] or uncovered(p, i))
            and _may_lie(
                A, [shown() if to == g else 0 for to in range(R.groups)], spaces, g, piles[p][i]
            )
        }
        if more <= gone:
            break
        gone |= more
    row = (g * R.groups + g) * STRIDE
    for p, i in places:
        card = piles[p][i]
        higher = 0 if card % 13 == 12 else 1 << (card + 1) & ~A.missing
        if i and higher == 1 << piles[p][i - 1]:
            continue
        if higher == 0 and i == 0:
            continue
        if (p, i) not in gone or (higher and not higher & shown() & A.relaxation.laid[row + card]):
            return True
    return False


def _may_go(
    R: CompiledRules,
    S: State,
    A: Analysis,
    p: int,
    i: int,
    gone: set[int],
    founded: int,
    shown: list[int],
    spaces: int,
) -> bool:
    """Say whether the card at a place in a pile could go elsewhere, with what lies on it."""
    h = S.height[p]
    cards = S.cards[p * R.room : p * R.room + h]
    uncovered = i == h - 1 or i + 1 in gone
    if i < S.down[p] and not uncovered:
        return False
    if uncovered and founded >> cards[i] & 1:
        return True
    if A.relaxation.loose[R.group[p]] == Loose.ONE_RUN:
        for j in range(i + 1, h):
            fits = R.accept.sets[R.lift.link[p] * STRIDE + cards[j - 1]] >> cards[j] & 1
            if j not in gone and not fits:
                return False
    return _may_lie(A, shown, spaces, R.group[p], cards[i])


def _may_lie(A: Analysis, shown: list[int], spaces: int, g: int, card: int) -> bool:
    for to in range(len(shown)):
        at = (g * len(shown) + to) * STRIDE
        if A.relaxation.laid[at + card] & shown[to] or (
            spaces >> to & 1 and A.relaxation.laid[at + 52] >> card & 1
        ):
            return True
    return False
