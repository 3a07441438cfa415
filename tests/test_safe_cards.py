"""Search for safe moves, shared by page and solver, compared with its simple twin."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.solver.safe_moves import released, safe_moves, safety_rules
from cadogan.solver.search import dominance
from cadogan.state.snapshot import thaw
from cadogan.text.notation import describe
from tests.careful import released_slowly, safe_moves_slowly
from tests.covering import covering, each, few
from tests.plays import random_play, searched
from tests.test_safety import GAMES, tiny
from tests.test_solver_kernel import GAMES as SEARCHED

THIEVES, COLOURS = GAMES["thieves by colour"]
TINY = {**GAMES, "three packs": (THIEVES, COLOURS | {"decks": 3, "foundation": {"piles": 12}})}


def play(game: Game, number: int, rng: random.Random, steps: int) -> int:
    """Compare page, search and twin along a random play; return the number of safe moves."""
    safe = 0
    start = game.deal(number)
    R, S, A = searched(start)
    for position in random_play(start, rng, steps, up=0.6):
        found = safe_moves(position)
        assert found == safe_moves_slowly(position), position.to_line()
        assert released(position) == released_slowly(position), position.to_line()
        thaw(R, S, position.snapshot)
        move = dominance.safe_move(R, S, A) if A.safe.used else -1
        assert (move >= 0) == bool(found and A.safe.used), position.to_line()
        assert move < 0 or describe(game.compiled, move).text in found, position.to_line()
        safe += len(found)
    return safe


@pytest.mark.parametrize("game_id", each(cadogan.games(), (*SEARCHED, *covering()[:6])))
@pytest.mark.parametrize("deals", few([range(1, 2), range(1, 20)], 1), ids=str)
def test_safe_moves_agree(game_id: str, deals: range) -> None:
    game, rng = cadogan.game(game_id), random.Random(game_id)
    steps = 60 if safety_rules(game).used else 5  # no move is proved safe in the others
    for number in deals:
        play(game, number, rng, steps)


@pytest.mark.parametrize("name", few(TINY, 3))
def test_safe_moves_agree_in_tiny_games(name: str) -> None:
    """Short packs have many safe moves; three packs have none, because no proof covers them."""
    rng = random.Random(name)
    game = tiny(*TINY[name])
    safe = sum(play(game, number, rng, 30) for number in range(1, 13))
    assert safe > 10 if safety_rules(game).used else safe == 0
    assert safety_rules(game).used == (name != "three packs")
