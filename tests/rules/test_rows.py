"""Tests of rules on which books disagree: suits that leave whole, and grids with gaps.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidPositionError
from tests.hand import lay


def test_a_foundation_of_whole_suits_holds_no_part_of_one() -> None:
    with pytest.raises(InvalidPositionError, match="takes only whole runs"):
        lay("simple-simon", "t10", f1="KC QC")


def test_gaps_are_left_behind_the_order_or_at_the_right_or_anywhere() -> None:
    places = {f"t{i}": "" for i in range(1, 53)}
    order = [r + s for r in "KQJT98765432" for s in "CDHS"]
    # the first row has the two and three of clubs in order; the other rows have no ordered cards
    cards = ["2C", "3C", *(c for c in order if c not in ("2C", "3C"))]
    for i, card in enumerate(cards):
        places[f"t{i + 1}"] = card
    for game, empty in (("gaps", {3, 14, 27, 40}), ("gaps-at-the-right", {13, 26, 39, 52})):
        p = lay(game, "d", **places).play("redeal")
        assert (p.piles["t1"], p.piles["t2"]) == (("2C",), ("3C",)), game
        assert {i for i in range(1, 53) if not p.piles[f"t{i}"]} == empty, game
    start = lay("gaps-anywhere", "d", **places)
    p = start.play("redeal")
    assert (p.piles["t1"], p.piles["t2"]) == (("2C",), ("3C",))
    left = {i for i in range(1, 53) if not p.piles[f"t{i}"]}
    assert len(left) == 4
    assert left not in ({3, 14, 27, 40}, {13, 26, 39, 52}, {49, 50, 51, 52})
    assert start.play("redeal") == p, "the shuffle is always the same"
    assert sorted(c for i in range(1, 53) for c in p.piles[f"t{i}"]) == sorted(order)
