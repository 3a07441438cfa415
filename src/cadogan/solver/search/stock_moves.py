"""Pruning *bear*: lay a card from the stock in the tableau only if the next step lays a card on it.

The section *bear* in docs/explanation/prunings.md gives the argument. After a step that lays a card
from the stock in the tableau, ``A.work.sets[LAID]`` is the number of the pile plus 1. The next step
must then lay a card on that pile.
"""

from __future__ import annotations

from cadogan.solver.codes import LOW, Noted
from cadogan.solver.facts import Analysis
from cadogan.state.codes import MoveKind
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import State, kind_of, source_of, target_of


def note_laid(R: CompiledRules, A: Analysis, step: int) -> None:
    """Record the pile on which a step lays a card from the stock; a step of -1 means none."""
    A.work.sets[Noted.LAID] = 0
    if A.dominance.bears and step >= 0:
        move = step & LOW
        b = target_of(move)
        if (
            kind_of(move) == MoveKind.MOVE
            and source_of(move) == R.stock.waste
            and A.dominance.run_first <= b < A.dominance.run_end
        ):
            A.work.sets[Noted.LAID] = b + 1


def laid_pile(S: State, A: Analysis) -> int:
    """Return the pile on which the next step must lay a card, or -1 if there is none."""
    b = A.work.sets[Noted.LAID] - 1
    if b >= 0 and S.height[b] == 0:  # a safe move has taken the laid card away
        b = -1 + 0 * b
    return b


def bearers(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the cards of stock and waste that could take a card, even one from stock or waste.

    If *bear* is off, the set contains all cards.
    """
    if A.dominance.bears == 0:
        return -1 + 0 * S.num[0]
    some = 0 * S.num[0]  # the cards that could be laid on a card of stock or waste
    for p in range(R.piles):
        at = p * R.room + S.height[p] - 1
        if p == R.stock.waste or p == R.stock.pile or S.height[p] == 0:
            continue
        if A.dominance.run_first <= p < A.dominance.run_end:
            bottom = p * R.room + S.down[p]
            link = R.lift.link[p] * STRIDE
            while at > bottom and R.accept.sets[link + S.cards[at - 1]] >> S.cards[at] & 1:
                some |= 1 << S.cards[at]
                at -= 1
            some |= 1 << S.cards[at]
        elif p < R.foundations:
            if R.routes.gives[R.group[p]]:
                some |= 1 << S.cards[at]
        else:
            while at >= p * R.room:
                some |= 1 << S.cards[at]
                at -= 1
    row = A.dominance.run_rule * STRIDE
    found = 0 * some
    more = True
    while more:
        more = False
        for k in range(2):
            q = R.stock.waste if k else R.stock.pile
            for i in range(S.height[q]):
                card = S.cards[q * R.room + i]
                if R.accept.sets[row + card] & some and not found >> card & 1:
                    found |= 1 << card
                    some |= 1 << card
                    more = True
    return found
