"""Pruning *dead*: positions that would be lost even if moves took nothing away."""

from __future__ import annotations

from cadogan.solver.codes import Control, Loose
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.components import never_joined
from cadogan.solver.prunings.grid_placement import cannot_be_placed
from cadogan.solver.prunings.heap_timing import cannot_go_in_time
from cadogan.solver.prunings.hole_order import lacks_followers
from cadogan.solver.prunings.matching import lacks_mates
from cadogan.solver.prunings.row_order import cannot_be_filled
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MECHANICS, NUMBERS, State, lowest

EVERY_CARD = (1 << 52) - 1


def is_dead(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether the foundations could not be filled even if moves never took anything away.

    Under these relaxed rules, every uncovered card stays uncovered and remains a place for others,
    and every empty pile stays empty. All cards of stock and waste are available, except those below
    the top of a waste that is not turned over again. A position that is lost under the relaxed
    rules is also lost under the real ones.

    ``A.work.free[group]`` is the set of cards of a group that some place found so far would take.
    The reference version is ``tests/relaxed.py``; ``test_dead_positions_agree`` compares the two.

    The parts of this function pass sets of cards to each other as tuples. Each part is called only
    once, so the compiler inlines it, and the sets stay in the registers of the processor.
    """
    if not A.relaxation.used or _may_be_mended(R, S, A):
        return False
    if A.relaxation.joined:
        return _apart(R, S, A)
    founded, after = _on_foundations(R, S, A)
    ready, anywhere, spaces, lying, up, bare, closed = _outside(R, S, A)
    ready = _show_tops(R, S, A, ready, anywhere, bare, closed)
    alone = _stays_in_group(R, A)
    opened = 0 * founded
    free = 0 * founded
    changed = True
    while changed:
        had = founded
        founded, after = _go_up(A, ready, founded, after)
        changed = founded != had
        if closed == 0 and lying == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
        _open(R, A, spaces & ~opened)
        opened = spaces
        if _cross(A, founded):
            changed = True
        if lying:
            had = lying
            ready, spaces, lying, up, bare = _lift_out(A, founded, ready, spaces, lying, up, bare)
            changed = changed or lying != had
        still = 0 * closed
        free = A.work.free[A.relaxation.free_from[0]] | free
        for k in range(closed):
            p = A.work.open[k]
            if not alone:
                free = A.work.free[R.group[p]]
            left, ready, free = _take_off(R, S, A, p, founded, alone, ready, free)
            if left != A.work.left[p]:
                changed = True
            A.work.left[p] = left
            if left:
                A.work.open[still] = p
                still += 1
            else:
                spaces |= 1 << R.group[p]
        closed = still
    return True


def _may_be_mended(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether a redeal or draw may still bring up cards, so that no position is dead."""
    if R.redeal.times and not R.redeal.waste:
        if R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times:
            return True
    for which in range(NUMBERS):
        if A.relaxation.upset[which] > S.num[which]:
            return True
    return False


def _stays_in_group(R: CompiledRules, A: Analysis) -> int:
    """Return 1 if cards move only within one group, one at a time; otherwise 0."""
    if A.relaxation.freed[R.groups] != 1 or A.relaxation.crossings:
        return 0
    return 1 if A.relaxation.loose[A.relaxation.free_from[0]] == Loose.ONE_CARD else 0


def _on_foundations(R: CompiledRules, S: State, A: Analysis) -> tuple[int, int]:
    """Return the cards on foundations, and the cards that may follow them there."""
    founded = A.missing
    after = A.relaxation.starts
    for p in range(R.piles):
        if A.work.held_of[p] != S.part[p]:
            _hold(R, S, A, p)
    for p in range(R.foundations):
        founded |= A.work.held[p]
        after |= A.work.held_after[p]
    return founded, after


def _outside(R: CompiledRules, S: State, A: Analysis) -> tuple[int, int, int, int, int, int, int]:
    """Return sets that describe the cards outside the foundations before the search for places.

    The result is a tuple of seven integers:

    - the available cards, and the available cards that may lie anywhere;
    - the groups with empty piles;
    - if runs or blocks are lifted card by card, the cards that have not gone, the cards that may be
      lifted and the uncovered cards. With these three sets, the test need not go through the piles
      repeatedly;
    - the number of other piles with cards, which ``A.work.open`` lists.
    """
    for g in range(R.groups):
        A.work.shown[g] = 0
        A.work.free[g] = 0
    for i in range(A.relaxation.crossings):
        A.work.taking[i] = 0
    ready = 0 * A.missing
    anywhere = 0 * ready
    spaces = 0 * ready
    lying = 0 * ready
    up = 0 * ready
    bare = 0 * ready
    closed = 0 * ready
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
    return ready, anywhere, spaces, lying, up, bare, closed


def _show_tops(
    R: CompiledRules, S: State, A: Analysis, ready: int, anywhere: int, bare: int, closed: int
) -> int:
    """Make the uncovered cards places for others; return all available cards."""
    for g in range(R.groups):
        _show(A, g, anywhere | ready if A.relaxation.loose[g] >= Loose.AT_HAND else anywhere)
    for i in range(closed):
        p = A.work.open[i]
        card = S.cards[p * R.room + A.work.left[p] - 1]
        ready |= 1 << card
        _show_one(A, R.group[p], card)
    if bare:
        _show(A, A.relaxation.lifted, bare)
    return ready | bare


def _go_up(A: Analysis, ready: int, founded: int, after: int) -> tuple[int, int]:
    """Put up all cards that can go up; return the cards on foundations and their followers."""
    new = ready & after & ~founded
    while new:
        founded |= new
        while new:
            after |= A.relaxation.followers[lowest(new)]
            new &= new - 1
        new = ready & after & ~founded
    return founded, after


def _open(R: CompiledRules, A: Analysis, groups: int) -> None:
    """Let groups that now have an empty pile take the cards that may go into empty piles."""
    for to in range(R.groups if groups else 0):
        if not groups >> to & 1:
            continue
        for i in range(A.relaxation.freed[to], A.relaxation.freed[to + 1]):
            g = A.relaxation.free_from[i]
            A.work.free[g] |= A.relaxation.laid[A.relaxation.free_row[i] + 52]
        for i in range(A.relaxation.crossed[to], A.relaxation.crossed[to + 1]):
            A.work.taking[i] |= A.relaxation.laid[A.relaxation.cross_row[i] + 52]


def _cross(A: Analysis, founded: int) -> bool:
    """Make cards places in the groups to which they can go; return whether any is new."""
    changed = False
    for i in range(A.relaxation.crossings):
        g = A.relaxation.cross_from[i]
        to = A.relaxation.cross_to[i]
        loose = A.relaxation.loose[g]
        rest = founded if loose == Loose.NO_CARD else A.work.shown[g]
        # in other groups, a card may move inside a run
        if loose <= Loose.ONE_CARD or loose >= Loose.AT_HAND:
            rest &= A.work.taking[i]
        if rest & ~A.work.shown[to]:
            _show(A, to, rest)
            changed = True
    return changed


def _lift_out(
    A: Analysis, founded: int, ready: int, spaces: int, lying: int, up: int, bare: int
) -> tuple[int, int, int, int, int]:
    """Take all movable cards from the piles of the group whose runs or blocks are lifted.

    Return the available cards, the groups with empty piles, the cards that have not gone, the cards
    that may be lifted and the uncovered cards.
    """
    g = A.relaxation.lifted
    new = lying & (A.work.free[g] & (up | bare) | founded & bare)
    while new:
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
        new = lying & (A.work.free[g] & (up | bare) | founded & bare)
    return ready, spaces, lying, up, bare


def _take_off(
    R: CompiledRules,
    S: State,
    A: Analysis,
    p: int,
    founded: int,
    alone: int,
    ready: int,
    free: int,
) -> tuple[int, int, int]:
    """Take all cards that can move from a pile.

    Return the number of cards that stay, the available cards and the cards that could go to some
    place.
    """
    g = R.group[p]
    loose = A.relaxation.loose[g]
    # only the top card is available in a waste that is not turned over again
    lifts = loose > Loose.ONE_CARD and loose != Loose.AT_HAND
    bottom = p * R.room
    top = bottom + A.work.left[p] - 1
    while top >= bottom:
        if not (free | founded) >> S.cards[top] & 1:
            if not lifts:
                break
            free = A.work.free[g]
            at = _end_of_lift(R, S, p, top, free, loose)
            if at < bottom + S.down[p]:
                break
            while top > at:
                top -= 1
                ready |= 1 << S.cards[top]
                _show_one(A, g, S.cards[top])
        top -= 1
        if top >= bottom:
            card = S.cards[top]
            ready |= 1 << card
            if alone:
                free |= A.relaxation.onto[A.relaxation.free_row[0] + card]
            else:
                _show_one(A, g, card)
                free = A.work.free[g]
    return top - bottom + 1, ready, free


def _end_of_lift(R: CompiledRules, S: State, p: int, top: int, free: int, loose: int) -> int:
    """Return the index of the highest card below ``top`` that may move with all above it, or -1.

    ``free`` is the set of cards that some place takes.
    """
    link = R.lift.link[p] * STRIDE
    card = S.cards[top]
    for at in range(top - 1, p * R.room + S.down[p] - 1, -1):
        below = S.cards[at]
        if loose == Loose.ONE_RUN and not R.accept.sets[link + below] >> card & 1:
            break
        card = below
        if free >> card & 1:
            return at
    return -1


def _hold(R: CompiledRules, S: State, A: Analysis, p: int) -> None:
    """Record the cards of a pile together with its hash, which shows later whether they changed.

    The record covers all cards of the pile. (In games with a hole, a search forgets the cards below
    the top of the hole, but it never runs this test there.)

    If runs or blocks are lifted, a card inside a run or block stays covered until the card on it
    has gone. Once the bottom card of a unit has gone, the cards below the unit may be lifted.
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
    """Return whether no whole runs could be formed even if moves never took anything away.

    After a card has moved elsewhere, the card below it stays uncovered. ``A.work.left[pile]`` is
    the set of the indices in a pile whose cards have moved elsewhere.
    """
    row = (R.group[R.tableau_first] * R.groups + R.group[R.tableau_first]) * STRIDE
    shown = _lay_elsewhere(R, S, A, row)
    for p in range(R.tableau_first, R.tableau_end):
        for i in range(S.height[p]):
            card = S.cards[p * R.room + i]
            gone = A.work.left[p] >> i & 1 > 0
            if card % 13 == 12 or A.missing >> (card + 1) & 1:
                if i and not gone:
                    return True  # the highest card of a run must be at the bottom in the end
            elif i == 0 or S.cards[p * R.room + i - 1] != card + 1:
                places = A.relaxation.laid[row + card] & shown
                if not gone or not places >> (card + 1) & 1:
                    return True  # each of the other cards must lie on the next higher card
    return False


def _lay_elsewhere(R: CompiledRules, S: State, A: Analysis, row: int) -> int:
    """Move cards elsewhere until nothing changes; return the cards that have been uncovered.

    ``row`` is where the tableau's row of ``laid`` begins.
    """
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
            open_here = True  # all cards above this one have moved elsewhere
            for i in range(S.height[p] - 1, -1, -1):
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
    return shown


def _show_one(A: Analysis, g: int, card: int) -> None:
    """Make a card a place for others in its group."""
    A.work.shown[g] |= 1 << card
    for i in range(A.relaxation.freed[g], A.relaxation.freed[g + 1]):
        A.work.free[A.relaxation.free_from[i]] |= A.relaxation.onto[A.relaxation.free_row[i] + card]
    for i in range(A.relaxation.crossed[g], A.relaxation.crossed[g + 1]):
        A.work.taking[i] |= A.relaxation.onto[A.relaxation.cross_row[i] + card]


def _show(A: Analysis, g: int, cards: int) -> None:
    """Make several cards places for others in their group."""
    cards &= ~A.work.shown[g]
    if (
        A.relaxation.freed[g] == A.relaxation.freed[g + 1]
        and A.relaxation.crossed[g] == A.relaxation.crossed[g + 1]
    ):  # no card can move to this group
        A.work.shown[g] |= cards
        return
    while cards:
        _show_one(A, g, lowest(cards))
        cards &= cards - 1


def given_up(R: CompiledRules, S: State, A: Analysis, C: list[int]) -> bool:
    """Return whether a test proves the position lost; if proofs are rare, test only one in 16."""
    C[Control.ASKED] += 1
    if C[Control.DEAD] * 32 < C[Control.ASKED] and C[Control.ASKED] & 15:
        return False
    if A.heaps.used:  # none of the other tests runs in this case
        found = cannot_go_in_time(R, S, A)
    else:
        found = is_dead(R, S, A) or lacks_followers(R, S, A) or cannot_be_filled(R, S, A)
    if MECHANICS and not found:
        found = lacks_mates(R, S, A) or never_joined(R, S, A) or cannot_be_placed(R, S, A)
    if found:
        C[Control.DEAD] += 16 if C[Control.DEAD] * 32 < C[Control.ASKED] else 1
        return True
    return False
