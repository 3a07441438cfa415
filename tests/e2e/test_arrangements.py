"""Arrangements of a table in the page; tests/js/layout.test.js has their geometry."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, UPRIGHT, OpenPage
from .site import Site
from .table import Table, box_of

ASKED = "Stock near the thumb, on a phone held upright"


def height(table: Table) -> float:
    """Return how far above the bottom of the board the stock ends, in heights of a card."""
    stock = table.slots()["s"]
    return (box_of(table.page.locator(".board")).bottom - stock["y"] - stock["h"]) / stock["h"]


def test_whoever_wishes_has_it_at_the_top(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, UPRIGHT)
    assert height(table) < 0.5
    table.press("o")
    expect(table.dialog.get_by_label(ASKED)).to_be_checked()
    with table.page.expect_response("**/api/settings"):
        table.dialog.get_by_label(ASKED).uncheck()
    table.press("Escape")
    slots = table.slots()
    assert slots["s"]["y"] < slots["t1"]["y"]

    table.page.reload()
    table.ready()
    assert table.slots() == slots
    assert site.get("api/settings")["thumb"] is False


@pytest.mark.parametrize("thumb", [True, False])
def test_the_number_of_cards_is_seen(open_page: OpenPage, thumb: bool) -> None:
    table = open_page("/play/calculation/7", UPRIGHT, thumb=thumb)
    count = table.page.locator('[data-pile="s"] .count')
    expect(count).to_have_text("48")
    assert box_of(count).bottom <= box_of(table.page.locator(".board")).bottom


def rows(table: Table) -> int:
    """Return in how many rows the tableau stands."""
    return len({slot["y"] for name, slot in table.slots().items() if name.startswith("t")})


def test_a_panel_beside_the_board_narrows_its_room(open_page: OpenPage) -> None:
    table = open_page("/play/bakers-dozen/7", (1180, 800))
    assert rows(table) == 1
    table.press("?")
    table.dialog.wait_for()
    table.page.wait_for_function(
        """() => new Set([...document.querySelectorAll('[data-kind="tableau"] > .slot')]
          .map((slot) => slot.getBoundingClientRect().y)).size === 2"""
    )


def test_a_short_waste_shows_its_last_three(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7?turn=three", UPRIGHT)
    places = []
    for _ in range(3):
        table.step(table.press, "d")
        boxes = [box_of(card) for card in table.page.locator("[data-pile=w] .card").all()]
        assert len({(box.x, box.y) for box in boxes}) == 3
        places.append((boxes[-1].x, boxes[-1].y))
    assert len({*places}) == 1, "its top card stays"
