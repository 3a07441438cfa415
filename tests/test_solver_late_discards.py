"""Discards decided late (Aces Up): the search compared with brute force, and single facts."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

import cadogan
from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.late_discards import late_facts
from cadogan.solver.codes import CONTROLS, Control, Outcome
from cadogan.solver.late_moves import MOST_STEPS, moves_of, row_size
from cadogan.solver.search.late_discards import late_first
from cadogan.state.codes import Num
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw
from tests.brute import decide
from tests.plays import random_play, searched
from tests.tiny import made

SPACES = ("any card", "A", "none")
# suits, number of piles, cards in each pile at the start, ranks
FORMS = (
    ("H S", 3, 1, "2 3 4 5 6 A"),
    ("H S", 3, 3, "2 3 4 5 6 7 8 A"),
    ("D H S", 2, 1, "2 3 4 A"),
    ("D H S", 3, 1, "2 3 4 A"),
    ("D H S", 3, 2, "2 3 4 5 A"),
    ("D H S", 4, 1, "2 3 4 A"),
    ("D H S", 5, 1, "2 3 4 5 A"),
    ("C D H S", 4, 1, "2 3 A"),
    ("C D H S", 4, 2, "2 3 4 A"),
)


def form(suits: str, piles: int, deal: int, ranks: str, space: str) -> Game:
    """Return a small form of Aces Up."""
    tableau = {"piles": piles, "deal": deal, "space": space}
    changes = {"suits": suits, "ranks": ranks, "tableau": tableau}
    return Game(made("small-aces", "aces-up", changes))


def search(position: Position) -> list[int] | None:
    """Return the moves of a winning line, or None if the search proves a loss."""
    R, S, A = searched(position)
    assert A.late.used
    C = [0] * CONTROLS
    C[Control.DEPTH] = -1
    buckets = 1 << 12
    table, path, ahead, frames = ([0] * size for size in (8 * buckets, 1 << 10, 1 << 14, 1 << 10))
    out, score = [0] * MOST_MOVES, [0] * MOST_MOVES
    rows = [[0] * row_size(R, position.snapshot) for _ in range(MOST_STEPS)]
    outcome = int(Outcome.MORE)
    while outcome == Outcome.MORE:  # in slices, to test that the search continues where it stopped
        outcome = late_first(R, S, A, C, table, buckets, out, score, rows, path, ahead, frames, 7)
    assert outcome in {Outcome.WON, Outcome.DONE}
    if outcome == Outcome.DONE:
        return None
    return moves_of(R, position.snapshot, path[: C[Control.DEPTH]])


def replays(position: Position, moves: list[int]) -> bool:
    """Return whether moves are legal one after another and win."""
    R = position.game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    out = [0] * MOST_MOVES
    for move in moves:
        assert move in out[: engine.generate(R, S, out)]
        S.num[Num.LOG] = 0
        engine.make(R, S, move)
    return bool(engine.won(R, S))


@pytest.mark.parametrize("space", SPACES)
def test_the_search_agrees_with_brute_force(space: str) -> None:
    results = Counter[bool]()
    for shape in FORMS:
        game = form(*shape, space)
        for deal in range(1, 31):
            plays = random_play(game.deal(deal), random.Random(deal), 9)
            for position in islice(plays, 0, None, 4):
                moves = search(position)
                assert (moves is not None) == decide(position), position
                assert moves is None or replays(position, moves)
                results[moves is not None] += 1
    assert min(results[True], results[False]) > 20


@pytest.mark.parametrize(("shape", "space", "deal"), [(3, "A", 178), (0, "none", 243)])
def test_a_card_may_stay_where_the_one_below_has_left(shape: int, space: str, deal: int) -> None:
    """A card that stays says nothing about a card below that left before it was dealt."""
    start = form(*FORMS[shape], space).deal(deal)
    assert decide(start)
    assert replays(start, search(start) or [])


@pytest.mark.parametrize(
    "changes",
    [
        {"discard": {"leaves": "2 3 4 5 6 7 8 9 T J Q K"}},
        {"discard": {"leaves": "lower in suit", "must": True}},
        {"tableau": {"build": "down any suit"}},
        {"tableau": {"take": "block"}},
        {"stock": {"deal": "1 to each tableau", "skips": "piles with cards"}},
        {"stock": {"deal": "2 to each tableau"}},
        {"decks": 2},
    ],
)
def test_other_rules_are_not_covered(changes: dict[str, Any]) -> None:
    assert late_facts(cadogan.game("aces-up")).used
    game = Game(made("other-aces", "aces-up", changes))
    assert not late_facts(game).used


def test_the_switch_turns_it_off() -> None:
    assert not late_facts(cadogan.game("aces-up"), {"late"}).used
