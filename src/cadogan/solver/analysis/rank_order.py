"""Rank order: when the foundations want each card, and which columns hold it until then."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_

from cadogan.core.cards import CARDS, EVERY_CARD, cards_in
from cadogan.solver.reach import any_goes, groups_of, in_play
from cadogan.state.codes import Lift
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING


def at_several(R: CompiledRules, base: int) -> bool:
    """Return whether some card fits at two heights of one foundation, but no card fits at three.

    A hole, such as the foundation in Golf, takes most cards at every height, so heights mean
    nothing there.
    """
    if any(R.single_discard.beats) or R.win.runs or any(R.whole_runs.way[: R.foundations]):
        return False
    at: list[set[int]] = [set() for _ in range(CARDS)]
    most = 0
    for f in range(R.foundations):
        takes = [0] * CARDS
        for h, cards in enumerate(_taken(R, f, base)):
            for card in cards_in(cards):
                at[card].add(h)
                takes[card] += 1
        most = max(most, *takes)
    return most <= 2 and (most == 2 or _built_on(R)) and any(len(heights) > 1 for heights in at)


def _taken(R: CompiledRules, f: int, base: int) -> Iterator[int]:
    """Yield the cards that a foundation could take at each height, up to its full height.

    If an ``indicator`` pile shows what an empty foundation takes, that pile may show any card.
    """
    tops = 1 << NOTHING if R.accept.indicator[f] < 0 else EVERY_CARD
    for h in range(R.accept.full[f]):
        rule = R.accept.rule_at[f * (R.room + 1) + h]
        row = (rule + base if rule >= R.accept.based else rule) * STRIDE
        tops = reduce(or_, (R.accept.sets[row + t] for t in range(53) if tops >> t & 1), 0)
        yield tops


def columns_of(R: CompiledRules) -> set[int]:
    """Return the groups of columns: all except foundations, stock, waste and cells."""
    ends = (R.stock.pile, R.stock.waste)
    others = (p for p in range(R.piles) if p in ends or R.lift.is_cell[p])
    return groups_of(R, in_play(R)) - groups_of(R, others)


def column_piles(R: CompiledRules) -> list[int]:
    """Return the piles of the groups that :func:`columns_of` returns."""
    columns = columns_of(R)
    return [p for p in in_play(R) if R.group[p] in columns]


def _built_on(R: CompiledRules) -> bool:
    """Return whether a player can build on columns, but cannot take buried cards from them."""
    columns = columns_of(R)
    laid = {b for b in columns if any_goes(R, columns, [b])}
    on_itself = any(any_goes(R, [g], [g]) for g in laid)
    return on_itself and all(R.lift.take[g] != Lift.ANYWHERE for g in laid)


def unlimited(R: CompiledRules) -> bool:
    """Return whether the cards that foundations take depend on nothing but the foundations."""
    return not any(
        R.accept.then_when[f]
        or any(
            field[f] >= 0
            for field in (R.accept.above, R.accept.indicator, R.accept.same_suits, R.accept.line)
        )
        for f in range(R.foundations)
    )


def orders(R: CompiledRules, bases: Collection[int]) -> list[int]:
    """Return, for each card, the smallest number of cards on a foundation that takes it.

    If foundations take runs from the tableau, the lowest card of a run is on top. That lowest card
    counts as the first.
    """
    # a card that leaves play when a higher card beats it comes first
    if any(R.single_discard.beats):
        most = max(map(int.bit_count, R.single_discard.beats))
        return [most - beats.bit_count() for beats in R.single_discard.beats] * len(bases)
    if R.win.runs:
        return [card % 13 for card in range(STRIDE)] * len(bases)
    result: list[int] = []
    for base in bases:
        order: dict[int, int] = {}
        for f in range(R.foundations):
            for h, cards in enumerate(_taken(R, f, base)):
                # the lowest card of a whole run is on top, and counts as the first
                n = R.accept.full[f] - 1 - h if R.whole_runs.way[f] else h
                for card in cards_in(cards):
                    order[card] = min(order.get(card, n), n)
        result += [order.get(card, 0) for card in range(STRIDE)]
    return result
