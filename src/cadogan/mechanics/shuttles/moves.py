"""Moves of shuttles: a card that goes up turns up another card, and stuck cards are exchanged."""

from __future__ import annotations

from cadogan.state.codes import MoveKind, Num, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import liftable, phase, takes
from cadogan.state.state import (
    State,
    carry,
    change,
    encode,
    put_in,
    reseal,
    set_down,
    source_of,
    target_of,
)


def open_next(R: CompiledRules, S: State, b: int) -> None:
    """Turn up the top card of the pile that a card arriving on ``b`` opens."""
    q = R.shuttles.opens[b]
    if q >= 0 and S.height[q] and S.down[q] == S.height[q]:
        set_down(S, q, S.height[q] - 1)
        reseal(R, S, q)


def _lies_down(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether the top card of a pile is face down and may be exchanged for a stuck card."""
    return (
        p >= R.foundations
        and R.shuttles.chanced[p] > 0
        and S.height[p] > 0
        and S.down[p] == S.height[p]
    )


def _opens_nothing(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether a pile's top card could go to its foundation but would turn up no card."""
    if R.shuttles.chanced[p] == 0 or S.down[p] == S.height[p] or liftable(R, S, p) <= 0:
        return False
    card = S.cards[p * R.room + S.height[p] - 1]
    row = (phase(R, S) * R.groups + R.group[p]) * R.groups
    for f in range(R.foundations):
        q = R.shuttles.opens[f]
        here = 1 if q == p else 0
        if R.shuttles.chanced[f] and S.height[q] == here and takes(R, S, f, row, card):
            return True
    return False


def stuck(R: CompiledRules, S: State) -> int:
    """Return the pile with the stuck card that must change places now, or -1."""
    if S.num[Num.COUNT] >= R.shuttles.chances:
        return -1
    for p in range(R.foundations, R.piles):
        if _opens_nothing(R, S, p):
            for b in range(R.foundations, R.piles):
                if b != p and _lies_down(R, S, b):
                    return p
    return -1


def chances(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the exchanges with face-down cards to ``out`` from index ``n`` on; return the end."""
    p = stuck(R, S)
    if p < 0:
        return n
    for b in range(R.foundations, R.piles):
        if b != p and _lies_down(R, S, b):
            out[n] = encode(MoveKind.SWAP, min(p, b), max(p, b), 0)
            n += 1
    return n


def make_chance(R: CompiledRules, S: State, move: int) -> None:
    """Exchange the stuck card for a face-down card: turn the first down and the second up."""
    p = stuck(R, S)
    b = source_of(move) + target_of(move) - p
    put_in(R, S, p, b, S.height[b] - 1)
    carry(R, S, b, p, 1, 0)
    change(S, Num.COUNT, S.num[Num.COUNT] + 1)


def refuse_chance(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why two piles' cards cannot change places; ``k`` is 0 unless the move names others."""
    if k:
        return Refusal.TOO_MANY
    if a == b:
        return Refusal.SAME_PILE
    first = min(a, b)
    if first < R.foundations or R.shuttles.chanced[a] == 0 or R.shuttles.chanced[b] == 0:
        return Refusal.NO_WAY
    if S.height[a] == 0 or S.height[b] == 0:
        return Refusal.NO_CARD
    p = stuck(R, S)
    if p < 0:
        return Refusal.NOT_YET
    if p != a and p != b:
        return Refusal.NOT_HERE
    return 0 if _lies_down(R, S, a + b - p) else Refusal.NO_MATCH
