"""The tour for newcomers: its start, its steps, and what it leaves uncovered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from .conftest import KLONDIKE, LYING, SIZES, UPRIGHT, OpenPage, Size
from .table import Box, Table
from .test_bars import violations

# The edges of the tour's text, of the highlighted element, and of the labels on or below piles.
BOXES = """() => ['.tour', '.spot', '.count:not(:empty)'].map(
  (name) => [...document.querySelectorAll(name)].map((el) => {
    const box = el.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height];
  }))"""
BELOW = 20  # height in pixels of the strip below a pile that may hold a label


def words(table: Table) -> Locator:
    return table.page.locator(".tour")


def begun_by_a_newcomer(open_page: OpenPage) -> Table:
    """Open a play from a family that is new to the player, according to the server."""
    table = open_page("")
    table.site.reset_settings(verdict=None)

    def new(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        begun = table.site.post("api/plays", {"game": "klondike", "options": {}, "deal": "7"})
        tour = table.site.get("api/tour/klondike")
        route.fulfill(json={**begun, "tour": tour})

    table.intercept("**/api/plays", new)
    table.goto(KLONDIKE)
    return table


def boxes(table: Table) -> list[list[Box]]:
    return [[Box(*box) for box in some] for some in table.page.evaluate(BOXES)]


def from_the_menu(table: Table) -> None:
    table.open_menu()
    table.tool("A short tour").click()
    expect(words(table)).to_be_visible()


@pytest.mark.parametrize(
    ("game", "size"),
    [
        *[("klondike", size) for size in SIZES],
        *[("big-ben", LYING), ("pyramid", UPRIGHT), ("birthday", UPRIGHT), ("birthday", LYING)],
    ],
)
def test_it_covers_nothing_that_it_shows(open_page: OpenPage, game: str, size: Size) -> None:
    table = open_page(f"/play/{game}/7", size)
    from_the_menu(table)
    count = words(table).locator(".about")
    number = int((count.text_content() or "").rpartition("/")[2])
    for at in range(1, number + 1):
        expect(count).to_have_text(f"{at} / {number}")
        [box], spots, written = boxes(table)
        assert spots
        assert box.within(*size)
        assert not any(map(box.meets, spots)), f"step {at} covers what it shows"
        for note in filter(box.meets, written):
            ringed = [spot for spot in spots if note.meets(spot._replace(h=spot.h + BELOW))]
            assert not ringed, f"step {at} covers what is written"
        table.press("Enter")
    expect(words(table)).to_have_count(0)
    expect(table.page.locator(".spot")).to_have_count(0)


def test_in_a_low_window_all_is_ringed_that_the_words_leave_free(open_page: OpenPage) -> None:
    table = open_page("/play/bisley/7", LYING)
    from_the_menu(table)
    expect(words(table).locator(".about")).to_have_text("1 / 4")
    [box], spots, _ = boxes(table)
    assert len(spots) == 8
    assert not any(map(box.meets, spots))


def test_it_begins_by_itself_and_is_left_by_escape(open_page: OpenPage) -> None:
    table = begun_by_a_newcomer(open_page)
    expect(words(table)).to_be_visible()
    expect(words(table).get_by_role("button", name="Next")).to_be_focused()
    expect(table.page.locator(".question")).to_have_count(0)
    # The server knows that the question comes next, and preloads its style sheet; a host does not.
    # No page preloads a style sheet that it does not use.
    sheets = table.page.evaluate(
        """() => [...document.querySelectorAll('link[as=style], link[rel=stylesheet]')]
          .map((el) => [el.rel, new URL(el.href).pathname.split('/').at(-1)])"""
    )
    used = {name for rel, name in sheets if rel == "stylesheet"}
    ahead = {name for rel, name in sheets if rel == "preload"}
    if not table.page.locator("#program").count():
        assert "play-extras.css" in ahead
    assert "play-extras.css" in used
    assert ahead <= used
    table.press("Escape")
    expect(words(table)).to_have_count(0)
    expect(table.dialog).to_have_count(0)  # closing the tour does not pause the play
    # the question appears only after the tour
    expect(table.page.locator(".question")).to_be_visible()
    # The tour does not start again for a continued play.
    table.reload()
    table.page.wait_for_load_state("networkidle")
    expect(words(table)).to_have_count(0)


def test_by_finger_and_keys(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, has_touch=True)
    from_the_menu(table)
    count = words(table).locator(".about")
    table.touch_on(words(table).get_by_role("button", name="Next"))
    expect(count).to_have_text("2 / 5")
    table.press("ArrowRight")
    expect(count).to_have_text("3 / 5")
    table.press("ArrowLeft")
    expect(count).to_have_text("2 / 5")
    table.touch_on(words(table).get_by_role("button", name="Back"))
    expect(count).to_have_text("1 / 5")
    assert violations(table.page) == []
    table.touch_on(words(table).get_by_role("button", name="End the tour"))
    expect(words(table)).to_have_count(0)
