"""Plain test for dead positions, which repeats its passes until nothing changes."""

from __future__ import annotations

from cadogan.solver.codes import Loose
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.relaxation import EVERY_CARD
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import State, lowest


def dead_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether the foundations cannot be filled even if moves never take anything away.

    In this relaxation, an uncovered card stays uncovered and other cards may still be laid on it.
    An empty pile stays empty. All cards in the stock and the waste are available, unless the waste
    has no redeal left. A position that is lost in the relaxation is lost in the game.
    """
    if not A.relaxation.used:
        return False
    again = R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times
    if R.redeal.times and not R.redeal.waste and again:
        return False
    if R.merci.times > S.num[Num.MERCIES] or R.shift.times > S.num[Num.SHIFTS]:
        return False
    relaxed = _Relaxed(R, S, A, again)
    while relaxed.changed:
        relaxed.changed = False
        relaxed.fill_foundations()
        relaxed.cross()
        if not relaxed.uncover() and relaxed.founded & EVERY_CARD == EVERY_CARD:
            return False
    return True


class _Relaxed:
    """A position in which moves take nothing away.

    Attributes:
        founded: the cards that lie on foundations.
        after: the cards that may go to foundations next.
        ready: the cards that are free to go there.
        shown: by group, the cards on which others may be laid.
        spaces: the groups that have an empty pile, as a bit set.
        left: by pile, the number of cards that have not left it.
        gone: by pile, the indices of cards that have left it, if tracked card by card.
        changed: whether the current pass has changed anything.
    """

    def __init__(self, R: CompiledRules, S: State, A: Analysis, again: bool) -> None:
        self.R, self.S, self.A = R, S, A
        self.founded, self.after, self.ready, self.spaces = A.missing, A.relaxation.starts, 0, 0
        self.left, self.shown = [0] * R.piles, [0] * R.groups
        self.gone: list[set[int]] = [set() for _ in range(R.piles)]
        self.changed = True
        free = anywhere = 0
        for p in range(R.foundations):
            for card in self.pile(p):
                self.founded |= 1 << card
                self.after |= A.relaxation.followers[card]
        for p in range(R.foundations, R.piles):
            pile, g = self.pile(p), R.group[p]
            if not pile:
                self.spaces |= 1 << g
            elif A.relaxation.loose[g] >= Loose.AT_HAND and not (
                p == R.stock.waste and A.relaxation.buries and not again
            ):
                for card in pile:
                    free |= 1 << card
                if A.relaxation.loose[g] == Loose.AT_LARGE:
                    anywhere |= free
                self.spaces |= 1 << g
            else:
                self.left[p] = len(pile)
                self.show(g, pile[-1])
        self.ready |= free
        for g in range(R.groups):
            self.shown[g] |= anywhere
            if A.relaxation.loose[g] >= Loose.AT_HAND:
                self.shown[g] |= free

    def pile(self, p: int) -> list[int]:
        at = p * self.R.room
        return [*self.S.cards[at : at + self.S.height[p]]]

    def show(self, g: int, card: int) -> None:
        """Mark a group's card as free to move, and as a place for other cards."""
        self.shown[g] |= 1 << card
        self.ready |= 1 << card

    def fill_foundations(self) -> None:
        """Play all available cards to the foundations."""
        while new := self.ready & self.after & ~self.founded:
            self.founded |= new
            self.changed = True
            while new:
                self.after |= self.A.relaxation.followers[lowest(new)]
                new &= new - 1

    def cross(self) -> None:
        """Add each group's cards to the other groups in which they can lie."""
        A, shown = self.A, self.shown
        for i in range(A.relaxation.crossings):
            g, to = A.relaxation.cross_from[i], A.relaxation.cross_to[i]
            rest = (self.founded if A.relaxation.loose[g] == Loose.NO_CARD else shown[g]) & ~shown[
                to
            ]
            if rest and Loose.ONE_CARD < A.relaxation.loose[g] < Loose.AT_HAND:
                shown[to] |= rest  # a card in a run can go wherever its run can go
                self.changed = True
                continue
            while rest:
                bit = rest & -rest
                rest ^= bit
                if _may_lie_in(A, shown, self.spaces, g, to, lowest(bit)):
                    shown[to] |= bit
                    self.changed = True

    def uncover(self) -> int:
        """Take from each pile the cards that can go elsewhere; return how many piles keep cards."""
        stuck = 0
        for p in range(self.R.foundations, self.R.piles):
            if self.left[p]:
                loose = self.A.relaxation.loose[self.R.group[p]]
                loose = loose if loose < Loose.AT_HAND else Loose.ONE_CARD
                one_by_one = self.A.relaxation.exact and loose > Loose.ONE_CARD
                stuck += self.keeps_places(p) if one_by_one else self.keeps_cards(p, loose)
        return stuck

    def keeps_places(self, p: int) -> bool:
        """Take cards from anywhere in a pile; return whether any remain."""
        pile, gone, g = self.pile(p), self.gone[p], self.R.group[p]
        while some := [i for i in range(len(pile)) if i not in gone and self.may_go(p, i)]:
            self.changed = True
            gone.update(some)
            for i in some:
                if i:
                    self.show(g, pile[i - 1])
                else:
                    self.spaces |= 1 << g
        return len(gone) < len(pile)

    def may_go(self, p: int, i: int) -> bool:
        """Return whether the card at index ``i`` in a pile could go elsewhere with those on it."""
        R, pile, gone = self.R, self.pile(p), self.gone[p]
        uncovered = i == len(pile) - 1 or i + 1 in gone
        if i < self.S.down[p] and not uncovered:
            return False
        if uncovered and self.founded >> pile[i] & 1:
            return True
        if self.A.relaxation.loose[R.group[p]] == Loose.ONE_RUN:
            for j in range(i + 1, len(pile)):
                fits = R.accept.sets[R.lift.link[p] * STRIDE + pile[j - 1]] >> pile[j] & 1
                if j not in gone and not fits:
                    return False
        return _may_lie(self.A, self.shown, self.spaces, R.group[p], pile[i])

    def keeps_cards(self, p: int, loose: int) -> bool:
        """Take cards from the top of a pile; return whether any remain."""
        g, pile = self.R.group[p], self.pile(p)
        while taken := self.taken(p, loose):
            self.changed = True
            for _ in range(taken):
                self.left[p] -= 1
                self.show(g, pile[self.left[p]])
            if self.left[p] == 0:
                self.spaces |= 1 << g
                return False
            self.show(g, pile[self.left[p] - 1])
        return True

    def taken(self, p: int, loose: int) -> int:
        """Return how many cards of a pile could go elsewhere together."""
        A, R, shown = self.A, self.R, self.shown
        g, pile = R.group[p], self.pile(p)[: self.left[p]]
        if self.founded >> pile[-1] & 1 or _may_lie(A, shown, self.spaces, g, pile[-1]):
            return 1
        for i in range(len(pile) - 2, self.S.down[p] - 1, -1) if loose > Loose.ONE_CARD else ():
            if (
                loose == Loose.ONE_RUN
                and not R.accept.sets[R.lift.link[p] * STRIDE + pile[i]] >> pile[i + 1] & 1
            ):
                return 0
            if _may_lie(A, shown, self.spaces, g, pile[i]):
                return len(pile) - i
        return 0


def apart_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether cards cannot form whole runs even if moves never take anything away.

    This is the pruning ``dead`` for games won by building whole runs.
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


def _may_lie(A: Analysis, shown: list[int], spaces: int, g: int, card: int) -> bool:
    """Return whether a card from group ``g`` could be laid in any group."""
    return any(_may_lie_in(A, shown, spaces, g, to, card) for to in range(len(shown)))


def _may_lie_in(A: Analysis, shown: list[int], spaces: int, g: int, to: int, card: int) -> bool:
    at = (g * len(shown) + to) * STRIDE
    onto = A.relaxation.laid[at + card] & shown[to]
    return bool(onto or (spaces >> to & 1 and A.relaxation.laid[at + 52] >> card & 1))
