"""Tests for lost positions: each pruning on all positions of tiny games, against brute force."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.prunings import (
    components,
    grid_placement,
    heap_timing,
    hole_order,
    matching,
    relaxation,
)
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
    "dead": Pruning(relaxation.is_dead, "relaxation.exact", "accordion black-hole golf"),
}  # fmt: skip
ROWS: Changes = {"ranks": "A 2 3", "tableau": {"piles": 12, "row": 3}}
HEAPS: Changes = {"ranks": "A 2 3", "tableau": {"piles": 3}}
SHORT: Changes = {"ranks": "A 2 3", "stock": {"deal": "1 to waste"}, "waste": {}}
CELL: Changes = {
    "ranks": "A 2 3 4",
    "suits": "C D",
    "tableau": {"piles": 3, "deal": [3, 2, 2]},
    "foundation": {"start": "AC", "cards": 8, "build": "up or down any suit"},
    "cell": {"piles": 1},
}
ENDS: Changes = {
    "ranks": "A 2 3 4",
    "tableau": {"piles": 3, "deal": 3},
    "foundation": {"ends": "A", "cards": 16},
}
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
# one case for each pruning, and both heap games with a different deal
USUAL = [0, 3, 6, 11, 15, 16]
# a tiny game, or one with changes, in which the pruning must allow for one rule
NEAR: list[tuple[str, str, Changes]] = [
    # in descending rows a card follows a higher one, so one pass in rank order is not enough
    ("places", "gaps", {"ranks": "A 2 3", "redeal": {"times": 0}, "tableau":
     ROWS["tableau"] | {"build": "down in suit", "row_start": "3"}}),
    # a pile whose cards may go to places other than the hole needs no order
    ("follow", "black-hole", CELL),
    ("follow", "black-hole", CELL | {"cell": {"piles": 2}}),
    ("follow", "black-hole", CELL | {"tableau": {"piles": 1, "deal": 3}}
     | {"reserve": {"piles": 1, "deal": 4, "take": "top card"}}
     | {"cell": {"piles": 2, "from": ["reserve"]}}),
    # an ace that takes no card ends a sequence
    ("follow", "golf-dead-kings", ENDS),
    *(("dead", name, {}) for name in ("wasp", "easthaven", "freecell", "yukon")),
]  # fmt: skip
# games with the pruning on, in which it finds no position lost, or none soon
IDLE: list[tuple[str, str, Changes]] = [
    # later deals may join components
    ("apart", "accordion", {"ranks": "A 2 3", "suits": "C D", "tableau":
     {"piles": 4, "deal": 0, "reach": [1, 2], "closes": False},
     "stock": {"deal": "2 to each tableau"}}),
    # the number of redeals is unlimited
    ("pairs", "fourteen-out", {"ranks": "6 7", "tableau": {"piles": 2, "deal": 1}, "remove":
     {"sets": ["13"], "from": ["tableau", "waste", "stock"]}, "waste": {},
     "stock": {"deal": "", "turned": True}, "redeal": {"times": "unlimited"}}),
    # a card leaves alone or with a mate
    ("pairs", "fourteen-out", {"ranks": "A Q", "tableau": {"piles": 2, "deal": 4},
     "remove": {"sets": ["13", "A", "Q"], "from": ["tableau"]}}),
    # the cards have more mates than there is room for
    ("pairs", "fourteen-out", {"ranks": "A 2 3 4 5", "tableau": {"piles": 4, "deal": 5},
     "remove": {"sets": ["A 2", "2 3", "3 4", "4 5", "A 5"], "from": ["tableau"]}}),
    # a card leaves with the one that covers it
    ("pairs", "fourteen-out", {"ranks": "6 7", "suits": "C D", "tableau":
     {"piles": 4, "deal": 1, "covered_by": [[2], [], [4], []]},
     "remove": {"sets": ["13"], "from": ["tableau"], "covering": True}}),
]  # fmt: skip
CASES = [*(TINY[i] for i in USUAL), *NEAR, *IDLE]


@pytest.mark.parametrize(
    ("name", "of", "changes"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in TINY if case not in CASES)],
)
@pytest.mark.parametrize("every", few([8, 1], 1))
def test_no_winnable_position_is_called_lost(
    name: str, of: str, changes: Changes, every: int
) -> None:
    game = Game(made(name, of, changes)) if changes else load(of)
    test, used, _ = PRUNINGS[name]
    A = analyse(game)
    assert field(A, used)
    found = given_up(game, lambda S: test(game.compiled_rules, S, A), 40, 8000, 4000, every)
    wanted = {(False, True)} if (name, of, changes) in IDLE else {(True, False), (False, True)}
    assert wanted <= found


def test_an_ace_that_takes_no_card_ends_a_sequence() -> None:
    holes = analyse(Game(made("ends", "golf-dead-kings", ENDS))).holes
    assert (holes.way, holes.after_higher[0], holes.after_lower[1]) == (1, 1, 0)


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
