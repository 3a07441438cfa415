"""Pruning *bear*: lay a card from the stock in the tableau only to bear another at once.

docs/explanation/prunings.md gives the argument, under *bear*. If a card has just been laid and
bears no card yet, ``A.work.sets[LAID]`` is its pile plus 1. The next step must then lay a card
there.
"""

from __future__ import annotations

from cadogan.solver.codes import LOW, Noted
from cadogan.solver.facts import Analysis
from cadogan.state.codes import MoveKind
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import State, kind_of, source_of, target_of


def note_laid(R: CompiledRules, A: Analysis, step: int) -> None:
    """Note the pile on which a step lays a card from the stock; -1 means no step."""
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
    """Return the pile on which the next step must lay a card, or -1."""
    b = A.work.sets[Noted.LAID] - 1
    if b >= 0 and S.height[b] == 0:  # a safe move took the card that was laid
        b = -1 + 0 * b
    return b


def bearers(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the cards of stock and waste that could bear a card, perhaps one of their own.

    The set also contains all other cards if *bear* is off.
    """
    if A.dominance.bears == 0:
        return -1 + 0 * S.num[0]
    some = 0 * S.num[0]  # the cards that may be lifted
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
