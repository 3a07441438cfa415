"""Weaving: a card goes under its rank's pile, that pile's top card under its own, and so on."""

from __future__ import annotations

from cadogan.state.codes import Lift
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import goes_up, liftable
from cadogan.state.state import State, keep_board, push, reseal


def deal_woven(R: CompiledRules, S: State, n: int) -> None:
    """Deal the cards in ``S.scratch`` to the tableau in rotation.

    A card that falls on the pile of its own rank becomes an exile, and the next card replaces it.
    This function seals only the pile of exiles.
    """
    p = R.tableau_first
    for i in range(n):
        card = S.scratch[i]
        if R.weaving.home[card % 13] == p:
            push(R, S, R.weaving.exiles, card)
        else:
            push(R, S, p, card)
            p = p + 1 if p + 1 < R.tableau_end else R.tableau_first
    S.down[R.weaving.exiles] = S.height[R.weaving.exiles]
    reseal(R, S, R.weaving.exiles)


def playable(R: CompiledRules, S: State) -> int:
    """Return a pile that is not a foundation and whose card may go to one, or -1."""
    for p in range(R.foundations, R.piles):
        take = R.lift.take[R.group[p]]
        if take == Lift.NONE:
            continue
        loose = liftable(R, S, p)
        for k in range(1, loose + 1 if take == Lift.ANYWHERE else min(loose, 1) + 1):
            if goes_up(R, S, p, S.cards[p * R.room + S.height[p] - k]):
                return p
    return -1


def may_weave(R: CompiledRules, S: State) -> bool:
    """Return whether there is a card to weave in and no card can go to a foundation."""
    return S.height[R.weaving.hand] + S.height[R.weaving.exiles] > 0 and playable(R, S) < 0


def _tuck(R: CompiledRules, S: State, p: int, card: int) -> None:
    """Put a card under a pile."""
    h = S.height[p]
    S.height[p] = 0
    for i in range(h):
        above = S.cards[p * R.room + i]
        push(R, S, p, card)
        card = above
    push(R, S, p, card)


def _draw(R: CompiledRules, S: State, p: int) -> int:
    """Take the top card of a pile and return it, or -1."""
    h = S.height[p] - 1
    if h < 0:
        return -1
    S.height[p] = h
    return S.cards[p * R.room + h]


def _at_home(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether all cards of a pile have its rank."""
    for i in range(S.height[p]):
        if R.weaving.home[S.cards[p * R.room + i] % 13] != p:
            return False
    return True


def weave(R: CompiledRules, S: State) -> None:
    """Weave in the card in hand, or else an exile, until a card can go to a foundation.

    The player has no choice on the way, so this is a single move. It also ends when every card of a
    pile has the pile's rank, or when no exiles are left.
    """
    keep_board(R, S)
    card = _draw(R, S, R.weaving.hand)
    if card < 0:
        card = _draw(R, S, R.weaving.exiles)
    while card >= 0:
        if goes_up(R, S, R.weaving.hand, card):
            push(R, S, R.weaving.hand, card)
            break
        p = R.weaving.home[card % 13]
        # a rank without a pile is never dealt, but a position made by hand may contain it
        if p < 0:
            push(R, S, R.weaving.hand, card)
            break
        if (
            R.lift.take[R.group[p]] == Lift.ANYWHERE
        ):  # every card there may leave, so none needs to be taken
            push(R, S, p, card)
            card = _draw(R, S, R.weaving.exiles)
            continue
        if _at_home(R, S, p):
            _tuck(R, S, p, card)
            break
        _tuck(R, S, p, card)
        card = _draw(R, S, p)
        if goes_up(R, S, R.weaving.hand, card):
            push(R, S, R.weaving.hand, card)
            break
        if goes_up(R, S, p, S.cards[p * R.room + S.height[p] - 1]):
            p = R.weaving.home[card % 13]
            if p < 0:
                push(R, S, R.weaving.hand, card)
            elif R.lift.take[R.group[p]] == Lift.ANYWHERE:
                push(R, S, p, card)
            else:
                _tuck(R, S, p, card)
            break
    S.down[R.weaving.exiles] = S.height[R.weaving.exiles]
    for p in range(R.foundations, R.piles):
        reseal(R, S, p)
