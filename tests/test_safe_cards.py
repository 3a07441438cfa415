"""The look for safe moves that page and search share, against its simple twin."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.model.position import Game, Position
from cadogan.solver.safe_moves import released, safe_moves, safety_rules
from tests.careful import released_slowly, safe_moves_slowly
from tests.covering import each, few
from tests.test_safety import GAMES, THIEVES, tiny

THREE = THIEVES.replace("decks = 2", "decks = 3").replace("piles = 8", "piles = 12")
TINY = {**GAMES, "three packs": THREE.format(build="down in another suit", space="any card")}


def check(position: Position) -> int:
    """Compare the two looks at a position; return how many moves are safe."""
    found = safe_moves(position)
    assert found == safe_moves_slowly(position), position.to_line()
    assert released(position) == released_slowly(position), position.to_line()
    return len(found)


def play(game: Game, number: int, rng: random.Random, steps: int) -> int:
    """Compare along a play at random, in which cards go up more often than not."""
    p = game.deal(number)
    safe = 0
    for _ in range(steps):
        safe += check(p)
        moves = p.move_texts()
        if not moves:
            break
        up = [text for text in moves if "-f" in text]
        p = p.play(rng.choice(up) if up and rng.random() < 0.6 else rng.choice(moves))
    return safe


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=15))
def test_prudence_agrees(game_id: str) -> None:
    game, rng = cadogan.game(game_id), random.Random(game_id)
    steps = 60 if safety_rules(game).used else 5  # there nothing is proved, and nothing is said
    for number in (1, 2):
        play(game, number, rng, steps)


@pytest.mark.parametrize("name", few(TINY, 3))
def test_prudence_agrees_on_tiny_games(name: str) -> None:
    """In games of short packs many moves are safe; for three packs nothing is proved."""
    rng = random.Random(name)
    game = tiny(TINY[name])
    safe = sum(play(game, number, rng, 30) for number in range(1, 21))
    assert safe > 20 if safety_rules(game).used else safe == 0
    assert safety_rules(game).used == (name != "three packs")
