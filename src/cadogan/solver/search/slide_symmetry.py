"""Cards in sequence that slide among their equals: what lies firm, and what leaves it.

docs/solver.md gives the argument, under *slide*. A *slider* is a card that lies on one that takes
it; it is *loose* when some card that takes it lies open and the card on it, if any, is loose too.
All ways in which loose cards can lie are within reach of each other, so a position is known by what
lies *firm*: each pile up to its first loose card. A step is then a card that leaves what is firm,
or a loose one that goes up, with all the slides that this takes.

In a step the card stands in bits 0 to 5; UP is set if it goes to a foundation; and from PICKS on
stand, two bits each, the places chosen for loose cards that it makes firm.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.engine.engine import make
from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import ENDS, LOOSE, MOST_EXITS, MOST_PICKS, OPEN, OVER
from cadogan.solver.search.dominance import takeable
from cadogan.state.compiled import Tables
from cadogan.state.queries import wants
from cadogan.state.state import MOVE, State, encode, lowest, many

__all__ = ["exits", "firm", "move_on", "note_places", "shown", "slide"]

UP = 1 << 6  # the card goes to a foundation
FREEZES = 1 << 7  # no card that takes such cards is left open: each of them has its place chosen
PICKS = 8  # from this bit on: which place, of those left


def shown(T: Tables, S: State) -> int:
    """Return the top cards of the piles of the tableau."""
    found = 0 * S.num[0]
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if h:
            found |= 1 << S.cards[p * T.room + h - 1]
    return found


def firm(T: Tables, S: State, G: Guide) -> None:
    """Write to ``G.firm[pile]`` how many of its cards are not loose."""
    open_cards = shown(T, S)
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        at = p * T.room
        while h > 1:
            under = G.under[S.cards[at + h - 1]]
            if not under >> S.cards[at + h - 2] & 1 or under & open_cards == 0:
                break
            h -= 1
        G.firm[p] = h
    G.sets[OPEN] = open_cards


def _sort(T: Tables, S: State, G: Guide) -> None:
    """Find what lies firm; note the loose cards and the last firm ones."""
    firm(T, S, G)
    loose = 0 * S.num[0]
    ends = 0 * loose
    for p in range(T.foundations, T.piles):
        n = G.firm[p]
        at = p * T.room
        if n:
            ends |= 1 << S.cards[at + n - 1]
        for i in range(n, S.height[p]):
            loose |= 1 << S.cards[at + i]
    G.sets[LOOSE] = loose
    G.sets[ENDS] = ends


def exits(T: Tables, S: State, G: Guide, out: list[int]) -> int:
    """Write the steps from a position, however its loose cards lie; return how many.

    ``G.sets[OVER]`` is 1 if there were too many to be written, else 0.
    """
    _sort(T, S, G)
    G.sets[OVER] = 0
    open_cards = G.sets[OPEN]
    n = 0 * open_cards
    up = takeable(T, S, G) & (G.sets[LOOSE] | G.sets[ENDS])
    for p in range(T.foundations, T.piles):
        at = p * T.room
        k = G.firm[p]
        for i in range(k - 1 if k else k, S.height[p]):
            card = S.cards[at + i]
            if up >> card & 1:
                left = G.equal[card] & open_cards
                if i == k - 1 and k > 1:  # what lies below will be open
                    left |= 1 << S.cards[at + i - 1] & G.equal[card]
                if G.over[card] & G.sets[LOOSE] and left & left - 1 == 0:
                    n = _places(G, out, n, card | UP | FREEZES)
                else:
                    n = _write(G, out, n, card | UP)
        if k > 1 or (k == 1 and not G.rests[T.group[p]]):
            card = S.cards[at + k - 1]
            left = G.under[card] & open_cards
            if left and left & left - 1 == 0:
                n = _places(G, out, n, card | FREEZES)
            elif left:
                n = _write(G, out, n, card + 0 * n)
    return n


def _write(G: Guide, out: list[int], n: int, step: int) -> int:
    """Write one more step, if there is room."""
    if n >= MOST_EXITS:
        G.sets[OVER] = 1
        return n
    out[n] = step
    return n + 1


def _places(G: Guide, out: list[int], n: int, step: int) -> int:
    """Write a step once for each choice of places of the cards that it makes firm."""
    picks = 0 * n
    while True:
        count = _pick(G, step | picks << PICKS)
        if count < 0:
            G.sets[OVER] = 1
            return n
        n = _write(G, out, n, step | picks << PICKS)
        if G.sets[OVER]:
            return n
        i = count - 1
        while i >= 0:
            if (picks >> 2 * i & 3) + 1 < G.choice[i]:
                break
            i -= 1
        if i < 0:
            return n
        picks = (picks & (1 << 2 * i) - 1) + ((picks >> 2 * i & 3) + 1 << 2 * i)


def _pick(G: Guide, step: int) -> int:
    """Work out which loose cards a step makes firm, and where; return how many, or -1.

    ``G.slider`` are the cards, ``G.place_of`` the cards that they shall lie on, ``G.choice`` how
    many there were to choose from; those that lie on loose cards come before these.
    """
    card = step & 63
    loose = G.sets[LOOSE]
    free = loose | G.sets[ENDS]
    count = 0 * step
    if step & UP:
        these = G.over[card]
        free &= ~(1 << card)
        tokens = these & loose
    else:
        these = G.over[lowest(G.under[card])]
        tokens = these & loose | 1 << card
    while tokens:
        chosen = 0 * step
        while tokens:
            slider = lowest(tokens)
            tokens &= tokens - 1
            left = G.under[slider] & free
            if count >= MOST_PICKS:
                return -1
            n = many(left)
            for _ in range(step >> PICKS + 2 * count & 3):
                left &= left - 1
            left &= -left
            free ^= left
            chosen |= left
            G.slider[count] = slider
            G.place_of[count] = lowest(left)
            G.choice[count] = n
            count += 1
        tokens = chosen & loose  # what lies under a firm card is firm
    return count


def slide(T: Tables, S: State, G: Guide, step: int) -> None:
    """Make a step, slides and all, and write its moves to ``G.made``."""
    note_places(T, S, G)
    card = step & 63
    count = 0 * step
    if step & FREEZES:
        _sort(T, S, G)
        count = _pick(G, step)
    to = 0 * step - 1
    i = count - 1
    a = 0 * step
    b = 0 * step
    # the phases: each slider to its place, those highest first; then the card itself
    while i >= -1:
        slider = card
        if i >= 0:
            slider = G.slider[i]
            if slider == card:
                to = G.place_of[i]
                i -= 1
                continue
            under = G.place_of[i]
            if G.lies_in[slider] == G.lies_in[under] and G.lies_at[slider] == G.lies_at[under] + 1:
                i -= 1
                continue
        # what is to be bared: first the place, then the card
        target = -1 + 0 * step
        if i >= 0:
            target = G.place_of[i]
        elif not step & UP:
            target = to
        a = G.lies_in[slider]
        b = a
        if target >= 0:
            b = G.lies_in[target]
        if target >= 0 and S.cards[b * T.room + S.height[b] - 1] != target:
            a = b
            b = _place_for(T, S, G, a)
        elif S.cards[a * T.room + S.height[a] - 1] != slider:
            b = _place_for(T, S, G, a)
        elif i < 0 and step & UP:
            b = 0 * step
            while b < T.foundations and not wants(T, S, b) >> card & 1:
                b += 1
            i -= 1
        else:
            if target < 0:
                b = _place_for(T, S, G, a)
            i -= 1
        if a == b:
            return
        move_on(T, S, G, a, b, 1)


def note_places(T: Tables, S: State, G: Guide) -> None:
    """Note where each card of the tableau lies; ``move_on`` keeps this true."""
    for p in range(T.foundations, T.piles):
        for at in range(p * T.room, p * T.room + S.height[p]):
            G.lies_in[S.cards[at]] = p
            G.lies_at[S.cards[at]] = at


def move_on(T: Tables, S: State, G: Guide, a: int, b: int, k: int) -> None:
    """Make a move of a step, write it to ``G.made`` and note where its cards lie then."""
    move = encode(MOVE, a, b, k)
    G.made[0] += 1
    G.made[G.made[0]] = move
    make(T, S, move)
    end = b * T.room + S.height[b]
    for at in range(end - k, end):
        G.lies_in[S.cards[at]] = b
        G.lies_at[S.cards[at]] = at


def _place_for(T: Tables, S: State, G: Guide, a: int) -> int:
    """Return a pile whose top card takes that of pile ``a``."""
    under = G.under[S.cards[a * T.room + S.height[a] - 1]]
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if h and under >> S.cards[p * T.room + h - 1] & 1:
            return p
    return a
