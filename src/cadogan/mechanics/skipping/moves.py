"""Deals that skip some piles: empty piles, piles with cards, or all but the first empty pile."""

from __future__ import annotations

from cadogan.state.codes import Lift, Route, When
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import carried_singly, holds, liftable, phase, run_length, wants
from cadogan.state.state import MECHANICS, State, carry

# codes for the piles that a deal skips, in the order of cadogan.rules.vocabulary.SKIPS
EMPTY_PILES = 1
PILES_WITH_CARDS = 2  # only if some pile is empty
ALL_BUT_ONE = 3  # all piles except the first empty one


def _only(R: CompiledRules, S: State, first: int, end: int) -> int:
    """Return which piles get cards in a deal: 0 all piles, 1 piles with cards, 2 empty piles."""
    if R.skipping.way == EMPTY_PILES:
        return 1
    for p in range(first, end):
        if R.skipping.way == PILES_WITH_CARDS and S.height[p] == 0:
            return 2
    return 0


def _first_empty(S: State, first: int, end: int) -> int:
    """Return the first empty pile, or ``end`` if there is none."""
    p = first
    while p < end and S.height[p]:
        p += 1
    return p


def passed_over(R: CompiledRules, S: State, p: int, first: int, end: int) -> bool:
    """Return whether a deal to the piles from ``first`` to ``end`` would skip pile ``p``."""
    if R.skipping.way == ALL_BUT_ONE:
        return p != _first_empty(S, first, end)
    only = _only(R, S, first, end)
    return (only == 1 and S.height[p] == 0) or (only == 2 and S.height[p] > 0)


def may_now(R: CompiledRules, S: State, condition: int) -> bool:
    """Return whether the condition for a deal holds, including one that depends on legal moves."""
    if MECHANICS and condition:
        k = abs(condition) - 1
        if R.conditions.kind[k] == When.CAN_BE_FILLED:
            bits = phase(R, S)
            value = False
            for p in range(R.conditions.first[k], R.conditions.end[k]):
                if S.height[p] == 0 and _can_be_filled(R, S, p, bits):
                    value = True
            return value == (condition > 0)
    return holds(R, S, condition)


def _can_be_filled(R: CompiledRules, S: State, b: int, bits: int) -> bool:
    """Return whether cards may go to an empty pile, except whole piles of the same group."""
    mask = wants(R, S, b)
    for a in range(R.piles):
        g = R.group[a]
        take = R.lift.take[g]
        if a == b or S.height[a] == 0 or take == Lift.NONE or a == R.stock.pile:
            continue
        if R.routes.ways[(bits * R.groups + g) * R.groups + R.group[b]] & Route.INTO == 0:
            continue
        loose = liftable(R, S, a)
        most = loose
        if take == Lift.CARD or R.lift.single[b]:
            most = min(loose, 1)
        elif take == Lift.RUN or take == Lift.SINGLY:
            most = run_length(R, S, a, loose) if loose > 0 else 0
            if take == Lift.SINGLY and most > 1:
                most = min(most, carried_singly(R, S, b))
        first = loose if take == Lift.WHOLE and not R.lift.single[b] else 1
        for k in range(first, most + 1):
            if k == S.height[a] and g == R.group[b]:
                continue
            if mask >> S.cards[a * R.room + S.height[a] - k] & 1:
                return True
    return False


def deal_skipping(R: CompiledRules, S: State, first: int, end: int, count: int, rows: int) -> None:
    """Deal from the stock; the heights before the deal decide which piles it skips.

    The deal goes to the piles from ``first`` to ``end``. Each pile gets ``count`` cards, row by row
    if ``rows`` is not 0, otherwise pile by pile.
    """
    if R.skipping.way == ALL_BUT_ONE:
        first = _first_empty(S, first, end)
        end = min(end, first + 1)
    only = _only(R, S, first, end)
    for p in range(first, end):
        S.scratch[p] = 1 if only == 0 or (S.height[p] > 0) == (only == 1) else 0
    for _ in range(count if rows else 1):
        for p in range(first, end):
            n = min(1 if rows else count, S.height[R.stock.pile], R.accept.full[p] - S.height[p])
            if n > 0 and S.scratch[p]:
                carry(R, S, R.stock.pile, p, n, 1)
