"""Safe cards: cards that can go up to the foundations without harm in a given position.

The module :mod:`cadogan.solver.safe_moves` gives the proof. That module also computes the facts
that depend on the game alone, :class:`~cadogan.solver.facts.SafeFacts`. This file is written once
and runs in two ways, like :mod:`cadogan.engine`: the page interprets it, and the search compiles
it. This file must agree with the reference version in ``tests/careful.py``;
``test_prudence_agrees`` compares the two. The package :mod:`cadogan.solver.search` explains the
one-letter variables.
"""

from __future__ import annotations

from cadogan.solver.facts import SafeFacts
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import wants
from cadogan.state.state import State, lowest


def leaves(R: CompiledRules, S: State, A: SafeFacts, p: int) -> bool:
    """Return whether the top card of a pile may leave the pile without any other effect.

    The function assumes that a player may lift the card.
    """
    if A.barred[p]:
        return False
    if A.covered and S.height[R.stock.pile]:
        return False
    if A.gathered[p] and (R.redeal.times < 0 or S.num[Num.REDEALS] < R.redeal.times):
        return False
    for k in range(R.fill.ways):
        q = R.fill.sources[p * R.fill.ways + k]
        if q >= 0 and S.height[q]:
            return False
    return True


def look(R: CompiledRules, S: State, A: SafeFacts) -> tuple[int, int]:
    """Return the cards whose copies are all up, and those whose other copies could all go up now.

    This function writes the set of cards that each foundation takes to ``S.want``.
    """
    n = A.decks
    # The list S.scratch holds sets of cards. Entry j is the set of cards with at least j copies
    # up. Entry n + 1 + j is the set of cards that at least j foundations take. For j = 0, both
    # sets contain all cards.
    for j in range(2 * n + 2):
        S.scratch[j] = 0
    S.scratch[0] = -1
    S.scratch[n + 1] = -1
    for f in range(R.foundations):
        mask = wants(R, S, f)
        S.want[f] = mask
        for j in range(2 * n + 1, n + 1, -1):
            S.scratch[j] |= S.scratch[j - 1] & mask
        for i in range(S.height[f]):
            bit = 1 << S.cards[f * R.room + i]
            for j in range(n, 0, -1):
                S.scratch[j] |= S.scratch[j - 1] & bit
    free = 0 * n
    for j in range(n):  # the cards with exactly j copies on foundations
        free |= S.scratch[j] & ~S.scratch[j + 1] & S.scratch[n + 1 + n - j]
    return S.scratch[n], free


def released(R: CompiledRules, S: State, A: SafeFacts, founded: int, free: int) -> int:
    """Return the smallest set that contains each card whose wanters all belong to the set.

    The caller must call ``look`` immediately beforehand and pass on its result.
    """
    gone = 0 * founded
    if not A.gives_back:
        gone |= founded
    while True:
        out = founded & ~gone
        up = free & ~gone
        if A.strict:
            up = 0 * free
        if A.gives_back:  # the cards below a card on a foundation could also come down
            for f in range(R.foundations):
                held = 0 * gone
                for i in range(S.height[f]):
                    bit = 1 << S.cards[f * R.room + i]
                    if held:
                        out &= ~bit
                    held = bit & ~gone
                if held:
                    up &= ~S.want[f]
        rest = out | up
        more = 0 * rest
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if A.wanters[card] & ~gone == 0:
                more |= 1 << card
        if more == 0:
            return gone
        gone |= more


def taker(R: CompiledRules, S: State, A: SafeFacts, p: int, free: int, gone: int) -> int:
    """Return a foundation to which the top card of a pile may go without harm, or -1.

    Call ``look`` just before; ``free`` is from its result, ``gone`` from ``released``.
    """
    card = S.cards[p * R.room + S.height[p] - 1]
    if not (free & ~A.choices) >> card & 1 or A.wanters[card] & ~gone:
        return -1
    found = 0 * card - 1
    for f in range(R.foundations):
        if S.want[f] >> card & 1:
            h = S.height[f]
            if A.rows:
                if h:
                    return f + 0 * found
                continue
            if S.want[f] & ~(0x8004002001 << card % 13):
                return -1  # cards of other ranks could also begin the foundation
            if A.gives_back and h and not gone >> S.cards[f * R.room + h - 1] & 1:
                return -1
            if found < 0:
                found = f
            # two foundations of equal height hold the same cards, because one rule builds them in
            # suit
            elif h != S.height[found]:
                return -1  # there is a choice between the two foundations
    return found
