"""Dead positions: those lost even in a game in which moves take nothing away.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.solver.codes import Control, Loose
from cadogan.solver.prunings.components import never_joined
from cadogan.solver.prunings.grid_placement import cannot_be_placed
from cadogan.solver.prunings.heap_timing import cannot_go_in_time
from cadogan.solver.prunings.hole_order import lacks_followers
from cadogan.solver.prunings.matching import lacks_mates
from cadogan.solver.prunings.row_order import cannot_be_filled
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MECHANICS, NUMBERS, State, lowest

__all__ = ["EVERY_CARD", "given_up", "is_dead"]

EVERY_CARD = (1 << 52) - 1


def is_dead(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether the foundations could not be filled even if moves never took anything away.

    Every card uncovered stays uncovered and a place for others, every space stays a space, and
    all cards of stock and waste are at hand, but those in a waste that is not turned over any more.
    What cannot be won so cannot be won.

    ``A.free[group]`` are the cards that places shown so far would take from a group. The simple
    twin is ``tests/relaxed.py``; ``test_dead_positions_agree`` holds the two together. It is one
    long function because it is called for every position: its sets stay in the processor's
    registers, where parts that were called would hand them to and fro.
    """
    if not A.relaxation.used:
        return False
    if R.redeal.times and not R.redeal.waste:
        if R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times:
            return False
    for which in range(NUMBERS):
        if A.relaxation.upset[which] > S.num[which]:
            return False
    if A.relaxation.joined:
        return _apart(R, S, A)
    founded = A.missing
    after = A.relaxation.starts
    for p in range(R.piles):
        if A.work.held_of[p] != S.part[p]:
            _hold(R, S, A, p)
    for p in range(R.foundations):
        founded |= A.work.held[p]
        after |= A.work.held_after[p]
    for g in range(R.groups):
        A.work.shown[g] = 0
        A.work.free[g] = 0
    for i in range(A.relaxation.crossings):
        A.work.taking[i] = 0
    ready = 0 * founded
    anywhere = 0 * founded
    opened = 0 * founded
    spaces = 0 * founded
    closed = 0 * founded
    # where runs or blocks are lifted, card by card: the cards that have not gone, those that may be
    # lifted with what lies on them, and those uncovered; so no pile is gone through again and again
    lying = 0 * founded
    up = 0 * founded
    bare = 0 * founded
    # where cards of one group go on to cards of that group and nowhere else
    alone = (
        A.relaxation.freed[R.groups] == 1
        and A.relaxation.crossings == 0
        and A.relaxation.loose[A.relaxation.free_from[0]] == Loose.ONE_CARD
    )
    only = A.relaxation.free_row[0]
    free = 0 * founded
    buried = A.relaxation.buries > 0 and S.num[Num.REDEALS] >= R.redeal.times
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        g = R.group[p]
        if A.relaxation.loose[g] >= Loose.AT_HAND and not (buried and p == R.stock.waste):
            ready |= A.work.held[p]
            if A.relaxation.loose[g] == Loose.AT_LARGE:
                anywhere |= ready
            h = 0
        A.work.left[p] = h
        if h == 0:
            spaces |= 1 << g
        elif g == A.relaxation.lifted:
            lying |= A.work.held[p]
            up |= A.work.held_up[p]
            bare |= 1 << S.cards[p * R.room + h - 1]
        else:
            A.work.open[closed] = p
            closed += 1
    for g in range(R.groups):
        _show(A, g, anywhere | ready if A.relaxation.loose[g] >= Loose.AT_HAND else anywhere)
    for i in range(closed):
        p = A.work.open[i]
        card = S.cards[p * R.room + A.work.left[p] - 1]
        ready |= 1 << card
        _show_one(A, R.group[p], card)
    if bare:
        ready |= bare
        _show(A, A.relaxation.lifted, bare)
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
        if closed == 0 and lying == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
        new = spaces & ~opened
        opened = spaces
        for to in range(R.groups if new else 0):
            for i in range(
                A.relaxation.freed[to], A.relaxation.freed[to + 1] if new >> to & 1 else 0
            ):
                A.work.free[A.relaxation.free_from[i]] |= A.relaxation.laid[
                    A.relaxation.free_row[i] + 52
                ]
            for i in range(
                A.relaxation.crossed[to], A.relaxation.crossed[to + 1] if new >> to & 1 else 0
            ):
                A.work.taking[i] |= A.relaxation.laid[A.relaxation.cross_row[i] + 52]
        for i in range(A.relaxation.crossings):
            g = A.relaxation.cross_from[i]
            to = A.relaxation.cross_to[i]
            rest = founded if A.relaxation.loose[g] == Loose.NO_CARD else A.work.shown[g]
            if (
                A.relaxation.loose[g] <= Loose.ONE_CARD or A.relaxation.loose[g] >= Loose.AT_HAND
            ):  # a card in a run goes where its run goes
                rest &= A.work.taking[i]
            if rest & ~A.work.shown[to]:
                _show(A, to, rest)
                changed = True
        if lying:
            g = A.relaxation.lifted
            while True:
                new = lying & (A.work.free[g] & (up | bare) | founded & bare)
                if new == 0:
                    break
                changed = True
                while new:
                    card = lowest(new)
                    new &= new - 1
                    lying ^= 1 << card
                    up |= A.work.frees[card]
                    card = A.work.below[card]
                    if card < 0:
                        spaces |= 1 << g
                    else:
                        bare |= 1 << card
                        ready |= 1 << card
                        _show_one(A, g, card)
        kept = 0 * closed
        free = A.work.free[A.relaxation.free_from[0]] | free
        for k in range(closed):
            p = A.work.open[k]
            g = R.group[p]
            loose = A.relaxation.loose[g]
            if loose == Loose.AT_HAND:
                loose = Loose.ONE_CARD + 0 * p  # a waste that is not turned over any more
            if not alone:
                free = A.work.free[g]
            bottom = p * R.room
            top = bottom + A.work.left[p] - 1
            while True:
                card = S.cards[top]
                if (free | founded) >> card & 1:
                    changed = True
                elif loose > Loose.ONE_CARD:
                    link = R.lift.link[p] * STRIDE
                    at = top - 1
                    free = A.work.free[g]
                    while at >= bottom + S.down[p]:
                        below = S.cards[at]
                        if loose == Loose.ONE_RUN and not R.accept.sets[link + below] >> card & 1:
                            at = bottom - 1
                            break
                        card = below
                        if free >> card & 1:
                            break
                        at -= 1
                    if at < bottom + S.down[p]:
                        break
                    changed = True
                    while top > at:
                        top -= 1
                        ready |= 1 << S.cards[top]
                        _show_one(A, g, S.cards[top])
                else:
                    break
                top -= 1
                if top < bottom:
                    spaces |= 1 << g
                    break
                card = S.cards[top]
                ready |= 1 << card
                if alone:
                    free |= A.relaxation.onto[only + card]
                else:
                    _show_one(A, g, card)
                    free = A.work.free[g]
            A.work.left[p] = top - bottom + 1
            if top >= bottom:
                A.work.open[kept] = p
                kept += 1
        closed = kept
    return True


def _hold(R: CompiledRules, S: State, A: Analysis, p: int) -> None:
    """Note what lies in a pile; what is known of it holds while its hash is the same.

    It tells all the cards, for no game that is looked at has a hole, of which a search forgets what
    lies under the top card.

    Where runs or blocks are lifted a card inside what is lifted stays covered until the one on it
    has gone. The lowest of what can be lifted at once frees what lies below it, once it has gone.
    """
    at = p * R.room
    g = R.group[p]
    link = R.lift.link[p] * STRIDE
    held = 0 * S.num[0]
    after = 0 * held
    run = 0 * held
    below = -1 + 0 * held
    for i in range(S.height[p]):
        card = S.cards[at + i]
        held |= 1 << card
        if p < R.foundations:
            after |= A.relaxation.followers[card]
        elif g == A.relaxation.lifted:
            A.work.below[card] = below
            A.work.frees[card] = 0
            if i <= S.down[p] or (
                A.relaxation.loose[g] == Loose.ONE_RUN
                and not R.accept.sets[link + below] >> card & 1
            ):
                A.work.frees[card] = run
                run = 0 * held
            run |= 1 << card
            below = card
    A.work.held_of[p] = S.part[p]
    A.work.held[p] = held
    A.work.held_after[p] = after
    A.work.held_up[p] = run


def _apart(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Say whether cards could not come into whole runs even if moves never took anything away.

    A card that has been laid elsewhere leaves the one below it uncovered for good. ``A.left[pile]``
    is the set of places in a pile whose cards have been.
    """
    row = (R.group[R.tableau_first] * R.groups + R.group[R.tableau_first]) * STRIDE
    shown = 0 * row
    space = 0 * row
    for p in range(R.piles):
        h = S.height[p]
        A.work.left[p] = 0
        if p == R.stock.pile:
            for i in range(h):
                shown |= 1 << S.cards[p * R.room + i]
        elif h:
            shown |= 1 << S.cards[p * R.room + h - 1]
        else:
            space = A.relaxation.laid[row + 52]
    changed = True
    while changed:
        changed = False
        for p in range(R.tableau_first, R.tableau_end):
            h = S.height[p]
            open_here = True  # what lies above has been elsewhere
            for i in range(h - 1, -1, -1):
                card = S.cards[p * R.room + i]
                gone = A.work.left[p] >> i & 1 > 0
                if not gone and (open_here or i >= S.down[p]):
                    gone = A.relaxation.laid[row + card] & shown > 0 or space >> card & 1 > 0
                    if gone:
                        changed = True
                        A.work.left[p] |= 1 << i
                        if i:
                            shown |= 1 << S.cards[p * R.room + i - 1]
                        else:
                            space = A.relaxation.laid[row + 52]
                open_here = gone
    for p in range(R.tableau_first, R.tableau_end):
        for i in range(S.height[p]):
            card = S.cards[p * R.room + i]
            gone = A.work.left[p] >> i & 1 > 0
            if card % 13 == 12 or A.missing >> (card + 1) & 1:
                if i and not gone:
                    return True  # the highest of a run lies at the bottom in the end
            elif i == 0 or S.cards[p * R.room + i - 1] != card + 1:
                if (
                    not gone
                    or not shown >> (card + 1) & 1
                    or not A.relaxation.laid[row + card] >> (card + 1) & 1
                ):
                    return True  # every other lies on the next higher
    return False


def _show_one(A: Analysis, g: int, card: int) -> None:
    """Make a card of a group a place for others."""
    A.work.shown[g] |= 1 << card
    for i in range(A.relaxation.freed[g], A.relaxation.freed[g + 1]):
        A.work.free[A.relaxation.free_from[i]] |= A.relaxation.onto[A.relaxation.free_row[i] + card]
    for i in range(A.relaxation.crossed[g], A.relaxation.crossed[g + 1]):
        A.work.taking[i] |= A.relaxation.onto[A.relaxation.cross_row[i] + card]


def _show(A: Analysis, g: int, cards: int) -> None:
    """Make cards of a group places for others."""
    cards &= ~A.work.shown[g]
    if (
        A.relaxation.freed[g] == A.relaxation.freed[g + 1]
        and A.relaxation.crossed[g] == A.relaxation.crossed[g + 1]
    ):  # nothing comes there
        A.work.shown[g] |= cards
        return
    while cards:
        _show_one(A, g, lowest(cards))
        cards &= cards - 1


def given_up(R: CompiledRules, S: State, A: Analysis, C: list[int]) -> bool:
    """Say whether a position is found dead; where few are, only one in sixteen is looked at."""
    C[Control.ASKED] += 1
    if C[Control.DEAD] * 32 < C[Control.ASKED] and C[Control.ASKED] & 15:
        return False
    if A.heaps.used:  # which is asked instead
        found = cannot_go_in_time(R, S, A)
    else:
        found = is_dead(R, S, A) or lacks_followers(R, S, A) or cannot_be_filled(R, S, A)
    if MECHANICS and not found:
        found = lacks_mates(R, S, A) or never_joined(R, S, A) or cannot_be_placed(R, S, A)
    if found:
        C[Control.DEAD] += 16 if C[Control.DEAD] * 32 < C[Control.ASKED] else 1
        return True
    return False
