"""Tests for lost positions: each pruning on all positions of tiny games, against brute force."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.prunings import components, grid_placement, heap_timing, hole_order, matching
from tests.brute import given_up
from tests.covering import few
from tests.plays import Test
from tests.tiny import load, made

Changes = dict[str, Any]


class Pruning(NamedTuple):
    """A pruning with games that show it.

    Attributes:
        test: its test for lost positions.
        used: the field of the analysis that switches it on.
        off: games in which it is off.
    """

    test: Test
    used: str
    off: str = ""


PRUNINGS = {
    "apart": Pruning(
        components.never_joined, "components.used", "klondike gaps monte-carlo golf aces-up"
    ),
    "places": Pruning(
        grid_placement.cannot_be_placed, "grid.used", "klondike accordion maze golf"
    ),
    "follow": Pruning(
        hole_order.lacks_followers, "holes.way", "klondike pyramid accordion big-ben thieves"
    ),
    "pairs": Pruning(
        matching.lacks_mates, "matching.used", "klondike golf accordion monte-carlo elevens"
    ),
    "timely": Pruning(
        heap_timing.cannot_go_in_time, "heaps.used", "klondike accordion golf sir-tommy archway"
    ),
    "lone": Pruning(
        matching.lacks_mates, "matching.lone", "klondike golf accordion monte-carlo elevens"
    ),
}  # fmt: skip
ROWS: Changes = {"ranks": "A 2 3", "tableau": {"piles": 12, "row": 3}}
HEAPS: Changes = {"ranks": "A 2 3", "tableau": {"piles": 3}}
SHORT: Changes = {"ranks": "A 2 3", "stock": {"deal": "1 to waste"}, "waste": {}}
# the pruning; a tiny game, or a catalogue game with changes
TINY: list[tuple[str, str, Changes]] = [
    ("apart", "accordion", {}),
    ("apart", "late-binding-solitaire", {}),
    ("apart", "rows-two-to-the-left", {}),
    ("places", "gaps", ROWS | {"redeal": {"times": 0}}),
    ("places", "gaps-fixed-rows", ROWS),
    ("places", "gaps-one-deal", ROWS | {"tableau": ROWS["tableau"] | {"fixed": True}}),
    ("follow", "golf-dead-kings", {}),
    ("follow", "tripeaks", {}),
    ("follow", "all-in-a-row", {}),
    ("follow", "hole-two-suits", {}),
    ("follow", "hole-with-cell", {}),
    ("pairs", "pyramid", {}),
    ("pairs", "pyramid-three-passes", {}),
    ("pairs", "pyramid-covered", {}),
    ("pairs", "giza", {}),
    ("timely", "tam-o-shanter", HEAPS | {"stock": {"deal": "2 to each tableau"}}),
    ("timely", "tam-o-shanter", SHORT | {"tableau": {"piles": 2, "deal": 4}}
     | {"redeal": {"times": "unlimited"}}),
    ("timely", "tam-o-shanter", {"ranks": "A 2 3", "decks": 2, "tableau": {"piles": 4}}
     | {"foundation": {"piles": 8, "build": "up in suit"}}),
    ("timely", "tam-o-shanter", SHORT | {"ranks": "A 2 3 4", "stock": {"deal": "3 to waste"}}),
]  # fmt: skip
# one of each pruning, and both kinds of heaps that are dealt differently
USUAL = [0, 3, 6, 11, 15, 16]


@pytest.mark.parametrize(
    ("name", "of", "changes"),
    [case if i in USUAL else pytest.param(*case, marks=pytest.mark.slow)
     for i, case in enumerate(TINY)],
)  # fmt: skip
@pytest.mark.parametrize("every", few([5, 1], 1))
def test_no_winnable_position_is_called_lost(
    name: str, of: str, changes: Changes, every: int
) -> None:
    game = Game(made(name, of, changes)) if changes else load(of)
    test, used, _ = PRUNINGS[name]
    A = analyse(game)
    assert field(A, used)
    found = given_up(game, lambda S: test(game.compiled_rules, S, A), 40, 8000, 4000, every)
    assert {(True, False), (False, True)} <= found


@pytest.mark.parametrize("name", PRUNINGS)
def test_a_pruning_is_off_elsewhere(name: str) -> None:
    _, used, off = PRUNINGS[name]
    for game_id in off.split():
        assert not field(analyse(cadogan.game(game_id)), used), game_id
    assert not any(analyse(cadogan.game("klondike")).holes.needy)


def field(record: object, path: str) -> int:
    """Return a field from a nested record."""
    for name in path.split("."):
        record = getattr(record, name)
    assert isinstance(record, int)
    return record
