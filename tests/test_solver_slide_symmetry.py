"""Slide symmetry: cards in sequence that lie on either equal card, compared with all moves."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.solver.analysis.analysis import analyse
from tests.classes import compare, count_classes
from tests.covering import few
from tests.tiny import NAMES, load

SLIDING = ("bakers-dozen", "bakers-dozen-exposed-kings", "good-measure", "good-measure-first-aces")


@pytest.mark.slow  # slow, because it builds all tiny games
def test_games_with_slide_symmetry() -> None:
    assert {*SLIDING} == {name for name in NAMES if analyse(load(name)).dominance.slides}


@pytest.mark.parametrize("name", few(SLIDING, 1))
@pytest.mark.parametrize("enough", few([60, 600], 1))
def test_steps_reach_every_class_of_positions_and_no_other(name: str, enough: int) -> None:
    """The steps from one position of each class reach the same classes as all moves."""
    game = load(name)
    looked = positions = 0
    for deal in range(1, 100):
        some, of = compare(game.deal(deal), "slide", 300)
        looked += some
        positions += of
        if looked > enough:
            break
    assert positions > looked > 50


def test_loose_cards_on_equal_cards_may_be_exchanged() -> None:
    """Loose cards may be exchanged only if one of the equal cards is open."""
    game = cadogan.game("good-measure")
    up = [f"A{suit}2{suit}3{suit}4{suit}5{suit}" for suit in "CDHS"]
    rest = "QC8C", "QH9H8H", "QS9S8S", "JCJDTC", "JHJSTDTHTS"

    def classes(*boards: str) -> int:
        return count_classes(game, *(" ".join([*up, board, *rest]) for board in boards))

    one = "KC7C6C KD7D KH9C7H6D KS9D7S6H QD8D6S"
    slid = "KC7C KD7D6C KH9C7H6D KS9D7S6H QD8D6S"
    turned = "KC7C KD7D6H KH9C7H6C KS9D7S6D QD8D6S"
    assert classes(one, slid, turned) == 1
    assert classes(one, "KC7C6C KD7D KH9D7H6D KS9C7S6H QD8D6S") == 2
    assert (
        classes("KC7C6C KD7D6S KH9C7H6D KS9D7S6H QD8D", "KC7C6S KD7D6C KH9C7H6D KS9D7S6H QD8D") == 2
    )


def test_conditions_of_slide_symmetry() -> None:
    slides = {name: analyse(cadogan.game(name)).dominance.slides for name in STANDING}
    assert slides == STANDING


STANDING = {
    "good-measure": 1,
    "bakers-dozen": 1,
    "good-measure-worrying-back": 0,  # foundations give cards back
    "bakers-dozen-closed": 0,  # cards lie face down
    "portuguese-solitaire": 0,  # kings go into empty piles
    "la-belle-lucie": 0,  # each card takes only one other
    "bisley": 0,  # up or down: a card can lie on two cards that do not take the same cards
    "freecell": 0,  # the game has cells
    "klondike": 0,  # runs are moved
}
