"""Games whose going on is an action of their own: Space, a tap and the button all do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .test_bars import resize

if TYPE_CHECKING:
    from .conftest import OpenPage
    from .site import Site
    from .table import Table

COUNTING = "/play/counting-patience/1"
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
# Where a note lies over a card, or over an empty space, it covers what is played with.
COVERED = """() => {
  const note = document.querySelector('.toast').getBoundingClientRect();
  return [...document.querySelectorAll('.pile > .slot, .pile > .card')].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.left < note.right && note.left < box.right
      && box.top < note.bottom && note.top < box.bottom;
  }).map((el) => el.parentElement.dataset.pile);
}"""


def test_space_taps_and_the_button_count(open_page: OpenPage) -> None:
    """A whole game: nothing can be done but counting, so whatever is tapped counts."""
    table = open_page(COUNTING, **PHONE)
    with table.one_step():
        table.page.keyboard.press("Space")
    with table.one_step():
        table.tool("Count").click()
    x, y = table.spot("t1")
    for _ in range(30):
        table.page.touchscreen.tap(x, y)
    table.shows(32)
    table.agrees()
    result = table.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won in 32 moves.")
    hidden: bool = result.evaluate(
        "el => el.getBoundingClientRect().top < document.querySelector('.board')"
        ".getBoundingClientRect().bottom - 0.5"
    )
    assert not hidden, "the result covers a part of the board"


def test_space_weaves_and_keeps_its_hands_off_cards(site: Site, open_page: OpenPage) -> None:
    site.forget("/play/leonis-own/7")
    view = site.start("leonis-own", "7")
    while view["moves"][0]["kind"] == "move":
        view = site.move(view, view["moves"][0]["move"])
    table = open_page("/play/leonis-own/7", go_on=True)
    expect(table.tool("Weave")).to_be_visible()
    with table.one_step():
        table.page.keyboard.press("Space")
    while table.page.locator(".actions .tool").count():
        with table.one_step():
            table.page.keyboard.press("Space")
    before = table.revision
    assert table.view["moves"], "cards may be moved"
    table.page.keyboard.press("Space")
    expect(table.toast).to_have_text("There is nothing to deal now.")
    assert table.revision == before


@pytest.mark.parametrize("game", ["klondike", "gaps", "pyramid"])
def test_notes_cover_no_card(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7")
    table.page.evaluate(
        """async () => {
          const files = document.documentElement.dataset.static;
          const { note } = await import(`${files}/say.js`);
          note('Dealt from the stock to every pile that is empty.', 60);
        }"""
    )
    for size in ((1280, 800), (390, 844), (844, 390), (640, 400)):
        resize(table.page, *size)
        expect(table.toast).to_be_visible()
        assert covered(table) == [], size


def covered(table: Table) -> list[str]:
    """Return the piles that lie under the note."""
    piles: list[str] = table.page.evaluate(COVERED)
    return piles


def test_a_turned_picture_is_told_of(open_page: OpenPage) -> None:
    """All texts of Gaps speak of rows and of left; on a phone held upright its rows run down."""
    table = open_page("/play/gaps/7", (390, 844))
    expect(table.page.locator(".status")).to_contain_text("Rows run downwards")
    slots = table.slots()
    gap = next(name for name, cards in table.piles().items() if name[0] == "t" and not cards)
    card = next(
        name
        for name, cards in table.piles().items()
        if cards and name in slots and f"{name}-{gap}" not in str(table.view["moves"])
    )
    table.drag(f"{card}-{gap}")
    expect(table.toast).to_contain_text("the rows run downwards")
    table.page.keyboard.press("?")
    expect(table.dialog).to_contain_text("the rows run downwards")
    table.page.keyboard.press("Escape")
    resize(table.page, 844, 390)
    expect(table.page.locator(".status")).not_to_contain_text("Rows")
    table = open_page("/play/klondike/7", (390, 844))
    expect(table.page.locator(".status")).to_have_text("0 moves")
