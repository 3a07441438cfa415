"""Dead positions: those lost even in a game in which moves take nothing away.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Analysis
from cadogan.solver.prunings.components import never_joined
from cadogan.solver.prunings.grid_placement import cannot_be_placed
from cadogan.solver.prunings.heap_timing import cannot_go_in_time
from cadogan.solver.prunings.hole_order import lacks_followers
from cadogan.solver.prunings.matching import lacks_mates
from cadogan.solver.prunings.row_order import cannot_be_filled
from cadogan.solver.search.constants import (
    ASKED,
    AT_HAND,
    AT_LARGE,
    DEAD,
    NO_CARD,
    ONE_CARD,
    ONE_RUN,
)
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MECHANICS, NUMBERS, REDEALS, State, lowest

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
    if not A.dead:
        return False
    if R.redeal_times and not R.redeal_waste:
        if R.redeal_times < 0 or S.num[REDEALS] < R.redeal_times:
            return False
    for which in range(NUMBERS):
        if A.upset[which] > S.num[which]:
            return False
    if A.joined:
        return _apart(R, S, A)
    founded = A.missing
    after = A.starts
    for p in range(R.piles):
        if A.held_of[p] != S.part[p]:
            _hold(R, S, A, p)
    for p in range(R.foundations):
        founded |= A.held[p]
        after |= A.held_after[p]
    for g in range(R.groups):
        A.shown[g] = 0
        A.free[g] = 0
    for i in range(A.crossings):
        A.taking[i] = 0
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
    alone = A.freed[R.groups] == 1 and A.crossings == 0 and A.loose[A.free_from[0]] == ONE_CARD
    only = A.free_row[0]
    free = 0 * founded
    buried = A.buries > 0 and S.num[REDEALS] >= R.redeal_times
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        g = R.group[p]
        if A.loose[g] >= AT_HAND and not (buried and p == R.waste):
            ready |= A.held[p]
            if A.loose[g] == AT_LARGE:
                anywhere |= ready
            h = 0
        A.left[p] = h
        if h == 0:
            spaces |= 1 << g
        elif g == A.lifted:
            lying |= A.held[p]
            up |= A.held_up[p]
            bare |= 1 << S.cards[p * R.room + h - 1]
        else:
            A.open[closed] = p
            closed += 1
    for g in range(R.groups):
        _show(A, g, anywhere | ready if A.loose[g] >= AT_HAND else anywhere)
    for i in range(closed):
        p = A.open[i]
        card = S.cards[p * R.room + A.left[p] - 1]
        ready |= 1 << card
        _show_one(A, R.group[p], card)
    if bare:
        ready |= bare
        _show(A, A.lifted, bare)
    changed = True
    while changed:
        changed = False
        new = ready & after & ~founded
        while new:
            founded |= new
            changed = True
            while new:
                after |= A.followers[lowest(new)]
                new &= new - 1
            new = ready & after & ~founded
        if closed == 0 and lying == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
        new = spaces & ~opened
        opened = spaces
        for to in range(R.groups if new else 0):
            for i in range(A.freed[to], A.freed[to + 1] if new >> to & 1 else 0):
                A.free[A.free_from[i]] |= A.laid[A.free_row[i] + 52]
            for i in range(A.crossed[to], A.crossed[to + 1] if new >> to & 1 else 0):
                A.taking[i] |= A.laid[A.cross_row[i] + 52]
        for i in range(A.crossings):
            g = A.cross_from[i]
            to = A.cross_to[i]
            rest = founded if A.loose[g] == NO_CARD else A.shown[g]
            if (
                A.loose[g] <= ONE_CARD or A.loose[g] >= AT_HAND
            ):  # a card in a run goes where its run goes
                rest &= A.taking[i]
            if rest & ~A.shown[to]:
                _show(A, to, rest)
                changed = True
        if lying:
            g = A.lifted
            while True:
                new = lying & (A.free[g] & (up | bare) | founded & bare)
                if new == 0:
                    break
                changed = True
                while new:
                    card = lowest(new)
                    new &= new - 1
                    lying ^= 1 << card
                    up |= A.frees[card]
                    card = A.below[card]
                    if card < 0:
                        spaces |= 1 << g
                    else:
                        bare |= 1 << card
                        ready |= 1 << card
                        _show_one(A, g, card)
        kept = 0 * closed
        free = A.free[A.free_from[0]] | free
        for k in range(closed):
            p = A.open[k]
            g = R.group[p]
            loose = A.loose[g]
            if loose == AT_HAND:
                loose = ONE_CARD + 0 * p  # a waste that is not turned over any more
            if not alone:
                free = A.free[g]
            bottom = p * R.room
            top = bottom + A.left[p] - 1
            while True:
                card = S.cards[top]
                if (free | founded) >> card & 1:
                    changed = True
                elif loose > ONE_CARD:
                    link = R.link[p] * STRIDE
                    at = top - 1
                    free = A.free[g]
                    while at >= bottom + S.down[p]:
                        below = S.cards[at]
                        if loose == ONE_RUN and not R.accept[link + below] >> card & 1:
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
                    free |= A.onto[only + card]
                else:
                    _show_one(A, g, card)
                    free = A.free[g]
            A.left[p] = top - bottom + 1
            if top >= bottom:
                A.open[kept] = p
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
    link = R.link[p] * STRIDE
    held = 0 * S.num[0]
    after = 0 * held
    run = 0 * held
    below = -1 + 0 * held
    for i in range(S.height[p]):
        card = S.cards[at + i]
        held |= 1 << card
        if p < R.foundations:
            after |= A.followers[card]
        elif g == A.lifted:
            A.below[card] = below
            A.frees[card] = 0
            if i <= S.down[p] or (A.loose[g] == ONE_RUN and not R.accept[link + below] >> card & 1):
                A.frees[card] = run
                run = 0 * held
            run |= 1 << card
            below = card
    A.held_of[p] = S.part[p]
    A.held[p] = held
    A.held_after[p] = after
    A.held_up[p] = run


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
        A.left[p] = 0
        if p == R.stock:
            for i in range(h):
                shown |= 1 << S.cards[p * R.room + i]
        elif h:
            shown |= 1 << S.cards[p * R.room + h - 1]
        else:
            space = A.laid[row + 52]
    changed = True
    while changed:
        changed = False
        for p in range(R.tableau_first, R.tableau_end):
            h = S.height[p]
            open_here = True  # what lies above has been elsewhere
            for i in range(h - 1, -1, -1):
                card = S.cards[p * R.room + i]
                gone = A.left[p] >> i & 1 > 0
                if not gone and (open_here or i >= S.down[p]):
                    gone = A.laid[row + card] & shown > 0 or space >> card & 1 > 0
                    if gone:
                        changed = True
                        A.left[p] |= 1 << i
                        if i:
                            shown |= 1 << S.cards[p * R.room + i - 1]
                        else:
                            space = A.laid[row + 52]
                open_here = gone
    for p in range(R.tableau_first, R.tableau_end):
        for i in range(S.height[p]):
            card = S.cards[p * R.room + i]
            gone = A.left[p] >> i & 1 > 0
            if card % 13 == 12 or A.missing >> (card + 1) & 1:
                if i and not gone:
                    return True  # the highest of a run lies at the bottom in the end
            elif i == 0 or S.cards[p * R.room + i - 1] != card + 1:
                if (
                    not gone
                    or not shown >> (card + 1) & 1
                    or not A.laid[row + card] >> (card + 1) & 1
                ):
                    return True  # every other lies on the next higher
    return False


def _show_one(A: Analysis, g: int, card: int) -> None:
    """Make a card of a group a place for others."""
    A.shown[g] |= 1 << card
    for i in range(A.freed[g], A.freed[g + 1]):
        A.free[A.free_from[i]] |= A.onto[A.free_row[i] + card]
    for i in range(A.crossed[g], A.crossed[g + 1]):
        A.taking[i] |= A.onto[A.cross_row[i] + card]


def _show(A: Analysis, g: int, cards: int) -> None:
    """Make cards of a group places for others."""
    cards &= ~A.shown[g]
    if A.freed[g] == A.freed[g + 1] and A.crossed[g] == A.crossed[g + 1]:  # nothing comes there
        A.shown[g] |= cards
        return
    while cards:
        _show_one(A, g, lowest(cards))
        cards &= cards - 1


def given_up(R: CompiledRules, S: State, A: Analysis, C: list[int]) -> bool:
    """Say whether a position is found dead; where few are, only one in sixteen is looked at."""
    C[ASKED] += 1
    if C[DEAD] * 32 < C[ASKED] and C[ASKED] & 15:
        return False
    if A.timely:  # which is asked instead
        found = cannot_go_in_time(R, S, A)
    else:
        found = is_dead(R, S, A) or lacks_followers(R, S, A) or cannot_be_filled(R, S, A)
    if MECHANICS and not found:
        found = lacks_mates(R, S, A) or never_joined(R, S, A) or cannot_be_placed(R, S, A)
    if found:
        C[DEAD] += 16 if C[DEAD] * 32 < C[ASKED] else 1
        return True
    return False
