"""Hole order: the fast test for cards without followers, a plain one, and brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.solver.analysis import analysis
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings import hole_order
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import new_state
from cadogan.state.state import State
from tests.covering import few
from tests.plays import compare, searched

WHOLE = (
    "golf", "golf-dead-kings", "golf-wrapping", "double-golf", "tripeaks", "tripeaks-no-corner",
    "black-hole", "worm-hole", "all-in-a-row", "elevator", "robert",
)  # fmt: skip
# games in which some cards soon have no card to follow
STOCKED = ("golf", "golf-dead-kings", "tripeaks-no-corner")
# games in which the ranks soon cannot all follow one another
ALL_FOLLOW = ("black-hole", "worm-hole", "all-in-a-row")


def stranded_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether some card has no card of its own to follow, by pairing them one by one.

    The rule of the hole shows which cards follow a card.
    """
    if not S.height[0]:
        return False  # the first card need not follow any
    piles = [S.cards[p * R.room : p * R.room + S.height[p]] for p in range(R.piles)]
    places = [piles[0][-1], *(card for pile in piles[1:] for card in pile)]
    wanting = [
        card for pile, flag in zip(piles, A.holes.needy, strict=True) if flag for card in pile
    ]
    follower: dict[int, int] = {}  # for each place, the number of the card that follows there

    def pair(number: int, tried: set[int]) -> bool:
        for at, place in enumerate(places):
            if at not in tried and A.relaxation.followers[place] >> wanting[number] & 1:
                tried.add(at)
                if at not in follower or pair(follower[at], tried):
                    follower[at] = number
                    return True
        return False

    return not all(pair(number, set()) for number in range(len(wanting)))


def no_way_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether no sequence of ranks plays all the cards left, all of which must follow.

    The test tries every last rank and every number of steps between king and ace. For each pile or
    single card, it counts how often the sequence must enter and leave each range of ranks.
    """
    piles = [S.cards[p * R.room : p * R.room + S.height[p]] for p in range(R.piles)]
    if not piles[0] or any(
        pile for pile, flag in zip(piles[1:], A.holes.needy[1:], strict=True) if not flag
    ):
        return False
    top = piles[0][-1] % 13
    chains: list[list[int]] = []  # for each pile, its ranks in the order of play
    last = set()  # ranks that may come last
    for pile, in_order in zip(piles[1:], A.holes.orderly[1:], strict=True):
        ranks = [card % 13 for card in reversed(pile)]
        chains += [ranks] if in_order else [[rank] for rank in ranks]
        last |= set(ranks[-1:] if in_order else ranks)
    often = Counter(rank for chain in chains for rank in chain)
    if not often:
        return False
    return not any(
        _is_way(A, chains, top, trips)
        for end in last
        for trips in _trips(often, top, end)
        if min(trips) >= 0
    )


def _trips(often: Counter[int], top: int, end: int) -> Iterator[list[int]]:
    """Yield how often a sequence steps between each two adjacent ranks, if the numbers add up."""
    for around in range(2 * often.total() + 1):
        trips = [around]  # the number of trips between king and ace
        for rank in range(13):
            trips.append(2 * often[rank] + (rank == top) - (rank == end) - trips[-1])
        if trips[13] == around:
            yield trips[1:]


def _is_way(A: Analysis, chains: list[list[int]], top: int, trips: list[int]) -> bool:
    """Return whether all steps are allowed, and there are enough for every chain."""
    for rank, often in enumerate(trips):
        higher = (rank + 1) % 13
        if often and not (
            A.relaxation.followers[rank] >> higher & 1 or A.relaxation.followers[higher] >> rank & 1
        ):
            return False
    for first in range(13):
        for length in range(1, 13):
            stretch = {(first + i) % 13 for i in range(length)}
            if top in stretch:
                continue
            over = trips[first - 1] + trips[(first + length - 1) % 13]
            for chain in chains:
                sides = [False, *(rank in stretch for rank in chain)]
                if sum(a != b for a, b in itertools.pairwise(sides)) > over:
                    return False
    return True


@pytest.mark.parametrize("game_id", few(WHOLE, 2))
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    assert analysis.analyse(game).holes.way
    answers = compare(
        game, hole_order.lacks_followers, stranded_or_no_way_slowly, range(1, 9), every=3
    )
    assert answers[False]
    assert answers[True] or game_id not in (*STOCKED, *ALL_FOLLOW)


def stranded_or_no_way_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    return stranded_slowly(R, S, A) or no_way_slowly(R, S, A)


def is_given_up(columns: str, top: str) -> bool:
    """Return whether columns, bottom card first, are lost with this card on top of the hole."""
    game = cadogan.game("black-hole")
    R = game.compiled_rules
    S = new_state(R)
    S.cards[0], S.height[0] = parse_card(top), 1
    for p, column in enumerate(columns.split(", "), start=1):
        cards = column.split()
        S.height[p] = len(cards)
        for i, card in enumerate(cards):
            S.cards[p * R.room + i] = parse_card(card)
    A = analysis.analyse(game)
    lost = hole_order.lacks_followers(R, S, A)
    assert lost == (stranded_slowly(R, S, A) or no_way_slowly(R, S, A))
    return lost


@pytest.mark.parametrize(
    ("columns", "top", "lost"),
    [
        ("3C 2C, 4C", "AC", False),
        ("2C 3C, 4C", "AC", True),  # the two lies on the three, so it must be played first
        ("4C 3C 2C", "AC", False),
        # a four would be needed between the threes and the fives
        ("2C, 3C, 5D, 6D, 5H", "AC", True),
        # The walk ends at the two or the king, and cannot return to the other.
        ("2C, KC", "AC", True),
        ("2C, KC, AD", "AC", False),
        ("AD KC 2C", "AC", True),  # the two must come first, but the king cannot follow it
        ("3C 2C 3D, 2D", "AC", False),
        ("3C AD 3D, 2C, 2D, 2H", "AC", False),
        # The walk must reach the threes twice, which requires another two.
        ("3C AD 3D, 2C, 2D", "AC", True),
    ],
)
def test_impossible_sequences_of_ranks_are_lost(columns: str, top: str, lost: bool) -> None:
    assert is_given_up(columns, top) == lost


@pytest.mark.parametrize("game_id", few(WHOLE, 1))
def test_no_position_on_a_winning_line_is_called_lost(game_id: str) -> None:
    for number in range(1, 13):
        position = cadogan.game(game_id).deal(number)
        for move in cadogan.solve(position, nodes=20_000, without=["follow"]).line:
            position = position.play(move)
            assert not hole_order.lacks_followers(*searched(position)), position.to_line()
