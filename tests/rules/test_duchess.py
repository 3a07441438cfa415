"""Tests of deals to two groups together, deals that change, and reserves that stay face down."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidPositionError
from cadogan.model.position import Position
from tests.small import small_game


def dealt_out(name: str = "grand-duchess", **options: str) -> Position:
    """Return the position after dealing out the whole stock of deal 1, without other moves."""
    position = cadogan.game(name, **options).deal(1)
    while position.piles["s"]:
        position = position.play("deal")
    return position


def test_a_deal_goes_to_the_tableau_and_face_down_to_the_reserve() -> None:
    start = cadogan.game("grand-duchess").deal(1)
    cards = start.piles["s"][::-1]
    once = start.play("deal")
    assert [*once.piles["t1"], *once.piles["t4"]] == [cards[0], cards[3]]
    assert once.piles["r1"] == (cards[4],)
    assert once.down["r1"] == 1
    assert "face down" in (once.why_not("r1-f1") or "")
    twice = once.play("deal")
    assert twice.down["r2"] == 2, "a new card leaves the one below it face down"


def test_all_of_the_reserve_is_turned_up_when_the_stock_is_empty() -> None:
    out = dealt_out()
    assert {len(out.piles[f"t{i}"]) for i in (1, 2)} == {18}, "the last deal has two cards"
    assert {len(out.piles[r]) for r in ("r1", "r2")} == {17}
    assert set(out.down.values()) == {0}
    buried = [move.text for move in out.legal_moves if "@" in move.text]
    assert all(text[0] == "r" for text in buried)


def test_the_last_pass_leaves_the_reserve_out() -> None:
    position = dealt_out()
    for cards in (6, 6, 4):
        position = position.play("redeal")
        assert len(position.piles["s"]) - len(position.play("deal").piles["s"]) == cards
        while position.piles["s"]:
            position = position.play("deal")
    assert position.why_not("redeal") == "All three redeals have been used."
    assert not position.piles["r1"]


def test_a_redeal_puts_the_reserve_below_the_tableau() -> None:
    out = dealt_out()
    stock = out.play("redeal").piles["s"][::-1]
    assert stock[:17] == out.piles["t4"], "the last pile comes first, bottom card first"
    assert stock[-17:] == out.piles["r1"]
    assert stock[-34:-17] == out.piles["r2"]


def test_the_reserve_may_be_dealt_to_in_the_last_pass() -> None:
    position = dealt_out(reserve="yes")
    for _ in range(3):
        position = position.play("redeal")
        while len(position.piles["s"]) > 2:
            position = position.play("deal")
        assert position.down["r1"] == 17
        position = position.play("deal")


def test_a_position_with_an_empty_stock_shows_its_reserve() -> None:
    out = dealt_out()
    lines = str(out).splitlines()
    hidden = [f"r1 [{line[3:]}]" if line.startswith("r1 ") else line for line in lines]
    with pytest.raises(
        InvalidPositionError, match="pile r1: the stock is empty, so its cards lie face up"
    ):
        cadogan.game("grand-duchess").parse("\n".join(hidden))


TRIAL = """
ranks = "A 2 3"
[foundation]
[tableau]
piles = 2
deal = 0
build = "none"
[reserve]
piles = 2
deal = 0
face = "down until the stock is empty"
[waste]
[stock]
[redeal]
times = 1
"""


def test_a_pass_in_which_several_cards_are_turned() -> None:
    """The last pass deals a different number of cards, to the waste or to other piles."""
    game = small_game(TRIAL, stock={"last": "2 to waste", "last_when": "redealt"})
    position = game.deal(1)
    while position.piles["s"]:
        assert position.play("deal").piles["w"][:-1] == position.piles["w"]
        position = position.play("deal")
    again = position.play("redeal")
    assert len(again.play("deal").piles["w"]) == 2
    assert again.parse_move("s-wx2").text == "s-wx2"
    each = small_game(TRIAL, stock={"last": "2 to each tableau and reserve", "last_at": 8})
    position = each.deal(1)
    while len(position.piles["s"]) > 8:
        position = position.play("deal")
    assert position.why_not("s-w") == "The next deal does not go to the waste, but to other piles."
    position = position.play("deal")
    assert {len(position.piles[name]) for name in ("t1", "t2", "r1", "r2")} == {2}
    assert not position.down["r1"]
