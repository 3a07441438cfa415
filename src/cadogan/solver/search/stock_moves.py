"""Cards of the stock are laid in the tableau only to bear another at once.

docs/solver.md gives the argument, under *bear*. While a card has just been laid and bears none yet,
``G.sets[LAID]`` is the pile that it lies on, plus 1: the next step lays one there.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.search.constants import LAID, LOW
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.state import MOVE, State, kind_of, source_of, target_of

__all__ = ["bearers", "laid_pile", "note_laid"]


def note_laid(T: Tables, G: Guide, step: int) -> None:
    """Note on which pile a step, or none for -1, lays a card of the stock."""
    G.sets[LAID] = 0
    if G.bears and step >= 0:
        move = step & LOW
        b = target_of(move)
        if kind_of(move) == MOVE and source_of(move) == T.waste and G.run_first <= b < G.run_end:
            G.sets[LAID] = b + 1


def laid_pile(S: State, G: Guide) -> int:
    """Return the pile on which a card is to be laid now, or -1."""
    b = G.sets[LAID] - 1
    if b >= 0 and S.height[b] == 0:  # a safe move took what was laid
        b = -1 + 0 * b
    return b


def bearers(T: Tables, S: State, G: Guide) -> int:
    """Return which cards of stock and waste could bear one, that of another of them included.

    All others, too, belong to the set where *bear* is off.
    """
    if G.bears == 0:
        return -1 + 0 * S.num[0]
    some = 0 * S.num[0]  # what may be lifted
    for p in range(T.piles):
        at = p * T.room + S.height[p] - 1
        if p == T.waste or p == T.stock or S.height[p] == 0:
            continue
        if G.run_first <= p < G.run_end:
            bottom = p * T.room + S.down[p]
            link = T.link[p] * STRIDE
            while at > bottom and T.accept[link + S.cards[at - 1]] >> S.cards[at] & 1:
                some |= 1 << S.cards[at]
                at -= 1
            some |= 1 << S.cards[at]
        elif p < T.foundations:
            if T.gives[T.group[p]]:
                some |= 1 << S.cards[at]
        else:
            while at >= p * T.room:
                some |= 1 << S.cards[at]
                at -= 1
    row = G.run_rule * STRIDE
    found = 0 * some
    more = True
    while more:
        more = False
        for k in range(2):
            q = T.waste if k else T.stock
            for i in range(S.height[q]):
                card = S.cards[q * T.room + i]
                if T.accept[row + card] & some and not found >> card & 1:
                    found |= 1 << card
                    some |= 1 << card
                    more = True
    return found
