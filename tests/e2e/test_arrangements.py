"""Other arrangements of a table: the stock near the thumb, more rows in narrow windows."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .site import Site
from .test_bars import outside, resize

if TYPE_CHECKING:
    from .conftest import OpenPage
    from .table import Table

UPRIGHT, LYING, DESKTOP = (390, 844), (844, 390), (1280, 800)
ASKED = "Stock near the thumb, on a phone held upright"
# Moves of Josephine, deal 7, that make the first column nine cards long.
NINE = """
    t3-t9 t8-f4 t4-t1 t3-f2 t10-t3 s-w s-w t7-f3 s-w s-w s-w w-t9 t1-t9x2 t7-f3 t9-t1x5 t2-t9
    t2-t8 s-w t2-t9 s-w w-t2 s-w t2-f4 s-w w-t9 t6-t9 t9-f6 t2-f4 w-t2 s-w s-w s-w s-w t9-f2
    t9-f2 w-f4 t9-f2 t9-f2 w-t9 s-w s-w s-w s-w w-t9 s-w t9-t1
"""
# How far the lowest of all cards and empty places that are not of these piles reaches down.
LOWEST = """(names) => Math.max(...[...document.querySelectorAll('.slot, .card')]
  .filter((el) => !names.includes(el.closest('.pile').dataset.pile))
  .map((el) => el.getBoundingClientRect().bottom))"""


def height(table: Table) -> float:
    """Return how far above the bottom of the board the stock ends, in heights of a card."""
    board, stock = table.page.locator(".board").bounding_box(), table.slots()["s"]
    assert board is not None
    return (board["y"] + board["height"] - stock["y"] - stock["h"]) / stock["h"]


@pytest.mark.parametrize("game", ["klondike", "spider", "calculation", "birthday", "canfield"])
def test_the_row_of_the_stock_is_the_lowest(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7", UPRIGHT)
    slots = table.slots()
    row = [name for name in slots if slots[name]["y"] == slots["s"]["y"]]
    assert 0 <= height(table) < 0.5
    assert table.page.evaluate(LOWEST, row) < slots["s"]["y"]
    assert not any(name.startswith("t") for name in row)


def test_only_on_a_phone_held_upright(open_page: OpenPage) -> None:
    for size in (LYING, DESKTOP, (820, 1180)):
        table = open_page("/play/klondike/7", size)
        slots = table.slots()
        assert slots["s"]["y"] <= slots["t1"]["y"], size


def test_whoever_wishes_has_it_at_the_top(site: Site, open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7", UPRIGHT)
    assert height(table) < 0.5
    table.page.keyboard.press("o")
    expect(table.dialog.get_by_label(ASKED)).to_be_checked()
    with table.page.expect_response("**/api/settings"):
        table.dialog.get_by_label(ASKED).uncheck()
    table.page.keyboard.press("Escape")
    slots = table.slots()
    assert slots["s"]["y"] < slots["t1"]["y"]

    table.page.reload()
    table.ready()
    assert table.slots() == slots
    assert site.get("api/settings")["thumb"] is False


def test_for_the_left_hand(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", mirrored=True)
    table = open_page("/play/klondike/7", UPRIGHT)
    slots = table.slots()
    assert height(table) < 0.5
    assert slots["s"]["x"] == max(slot["x"] for slot in slots.values())


def test_long_piles_end_above_it(open_page: OpenPage) -> None:
    table = open_page("/play/spider/7", UPRIGHT)
    for n in range(5):
        table.page.keyboard.press("d")
        table.shows(n + 1)
    slots = table.slots()
    row = [name for name in slots if slots[name]["y"] == slots["s"]["y"]]
    assert max(map(len, table.piles().values())) > 9
    assert table.page.evaluate(LOWEST, row) <= slots["s"]["y"]


def strips(table: Table, pile: str) -> list[float]:
    """Return how much is seen of each card of a column that another one covers."""
    tops = table.page.locator(f'[data-pile="{pile}"] .card').evaluate_all(
        "els => els.map((el) => el.getBoundingClientRect().top)"
    )
    return [below - top for top, below in pairwise(tops)]


def test_small_cards_lie_open_all_of_a_row_or_none(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    path = "/play/spider/8"
    view = site.move(site.start("spider", "8"), *["deal"] * 5)
    table = open_page(path, UPRIGHT)

    def seen() -> list[float]:
        down = view["down"]
        return [strip for name in down for strip in strips(table, name)[down[name] :]]

    slots = table.slots()
    finger = 0.7 * slots["t1"]["h"]
    assert len(seen()) == 50
    assert seen() == pytest.approx([finger] * 50, abs=0.5)
    # The longest run would lie so, too.
    assert slots["t1"]["y"] + 12 * finger + slots["t1"]["h"] < slots["s"]["y"]

    resize(table.page, 390, 620)
    assert seen() == pytest.approx([finger] * 50, abs=0.5)
    for move in ("t1-t2", "t7-t2x2", "t3-t10", "t3-t6", "t3-t2"):
        with table.one_step():
            table.drag(move)
    view = table.view
    assert seen() == pytest.approx([slots["t1"]["h"] / 2] * len(seen()), abs=0.5)


def test_a_piles_place_within_the_tableau_stays(open_page: OpenPage) -> None:
    # In the middle of a clock, and beside the piles that are played on.
    for game in ("big-ben", "odd-and-even"):
        table = open_page(f"/play/{game}/7", UPRIGHT)
        assert height(table) > 1, game


@pytest.mark.parametrize("thumb", [True, False])
@pytest.mark.parametrize("game", ["poker-square", "calculation"])
def test_the_number_of_cards_is_seen(
    site: Site, open_page: OpenPage, game: str, thumb: bool
) -> None:
    site.reset_settings(motion="off", thumb=thumb)
    table = open_page(f"/play/{game}/7", UPRIGHT)
    count = table.page.locator('[data-pile="s"] .count')
    expect(count).to_have_text("52" if game == "poker-square" else "48")
    board, box = table.page.locator(".board").bounding_box(), count.bounding_box()
    assert board is not None
    assert box is not None
    assert box["y"] + box["height"] <= board["y"] + board["height"]


def rows(table: Table) -> int:
    """Return in how many rows the tableau stands."""
    return len({slot["y"] for name, slot in table.slots().items() if name.startswith("t")})


@pytest.mark.parametrize("game", ["forty-thieves", "emperor", "maria"])
def test_ten_short_columns_stand_in_two_rows_on_a_phone(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7", UPRIGHT)
    assert rows(table) == 2
    assert table.slots()["t1"]["w"] >= 60
    resize(table.page, *DESKTOP)
    assert rows(table) == 1


def test_a_long_column_in_two_rows_ends_above_the_other(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    path = "/play/josephine/7"
    view = site.move(site.start("josephine", "7"), *NINE.split())
    assert len(view["piles"]["t1"]) == 9
    table = open_page(path, UPRIGHT)
    cards = table.page.locator('[data-pile="t1"] .card')
    tops = cards.evaluate_all("els => els.map((el) => el.getBoundingClientRect().top)")
    last = cards.last.bounding_box()
    assert last is not None
    assert min(b - a for a, b in pairwise(tops)) > 12, "rank and suit are seen of each"
    assert last["y"] + last["height"] < table.slots()["t6"]["y"]


def test_narrow_windows_have_more_rows(open_page: OpenPage) -> None:
    table = open_page("/play/bakers-dozen/7")
    for size, there in ((DESKTOP, 1), (LYING, 1), ((820, 800), 2), (UPRIGHT, 2)):
        resize(table.page, *size)
        assert rows(table) == there, size
    # The rules beside the board take a third of its room.
    resize(table.page, 1180, 800)
    assert rows(table) == 1
    table.page.keyboard.press("?")
    table.dialog.wait_for()
    expect(table.page.locator(".card").first).to_be_visible()
    table.page.wait_for_function(
        """() => new Set([...document.querySelectorAll('[data-kind="tableau"] > .slot')]
          .map((slot) => slot.getBoundingClientRect().y)).size === 2"""
    )


@pytest.mark.parametrize("game", ["usk", "simple-simon"])
def test_what_is_for_low_rooms_is_for_these_alone(open_page: OpenPage, game: str) -> None:
    """A phone held upright has the usual arrangement where it has none of its own."""
    table = open_page(f"/play/{game}/7", UPRIGHT)
    slots = table.slots()
    assert max(slots[f"f{n}"]["y"] for n in range(1, 5)) < slots["t1"]["y"]
    assert slots["t1"]["x"] < 20, "as wide as the phone allows"


def test_above_the_review_cards_are_as_wide_as_the_phone_allows(open_page: OpenPage) -> None:
    """The room is low then, but not wide: cells beside the columns would take half of it."""
    table = open_page("/play/freecell/7", UPRIGHT)
    alone = table.slots()["t1"]["w"]
    table.page.keyboard.press("e")
    table.dialog.wait_for()
    table.page.wait_for_function("() => document.querySelector('.board').clientHeight < 400")
    table.next_frame()
    assert table.slots()["t1"]["w"] > 0.9 * alone
    assert not list(outside(table))


def test_a_clock_stands_beside_the_piles_or_above_them(open_page: OpenPage) -> None:
    table = open_page("/play/grandfathers-clock/7")
    for size, beside in ((DESKTOP, True), (LYING, True), (UPRIGHT, False), ((820, 1180), False)):
        resize(table.page, *size)
        slots = table.slots()
        clock = [slot for name, slot in slots.items() if name.startswith("f")]
        piles = [slot for name, slot in slots.items() if name.startswith("t")]
        edge = "x" if beside else "y"
        assert max(slot[edge] for slot in clock) < min(slot[edge] for slot in piles), size


@pytest.mark.parametrize("game", ["archway", "big-ben", "clock-patience", "corona", "the-clock"])
def test_rings_and_arches_lie_flat_on_a_phone_on_its_side(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7", LYING)
    assert table.page.locator(".card").first.evaluate("el => el.offsetWidth") >= 46
    assert not list(outside(table))
    assert not overlaps(table)


def overlaps(table: Table) -> list[tuple[str, str]]:
    """Return the piles whose first places lie over each other."""
    slots = sorted(table.slots().items())
    return [
        (one, other)
        for (one, a), (other, b) in combinations(slots, 2)
        if abs(a["x"] - b["x"]) < a["w"] - 1 and abs(a["y"] - b["y"]) < a["h"] - 1
    ]


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("klondike/7?turn=three", UPRIGHT),
        ("little-forty/7", UPRIGHT),
        ("klondike/7?turn=three", DESKTOP),
        ("canfield/7", LYING),  # that of Klondike has room there for more
    ],
    ids=["upright", "under the stock", "desktop", "lying"],
)
def test_a_short_waste_shows_its_last_three(
    open_page: OpenPage, game: str, size: tuple[int, int]
) -> None:
    table = open_page(f"/play/{game}", size)
    places = []
    for _ in range(3):
        with table.one_step():
            table.page.keyboard.press("d")
        boxes = table.page.locator("[data-pile=w] .card").evaluate_all(
            "els => els.map((el) => el.getBoundingClientRect()).map(({x, y}) => [x, y])"
        )
        places.append(tuple(map(round, boxes[-1])))
        assert len({(round(x), round(y)) for x, y in boxes}) == 3
    assert len({*places}) == 1
    foundation = table.slots()["f1"]
    assert places[0][0] + 1.1 * foundation["w"] < foundation["x"]
