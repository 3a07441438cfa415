"""How far a position is from being played: the order in which steps are tried.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.solver.guide import Guide
from cadogan.solver.kernel.names import (
    BROKEN,
    BURIED,
    CELL,
    DOWN,
    LOWER,
    OWN,
    SPACE,
    WAITING,
)
from cadogan.state import BASE, CARD, REDEALS, State
from cadogan.tables import STRIDE, Tables

__all__ = ["pile_score"]


def pile_score(T: Tables, S: State, G: Guide, p: int, wanted: int) -> int:
    """Return how far a pile is from being played: less is better.

    Counted are cards that lie above one which is wanted earlier, the same within a suit,
    neighbours out of sequence, cards face down, filled cells and (to the good) spaces; and where
    cards leave one by one, those above the lowest of the cards that foundations want next. The
    waste is such a pile when it is not turned over any more, else only its cards are counted.
    """
    h = S.height[p]
    waiting = 0 * h
    if p == T.stock or p == T.waste:
        waiting = h * G.weight[WAITING]
        again = T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times
        if p == T.stock or h == 0 or again:
            return waiting
    if h == 0:
        return -G.weight[SPACE] if T.any_space[p] else 0
    if T.is_cell[p]:
        return G.weight[CELL]
    base = p * T.room
    row = S.num[BASE] * STRIDE if G.by_base else 0
    link = T.link[p] * STRIDE
    total = S.down[p] * G.weight[DOWN] + waiting
    card = S.cards[base]
    least = G.order[row + card]
    # of each suit the earliest order so far: 15 bits each, 16 apart, for the sign's bit is not used
    # (a joker goes by the first suit)
    shift = (card // 13 & 3) * 16
    own = 0x7FFF7FFF7FFF7FFF ^ 0x7FFF << shift | least << shift
    for i in range(1, h):
        below = card
        card = S.cards[base + i]
        order = G.order[row + card]
        shift = (card // 13 & 3) * 16
        if order > least:
            total += G.weight[LOWER]
        else:
            least = order
        if order > (own >> shift & 0x7FFF):
            total += G.weight[OWN]
        else:
            own = own & ~(0x7FFF << shift) | order << shift
        if not T.accept[link + below] >> card & 1:
            total += G.weight[BROKEN]
    if wanted and T.take[T.group[p]] == CARD:
        for i in range(h - 1):
            if wanted >> S.cards[base + i] & 1:
                return total + (h - 1 - i) * G.weight[BURIED]
    return total
