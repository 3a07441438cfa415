"""Moves that take the top cards of two piles to an empty foundation together."""

from __future__ import annotations

from cadogan.state.codes import Lift, MoveKind, Refusal
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.queries import liftable, phase
from cadogan.state.state import NOTHING, State, carry, encode, source_of, target_of, third_of


def _top(R: CompiledRules, S: State, p: int) -> int:
    """Return the top card of a pile if a player may take it, or -1."""
    if R.lift.take[R.group[p]] == Lift.NONE or liftable(R, S, p) <= 0:
        return -1
    return S.cards[p * R.room + S.height[p] - 1]


def _begin(R: CompiledRules, f: int, first: int, second: int) -> bool:
    """Return whether two cards, in this order, can begin a foundation."""
    at = f * (R.room + 1)
    if not R.accept.sets[R.accept.rule_at[at] * STRIDE + NOTHING] >> first & 1:
        return False
    return R.accept.sets[R.accept.rule_at[at + 1] * STRIDE + first] >> second & 1 > 0


def _order(R: CompiledRules, f: int, one: int, two: int) -> int:
    """Return the order in which two cards begin a foundation: 1 as given, 2 reversed, 0 none."""
    if R.paired_start.piles[f] == 0:
        return 0
    if _begin(R, f, one, two):
        return 1
    return 2 if _begin(R, f, two, one) else 0


def _way(R: CompiledRules, bits: int, p: int, f: int) -> int:
    """Return whether cards from pile ``p`` may go on cards of foundation ``f`` in a phase."""
    return R.routes.ways[(bits * R.groups + R.group[p]) * R.groups + R.group[f]] & 1


def _wed(R: CompiledRules, S: State, bits: int, a: int, b: int, one: int, two: int) -> int:
    """Return 1 + the first foundation that the top cards of two piles can begin, or 0.

    The bits from 6 on hold the result of :func:`_order`.
    """
    for f in range(R.foundations):
        if S.height[f] == 0 and f != a and f != b and _way(R, bits, a, f) and _way(R, bits, b, f):
            order = _order(R, f, one, two)
            if order:
                return f + 1 | order << 6
    return 0 * bits


def _never(R: CompiledRules, p: int) -> bool:
    """Return whether cards from a pile never go to any foundation that begins with two cards."""
    for f in range(R.foundations):
        if R.paired_start.piles[f] and f != p:
            for bits in range(1 << R.routes.phase_conditions):
                if _way(R, bits, p, f):
                    return False
    return True


def paired_starts(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the marriages to ``out`` from index ``n`` on; return the new end."""
    bits = phase(R, S)
    for p in range(R.piles):
        S.scratch[p] = _top(R, S, p)
    for a in range(R.piles):
        if S.scratch[a] < 0:
            continue
        for b in range(a + 1, R.piles):
            if S.scratch[b] < 0:
                continue
            where = _wed(R, S, bits, a, b, S.scratch[a], S.scratch[b])
            if where:
                out[n] = encode(MoveKind.MARRY, a, b, where)
                n += 1
    return n


def make_paired_start(R: CompiledRules, S: State, move: int) -> None:
    """Put the two cards of a marriage on their foundation."""
    a = source_of(move)
    b = target_of(move)
    f = third_of(move)
    first = a if move >> 26 == 1 else b
    carry(R, S, first, f, 1, 0)
    carry(R, S, a + b - first, f, 1, 0)


def refuse_paired_start(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why the top cards of two piles cannot begin a foundation together, or 0 if they can.

    ``k`` is not 0 if the move names more than two piles.
    """
    if k:
        return Refusal.TOO_MANY
    if a == b:
        return Refusal.SAME_PILE
    if S.height[a] == 0 or S.height[b] == 0:
        return Refusal.NO_CARD
    if _never(R, a) or _never(R, b):
        return Refusal.NO_WAY
    one = _top(R, S, a)
    two = _top(R, S, b)
    if one < 0 or two < 0:
        return Refusal.NOT_TAKEN
    bits = phase(R, S)
    if _wed(R, S, bits, a, b, one, two):
        return 0
    why = Refusal.NO_MATCH
    for f in range(R.foundations):
        if f == a or f == b or _order(R, f, one, two) == 0:
            continue
        if S.height[f]:
            if why == Refusal.NO_MATCH:
                why = Refusal.FULL
            continue
        if why != Refusal.NOT_YET:
            why = Refusal.NO_WAY
        for other in range(1 << R.routes.phase_conditions):
            if _way(R, other, a, f) and _way(R, other, b, f):
                why = Refusal.NOT_YET
    return why
