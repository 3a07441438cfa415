"""Tests of Perpetual Motion and of rows that move straight up, with hand-made positions."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from tests.hand import lay
from tests.small import small_game


def test_equal_cards_may_go_on_the_leftmost_of_them() -> None:
    p = lay("perpetual-motion", "s", t1="5C", t2="9D", t3="5H", t4="5S")
    assert [m for m in p.move_texts() if "-" in m] == ["t3-t1", "t4-t1"]
    assert "deal" in p.move_texts(), "equal cards need not be put together"
    assert p.why_not("t4-t3") == (
        "If a card fits on several piles, it may go only to the leftmost, and only from a pile"
        " to the right of that one."
    )
    assert p.why_not("t1-t3") == p.why_not("t4-t3")
    assert "built with cards of the same rank." in str(p.why_not("t3-t2"))
    assert p.why_not("t4-t3x2") == "There is only one card on tableau pile 4."


def test_four_of_a_rank_leave_from_four_piles() -> None:
    p = lay("perpetual-motion", "s", t1="5C", t2="5D", t3="5H", t4="5S")
    assert "t1+t2+t3+t4" in p.move_texts()
    assert set(p.play("t1+t2+t3+t4").piles["d"]) == {"5C", "5D", "5H", "5S"}
    one = p.play("t2-t1")
    assert not [m for m in one.move_texts() if "+" in m], "two of them lie on one pile"


def weddings(places: str, stock: str = "-") -> cadogan.Position:
    """Return a position with rows of five, 0 for an empty place; other cards are out of play."""
    some = {f"t{i}": card.replace("0", "") for i, card in enumerate(places.split(), 1)}
    return lay("weddings", "d", **some, s=stock.replace("-", ""))


def test_remaining_cards_move_straight_up_and_the_stock_fills_gaps() -> None:
    rows = "0 2C 0 4C 5C  6C 0 0 9C TC  0 QC KC AD 2D  3D 4D 0 6D 7D  0 0 0 0 0"
    p = weddings(rows)
    after = p.play("redeal")
    got = [(after.piles[f"t{i}"] or ("0",))[0] for i in range(1, 26)]
    assert got[:5] == ["6C", "2C", "KC", "4C", "5C"]
    assert got[5:10] == ["3D", "QC", "0", "9C", "TC"]
    assert got[10:15] == ["0", "4D", "0", "AD", "2D"]
    assert "redeal" not in after.move_texts()
    assert after.why_not("redeal") == "No card can move up, and no empty pile can be filled."


AGREEING = """
win = "all out of play"
[tableau]
deal = 1
build = "same rank any suit"
leftmost = true
[stock]
deal = "1 to each tableau"
[discard]
[remove]
sets = ["same rank"]
"""
STRAIGHT_UP = {"times": 1, "from": "tableau", "order": "straight up"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"tableau": {"space": "any card"}}, "must stay empty"),
        ({"tableau": {"reach": [1]}}, "cannot be combined with 'reach'"),
        ({"tableau": {"take": "run"}}, "one by one"),
        ({"merci": {"times": 1}}, r"cannot be combined with \[merci\]"),
        ({"redeal": STRAIGHT_UP}, "write from = 'tableau and stock'"),
    ],
)
def test_contradictory_definitions_are_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidDefinitionError, match=told):
        small_game(AGREEING, **changes)
