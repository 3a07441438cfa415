"""Perft: counts of paths and positions that two independent implementations agree on."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.core.cards import card_text, pack
from cadogan.model.perft import Counts, perft
from tests import reference

# Baker's Dozen: paths and positions by ply, counted by two engines that share no code.
REFERENCE = (
    "JS3D9H7C/TCJDJCAD/QH8S8HQD/TD9S4C3S/3C9D6D5H/KH2S2D3H/7DAS5D6H/KCQC6S8C/THQSAC4D/6C7H2H5C"
    "/4H8D4STS/KSKD2CJH/5SAH7S9C"
)
PATHS = [1, 13, 171, 2268, 30222, 403471]
STATES = [1, 13, 105, 664, 3581, 17116, 74134]
# Games with depths that both interpreted implementations count in a fraction of a second.
GAMES = {
    "algerian-doubled": 2,
    "aces-and-kings": 6,
    "bakers-dozen": 3,
    "big-ben": 4,
    "birthday-unshuffled": 8,
    "bisley": 4,
    "british-square": 3,
    "calculation": 4,
    "canfield": 7,
    "castles-in-spain": 3,
    "forty-thieves": 5,
    "freecell": 3,
    "grandfathers-clock": 4,
    "klondike": 6,
    "osmosis": 6,
    "scorpion": 5,
    "tournament": 4,
    "yukon": 4,
}


def bakers_dozen() -> cadogan.Position:
    return cadogan.game("bakers-dozen").parse(REFERENCE)


@pytest.mark.parametrize("depth", [4, pytest.param(6, marks=pytest.mark.slow)])
def test_known_counts(depth: int) -> None:
    counted = perft(bakers_dozen(), depth)
    assert counted.paths[:6] == PATHS[: depth + 1]
    assert counted.states == STATES[: depth + 1]
    columns = REFERENCE.split("/")
    order = [column[at : at + 2] for at in range(0, 8, 2) for column in columns]
    walked = reference.walk(reference.start("bakers-dozen", order), depth)
    assert walked == (counted.paths[1:], counted.states[1:])


def test_depth_zero_is_the_start() -> None:
    assert perft(bakers_dozen(), 0) == Counts([1], [1])


def test_paths_by_first_move_add_up() -> None:
    """The counts by first move add up to the total; they help to trace a wrong count."""
    start = bakers_dozen()
    parts = {move: perft(start.play(move), 2).paths[2] for move in start.move_texts()}
    assert len(parts) == PATHS[1]
    assert sum(parts.values()) == PATHS[3]


def compare(game_id: str, seed: int, depth: int) -> None:
    """Compare the engine's counts for one deal with those of the reference implementation."""
    rng = random.Random(f"walk {game_id} {seed}")
    game = cadogan.game(game_id)
    order = [card_text(c) for c in pack(game.definition.decks)]
    while True:
        rng.shuffle(order)
        try:
            ours = game.deal_from(order)
        # Tournament rejects a deal without an ace or a king in its cells
        except cadogan.InvalidDealError:
            continue
        break
    paths, states = reference.walk(reference.start(game_id, order), depth)
    counted = perft(ours, depth)
    assert (counted.paths[1:], counted.states[1:]) == (paths, states), game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_perft_agrees_with_the_reference(game_id: str) -> None:
    compare(game_id, 1, GAMES[game_id] - 1)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_deeper_perft_agrees_with_the_reference(game_id: str) -> None:
    for seed in (2, 3, 4):
        compare(game_id, seed, GAMES[game_id])
