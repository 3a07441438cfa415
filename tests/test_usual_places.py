"""Where piles lie of which a layout says no place: the usual arrangements of all screens."""

from __future__ import annotations

import pytest

from cadogan.layout import Arrangement, Layout
from cadogan.layout.usual import LOW, TALL, size
from tests.test_layout import corners, laid_out


def ends(layout: Layout | Arrangement, kind: str) -> tuple[float, float, float, float]:
    """Return left and right, top and bottom of the first cards of a kind."""
    xs, ys = zip(*corners(layout, kind), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def row(x: float, y: float, count: int) -> list[tuple[float, float]]:
    return [(x + i, y) for i in range(count)]


def test_the_stock_at_the_left_foundations_at_the_right_the_tableau_below() -> None:
    layout = laid_out("klondike", "")
    assert corners(layout, "stock") == [(0, 0)]
    assert corners(layout, "waste") == [(1, 0)]
    assert corners(layout, "foundation") == row(3, 0, 4)
    assert corners(layout, "tableau") == row(0, 1.15, 7)
    assert layout.portrait is None  # seven columns can be read on a phone, too


def test_cells_at_the_left_and_what_is_narrower_in_the_middle() -> None:
    layout = laid_out("freecell", "")
    assert corners(layout, "cell") == row(0, 0, 4)
    assert corners(layout, "foundation") == pytest.approx(row(4.2, 0, 4))
    assert corners(layout, "tableau") == pytest.approx(row(0.1, 1.15, 8))
    layout = laid_out("bakers-dozen", "")
    assert corners(layout, "foundation") == row(4.5, 0, 4)
    assert corners(layout, "tableau") == row(0, 1.15, 13)


def test_a_tableau_of_as_many_piles_as_foundations_stands_below_these() -> None:
    layout = laid_out("calculation", "")
    assert [x for x, _ in corners(layout, "tableau")] == [
        x for x, _ in corners(layout, "foundation")
    ]


def test_a_small_reserve_stands_below_the_stock_a_larger_one_above_the_tableau() -> None:
    layout = laid_out("canfield", "")
    assert corners(layout, "stock") == [(0, 0)]
    assert corners(layout, "reserve") == [(0, 1.15)]
    assert ends(layout, "tableau")[:2] == ends(layout, "foundation")[:2]
    layout = laid_out("king-albert", "")
    assert ends(layout, "reserve")[3] < ends(layout, "tableau")[2]


def test_a_waste_fans_out_where_there_is_room_or_several_cards_are_turned() -> None:
    def grows(game: str) -> bool:
        return next(p for p in laid_out(game, "").piles if p.name == "w").grow == "right"

    assert grows("klondike")
    assert not grows("forty-thieves")  # eight foundations beside it
    assert grows("little-forty")  # turned by threes


def test_what_is_out_of_play_lies_at_the_right() -> None:
    layout = laid_out("aces-up", "")
    assert ends(layout, "stock")[1] < ends(layout, "tableau")[0]
    assert ends(layout, "discard")[0] > ends(layout, "tableau")[1]


def test_a_tall_screen_has_the_foundations_above_the_stock() -> None:
    layout = laid_out("diplomat", "")
    tall = layout.portrait
    assert tall is not None
    assert corners(tall, "foundation") == row(0, 0, 8)
    assert corners(tall, "stock") == [(3, 1.15)]
    assert corners(tall, "tableau") == row(0, 2.3, 8)


def test_a_reserve_lies_beside_the_stock_on_a_tall_screen_as_a_fan() -> None:
    tall = laid_out("american-toad", "").portrait
    assert tall is not None
    reserve = next(p for p in tall.piles if p.kind == "reserve")
    assert (reserve.grow, reserve.y) == ("right", ends(tall, "stock")[2])


def test_columns_are_broken_when_they_would_be_too_narrow() -> None:
    assert len({y for _, y in corners(laid_out("forty-thieves", ""), "tableau")}) == 1
    tall = laid_out("forty-thieves", "").portrait  # ten can be read
    assert tall is None or len({y for _, y in corners(tall, "tableau")}) == 1
    tall = laid_out("busy-aces", "").portrait  # twelve cannot
    assert tall is not None
    assert [y for _, y in corners(tall, "tableau")] == [2.3] * 6 + [ends(tall, "tableau")[3]] * 6


def test_fans_lie_in_as_many_rows_as_make_the_cards_largest() -> None:
    layout = laid_out("la-belle-lucie", 'tableau = { grow = "right" }')
    assert layout.portrait is not None
    rows = [len({y for _, y in corners(each, "tableau")}) for each in (layout, layout.portrait)]
    assert rows == [3, 6]


@pytest.mark.parametrize("game", ["klondike", "freecell", "penguin"])
def test_on_a_phone_on_its_side_foundations_stand_beside_the_tableau(game: str) -> None:
    layout = laid_out(game, "")
    assert layout.low is not None
    assert ends(layout.low, "foundation")[0] > ends(layout.low, "tableau")[1]
    assert size(layout.low, LOW) > size(Arrangement(layout.width, layout.height, []), LOW)


def test_what_a_layout_only_says_how_it_lies_has_its_usual_place() -> None:
    usual, said = laid_out("klondike", ""), laid_out("klondike", "tableau = { min = 5 }")
    for kind in ("stock", "waste", "foundation", "tableau"):
        assert corners(usual, kind) == corners(said, kind)
    assert {p.min for p in said.piles if p.kind == "tableau"} == {5}


def test_piles_without_a_place_go_round_those_that_have_one() -> None:
    text = "foundation = { row = [2, 1] }\ntableau = { row = [2, 2.2], min = 5 }"
    layout = laid_out("klondike", text)
    assert corners(layout, "stock")[0][0] == corners(layout, "waste")[0][0] == 0
    assert ends(layout, "tableau")[0] == pytest.approx(1.4)
    assert ends(layout, "foundation")[2] == 0
    assert ends(layout, "stock")[2] < ends(layout, "waste")[2]
    tall = layout.portrait
    assert tall is not None
    assert ends(tall, "stock")[2] == ends(tall, "waste")[2] > ends(tall, "tableau")[3]
    assert size(tall, TALL) > size(Arrangement(layout.width, layout.height, []), TALL)


def test_what_is_said_of_another_screen_goes_before_what_is_usual() -> None:
    layout = laid_out("klondike", "[portrait]\nfoundation = { row = [1, 0] }")
    assert layout.portrait is not None
    first, *_ = corners(layout.portrait, "foundation")
    assert first[1] == 0
    assert ends(layout.portrait, "tableau")[2] > 1
