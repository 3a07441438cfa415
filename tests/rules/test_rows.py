"""Tests of rules on which books disagree: suits that leave whole, and grids with gaps.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidPositionError
from tests.hand import lay

RUN = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"


def simon(**piles: str) -> cadogan.Position:
    """Return a position of Simple Simon; the cards that are not named lie on the last pile."""
    game = cadogan.game("simple-simon")
    named = " ".join(piles.values()).split()
    rest = [c for c in [r + s for s in "CDHS" for r in "A23456789TJQK"] if c not in named]
    lines = [f"{name} {cards}" for name, cards in piles.items()]
    return game.parse("\n".join([*lines, f"t10 {' '.join(rest)}"]))


def test_a_whole_suit_leaves_from_the_top_of_whatever_lies_under_it() -> None:
    p = simon(t1=f"5H {RUN}")
    assert [m for m in p.move_texts() if "-f" in m] == ["t1-f1x13"], (
        "only the first of equal foundations is listed"
    )
    after = p.play("t1-f1x13")
    assert after.piles["f1"] == tuple(RUN.split())
    assert after.piles["t1"] == ("5H",)
    assert p.why_not("t1-f1x12") == (
        "A foundation takes only a whole run of thirteen cards, built down in suit from the king."
    )
    assert (
        p.why_not("t1-f2x13")
        == "Foundation 2 is equivalent to an earlier pile: use the earlier one first."
    )


def test_a_foundation_of_whole_suits_holds_no_part_of_one() -> None:
    with pytest.raises(InvalidPositionError, match="takes only whole runs"):
        simon(f1="KC QC")


def gaps(game_id: str, *rows: str) -> cadogan.Position:
    """Return a position of Gaps with these rows."""
    cells = [cell for row in rows for cell in row.split()]
    lines = [f"t{i} {cell}" for i, cell in enumerate(cells, 1)]
    return cadogan.game(game_id).parse("\n".join([*lines, "d AC AD AH AS"]))


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
