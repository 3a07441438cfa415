"""Search for safe moves, shared by page and solver, compared with its simple twin."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.solver.safe_moves import released, safe_moves, safety_rules
from tests.careful import released_slowly, safe_moves_slowly
from tests.covering import each, few
from tests.plays import random_play
from tests.test_safety import GAMES, tiny

THIEVES, COLOURS = GAMES["thieves by colour"]
TINY = {**GAMES, "three packs": (THIEVES, COLOURS | {"decks": 3, "foundation": {"piles": 12}})}


def play(game: Game, number: int, rng: random.Random, steps: int) -> int:
    """Compare both along a random play, and return the number of safe moves."""
    safe = 0
    for position in random_play(game.deal(number), rng, steps, up=0.6):
        found = safe_moves(position)
        assert found == safe_moves_slowly(position), position.to_line()
        assert released(position) == released_slowly(position), position.to_line()
        safe += len(found)
    return safe


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=15))
def test_safe_moves_agree(game_id: str) -> None:
    game, rng = cadogan.game(game_id), random.Random(game_id)
    steps = 60 if safety_rules(game).used else 5  # no move is proved safe in the others
    for number in (1, 2):
        play(game, number, rng, steps)


@pytest.mark.parametrize("name", few(TINY, 3))
def test_safe_moves_agree_in_tiny_games(name: str) -> None:
    """Short packs have many safe moves; three packs have none, because no proof covers them."""
    rng = random.Random(name)
    game = tiny(*TINY[name])
    safe = sum(play(game, number, rng, 30) for number in range(1, 21))
    assert safe > 20 if safety_rules(game).used else safe == 0
    assert safety_rules(game).used == (name != "three packs")
