"""Layout shifts, sizes of elements, and accessibility checks with axe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

import cadogan
from cadogan.rules.catalogue import find
from tests.covering import representative

from .conftest import DESKTOP, KLONDIKE, LYING, SIZES, UPRIGHT, OpenPage, Size, at_sizes
from .table import Table, box_of

MAINS = [game_id for game_id in cadogan.games() if find(game_id).parent == game_id]
USUAL = representative(MAINS)
OTHERS = [game for game in MAINS if game not in USUAL]
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value);
}).observe({type: 'layout-shift', buffered: true});
"""
# For each card and each empty pile: the pile's name and the edges of its box.
BOXES = """() => [...document.querySelectorAll('.pile > .slot, .pile > .card')].map((el) => {
  const box = el.getBoundingClientRect();
  return [el.parentElement.dataset.pile, box.left, box.top, box.right, box.bottom];
})"""
# Visible elements that are too small for a finger; the whole entry of a play counts as its link.
TOO_SMALL = """els => els.filter((el) => el.checkVisibility()).filter((el) => {
  const { width, height } = (el.closest('.last li') ?? el).getBoundingClientRect();
  return Math.min(width, height) < 43.5;
}).map((el) => el.outerHTML)"""


@pytest.mark.parametrize(
    ("path", "size"),
    [*product(["", KLONDIKE, "/desk"], SIZES), ("/play/big-ben/7", DESKTOP)],
)
def test_nothing_shifts_while_loading(open_page: OpenPage, path: str, size: Size) -> None:
    table = open_page(KLONDIKE, size)
    table.page.add_init_script(SHIFTS)
    table.goto(path)
    table.page.wait_for_load_state("networkidle")
    assert table.page.evaluate("window.shifts") == []


def violations(page: Page, part: str | None = None) -> list[str]:
    """Return what axe finds, with the elements; checking only part of the page is faster."""
    rules = {}
    if page.evaluate("matchMedia('(forced-colors: active)').matches"):
        # axe reads the colours in the style sheet, but the browser draws system colours instead.
        rules["color-contrast"] = {"enabled": False}
    options = {"resultTypes": ["violations"], "rules": rules}
    found = Axe().run(page, context=part, options=options).response["violations"]
    return [f"{v['id']}: {[node['target'] for node in v['nodes']][:3]}" for v in found]


LOOKS = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
LOOKS_AT = [
    pytest.param(look, size, marks=() if at == usual else pytest.mark.slow)
    for usual, look in enumerate(LOOKS)
    for at, size in enumerate((DESKTOP, UPRIGHT, LYING))
]


@pytest.mark.parametrize(("look", "size"), LOOKS_AT)
def test_axe(open_page: OpenPage, look: dict[str, Any], size: Size) -> None:
    def panel(about: str) -> None:
        table.dialog.wait_for()
        assert violations(table.page, "dialog[open]") == [], about
        table.close_panel()

    table = open_page(size=size, **look)
    table.page.locator(".picture g").first.wait_for()
    # checking the entries of all games would take too long
    table.page.get_by_role("searchbox").fill("baker")
    assert violations(table.page) == [], "the contents page"
    table.page.get_by_role("button", name="Variants of Baker's Dozen").click()
    panel("the ways to play a game")
    table.goto("/play/klondike/7")
    assert violations(table.page) == [], "a board"
    table.click("t2")
    table.drag("t3-t5")
    assert violations(table.page) == [], "with a note"
    for key in "otg?":
        table.press(key)
        panel(f"the panel of the key {key}")
    table.open_menu()
    assert violations(table.page, ".menu") == [], "the menu"
    table.press("Escape")
    table.step(table.press, "d")
    table.press("n")
    panel("the question about a play that is left")
    table.goto("")
    table.page.get_by_role("button", name="Give up Klondike, deal 7").first.click()
    panel("giving a play up")


@pytest.mark.parametrize("game", ["big-ben", "birthday"])
def test_axe_on_other_boards(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7", (390, 844))
    assert violations(table.page) == []


def outside(table: Table) -> Iterator[str]:
    """Yield the piles that do not lie completely on the board."""
    board = box_of(table.page.locator(".board"))
    for pile, x0, y0, x1, y1 in table.page.evaluate(BOXES):
        if min(x0 - board.x, y0 - board.y) < -0.5 or max(x1 - board.right, y1 - board.bottom) > 0.5:
            yield f"{pile} {x0:.0f},{y0:.0f}-{x1:.0f},{y1:.0f}"


def resize(page: Page, width: int, height: int) -> None:
    """Change the size of the window, and wait for the new layout."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        """async ([width, height]) => {
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          await frame();
          await frame();
          return innerWidth === width && innerHeight === height;
        }""",
        arg=[width, height],
    )


@pytest.mark.parametrize("games", [USUAL, pytest.param(OTHERS, marks=pytest.mark.slow)])
def test_every_game_fits(open_page: OpenPage, games: list[str]) -> None:
    # Only boxes matter here. Without these settings the browser would spend most of the time on
    # card faces.
    table = open_page(deck="large-two")
    table.page.add_init_script("window.requestIdleCallback = () => 0")
    faults = []
    for game in games:
        table.turn_to(f"/play/{game}/7")
        for width, height in SIZES:
            resize(table.page, width, height)
            at = f"{game} at {width}x{height}:"
            faults += [f"{at} {pile} sticks out" for pile in outside(table)]
            if table.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                faults.append(f"{at} it scrolls sideways")
            card = table.page.locator(".card").first.evaluate("el => el.offsetWidth")
            if card < (40 if game == "klondike" else 30):
                faults.append(f"{at} cards are {card} pixels wide")
            piles = table.slots()
            if len(reached := table.arrows(next(iter(piles)))) < len(piles):
                faults.append(f"{at} arrows lead only to {', '.join(reached)}")
    assert faults == []


@at_sizes
def test_buttons_are_large_enough(open_page: OpenPage, size: Size) -> None:
    table = open_page("/play/big-ben/7", size)
    table.step(table.press, "Space")
    table.open_menu()
    tools = table.page.locator(".play :is(button, a, input)")
    assert tools.filter(visible=True).count() > 8
    assert tools.evaluate_all(TOO_SMALL) == []


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_phone_page_does_not_scroll_sideways(open_page: OpenPage, width: int) -> None:
    page = open_page("", (width, 844)).page
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="Variants of Algerian").click()
    body = page.locator("dialog .body")
    assert body.evaluate("el => el.scrollWidth - el.clientWidth") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == width
