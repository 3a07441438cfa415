"""Cards that lack others to follow into a hole: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.board import new_state, thaw
from cadogan.position import Position
from cadogan.solver import guide
from cadogan.solver.kernel import following
from cadogan.state import State
from cadogan.tables import Tables
from tests.test_solver_kernel import given_up
from tests.tiny import load

WHOLE = (
    "golf", "golf-dead-kings", "golf-wrapping", "double-golf", "tripeaks", "tripeaks-no-corner",
    "black-hole", "worm-hole", "all-in-a-row", "elevator", "robert",
)  # fmt: skip
STOCKED = ("golf", "golf-dead-kings", "tripeaks-no-corner")  # in these some are soon stranded
TINY = ("golf-dead-kings", "tripeaks")


def stranded_slowly(T: Tables, S: State, G: guide.Guide) -> bool:
    """Say whether some card cannot have one to follow for its own, by pairing them one by one.

    What follows what is read from the rule of the hole.
    """
    if not S.height[0]:
        return False  # the first card follows none
    piles = [S.cards[p * T.room : p * T.room + S.height[p]] for p in range(T.piles)]
    places = [piles[0][-1], *(card for pile in piles[1:] for card in pile)]
    wanting = [card for pile, flag in zip(piles, G.needy, strict=True) if flag for card in pile]
    follower: dict[int, int] = {}  # of a place, the number of the card that follows there

    def pair(number: int, tried: set[int]) -> bool:
        for at, place in enumerate(places):
            if at not in tried and G.followers[place] >> wanting[number] & 1:
                tried.add(at)
                if at not in follower or pair(follower[at], tried):
                    follower[at] = number
                    return True
        return False

    return not all(pair(number, set()) for number in range(len(wanting)))


def states(start: Position, rng: random.Random) -> list[Position]:
    """Return the positions of a play at random, the first one too."""
    found = [start]
    while moves := found[-1].moves():
        found.append(found[-1].play(rng.choice(moves)))
        if len(found) > 60:
            break
    return found


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game_id", WHOLE)
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    T = game.tables
    G = guide.guide(game)
    assert G.follow
    S = new_state(T)
    rng = random.Random(game_id)
    said = set()
    for number in range(1, 9):
        for position in states(game.deal(number), rng)[::3]:
            thaw(T, S, position.snapshot)
            slow = stranded_slowly(T, S, G)
            assert following.stranded(T, S, G) == slow, position.line
            said.add(slow)
    assert False in said
    assert True in said or game_id not in STOCKED


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game_id", TINY)
def test_no_position_that_can_be_won_lacks_a_card_to_follow(game_id: str) -> None:
    """Of every position of tiny games, against brute force."""
    game = load(game_id)
    G = guide.guide(game)
    assert G.follow
    found = given_up(game, lambda S: following.stranded(game.tables, S, G), 30, 3000, 4000)
    assert {(True, False), (False, True)} <= found


@pytest.mark.parametrize("game_id", ["klondike", "pyramid", "accordion", "big-ben", "thieves"])
def test_elsewhere_nothing_is_looked_for(game_id: str) -> None:
    G = guide.guide(cadogan.game(game_id))
    assert not G.follow
    assert not any(G.needy)
