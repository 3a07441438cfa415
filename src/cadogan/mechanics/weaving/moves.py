"""Weaving: a card is laid under the pile of its rank, whose top card is taken, and so on.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import Tables
from cadogan.state.queries import goes_up, liftable
from cadogan.state.state import ANYWHERE, NONE, State, keep_board, push, reseal

__all__ = ["deal_woven", "may_weave", "playable", "weave"]


def deal_woven(T: Tables, S: State, n: int) -> None:
    """Deal the cards that stand in ``S.scratch`` to the tableau in rotation.

    One that falls on the pile of its own rank becomes an exile, and the next takes its place. Of
    the piles dealt to only that of the exiles is sealed.
    """
    p = T.tableau_first
    for i in range(n):
        card = S.scratch[i]
        if T.home[card % 13] == p:
            push(T, S, T.exiles, card)
        else:
            push(T, S, p, card)
            p = p + 1 if p + 1 < T.tableau_end else T.tableau_first
    S.down[T.exiles] = S.height[T.exiles]
    reseal(T, S, T.exiles)


def playable(T: Tables, S: State) -> int:
    """Return a pile from which a card may go to a foundation, none of the foundations, or -1."""
    for p in range(T.foundations, T.piles):
        take = T.take[T.group[p]]
        if take == NONE:
            continue
        loose = liftable(T, S, p)
        for k in range(1, loose + 1 if take == ANYWHERE else min(loose, 1) + 1):
            if goes_up(T, S, p, S.cards[p * T.room + S.height[p] - k]):
                return p
    return -1


def may_weave(T: Tables, S: State) -> bool:
    """Say whether there is a card to weave in, and no other goes to a foundation."""
    return S.height[T.hand] + S.height[T.exiles] > 0 and playable(T, S) < 0


def _tuck(T: Tables, S: State, p: int, card: int) -> None:
    """Lay a card under a pile."""
    h = S.height[p]
    S.height[p] = 0
    for i in range(h):
        above = S.cards[p * T.room + i]
        push(T, S, p, card)
        card = above
    push(T, S, p, card)


def _draw(T: Tables, S: State, p: int) -> int:
    """Take the top card of a pile, or -1."""
    h = S.height[p] - 1
    if h < 0:
        return -1
    S.height[p] = h
    return S.cards[p * T.room + h]


def _at_home(T: Tables, S: State, p: int) -> bool:
    """Say whether all cards of a pile are of its rank."""
    for i in range(S.height[p]):
        if T.home[S.cards[p * T.room + i] % 13] != p:
            return False
    return True


def weave(T: Tables, S: State) -> None:
    """Weave in the card in the hand, or else an exile, until a card can go to a foundation.

    Nothing is to be chosen on the way, so it is one move. It ends as well where every card of the
    pile is of its rank, or the exiles are out.
    """
    keep_board(T, S)
    card = _draw(T, S, T.hand)
    if card < 0:
        card = _draw(T, S, T.exiles)
    while card >= 0:
        if goes_up(T, S, T.hand, card):
            push(T, S, T.hand, card)
            break
        p = T.home[card % 13]
        if p < 0:  # a rank without a pile is never dealt, but a position by hand may hold one
            push(T, S, T.hand, card)
            break
        if T.take[T.group[p]] == ANYWHERE:  # every card there is at hand, none need be taken
            push(T, S, p, card)
            card = _draw(T, S, T.exiles)
            continue
        if _at_home(T, S, p):
            _tuck(T, S, p, card)
            break
        _tuck(T, S, p, card)
        card = _draw(T, S, p)
        if goes_up(T, S, T.hand, card):
            push(T, S, T.hand, card)
            break
        if goes_up(T, S, p, S.cards[p * T.room + S.height[p] - 1]):
            p = T.home[card % 13]
            if p < 0:
                push(T, S, T.hand, card)
            elif T.take[T.group[p]] == ANYWHERE:
                push(T, S, p, card)
            else:
                _tuck(T, S, p, card)
            break
    S.down[T.exiles] = S.height[T.exiles]
    for p in range(T.foundations, T.piles):
        reseal(T, S, p)
