"""Piles that never come together: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.board import new_state, thaw
from cadogan.position import Game
from cadogan.solver import guide, solve
from cadogan.solver.kernel import parting
from cadogan.state import State
from cadogan.tables import Tables
from tests.brute import decide
from tests.test_solver_following import states
from tests.test_solver_kernel import given_up
from tests.tiny import load, made

TINY = ("accordion", "late-binding-solitaire", "rows-two-to-the-left")


def apart_slowly(T: Tables, S: State) -> bool:
    """Say whether top cards, those of a suit or a rank put together, are of several sets."""
    piles = range(T.tableau_first, T.tableau_end)
    sets = [{S.cards[p * T.room + S.height[p] - 1]} for p in piles if S.height[p]]
    while True:
        pairs = ((a, b) for a in sets for b in sets if a is not b)
        for a, b in pairs:
            if any(x % 13 == y % 13 or x // 13 == y // 13 for x in a for y in b):
                sets = [a | b, *(one for one in sets if one is not a and one is not b)]
                break
        else:
            return len(sets) > 1


@pytest.mark.parametrize("game_id", ["accordion", "late-binding-solitaire"])
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    T = game.tables
    G = guide.guide(game)
    assert G.parts
    S = new_state(T)
    rng = random.Random(game_id)
    said = []
    for number in range(1, 13):
        for position in states(game.deal(number), rng):
            thaw(T, S, position.snapshot)
            said.append(apart_slowly(T, S))
            assert parting.apart(T, S, G) == said[-1], position.line
    assert 10 < sum(said) < len(said) - 10


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game_id", TINY)
def test_no_position_that_can_be_won_falls_into_parts(game_id: str) -> None:
    """Of every position of tiny games, against brute force."""
    game = load(game_id)
    G = guide.guide(game)
    assert G.parts
    found = given_up(game, lambda S: parting.apart(game.tables, S, G), 30, 3000, 4000)
    assert {(True, False), (False, True)} <= found


@pytest.mark.parametrize("game_id", ["klondike", "gaps", "monte-carlo", "golf", "aces-up"])
def test_elsewhere_nothing_is_looked_for(game_id: str) -> None:
    assert not guide.guide(cadogan.game(game_id)).parts


@pytest.mark.parametrize("times", [1, "unlimited"])
def test_nothing_is_looked_for_where_the_row_can_be_gathered(times: int | str) -> None:
    changes = {
        "ranks": "A 2 3",
        "tableau": {
            "piles": 4,
            "deal": 0,
            "build": "up or down in colour",
            "reach": [1, 2],
            "closes": False,
        },
        "stock": {"deal": "2 to each tableau"},
        "redeal": {"times": times, "from": "tableau", "order": "first pile first"},
    }
    game = Game(made("gathered", "accordion", changes))
    assert not guide.guide(game).parts
    for number in (1, 2):
        position = game.deal(number)
        won = decide(position)
        assert won is not None
        assert solve(position).result == ("won" if won else "lost")
