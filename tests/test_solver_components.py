"""Separate components of piles: the fast test, a plain one, and brute force."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.model.position import Game
from cadogan.rules.loading import define
from cadogan.rules.location import Where
from cadogan.solver.analysis import analysis
from cadogan.solver.facts import Analysis
from cadogan.solver.portfolio import solve
from cadogan.solver.prunings import components
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import new_state
from cadogan.state.state import State
from tests.brute import decide
from tests.covering import few
from tests.plays import compare
from tests.tiny import made


def apart_slowly(R: CompiledRules, S: State) -> bool:
    """Return whether the top cards, linked by suit or rank, form several separate sets."""
    piles = range(R.tableau_first, R.tableau_end)
    sets = [{S.cards[p * R.room + S.height[p] - 1]} for p in piles if S.height[p]]
    while True:
        pairs = ((a, b) for a in sets for b in sets if a is not b)
        for a, b in pairs:
            if any(x % 13 == y % 13 or x // 13 == y // 13 for x in a for y in b):
                sets = [a | b, *(one for one in sets if one is not a and one is not b)]
                break
        else:
            return len(sets) > 1


def left_over_slowly(R: CompiledRules, S: State) -> bool:
    """Return whether no single pile of a row can end up with all others under it.

    Piles move to the left. One pile may end up to the right of another once the other has covered a
    third pile that had both to its right. The test assumes in turn that each pile ends up on top,
    and collects all piles that it and the others can cover.
    """
    piles = range(R.tableau_first, R.tableau_end)
    row = [S.cards[p * R.room + S.height[p] - 1] for p in piles if S.height[p]]
    places = range(len(row))

    def fit(a: int, b: int) -> bool:
        return a != b and (row[a] % 13 == row[b] % 13 or row[a] // 13 == row[b] // 13)

    fits = [{b for b in places if fit(a, b)} for a in places]
    # for each pile, the piles that may get to its right
    right = [{*places[a + 1 :]} for a in places]
    while True:
        more = [
            {y for z in fits[x] if x in right[z] for y in right[z] - {x}} | right[x] for x in places
        ]
        if more == right:
            break
        right = more
    for top in places:
        covered = {top}
        while True:
            more_covered = {x for y in covered for x in fits[y] if y in right[x]}
            if more_covered <= covered:
                break
            covered |= more_covered
        if len(covered) == len(row):
            return False
    return True


def apart_or_left_over_slowly(R: CompiledRules, S: State, _: Analysis) -> bool:
    return apart_slowly(R, S) or left_over_slowly(R, S)


@pytest.mark.parametrize(
    ("row", "lost"),
    [
        ("2C 3C", False),
        ("2C 3D", True),
        ("2C 3D 3C", False),  # one three goes on the other, and this pile then moves to the left
        ("2C 3C 3D", False),
        ("3D 3C 2C", False),
        # The last pile would have to go on the first, but the piles are too close.
        ("3C 2C 3D", True),
        ("2C 3H 4H 2H", False),  # the last pile jumps to the left of two piles, which then go on it
        ("4D 2C 3H 2D", True),  # the three cannot go on any pile, and no pile can go on it
    ],
)
def test_rows_that_cannot_be_gathered(row: str, lost: bool) -> None:
    """Each case lists the top cards of all piles in Accordion."""
    game = cadogan.game("accordion")
    R, S = game.compiled_rules, new_state(game.compiled_rules)
    for p, card in enumerate(row.split(), start=R.tableau_first):
        S.cards[p * R.room], S.height[p] = parse_card(card), 1
    found = components.never_joined(R, S, analysis.analyse(game))
    assert found == (apart_slowly(R, S) or left_over_slowly(R, S)) == lost


@pytest.mark.parametrize(
    ("row", "reach"),
    [
        ("AS 3S 3C 3D 5D 6C", [1, 2]),
        ("AC 6C 3C 5C 6S 5H", [1, 2, 3]),
        ("6H 6C AC 5D AS 3D 5C", [1, 3]),
    ],
)
def test_a_pile_that_moves_into_a_space_covers_no_pile(row: str, reach: list[int]) -> None:
    """Some deals are won by moving a pile into a space, which puts others to its right."""
    cards = row.split()
    changes = {
        "ranks": "A 2 3 4 5 6",
        "discard": {"deal": "the rest"},
        "tableau": {"piles": len(cards), "space": "any card", "reach": reach, "closes": False},
    }
    game = Game(made("spaces", "accordion", changes))
    rest = [r + s for s in "CDHS" for r in "A23456" if r + s not in cards]
    position = game.deal_from(" ".join(cards + rest))
    A = analysis.analyse(game)
    assert A.components.used
    assert not A.components.leftwards
    assert solve(position).result == "won"


def test_piles_may_move_in_any_direction_to_another_group() -> None:
    group = {
        "piles": 3,
        "deal": 1,
        "build": "same suit or rank",
        "space": "none",
        "take": "whole pile by its top card",
        "reach": [1],
    }
    table = {
        "name": "Two rows",
        "family": "Rows",
        "decks": 1,
        "win": "one pile",
        "suits": "C S",
        "ranks": "A 2 3 4 5",
        "discard": {"deal": "the rest"},
        "tableau": {"a": group, "b": group},
    }
    game = Game(define(table, "two-rows", "two-rows", Where("two-rows.toml")))
    A = analysis.analyse(game)
    assert A.components.used
    assert not A.components.leftwards
    for deal in (11, 51):  # a move such as t3-t4 helps to win
        assert solve(game.deal(deal)).result == "won"


@pytest.mark.parametrize("game_id", ["accordion", "late-binding-solitaire"])
@pytest.mark.parametrize("deals", few([range(1, 5), range(1, 40)], 1), ids=str)
def test_the_fast_test_agrees_with_the_plain_one(game_id: str, deals: range) -> None:
    game = cadogan.game(game_id)
    assert analysis.analyse(game).components.leftwards
    answers = compare(game, components.never_joined, apart_or_left_over_slowly, deals)
    assert min(answers[True], answers[False]) > 10


@pytest.mark.parametrize("times", [1, "unlimited"])
def test_the_test_is_off_where_the_row_can_be_gathered(times: int | str) -> None:
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
    assert not analysis.analyse(game).components.used
    for number in (1, 2):
        position = game.deal(number)
        won = decide(position)
        assert won is not None
        assert solve(position).result == ("won" if won else "lost")
