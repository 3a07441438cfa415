"""Tail symmetry: blocks that hang on either of two equal cards, compared with all moves."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import analyse
from tests.classes import compare, count_classes
from tests.covering import few
from tests.test_solver_random import blocks
from tests.tiny import load, made


@pytest.mark.parametrize(
    ("seeds", "most"),
    few([((109, 577, 697, 844, 1192), 300), *((range(p, 12_000, 4), 4000) for p in range(4))], 1),
)
def test_steps_reach_every_class_in_random_games(seeds: Iterable[int], most: int) -> None:
    classes = positions = 0
    for seed in seeds:
        rng = random.Random(f"tails {seed}")
        try:
            game = Game(made("drawn", *blocks(rng)))
        except InvalidDefinitionError:
            continue
        if analyse(game).dominance.tails:
            some, of = compare(game.deal(rng.randint(1, 10**6)), "tails", most)
            classes += some
            positions += of
    assert positions > 1.15 * classes > 0


@pytest.mark.parametrize("deal", few([2, 5], 1))
def test_steps_reach_every_class_of_positions_and_no_other(deal: int) -> None:
    """The steps from one position of each class reach the same classes as all moves."""
    classes, positions = compare(load("yukon").deal(deal), "tails", 1000)
    assert positions > 1.4 * classes > 400


def test_tails_on_equal_cards_may_be_exchanged() -> None:
    """Tails may be exchanged only if the other card is open and no card lies face down."""
    classes = functools.partial(count_classes, cadogan.game("yukon"))
    up = "AC2C3C4C5C AD2D3D4D5D AH2H3H4H5H AS2S3S4S5S"
    rest = "KC9D9H8S7D QHTH6H6S6C KHKSKDTD 8DTCJDTSJH"
    on_clubs = f"{up} 9C7C6DJC8C QC8HJS9S7S {rest} QSQD7H"
    on_spades = f"{up} 9C7C QC8HJS9S7S6DJC8C {rest} QSQD7H"
    assert classes(on_clubs, on_spades) == 1
    assert classes(on_clubs, on_clubs.replace("9C7C", "7C9C")) == 2
    on_clubs = f"{up} 9C7C6DJC8C QC8HJS9S7S7H {rest} QSQD"
    on_spades = f"{up} 9C7C7H QC8HJS9S7S6DJC8C {rest} QSQD"
    assert classes(on_clubs, on_spades) == 2


def test_conditions_of_tail_symmetry() -> None:
    assert {name: analyse(cadogan.game(name)).dominance.tails for name in STANDING} == STANDING


STANDING = {
    "yukon": 1,
    "yukon-worrying-back": 0,  # foundations give cards back
    "russian-solitaire": 0,  # each card takes only one other
    "moosehide": 0,  # a card fits on any of three cards, which accept different cards
    "alaska": 0,  # the tableau is built up or down
    "queenie": 0,  # the game has a stock
    "klondike": 0,  # runs are moved
    "good-measure": 0,
}
