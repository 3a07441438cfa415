"""Cards that can never stand in order in a grid: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.solver.analysis import analysis
from cadogan.solver.prunings import grid_placement
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.snapshot import new_state, thaw
from cadogan.state.state import NOTHING, State
from tests.brute import given_up
from tests.covering import few
from tests.test_solver_hole_order import states
from tests.tiny import made

Changes = dict[str, Any]
Facts = set[tuple[int, int]]

TINY: dict[str, tuple[str, Changes]] = {
    "gaps": ("gaps", {"redeal": {"times": 0}, "tableau": {"piles": 12, "row": 3}}),
    "fixed rows": ("gaps-fixed-rows", {"tableau": {"piles": 12, "row": 3}}),
    "left to right, kept": ("gaps-one-deal", {"tableau": {"piles": 12, "row": 3, "fixed": True}}),
}


def takes(R: CompiledRules, p: int, left: int, card: int) -> bool:
    """Say whether a place takes a card while this one is at its left."""
    return bool(R.accept.sets[R.accept.rule_at[p * (R.room + 1)] * STRIDE + left] >> card & 1)


def unplaced_slowly(R: CompiledRules, S: State) -> bool:
    """Say whether a card has no place in order, if no card that has been anywhere ever leaves."""
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
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    R = game.compiled_rules
    A = analysis.analyse(game)
    assert A.grid.used
    S = new_state(R)
    rng = random.Random(game_id)
    said = []
    for number in range(1, 7):
        for position in states(game.deal(number), rng)[::6]:
            thaw(R, S, position.snapshot)
            said.append(unplaced_slowly(R, S))
            assert grid_placement.cannot_be_placed(R, S, A) == said[-1], position.to_line()
    assert 3 < sum(said) < len(said) - 3


@pytest.mark.parametrize("name", few(TINY, 1))
def test_no_position_that_can_be_won_lacks_a_place(name: str) -> None:
    """Of every position of tiny games, against brute force."""
    of, changes = TINY[name]
    game = Game(made(name, of, {"ranks": "A 2 3", **changes}))
    A = analysis.analyse(game)
    assert A.grid.used
    found = given_up(
        game, lambda S: grid_placement.cannot_be_placed(game.compiled_rules, S, A), 30, 3000, 4000
    )
    assert {(True, False), (False, True)} <= found


def test_while_cards_may_be_dealt_again_nothing_is_said() -> None:
    game = cadogan.game("gaps")
    A = analysis.analyse(game)
    S = new_state(game.compiled_rules)
    for position in states(game.deal(1), random.Random(1)):
        thaw(game.compiled_rules, S, position.snapshot)
        assert not grid_placement.cannot_be_placed(game.compiled_rules, S, A)
        if position.snapshot.redeals:
            break


@pytest.mark.parametrize("game_id", ["klondike", "accordion", "maze", "golf"])
def test_elsewhere_nothing_is_looked_for(game_id: str) -> None:
    assert not analysis.analyse(cadogan.game(game_id)).grid.used
