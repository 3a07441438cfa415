"""Exchanges: of wrong cards, so that each begins the other's pile, or of any two cards.

:func:`cadogan.state.queries.begun` decides which cards are wrong, that nothing goes on wrong cards,
and that right cards stay.
"""

from __future__ import annotations

from cadogan.mechanics.exchange.compile import FREELY
from cadogan.state.automatic import rotate
from cadogan.state.codes import Lift, Log, MoveKind, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import begun
from cadogan.state.state import State, carry, encode, note, reseal, source_of, target_of


def _unfree(R: CompiledRules, S: State, p: int) -> int:
    """Return why no card of a pile may be exchanged, or 0."""
    if R.exchange.swapped[p] == 0:
        return Refusal.NO_WAY
    if S.height[p] == 0:
        return Refusal.NO_CARD
    if R.exchange.swapped[p] == FREELY:
        return 0
    if R.lift.take[R.group[p]] == Lift.NONE:
        return Refusal.NOT_TAKEN
    if begun(R, S, p):
        return Refusal.KEPT
    return Refusal.TOO_MANY if S.height[p] > 1 else 0


def _fit(R: CompiledRules, S: State, a: int, b: int) -> bool:
    """Return whether the cards of two piles may change places, and whether that has an effect."""
    one = S.cards[a * R.room]
    two = S.cards[b * R.room]
    if R.exchange.swapped[a] == FREELY:
        return one != two
    return R.exchange.begins[b] >> one & 1 > 0 and R.exchange.begins[a] >> two & 1 > 0


def exchanges(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the exchanges to ``out`` from ``n`` on; return the new end."""
    for a in range(R.piles):
        if R.exchange.swapped[a] == 0 or _unfree(R, S, a):
            continue
        for b in range(a + 1, R.piles):
            if R.exchange.swapped[b] and not _unfree(R, S, b) and _fit(R, S, a, b):
                out[n] = encode(MoveKind.SWAP, a, b, 0)
                n += 1
    return n


def make_exchange(R: CompiledRules, S: State, move: int) -> None:
    """Exchange two cards: one goes on the other, which then leaves from under it."""
    a = source_of(move)
    b = target_of(move)
    carry(R, S, a, b, 1, 0)
    note(S, Log.ROTATED, b, S.down[b], 0)
    rotate(R, S, b, 1)
    reseal(R, S, b)
    carry(R, S, b, a, 1, 0)


def refuse_exchange(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why two piles' cards may not change places; ``k`` is not 0 if more piles are named."""
    if k:
        return Refusal.TOO_MANY
    if a == b:
        return Refusal.SAME_PILE
    why = _unfree(R, S, a)
    if why == 0:
        why = _unfree(R, S, b)
    if why:
        return why
    return 0 if _fit(R, S, a, b) else Refusal.NO_MATCH
