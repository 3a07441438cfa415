"""In which order cards are wanted on the foundations, and on which piles they lie before."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any

from cadogan.solver.safe_moves import may_go
from cadogan.state.codes import Lift
from cadogan.state.compiled import STRIDE, CompiledRules


def order_fields(R: CompiledRules, by_base: bool, base: int, several: bool) -> dict[str, Any]:
    """Return the fields of the order in which cards are wanted."""
    orders = _orders(R, range(53) if by_base else [base])
    return {
        "heuristic.order": orders + [0] * STRIDE * several,
        "heuristic.due": len(orders) * several,
    }


def at_several(R: CompiledRules, base: int) -> bool:
    """Say whether some card could lie at several heights of foundations, and each at few of one.

    A hole, as Golf's, takes cards at nearly any height: to that nothing tells what it waits for.
    """
    if any(R.single_discard.beats) or R.win.runs or any(R.whole_runs.way[: R.foundations]):
        return False
    at: list[set[int]] = [set() for _ in range(52)]
    most = 0
    for f in range(R.foundations):
        tops = 1 << 52
        takes = [0] * 52
        for h in range(R.accept.full[f]):
            rule = R.accept.rule_at[f * (R.room + 1) + h]
            rule += base if rule >= R.accept.based else 0
            tops = reduce(
                or_, (R.accept.sets[rule * STRIDE + t] for t in range(53) if tops >> t & 1), 0
            )
            for card in range(52):
                if tops >> card & 1:
                    at[card].add(h)
                    takes[card] += 1
        most = max(most, *takes)
    return most <= 2 and (most == 2 or _built_on(R)) and any(len(heights) > 1 for heights in at)


def columns_of(R: CompiledRules) -> set[int]:
    """Return the groups that are neither foundations nor stock, waste or cells."""
    others = {
        R.group[p]
        for p in range(R.piles)
        if p in (R.stock.pile, R.stock.waste) or R.lift.is_cell[p]
    }
    return {R.group[p] for p in range(R.foundations, R.piles)} - others


def column_piles(R: CompiledRules) -> list[int]:
    """Return the piles of these groups."""
    columns = columns_of(R)
    return [p for p in range(R.foundations, R.piles) if R.group[p] in columns]


def building(R: CompiledRules, columns: set[int]) -> bool:
    """Say whether cards go from column to column."""
    return any(may_go(R, a, b) for a in columns for b in columns)


def _built_on(R: CompiledRules) -> bool:
    """Say whether cards go from column to column of a group, and to none that are at hand."""
    columns = columns_of(R)
    laid = {b for b in columns if any(may_go(R, a, b) for a in columns)}
    return any(may_go(R, g, g) for g in laid) and all(R.lift.take[g] != Lift.ANYWHERE for g in laid)


def unlimited(R: CompiledRules) -> bool:
    """Say whether what foundations take depends on them alone."""
    return not any(
        R.accept.then_when[f]
        or any(
            some[f] >= 0
            for some in (R.accept.above, R.accept.indicator, R.accept.same_suits, R.accept.line)
        )
        for f in range(R.foundations)
    )


def _orders(R: CompiledRules, bases: Collection[int]) -> list[int]:
    """Return how many cards must lie on a foundation before each card, at the least.

    Of runs in the tableau, which hold the lowest card on top, as if foundations took them from it.
    """
    if any(R.single_discard.beats):  # who leaves play for higher cards is wanted before them
        most = max(map(int.bit_count, R.single_discard.beats))
        return [most - beats.bit_count() for beats in R.single_discard.beats] * len(bases)
    if R.win.runs:
        return [card % 13 for card in range(STRIDE)] * len(bases)
    found: list[int] = []
    for base in bases:
        order = [0] * STRIDE
        seen = 0
        for f in range(R.foundations):
            tops = -1
            for h in range(R.accept.full[f]):
                rule = R.accept.rule_at[f * (R.room + 1) + h]
                if rule >= R.accept.based:
                    rule += base
                mask = 0
                if h == 0 and R.accept.indicator[f] < 0:
                    mask = R.accept.sets[rule * STRIDE + 52]
                else:
                    for top in range(52):
                        if tops >> top & 1:
                            mask |= R.accept.sets[rule * STRIDE + top]
                for card in range(52):
                    if mask >> card & 1:
                        n = (
                            R.accept.full[f] - 1 - h if R.whole_runs.way[f] else h
                        )  # a whole run lies lowest first
                        order[card] = min(order[card], n) if seen >> card & 1 else n
                        seen |= 1 << card
                tops = mask
        found += order
    return found
