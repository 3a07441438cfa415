"""Grid placement: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

import cadogan
from cadogan.solver.analysis import analysis
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings import grid_placement
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING, State
from tests.covering import few
from tests.plays import compare, random_play, searched

Changes = dict[str, Any]
Facts = set[tuple[int, int]]


def takes(R: CompiledRules, p: int, left: int, card: int) -> bool:
    """Return whether a place takes a card to the right of the card ``left``."""
    return bool(R.accept.sets[R.accept.rule_at[p * (R.room + 1)] * STRIDE + left] >> card & 1)


def unplaced_slowly(R: CompiledRules, S: State, _: Analysis) -> bool:
    """Return whether some card has no place in order, if cards in earlier places stay there."""
    places = range(R.rows.grid_first, R.rows.grid_end)
    ends = {p for p in places if R.accept.indicator[p] < 0}
    first = {S.cards[p * R.room]: p for p in places if S.height[p]}
    gaps = {p for p in places if not S.height[p]}
    been = {*first.items()}

    def all_after(facts: Facts, wanted: Facts) -> Facts:
        left: defaultdict[int, set[int]] = defaultdict(set)
        for card, p in facts:
            left[p + 1].add(card)
        left.update((p, {NOTHING}) for p in ends)
        return {(card, p) for card, p in wanted if any(takes(R, p, c, card) for c in left[p])}

    while new := all_after(been, {(card, p) for card in first for p in gaps}) - been:
        been |= new
        gaps |= {first[card] for card, _ in new}
    stood: Facts = set()
    while new := all_after(stood, been) - stood:
        stood |= new
    return {card for card, _ in stood} != {*first}


@pytest.mark.parametrize("game_id", few(["gaps-one-deal", "gaps-fixed-rows"], 1))
@pytest.mark.parametrize("deals", few([range(1, 3), range(1, 20)], 1), ids=str)
def test_the_fast_test_agrees_with_the_plain_one(game_id: str, deals: range) -> None:
    game = cadogan.game(game_id)
    assert analysis.analyse(game).grid.used
    answers = compare(game, grid_placement.cannot_be_placed, unplaced_slowly, deals, every=6)
    assert min(answers[True], answers[False]) > 1


def test_the_test_is_off_while_a_redeal_is_left() -> None:
    for position in random_play(cadogan.game("gaps").deal(1), random.Random(1)):
        assert not grid_placement.cannot_be_placed(*searched(position))
        if position.snapshot.redeals:
            break
