"""Dead positions: those lost even in a game in which moves take nothing away.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.prunings.components import apart
from cadogan.solver.prunings.grid_placement import unplaced
from cadogan.solver.prunings.heap_timing import untimely
from cadogan.solver.prunings.hole_order import stranded
from cadogan.solver.prunings.matching import unpaired
from cadogan.solver.prunings.row_order import unfilled
from cadogan.solver.search.constants import (
    ASKED,
    AT_HAND,
    AT_LARGE,
    DEAD,
    NO_CARD,
    ONE_CARD,
    ONE_RUN,
)
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.state import FAMILIES, NUMBERS, REDEALS, State, lowest

__all__ = ["EVERY_CARD", "dead", "given_up"]

EVERY_CARD = (1 << 52) - 1


def dead(T: Tables, S: State, G: Guide) -> bool:
    """Say whether the foundations could not be filled even if moves never took anything away.

    Every card uncovered stays uncovered and a place for others, every space stays a space, and
    all cards of stock and waste are at hand, but those in a waste that is not turned over any more.
    What cannot be won so cannot be won.

    ``G.free[group]`` are the cards that places shown so far would take from a group. The simple
    twin is ``tests/relaxed.py``; ``test_dead_positions_agree`` holds the two together. It is one
    long function because it is called for every position: its sets stay in the processor's
    registers, where parts that were called would hand them to and fro.
    """
    if not G.dead:
        return False
    if T.redeal_times and not T.redeal_waste:
        if T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times:
            return False
    for which in range(NUMBERS):
        if G.upset[which] > S.num[which]:
            return False
    if G.joined:
        return _apart(T, S, G)
    founded = G.missing
    after = G.starts
    for p in range(T.piles):
        if G.held_of[p] != S.part[p]:
            _hold(T, S, G, p)
    for p in range(T.foundations):
        founded |= G.held[p]
        after |= G.held_after[p]
    for g in range(T.groups):
        G.shown[g] = 0
        G.free[g] = 0
    for i in range(G.crossings):
        G.taking[i] = 0
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
    alone = G.freed[T.groups] == 1 and G.crossings == 0 and G.loose[G.free_from[0]] == ONE_CARD
    only = G.free_row[0]
    free = 0 * founded
    buried = G.buries > 0 and S.num[REDEALS] >= T.redeal_times
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        g = T.group[p]
        if G.loose[g] >= AT_HAND and not (buried and p == T.waste):
            ready |= G.held[p]
            if G.loose[g] == AT_LARGE:
                anywhere |= ready
            h = 0
        G.left[p] = h
        if h == 0:
            spaces |= 1 << g
        elif g == G.lifted:
            lying |= G.held[p]
            up |= G.held_up[p]
            bare |= 1 << S.cards[p * T.room + h - 1]
        else:
            G.open[closed] = p
            closed += 1
    for g in range(T.groups):
        _show(G, g, anywhere | ready if G.loose[g] >= AT_HAND else anywhere)
    for i in range(closed):
        p = G.open[i]
        card = S.cards[p * T.room + G.left[p] - 1]
        ready |= 1 << card
        _show_one(G, T.group[p], card)
    if bare:
        ready |= bare
        _show(G, G.lifted, bare)
    changed = True
    while changed:
        changed = False
        new = ready & after & ~founded
        while new:
            founded |= new
            changed = True
            while new:
                after |= G.followers[lowest(new)]
                new &= new - 1
            new = ready & after & ~founded
        if closed == 0 and lying == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
        new = spaces & ~opened
        opened = spaces
        for to in range(T.groups if new else 0):
            for i in range(G.freed[to], G.freed[to + 1] if new >> to & 1 else 0):
                G.free[G.free_from[i]] |= G.laid[G.free_row[i] + 52]
            for i in range(G.crossed[to], G.crossed[to + 1] if new >> to & 1 else 0):
                G.taking[i] |= G.laid[G.cross_row[i] + 52]
        for i in range(G.crossings):
            g = G.cross_from[i]
            to = G.cross_to[i]
            rest = founded if G.loose[g] == NO_CARD else G.shown[g]
            if (
                G.loose[g] <= ONE_CARD or G.loose[g] >= AT_HAND
            ):  # a card in a run goes where its run goes
                rest &= G.taking[i]
            if rest & ~G.shown[to]:
                _show(G, to, rest)
                changed = True
        if lying:
            g = G.lifted
            while True:
                new = lying & (G.free[g] & (up | bare) | founded & bare)
                if new == 0:
                    break
                changed = True
                while new:
                    card = lowest(new)
                    new &= new - 1
                    lying ^= 1 << card
                    up |= G.frees[card]
                    card = G.below[card]
                    if card < 0:
                        spaces |= 1 << g
                    else:
                        bare |= 1 << card
                        ready |= 1 << card
                        _show_one(G, g, card)
        kept = 0 * closed
        free = G.free[G.free_from[0]] | free
        for k in range(closed):
            p = G.open[k]
            g = T.group[p]
            loose = G.loose[g]
            if loose == AT_HAND:
                loose = ONE_CARD + 0 * p  # a waste that is not turned over any more
            if not alone:
                free = G.free[g]
            bottom = p * T.room
            top = bottom + G.left[p] - 1
            while True:
                card = S.cards[top]
                if (free | founded) >> card & 1:
                    changed = True
                elif loose > ONE_CARD:
                    link = T.link[p] * STRIDE
                    at = top - 1
                    free = G.free[g]
                    while at >= bottom + S.down[p]:
                        below = S.cards[at]
                        if loose == ONE_RUN and not T.accept[link + below] >> card & 1:
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
                        _show_one(G, g, S.cards[top])
                else:
                    break
                top -= 1
                if top < bottom:
                    spaces |= 1 << g
                    break
                card = S.cards[top]
                ready |= 1 << card
                if alone:
                    free |= G.onto[only + card]
                else:
                    _show_one(G, g, card)
                    free = G.free[g]
            G.left[p] = top - bottom + 1
            if top >= bottom:
                G.open[kept] = p
                kept += 1
        closed = kept
    return True


def _hold(T: Tables, S: State, G: Guide, p: int) -> None:
    """Note what lies in a pile; what is known of it holds while its hash is the same.

    It tells all the cards, for no game that is looked at has a hole, of which a search forgets what
    lies under the top card.

    Where runs or blocks are lifted a card inside what is lifted stays covered until the one on it
    has gone. The lowest of what can be lifted at once frees what lies below it, once it has gone.
    """
    at = p * T.room
    g = T.group[p]
    link = T.link[p] * STRIDE
    held = 0 * S.num[0]
    after = 0 * held
    run = 0 * held
    below = -1 + 0 * held
    for i in range(S.height[p]):
        card = S.cards[at + i]
        held |= 1 << card
        if p < T.foundations:
            after |= G.followers[card]
        elif g == G.lifted:
            G.below[card] = below
            G.frees[card] = 0
            if i <= S.down[p] or (G.loose[g] == ONE_RUN and not T.accept[link + below] >> card & 1):
                G.frees[card] = run
                run = 0 * held
            run |= 1 << card
            below = card
    G.held_of[p] = S.part[p]
    G.held[p] = held
    G.held_after[p] = after
    G.held_up[p] = run


def _apart(T: Tables, S: State, G: Guide) -> bool:
    """Say whether cards could not come into whole runs even if moves never took anything away.

    A card that has been laid elsewhere leaves the one below it uncovered for good. ``G.left[pile]``
    is the set of places in a pile whose cards have been.
    """
    row = (T.group[T.tableau_first] * T.groups + T.group[T.tableau_first]) * STRIDE
    shown = 0 * row
    space = 0 * row
    for p in range(T.piles):
        h = S.height[p]
        G.left[p] = 0
        if p == T.stock:
            for i in range(h):
                shown |= 1 << S.cards[p * T.room + i]
        elif h:
            shown |= 1 << S.cards[p * T.room + h - 1]
        else:
            space = G.laid[row + 52]
    changed = True
    while changed:
        changed = False
        for p in range(T.tableau_first, T.tableau_end):
            h = S.height[p]
            open_here = True  # what lies above has been elsewhere
            for i in range(h - 1, -1, -1):
                card = S.cards[p * T.room + i]
                gone = G.left[p] >> i & 1 > 0
                if not gone and (open_here or i >= S.down[p]):
                    gone = G.laid[row + card] & shown > 0 or space >> card & 1 > 0
                    if gone:
                        changed = True
                        G.left[p] |= 1 << i
                        if i:
                            shown |= 1 << S.cards[p * T.room + i - 1]
                        else:
                            space = G.laid[row + 52]
                open_here = gone
    for p in range(T.tableau_first, T.tableau_end):
        for i in range(S.height[p]):
            card = S.cards[p * T.room + i]
            gone = G.left[p] >> i & 1 > 0
            if card % 13 == 12 or G.missing >> (card + 1) & 1:
                if i and not gone:
                    return True  # the highest of a run lies at the bottom in the end
            elif i == 0 or S.cards[p * T.room + i - 1] != card + 1:
                if (
                    not gone
                    or not shown >> (card + 1) & 1
                    or not G.laid[row + card] >> (card + 1) & 1
                ):
                    return True  # every other lies on the next higher
    return False


def _show_one(G: Guide, g: int, card: int) -> None:
    """Make a card of a group a place for others."""
    G.shown[g] |= 1 << card
    for i in range(G.freed[g], G.freed[g + 1]):
        G.free[G.free_from[i]] |= G.onto[G.free_row[i] + card]
    for i in range(G.crossed[g], G.crossed[g + 1]):
        G.taking[i] |= G.onto[G.cross_row[i] + card]


def _show(G: Guide, g: int, cards: int) -> None:
    """Make cards of a group places for others."""
    cards &= ~G.shown[g]
    if G.freed[g] == G.freed[g + 1] and G.crossed[g] == G.crossed[g + 1]:  # nothing comes there
        G.shown[g] |= cards
        return
    while cards:
        _show_one(G, g, lowest(cards))
        cards &= cards - 1


def given_up(T: Tables, S: State, G: Guide, C: list[int]) -> bool:
    """Say whether a position is found dead; where few are, only one in sixteen is looked at."""
    C[ASKED] += 1
    if C[DEAD] * 32 < C[ASKED] and C[ASKED] & 15:
        return False
    if G.timely:  # which is asked instead
        found = untimely(T, S, G)
    else:
        found = dead(T, S, G) or stranded(T, S, G) or unfilled(T, S, G)
    if FAMILIES and not found:
        found = unpaired(T, S, G) or apart(T, S, G) or unplaced(T, S, G)
    if found:
        C[DEAD] += 16 if C[DEAD] * 32 < C[ASKED] else 1
        return True
    return False
