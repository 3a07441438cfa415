"""Slide symmetry: positions that differ only in which of several equal cards a card lies on.

The section *slide* in docs/explanation/prunings.md gives the argument. A *slider* is a card that
lies on a card that takes it. A slider is *loose* if some top card would take it, and if the card on
it, if any, is also loose. Moves can rearrange the loose cards of a position in every possible way.
So the *firm* cards identify a position: those of each pile below its first loose card. A step moves
a firm card or puts up a loose card, together with all the slides needed for the move.

In a step, bits 0 to 5 hold the card, and the bit UP is set if the card goes to a foundation. From
bit PICKS on, two bits hold the place chosen for each loose card that the step makes firm.
"""

from __future__ import annotations

from cadogan.engine.apply import make
from cadogan.solver.codes import MOST_EXITS, MOST_PICKS, Noted
from cadogan.solver.facts import Analysis
from cadogan.solver.search.dominance import takeable
from cadogan.state.codes import MoveKind
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import wants
from cadogan.state.state import State, encode, lowest, many

UP = 1 << 6  # flag of a step: the card goes to a foundation
FREEZES = 1 << 7  # flag: no open card is left that takes such cards, so their places become fixed
PICKS = 8  # first of the bits that choose among the remaining places


def shown(R: CompiledRules, S: State) -> int:
    """Return the top cards of the tableau's piles."""
    found = 0 * S.num[0]
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        if h:
            found |= 1 << S.cards[p * R.room + h - 1]
    return found


def firm(R: CompiledRules, S: State, A: Analysis) -> None:
    """Write the number of firm cards of each pile to ``A.work.firm``."""
    open_cards = shown(R, S)
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        at = p * R.room
        while h > 1:
            under = A.dominance.under[S.cards[at + h - 1]]
            if not under >> S.cards[at + h - 2] & 1 or under & open_cards == 0:
                break
            h -= 1
        A.work.firm[p] = h
    A.work.sets[Noted.OPEN] = open_cards


def _sort(R: CompiledRules, S: State, A: Analysis) -> None:
    """Find the firm cards; record the loose cards and the last firm card of each pile."""
    firm(R, S, A)
    loose = 0 * S.num[0]
    ends = 0 * loose
    for p in range(R.foundations, R.piles):
        n = A.work.firm[p]
        at = p * R.room
        if n:
            ends |= 1 << S.cards[at + n - 1]
        for i in range(n, S.height[p]):
            loose |= 1 << S.cards[at + i]
    A.work.sets[Noted.LOOSE] = loose
    A.work.sets[Noted.ENDS] = ends


def exits(R: CompiledRules, S: State, A: Analysis, out: list[int]) -> int:
    """Write the steps from all arrangements of the loose cards; return the number of steps.

    ``A.work.sets[OVER]`` becomes 1 if ``out`` had no room for all steps, otherwise 0.
    """
    _sort(R, S, A)
    A.work.sets[Noted.OVER] = 0
    open_cards = A.work.sets[Noted.OPEN]
    n = 0 * open_cards
    up = takeable(R, S, A) & (A.work.sets[Noted.LOOSE] | A.work.sets[Noted.ENDS])
    for p in range(R.foundations, R.piles):
        at = p * R.room
        k = A.work.firm[p]
        for i in range(k - 1 if k else k, S.height[p]):
            card = S.cards[at + i]
            if up >> card & 1:
                left = A.dominance.equal[card] & open_cards
                if i == k - 1 and k > 1:  # the card below will become a top card
                    left |= 1 << S.cards[at + i - 1] & A.dominance.equal[card]
                if A.dominance.over[card] & A.work.sets[Noted.LOOSE] and left & left - 1 == 0:
                    n = _places(A, out, n, card | UP | FREEZES)
                else:
                    n = _write(A, out, n, card | UP)
        if k > 1 or (k == 1 and not A.dominance.rests[R.group[p]]):
            card = S.cards[at + k - 1]
            left = A.dominance.under[card] & open_cards
            if left and left & left - 1 == 0:
                n = _places(A, out, n, card | FREEZES)
            elif left:
                n = _write(A, out, n, card + 0 * n)
    return n


def _write(A: Analysis, out: list[int], n: int, step: int) -> int:
    """Write one more step if there is room; otherwise set ``A.work.sets[OVER]``."""
    if n >= MOST_EXITS:
        A.work.sets[Noted.OVER] = 1
        return n
    out[n] = step
    return n + 1


def _places(A: Analysis, out: list[int], n: int, step: int) -> int:
    """Write a step once for each way to place the cards that it makes firm."""
    picks = 0 * n
    while True:
        count = _pick(A, step | picks << PICKS)
        if count < 0:
            A.work.sets[Noted.OVER] = 1
            return n
        n = _write(A, out, n, step | picks << PICKS)
        if A.work.sets[Noted.OVER]:
            return n
        i = count - 1
        while i >= 0:
            if (picks >> 2 * i & 3) + 1 < A.work.choice[i]:
                break
            i -= 1
        if i < 0:
            return n
        picks = (picks & (1 << 2 * i) - 1) + ((picks >> 2 * i & 3) + 1 << 2 * i)


def _pick(A: Analysis, step: int) -> int:
    """Find the loose cards that a step makes firm, and their places; return their number, or -1.

    This function writes the cards to ``A.work.slider``, and the card below each of them to
    ``A.work.place_of``. The function writes the number of cards to choose from to
    ``A.work.choice``. A card that goes on a loose card comes before that loose card.
    """
    card = step & 63
    loose = A.work.sets[Noted.LOOSE]
    free = loose | A.work.sets[Noted.ENDS]
    count = 0 * step
    if step & UP:
        these = A.dominance.over[card]
        free &= ~(1 << card)
        tokens = these & loose
    else:
        these = A.dominance.over[lowest(A.dominance.under[card])]
        tokens = these & loose | 1 << card
    while tokens:
        chosen = 0 * step
        while tokens:
            slider = lowest(tokens)
            tokens &= tokens - 1
            left = A.dominance.under[slider] & free
            if count >= MOST_PICKS:
                return -1
            n = many(left)
            for _ in range(step >> PICKS + 2 * count & 3):
                left &= left - 1
            left &= -left
            free ^= left
            chosen |= left
            A.work.slider[count] = slider
            A.work.place_of[count] = lowest(left)
            A.work.choice[count] = n
            count += 1
        tokens = chosen & loose  # a card under a firm card must also be firm
    return count


def slide(R: CompiledRules, S: State, A: Analysis, step: int) -> None:
    """Make a step with all its slides, and write the moves to ``A.work.made``."""
    note_places(R, S, A)
    card = step & 63
    count = 0 * step
    if step & FREEZES:
        _sort(R, S, A)
        count = _pick(A, step)
    to = 0 * step - 1
    i = count - 1
    a = 0 * step
    b = 0 * step
    # each slider goes to its place, from the last one back to the first; then the card itself moves
    while i >= -1:
        slider = card
        if i >= 0:
            slider = A.work.slider[i]
            if slider == card:
                to = A.work.place_of[i]
                i -= 1
                continue
            under = A.work.place_of[i]
            if (
                A.work.lies_in[slider] == A.work.lies_in[under]
                and A.work.lies_at[slider] == A.work.lies_at[under] + 1
            ):
                i -= 1
                continue
        # uncover the place first, then the card
        target = -1 + 0 * step
        if i >= 0:
            target = A.work.place_of[i]
        elif not step & UP:
            target = to
        a = A.work.lies_in[slider]
        b = a
        if target >= 0:
            b = A.work.lies_in[target]
        if target >= 0 and S.cards[b * R.room + S.height[b] - 1] != target:
            a = b
            b = _place_for(R, S, A, a)
        elif S.cards[a * R.room + S.height[a] - 1] != slider:
            b = _place_for(R, S, A, a)
        elif i < 0 and step & UP:
            b = 0 * step
            while b < R.foundations and not wants(R, S, b) >> card & 1:
                b += 1
            i -= 1
        else:
            if target < 0:
                b = _place_for(R, S, A, a)
            i -= 1
        if a == b:
            return
        move_on(R, S, A, a, b, 1)


def note_places(R: CompiledRules, S: State, A: Analysis) -> None:
    """Record the place of each card in the tableau; ``move_on`` keeps the records up to date."""
    for p in range(R.foundations, R.piles):
        for at in range(p * R.room, p * R.room + S.height[p]):
            A.work.lies_in[S.cards[at]] = p
            A.work.lies_at[S.cards[at]] = at


def move_on(R: CompiledRules, S: State, A: Analysis, a: int, b: int, k: int) -> None:
    """Make a move of a step, append it to ``A.work.made`` and record where its cards are now."""
    move = encode(MoveKind.MOVE, a, b, k)
    A.work.made[0] += 1
    A.work.made[A.work.made[0]] = move
    make(R, S, move)
    end = b * R.room + S.height[b]
    for at in range(end - k, end):
        A.work.lies_in[S.cards[at]] = b
        A.work.lies_at[S.cards[at]] = at


def _place_for(R: CompiledRules, S: State, A: Analysis, a: int) -> int:
    """Return a pile whose top card takes the top card of pile ``a``, or ``a`` if no pile does."""
    under = A.dominance.under[S.cards[a * R.room + S.height[a] - 1]]
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        if h and under >> S.cards[p * R.room + h - 1] & 1:
            return p
    return a
