"""Where piles lie of which a layout says no place: the usual arrangements of all screens."""

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


def test_a_layout_of_another_screen_overrides_the_defaults() -> None:
    layout = laid_out("klondike", "[portrait]\nfoundation = { row = [1, 0] }")
    assert layout.portrait is not None
    first, *_ = corners(layout.portrait, "foundation")
    assert first[1] == 0
    assert ends(layout.portrait, "tableau")[2] > 1


def invented(rules: str, decks: int = 1) -> Layout:
    """Return the places of a game of somebody's own."""
    head = f'name = "Invented"\nfamily = "Invented"\ndecks = {decks}\n'
    return place(Game(load_text(head + rules, "invented.toml")["invented"]))


def lines(layout: Layout | Arrangement, kind: str = "tableau") -> list[int]:
    """Return how many piles of a kind stand in each line."""
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
def test_rows_of_which_the_rules_speak_are_rows(rules: str, shape: list[int]) -> None:
    layout = invented(rules)
    assert lines(layout) == shape
    assert layout.low is None or lines(layout.low) == shape
    tall = layout.portrait
    assert tall is None or lines(tall) in (shape, [len(shape)] * shape[0])  # or turned
    assert {p.min for p in layout.piles if p.kind == "tableau"} == {1}  # no room for more


def test_many_piles_stand_in_as_few_lines_as_make_the_cards_largest() -> None:
    layout = invented(EIGHT + tableau(54, 1) + HAND, decks=2)
    assert lines(layout) == [18] * 3  # and not tens, with half of the screen left empty
    assert size(Arrangement(layout.width, layout.height, []), WIDE) > 50


def test_groups_of_the_tableau_stand_side_by_side_where_that_saves_room() -> None:
    four = [("north", 4, 3), ("east", 3, 4), ("south", 8, 2), ("west", 5, 4)]
    groups = "".join(tableau(piles, deal, name=name) for name, piles, deal in four)
    assert lines(invented(EIGHT + groups + HAND, decks=2)) == [15, 5]


@pytest.mark.parametrize(("x", "right"), [(0, False), (10, True)])
def test_a_column_that_has_a_place_stands_beside_the_tableau(x: int, right: bool) -> None:
    said = f"[layout]\nfoundation = {{ column = [{x}, 0] }}\n"
    layout = invented(FOUR + tableau(9, 5) + "[cell]\npiles = 5\n" + HAND + said)
    first, last, top, bottom = ends(layout, "foundation")
    assert first == last
    assert bottom - top == pytest.approx(3)
    assert (first > ends(layout, "tableau")[1]) is right
    assert (first < ends(layout, "tableau")[0]) is not right


def test_piles_on_which_the_same_piles_lie_get_places_of_their_own() -> None:
    over = "covered_by = [[4], [4, 5], [5], [6], [], [7], [9], [9], []]\n"
    layout = invented(FOUR + tableau(9, 4, "none") + over + HAND)
    assert lines(layout) == [9]


def test_the_page_counts_with_the_same_numbers() -> None:
    """The layout with the largest cards here must have them on the page too."""
    static = resources.files("cadogan") / "web" / "static"
    script = (static / "layout.js").read_text(encoding="utf-8")
    said = dict(re.findall(r"^const ([A-Z]+) = ([0-9.]+);", script, re.MULTILINE))
    assert float(said["WIDEST"]) == WIDEST
    assert float(said["TIGHT"]) == TIGHT
