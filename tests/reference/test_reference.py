"""Tests of the reference implementation: whole packs, unchanged states and refused moves."""

import random
from itertools import chain

import pytest

from tests.covering import each

from . import GAMES, State, play, start
from .cards import pack
from .table import find


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
