"""Default places for piles without a place in the layout, on all kinds of screen."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from cadogan.layout import Arrangement, Layout, place
from cadogan.layout.defaults import LOW, TALL, TIGHT, WIDE, WIDEST, size
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from tests.test_layout import corners, laid_out


def ends(layout: Layout | Arrangement, kind: str) -> tuple[float, float, float, float]:
    """Return the smallest and largest x, then y, for a kind of pile."""
    xs, ys = zip(*corners(layout, kind), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def row(x: float, y: float, count: int) -> list[tuple[float, float]]:
    return [(x + i, y) for i in range(count)]


def test_default_places_of_stock_foundations_and_tableau() -> None:
    layout = laid_out("klondike", "")
    assert corners(layout, "stock") == [(0, 0)]
    assert corners(layout, "waste") == [(1, 0)]
    assert corners(layout, "foundation") == row(3, 0, 4)
    assert corners(layout, "tableau") == row(0, 1.15, 7)
    assert layout.portrait is None  # seven columns are legible even on a phone


def test_cells_are_at_the_left_and_narrow_rows_are_centred() -> None:
    layout = laid_out("freecell", "")
    assert corners(layout, "cell") == row(0, 0, 4)
    assert corners(layout, "foundation") == pytest.approx(row(4.2, 0, 4))
    assert corners(layout, "tableau") == pytest.approx(row(0.1, 1.15, 8))
    layout = laid_out("bakers-dozen", "")
    assert corners(layout, "foundation") == row(4.5, 0, 4)
    assert corners(layout, "tableau") == row(0, 1.15, 13)


def test_a_tableau_as_wide_as_the_foundations_is_below_them() -> None:
    layout = laid_out("calculation", "")
    assert [x for x, _ in corners(layout, "tableau")] == [
        x for x, _ in corners(layout, "foundation")
    ]


def test_a_small_reserve_is_below_the_stock_and_a_large_one_above_the_tableau() -> None:
    layout = laid_out("canfield", "")
    assert corners(layout, "stock") == [(0, 0)]
    assert corners(layout, "reserve") == [(0, 1.15)]
    assert ends(layout, "tableau")[:2] == ends(layout, "foundation")[:2]
    layout = laid_out("king-albert", "")
    assert ends(layout, "reserve")[3] < ends(layout, "tableau")[2]


def test_a_waste_fans_out_if_there_is_room_or_several_cards_are_turned() -> None:
    def grows(game: str) -> bool:
        return next(p for p in laid_out(game, "").piles if p.name == "w").grow == "right"

    assert grows("klondike")
    assert not grows("forty-thieves")  # eight foundations lie beside the waste
    assert grows("little-forty")  # three cards are turned at a time


def test_the_discard_is_at_the_right() -> None:
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


def test_a_tall_screen_has_the_reserve_as_a_fan_beside_the_stock() -> None:
    tall = laid_out("american-toad", "").portrait
    assert tall is not None
    reserve = next(p for p in tall.piles if p.kind == "reserve")
    assert (reserve.grow, reserve.y) == ("right", ends(tall, "stock")[2])


def test_a_row_of_columns_is_split_when_they_would_be_too_narrow() -> None:
    assert len({y for _, y in corners(laid_out("forty-thieves", ""), "tableau")}) == 1
    tall = laid_out("forty-thieves", "").portrait  # ten columns are legible
    assert tall is None or len({y for _, y in corners(tall, "tableau")}) == 1
    tall = laid_out("busy-aces", "").portrait  # twelve columns are not legible
    assert tall is not None
    assert [y for _, y in corners(tall, "tableau")] == [2.3] * 6 + [ends(tall, "tableau")[3]] * 6


def test_the_number_of_rows_of_fans_makes_the_cards_largest() -> None:
    layout = laid_out("la-belle-lucie", 'tableau = { grow = "right" }')
    assert layout.portrait is not None
    rows = [len({y for _, y in corners(each, "tableau")}) for each in (layout, layout.portrait)]
    assert rows == [3, 6]


@pytest.mark.parametrize("game", ["klondike", "freecell", "penguin"])
def test_a_phone_in_landscape_has_foundations_beside_the_tableau(game: str) -> None:
    layout = laid_out(game, "")
    assert layout.low is not None
    assert ends(layout.low, "foundation")[0] > ends(layout.low, "tableau")[1]
    assert size(layout.low, LOW) > size(Arrangement(layout.width, layout.height, []), LOW)


def test_keys_other_than_places_keep_the_default_places() -> None:
    usual, said = laid_out("klondike", ""), laid_out("klondike", "tableau = { min = 5 }")
    for kind in ("stock", "waste", "foundation", "tableau"):
        assert corners(usual, kind) == corners(said, kind)
    assert {p.min for p in said.piles if p.kind == "tableau"} == {5}


def test_default_places_avoid_piles_with_a_given_place() -> None:
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


def test_a_portrait_layout_overrides_the_defaults() -> None:
    layout = laid_out("klondike", "[portrait]\nfoundation = { row = [1, 0] }")
    assert layout.portrait is not None
    first, *_ = corners(layout.portrait, "foundation")
    assert first[1] == 0
    assert ends(layout.portrait, "tableau")[2] > 1


def invented(rules: str, decks: int = 1) -> Layout:
    """Return the layout of a user's own game."""
    head = f'name = "Invented"\nfamily = "Invented"\ndecks = {decks}\n'
    return place(Game(load_text(head + rules, "invented.toml")["invented"]))


def lines(layout: Layout | Arrangement, kind: str = "tableau") -> list[int]:
    """Return the number of piles of a kind in each line."""
    ys = [y for _, y in corners(layout, kind)]
    return [ys.count(y) for y in sorted(set(ys))]


FOUR = '[foundation]\npiles = 4\nstart = "A"\nbuild = "up in suit"\n'
EIGHT = FOUR.replace("4", "8")
TABLEAU = 'build = "{}"\ntake = "top card"\nspace = "any card"\n'
HAND = '[waste]\n[stock]\ndeal = "1 to waste"\n'


def tableau(piles: int, deal: int, build: str = "down in suit", name: str = "") -> str:
    head = f"[tableau.{name}]" if name else "[tableau]"
    return f"{head}\npiles = {piles}\ndeal = {deal}\n{TABLEAU.format(build)}"


@pytest.mark.parametrize(
    ("rules", "shape"),
    [
        (
            (
                'win = "score"\n[tableau]\npiles = 16\ndeal = 0\nmost = 1\n'
                'build = "none"\ntake = "none"\nspace = "any card"\nspace_from = ["stock"]\n'
                '[stock]\nturned = true\n[score]\ntarget = 61\nhands = "cribbage"\n'
            ),
            [4] * 4,
        ),
        (
            (
                f'win = "all out of play"\n{tableau(20, 1, "none")}fill = ["stock"]\n[stock]\n'
                '[discard]\n[remove]\nsets = ["same rank"]\ntouching = 4\n'
            ),
            [4] * 5,
        ),
        (
            (
                'win = "rows in order"\n[tableau]\npiles = 52\ndeal = 1\nmost = 1\nrow = 13\n'
                'row_start = "2"\nbuild = "up in suit"\ntake = "top card"\n'
                'space = "left neighbour"\n'
                'sink = "A"\nsink_way = "out of play"\n[discard]\n'
            ),
            [13] * 4,
        ),
    ],
)
def test_rows_in_the_rules_are_rows_in_the_layout(rules: str, shape: list[int]) -> None:
    layout = invented(rules)
    assert lines(layout) == shape
    assert layout.low is None or lines(layout.low) == shape
    tall = layout.portrait
    assert tall is None or lines(tall) in (shape, [len(shape)] * shape[0])  # or transposed
    # each pile has room for one card
    assert {p.min for p in layout.piles if p.kind == "tableau"} == {1}


def test_the_number_of_lines_makes_the_cards_largest() -> None:
    layout = invented(EIGHT + tableau(54, 1) + HAND, decks=2)
    assert lines(layout) == [18] * 3  # rows of ten would leave half the screen empty
    assert size(Arrangement(layout.width, layout.height, []), WIDE) > 50


def test_tableau_groups_are_side_by_side_if_that_saves_room() -> None:
    four = [("north", 4, 3), ("east", 3, 4), ("south", 8, 2), ("west", 5, 4)]
    groups = "".join(tableau(piles, deal, name=name) for name, piles, deal in four)
    assert lines(invented(EIGHT + groups + HAND, decks=2)) == [15, 5]


@pytest.mark.parametrize(("x", "right"), [(0, False), (10, True)])
def test_a_column_with_a_given_place_is_beside_the_tableau(x: int, right: bool) -> None:
    said = f"[layout]\nfoundation = {{ column = [{x}, 0] }}\n"
    layout = invented(FOUR + tableau(9, 5) + "[cell]\npiles = 5\n" + HAND + said)
    first, last, top, bottom = ends(layout, "foundation")
    assert first == last
    assert bottom - top == pytest.approx(3)
    assert (first > ends(layout, "tableau")[1]) is right
    assert (first < ends(layout, "tableau")[0]) is not right


def test_piles_under_the_same_piles_do_not_overlap() -> None:
    over = "covered_by = [[4], [4, 5], [5], [6], [], [7], [9], [9], []]\n"
    layout = invented(FOUR + tableau(9, 4, "none") + over + HAND)
    assert lines(layout) == [9]


def test_the_page_uses_the_same_numbers() -> None:
    """Python and the page's scripts use the same sizes, so the best layout is the same in both."""
    static = resources.files("cadogan") / "web" / "static"
    script = (static / "layout.js").read_text(encoding="utf-8")
    said = dict(re.findall(r"^const ([A-Z]+) = ([0-9.]+);", script, re.MULTILINE))
    assert float(said["WIDEST"]) == WIDEST
    assert float(said["TIGHT"]) == TIGHT
