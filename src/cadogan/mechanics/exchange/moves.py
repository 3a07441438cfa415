"""Exchanges of two wrong cards, so that each begins the other's pile, or of any two cards.

The function :func:`cadogan.state.queries.begun` decides whether a pile begins with a right card. No
card may be laid on a wrong card, and a right card stays in its pile.
"""

from __future__ import annotations

from cadogan.mechanics.exchange.compile import FREELY
from cadogan.state.automatic import rotate
from cadogan.state.codes import Lift, Log, MoveKind, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import begun
from cadogan.state.state import State, carry, encode, note, reseal, source_of, target_of


def _unfree(R: CompiledRules, S: State, p: int) -> int:
    """Return why the card of a pile cannot be exchanged, or 0 if it can."""
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
    """Return whether the cards of two piles may change places, and whether the position changes."""
    one = S.cards[a * R.room]
    two = S.cards[b * R.room]
    if R.exchange.swapped[a] == FREELY:
        return one != two
    return R.exchange.begins[b] >> one & 1 > 0 and R.exchange.begins[a] >> two & 1 > 0


def exchanges(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the exchanges to ``out`` from index ``n`` on; return the new end."""
    for a in range(R.piles):
        if R.exchange.swapped[a] == 0 or _unfree(R, S, a):
            continue
        for b in range(a + 1, R.piles):
            if R.exchange.swapped[b] and not _unfree(R, S, b) and _fit(R, S, a, b):
                out[n] = encode(MoveKind.SWAP, a, b, 0)
                n += 1
    return n


def make_exchange(R: CompiledRules, S: State, move: int) -> None:
    """Exchange two cards: move the first onto the second, and then the second out from under it."""
    a = source_of(move)
    b = target_of(move)
    carry(R, S, a, b, 1, 0)
    note(S, Log.ROTATED, b, S.down[b], 0)
    rotate(R, S, b, 1)
    reseal(R, S, b)
    carry(R, S, b, a, 1, 0)


def refuse_exchange(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why two piles' cards cannot change places; ``k`` is 0 unless the move names others."""
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
