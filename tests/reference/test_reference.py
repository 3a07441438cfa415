"""Tests of the reference implementation against results worked out by hand from the rule book."""

import random
from itertools import chain

import pytest

from tests.covering import each

from . import GAMES, State, play, start, walk
from .cards import pack
from .table import find

REFERENCE = (
    "JS3D9H7C/TCJDJCAD/QH8S8HQD/TD9S4C3S/3C9D6D5H/KH2S2D3H/7DAS5D6H/KCQC6S8C/THQSAC4D/"
    "6C7H2H5C/4H8D4STS/KSKD2CJH/5SAH7S9C"
)
REFERENCE_PATHS = [13, 171, 2268, 30222, 403471]
REFERENCE_FIRSTS = [13, 105, 664, 3581, 17116, 74134]


def shuffled_start(game_id: str, seed: int) -> State:
    """Shuffle and deal until the game accepts the deal."""
    source = random.Random(f"{game_id} {seed}")
    while True:
        cards = find(game_id).pack()
        source.shuffle(cards)
        try:
            return start(game_id, cards)
        except ValueError:
            assert game_id == "tournament"


# Every game


def test_every_game_is_registered_once() -> None:
    assert len(GAMES) == len(set(GAMES)) > 150


@pytest.mark.parametrize("game_id", each(GAMES))
def test_random_play_keeps_the_pack_together(game_id: str) -> None:
    game = find(game_id)
    whole = sorted(game.pack())
    for seed in range(2):
        source = random.Random(seed)
        state = shuffled_start(game_id, seed)
        for _ in range(40):
            assert sorted(chain.from_iterable(state.piles.values())) == whole
            for name, cards in state.piles.items():
                assert 0 <= state.down[name] <= max(len(cards) - (name not in game.dark), 0), name
            texts = sorted(game.moves(state))
            if not texts:
                break
            text, before = source.choice(texts), state.copy()
            order = game.gather(state) if text == "redeal" and game.shuffles else None
            after = game.make(state, text, order)
            assert state == before, "a move must not change the given state"
            state = after


@pytest.mark.parametrize("game_id", each(GAMES))
def test_unlisted_moves_are_refused(game_id: str) -> None:
    state = shuffled_start(game_id, 1)
    for text in ("t1-t1", "f1-s", "nonsense", "", "deal again"):
        with pytest.raises(ValueError, match="not a legal move"):
            play(state, text)


def test_a_pack_must_be_whole() -> None:
    with pytest.raises(ValueError, match="whole pack"):
        start("klondike", pack(1)[1:])
    with pytest.raises(ValueError, match="whole pack"):
        start("big-ben", pack(1))
    with pytest.raises(ValueError, match="does not know"):
        start("snap", pack(1))
    with pytest.raises(ValueError, match="has no pile"):
        State.from_piles("klondike", {"c1": ["5H"]})


# Walks


def reference() -> State:
    columns = REFERENCE.split("/")
    return State.from_piles(
        "bakers-dozen",
        {
            f"t{number}": [column[i : i + 2] for i in range(0, len(column), 2)]
            for number, column in enumerate(columns, start=1)
        },
    )


def test_reference_walk() -> None:
    assert walk(reference(), 4) == (REFERENCE_PATHS[:4], REFERENCE_FIRSTS[:4])


@pytest.mark.slow
def test_reference_walk_deep() -> None:
    paths, firsts = walk(reference(), 6)
    assert paths[:5] == REFERENCE_PATHS
    assert firsts == REFERENCE_FIRSTS
