"""Moves that take a single card out of play."""

from __future__ import annotations

from cadogan.state.automatic import settle
from cadogan.state.codes import MoveKind, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import covered, liftable
from cadogan.state.state import State, carry, encode, put_in_order, source_of


def _leaves(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether the top card of a pile may leave play."""
    if R.removal.piles[p] == 0 or liftable(R, S, p) <= 0:
        return False
    card = S.cards[p * R.room + S.height[p] - 1]
    if R.single_discard.leaves >> card & 1:
        return True
    beats = R.single_discard.beats[card]
    for q in range(R.piles if beats else 0):
        if q != p and R.removal.piles[q] and _shows(R, S, q):
            if beats >> S.cards[q * R.room + S.height[q] - 1] & 1:
                return True
    return False


def _shows(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether a pile shows its top card, even if the card cannot leave the pile."""
    return S.height[p] > S.down[p] and not (R.overlap.used and covered(R, S, p))


def must_leave(R: CompiledRules, S: State) -> bool:
    """Return whether some card must leave play before any other move."""
    for p in range(R.piles):
        if _leaves(R, S, p):
            return True
    return False


def discards(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the discards to ``out`` from index ``n`` on; return the new end."""
    for p in range(R.piles):
        if _leaves(R, S, p):
            out[n] = encode(MoveKind.REMOVE, p, p, 0)
            n += 1
    return n


def make_discard(R: CompiledRules, S: State, move: int) -> None:
    """Take a card out of play; in some games, the next card from the stock replaces it."""
    p = source_of(move)
    put_in_order(R, S, p, R.mechanics.discard_pile)
    if R.single_discard.replaced and S.height[R.stock.pile]:
        carry(R, S, R.stock.pile, p, 1, 1)
    settle(R, S, p)


def refuse_discard(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why a card cannot leave play alone, or 0 if it can."""
    if S.height[a] == 0:
        return Refusal.NO_CARD
    if R.removal.piles[a] == 0 or liftable(R, S, a) <= 0:
        return Refusal.NOT_TAKEN
    return 0 if a == b and k == 0 and _leaves(R, S, a) else Refusal.NO_MATCH


def all_but_some_out(R: CompiledRules, S: State) -> bool:
    """Return whether only cards that may stay are left in play."""
    for p in range(R.piles):
        if p != R.mechanics.discard_pile:
            for i in range(S.height[p]):
                if not R.single_discard.stays >> S.cards[p * R.room + i] & 1:
                    return False
    return True


def one_of_suits_left(R: CompiledRules, S: State) -> bool:
    """Return whether no two cards left in play have the same suit."""
    seen = 0
    for p in range(R.piles):
        if p != R.mechanics.discard_pile:
            for i in range(S.height[p]):
                suit = 1 << S.cards[p * R.room + i] // 13
                if seen & suit:
                    return False
                seen |= suit
    return True


def few_left(R: CompiledRules, S: State) -> bool:
    """Return whether at most the allowed number of cards is left in play."""
    n = 0
    for p in range(R.piles):
        if p != R.mechanics.discard_pile:
            n += S.height[p]
    return n <= R.win.left
