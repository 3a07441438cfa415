"""Conditions of prunings: each definition breaks one of them, so the pruning is off.

Features say what a game may do; these conditions say where. Each case is a small change of a game
that has the pruning, and the change is just what the argument in docs/solver.md cannot bear.
"""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.language.loading import load_text
from cadogan.position import Game
from cadogan.solver.guide import guide
from tests.tiny import made

# pruning, as a field of the guide; game; change; what the argument cannot bear
CASES: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "lone",
        "pyramid",
        {"tableau": {"build": "down any suit"}},
        "cards are laid on others by hand",
    ),
    (
        "follow",
        "golf",
        {"win": "tableau and stock empty"},
        "cards of the stock come into the hole without following any",
    ),
    (
        "parts",
        "accordion",
        {"reserve": {"piles": 1, "deal": 1, "build": "none"}, "tableau": {"piles": 51}},
        "cards come into the row from elsewhere",
    ),
    (
        "timely",
        "auld-lang-syne",
        {"tableau": {"build": "down any suit"}},
        "cards come to piles by hand",
    ),
    (
        "safe",
        "gypsy",
        {"tableau": {"most": 12}},
        "what is dealt to a pile depends on how many cards it holds",
    ),
    (
        "rests",
        "la-belle-lucie",
        {"tableau": {"space": "any card"}},
        "bottom cards may go into empty piles",
    ),
    (
        "slides",
        "good-measure",
        {"tableau": {"most": 9}},
        "a pile takes no card for being full",
    ),
    (
        "tails",
        "yukon",
        {"tableau": {"build": "down any suit"}},
        "three and more cards take the same ones",
    ),
    (
        "runs",
        "klondike",
        {"tableau": {"most": 12}},
        "a pile takes no run for being full",
    ),
    (
        "round",
        "klondike",
        {"redeal": {"times": 2}},
        "the stock is not gone round freely",
    ),
    (
        "places",
        "gaps",
        {"cell": {"piles": 1}},
        "cards leave the grid",
    ),
]


def _is_on(game: Game, field: str) -> bool:
    held = getattr(guide(game), field)
    return any(held) if isinstance(held, list) else bool(held)


@pytest.mark.parametrize(("field", "of", "change", "why"), CASES, ids=[c[3] for c in CASES])
def test_a_condition_that_does_not_hold_switches_the_pruning_off(
    field: str, of: str, change: dict[str, Any], why: str
) -> None:
    assert _is_on(cadogan.game(of), field)
    assert not _is_on(Game(made("broken", of, change)), field), why


TWO_HOLES = """
name = "Two Holes"
family = "Neighbours in rank"
decks = 1
about = "Two holes."
sources = ["made for a test"]
win = "all on foundations"
[foundation.left]
piles = 1
start = "AS"
placed = true
build = "up or down any suit, wrapping"
cards = 52
[foundation.right]
piles = 1
start = "AH"
placed = true
build = "up or down any suit, wrapping"
cards = 52
[tableau]
piles = 10
deal = 5
build = "none"
take = "top card"
space = "none"
"""


def test_of_two_holes_nothing_is_said_about_what_follows() -> None:
    game = Game(load_text(TWO_HOLES, "two-holes.toml")["two-holes"])
    assert game.tables.holes[:2] == [1, 1]
    assert guide(game).follow == 0
