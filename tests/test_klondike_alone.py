"""Verdicts on Klondike deals, compared with a program that shares no code with Cadogan."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.model.formats import read_any
from cadogan.model.formats.klondike_digits import write_digits
from cadogan.model.position import Game
from cadogan.solver.portfolio import solve
from tests.klondike_alone import FULL, LOST, WON, decide

# One worker runs all these tests, because compiling the program takes eight seconds per worker.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("klondike alone")]

NAMES = {LOST: "lost", WON: "won"}
TURNED = {"two": 2, "three": 3, "five": 5}
# In this deal all cards go up in turn: aces to sevens one by one, then eights to kings in order.
EASY = (
    "062063064071072073074044051052053054061033034041042043023024031032014021022012013011"
    "083082081092091084101094093104103102113112111122121114131124123134133132"
)
# The stock is turned three cards at a time. With unlimited passes the deal can be won.
DISPUTED = (
    "122021053133044042092074131071132062123061011022101013064091114073063082034041014024103121"
    "094113102031033134072111084032023052012081112124043104083093051054"
)


def klondike(turn: str, passes: str) -> Game:
    return cadogan.game("klondike", turn=turn, passes=passes)


@pytest.mark.parametrize(
    ("turn", "passes", "deals", "decided"),
    [("two", "one", [1, 2, 3, 6, 7, 8], 6), ("three", "one", [*range(1, 13)], 12),
     ("five", "three", [*range(1, 5), *range(6, 11)], 9)],
)  # fmt: skip
def test_both_programs_agree(turn: str, passes: str, deals: list[int], decided: int) -> None:
    """Both programs prove that these deals are lost, unless the hash table is full.

    The independent program decides nothing when its hash table is full.
    """
    game, seen = klondike(turn, passes), []
    for deal in deals:
        position = game.deal(deal)
        result, _ = decide(write_digits(position), TURNED[turn], 3 if passes == "three" else 1)
        if result != FULL:
            assert solve(position).result == NAMES[result], deal
            seen.append(result)
    assert len(seen) >= decided


def test_a_deal_that_wins_at_once() -> None:
    assert decide(EASY, 3, 1)[0] == WON
    assert solve(read_any(klondike("three", "one"), EASY)).result == "won"


@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize(("passes", "many"), [("one", 1), ("two", 2)])
def test_a_disputed_deal(passes: str, many: int, prune: bool) -> None:
    assert decide(DISPUTED, 3, many, prune=prune)[0] == LOST
    if passes == "one":
        assert solve(read_any(klondike("three", passes), DISPUTED)).result == "lost"


@pytest.mark.slow
def test_a_disputed_deal_with_three_passes() -> None:
    """The independent program searches 23 million positions in about two minutes."""
    assert decide(DISPUTED, 3, 3, bits=26, prune=True)[0] == LOST
    assert solve(read_any(klondike("three", "three"), DISPUTED)).result == "lost"


def test_a_disputed_deal_can_be_won_with_more_passes() -> None:
    assert solve(read_any(klondike("three", "unlimited"), DISPUTED)).result == "won"
