"""Weaving: a card goes under the pile of its rank, then the top card of that pile under its own."""

from __future__ import annotations

from cadogan.state.codes import Lift
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import goes_up, liftable
from cadogan.state.state import State, keep_board, push, reseal


def deal_woven(R: CompiledRules, S: State, n: int) -> None:
    """Deal the cards in ``S.scratch`` to the piles of the tableau in turn.

    If a card lands on the pile of its own rank, it becomes an exile, and the next card takes its
    place. This function updates only the hash of the pile of exiles.
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
    """Return a pile outside the foundations with a card that can go to a foundation, or -1."""
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
    """Return whether there is a card to weave in, and no card can go to a foundation."""
    return S.height[R.weaving.hand] + S.height[R.weaving.exiles] > 0 and playable(R, S) < 0


def _tuck(R: CompiledRules, S: State, p: int, card: int) -> None:
    """Put a card under all cards of a pile."""
    h = S.height[p]
    S.height[p] = 0
    for i in range(h):
        above = S.cards[p * R.room + i]
        push(R, S, p, card)
        card = above
    push(R, S, p, card)


def _draw(R: CompiledRules, S: State, p: int) -> int:
    """Take the top card of a pile and return it, or return -1 if the pile is empty."""
    h = S.height[p] - 1
    if h < 0:
        return -1
    S.height[p] = h
    return S.cards[p * R.room + h]


def _at_home(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether every card of a pile has the rank of the pile."""
    for i in range(S.height[p]):
        if R.weaving.home[S.cards[p * R.room + i] % 13] != p:
            return False
    return True


def weave(R: CompiledRules, S: State) -> None:
    """Weave in the card in hand, or an exile if there is none, until a card can go to a foundation.

    The player has no choice until then, so the whole sequence is a single move. The sequence also
    ends when every card of a pile has the rank of the pile, or when no exiles are left.
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
        # no deal contains a rank without a pile, but a position that a person sets up may
        if p < 0:
            push(R, S, R.weaving.hand, card)
            break
        if (
            R.lift.take[R.group[p]] == Lift.ANYWHERE
        ):  # a player can take every card of that pile, so the sequence takes none
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
