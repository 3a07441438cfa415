"""Order of moves, and statistics."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.session.models import Result
from cadogan.session.move_order import best_first
from cadogan.session.statistics import Statistics, statistics
from cadogan.solver.safe_moves import safe_moves
from tests.covering import each


def order(game: str, text: str) -> list[str]:
    return [move.text for move in best_first(cadogan.game(game).parse(text))]


@pytest.mark.parametrize("game", each(cadogan.games(), most=16))
def test_the_order_contains_the_same_moves(game: str) -> None:
    rng = random.Random(5)
    p = cadogan.game(game).deal(5)
    for _ in range(25):
        told = [move.text for move in best_first(p)]
        assert sorted(told) == sorted(p.move_texts())
        safe = safe_moves(p)
        assert told[: len(safe)] == safe
        if not told:
            break
        p = p.play(rng.choice(told))


def test_foundation_moves_come_before_uncovering_and_building() -> None:
    told = order("klondike", "f1 -\nf2 -\nf3 -\nf4 -\n" + KLONDIKE)
    places = [told.index(move) for move in ("t1-f4", "t3-t4", "t6-t5", "s-w")]
    assert places == sorted(places)
    assert told[0] == "t1-f4"


KLONDIKE = (
    "t1 AS\nt2 5H\nt3 [2C] 6C\nt4 [3C 4C] 7D\nt5 [5C] 9D\nt6 TC 8C\nt7 KC\nw -\n"
    "s [AC 7C 9C JC QC AD 2D 3D 4D 5D 6D 8D TD JD QD KD AH 2H 3H 4H 6H 7H 8H 9H TH JH QH KH"
    " 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS]"
)


def test_a_card_from_the_foundation_and_a_pointless_king_come_last() -> None:
    told = order(
        "klondike",
        "f1 AC 2C\nf2 -\nf3 -\nf4 -\nt1 3D\nt2 KC\nt3 -\nt4 4S\nt5 [5C] QH\nt6 -\nt7 -\nw -\n"
        "s [3C 4C 6C 7C 8C 9C TC JC QC AD 2D 4D 5D 6D 7D 8D 9D TD JD QD KD AH 2H 3H 4H 5H 6H"
        " 7H 8H 9H TH JH KH AS 2S 3S 5S 6S 7S 8S 9S TS JS QS KS]",
    )
    assert told[0] == "t5-t2"
    assert told[-1] == "f1-t1"
    assert told.index("t1-t4") < told.index("s-w") < told.index("t2-t3")


def test_statistics_without_plays() -> None:
    assert statistics([]) == Statistics()


def test_streaks_and_records() -> None:
    def result(won: bool, steps: int = 0, seconds: float = 0.0, **options: str) -> Result:
        return Result("birthday", options, won, steps if won else None, seconds if won else None)

    some = [
        result(True, 90, 300.0),
        result(True, 80, 400.0),
        result(False),
        result(True, 100, 200.0, target="1888"),
        result(False),
        result(False),
    ]
    told = statistics(some)
    assert (told.played, told.won, told.lost) == (6, 3, 3)
    assert (told.streak, told.best_streak) == (0, 2)
    assert (told.fewest_steps, told.best_seconds) == (80, 200.0)
    assert statistics(some, {"target": "1888"}).played == 1
    assert statistics(some[:2]).streak == 2
