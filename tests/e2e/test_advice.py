"""Hints, the live verdict and winnable deals on the page.

The tests replace the server's answers with their own, so the solver does not run.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Route, expect

from .conftest import KLONDIKE, OpenPage, Size, at_sizes
from .firefox import is_firefox, only_in_chromium, sent
from .site import Site
from .table import Late, Table, box_of
from .test_bars import violations

FREECELL = "/play/freecell/1"


class Solver:
    """A fake solver that gives its `answers` in turn and then repeats the last one."""

    def __init__(
        self, table: Table, *answers: dict[str, Any], verdict: bool | None = False
    ) -> None:
        self.table, self.answers = table, list(answers)
        self.revisions: list[int] = []
        table.site.reset_settings(motion="off", verdict=verdict)
        table.intercept("**/verdict?*", self._verdict)
        table.reload()

    def _verdict(self, route: Route) -> None:
        revision = int(parse_qs(urlsplit(route.request.url).query)["revision"][0])
        self.revisions.append(revision)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        nothing = {"result": "", "moves": None, "hint": None, "lost_by": None}
        route.fulfill(json={"revision": revision, **nothing, **answer})


def won(hint: str) -> dict[str, Any]:
    return {"state": "done", "result": "won", "moves": 90, "hint": hint}


WORKING = {"state": "working"}
LOST = {"state": "done", "result": "lost"}
LOST_NOW = {**LOST, "lost_by": {"step": 1, "said": "This move lost the game."}}


def live(table: Table) -> Locator:
    return table.page.locator("#live")


def fate(table: Table) -> Locator:
    return table.page.locator(".fate")


def test_a_hint_shows_cards_and_target(table: Table) -> None:
    solver = Solver(table, WORKING, won("t7-f4"))
    table.press("h")
    words = "Hint: ace of spades from Tableau 7 to Foundation 4 (ace of spades)."
    expect(live(table)).to_have_text(words)
    assert (table.chosen, table.targets) == (["AS"], {"f4"})
    expect(table.toast).to_have_count(0)
    assert solver.revisions == [0, 0]
    # The cards are already chosen, so clicking the outlined pile moves them. The page did not
    # request a verdict.
    expect(fate(table)).to_be_hidden()
    table.step(table.click, "f4")
    assert table.targets == set()
    assert solver.revisions == [0, 0]


@pytest.mark.parametrize(
    ("path", "move", "text", "target"),
    [
        (KLONDIKE, "s-w", "Hint: turn 1 card from the stock.", "w"),
        ("/play/scorpion/7", "deal", "Hint: Deal.", "s"),
    ],
)
def test_a_hint_at_the_stock(
    open_page: OpenPage, path: str, move: str, text: str, target: str
) -> None:
    table = open_page(path)
    Solver(table, won(move))
    table.tool("Hint").click()
    expect(live(table)).to_have_text(text)
    assert table.targets == {target}
    table.step(table.click, "s")


def test_verdicts_only_when_wanted(table: Table) -> None:
    solver = Solver(table, won("t7-f4"))
    table.step(table.click, "s")
    expect(fate(table)).to_be_hidden()
    assert solver.revisions == []
    wish = table.dialog.get_by_label("Show whether the game can still be won")
    table.press("o")
    wish.check()
    expect(fate(table)).to_have_attribute("data-result", "won")
    assert table.site.get("api/settings")["verdict"] is True
    assert solver.revisions == [table.revision]
    wish.uncheck()
    table.close_panel()
    expect(fate(table)).to_be_hidden()
    table.step(table.click, "s")
    assert len(solver.revisions) == 1


def test_the_verdict_goes_on_with_the_game(open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    first = table.view["moves"][0]["move"]
    solver = Solver(table, won(first), verdict=True)
    expect(fate(table)).to_have_attribute("data-result", "won")
    solver.answers = [WORKING, LOST_NOW]
    table.step(table.drag, first)
    expect(fate(table)).to_have_attribute("data-result", "lost")
    expect(live(table)).to_have_text("This move lost the game.")
    assert solver.revisions == [0, 1, 1], "a known verdict needs no request"


def test_a_notice_explains_a_missing_verdict(table: Table) -> None:
    why = "There is no solver."
    solver = Solver(table, {"state": "done", "result": "unknown", "error": why}, verdict=True)
    notice = table.page.locator(".notice", has_text=why)
    expect(notice).to_be_visible()
    assert violations(table.page) == []
    notice.get_by_role("button").click()
    table.step(table.click, "s")
    table.until(lambda: 1 in solver.revisions)
    expect(notice).to_be_hidden()


@at_sizes
def test_the_verdict_moves_nothing(open_page: OpenPage, size: Size) -> None:
    table = open_page(KLONDIKE, size)
    tools = ".tools > .tool:visible, .home, .board"
    boxes = "els => els.map((el) => JSON.stringify(el.getBoundingClientRect()))"
    before = table.page.locator(tools).evaluate_all(boxes)
    Solver(table, LOST_NOW, verdict=True)
    expect(fate(table)).to_be_visible()
    expect(fate(table)).not_to_have_class("fate old")
    assert table.page.locator(tools).evaluate_all(boxes) == before
    box, more = box_of(fate(table)), box_of(table.tool("More"))
    assert box.within(*size)
    assert not box.meets(more), "the line lies on a button"


def test_a_new_winnable_deal(site: Site, open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    view = site.start("freecell", "4")
    late = Late(table, "**/api/plays", "POST")
    table.open_menu()
    table.tool("New winnable deal").click()
    expect(table.toast).to_be_visible()
    table.press("w")  # the page starts no second search while one is running
    late.answer(json=view)
    table.page.wait_for_url("**/play/freecell/4")
    expect(table.toast).to_have_count(0)
    wish: dict[str, Any] = {"game": "freecell", "options": {}, "deal": None, "winnable": True}
    assert [sent(route.request) for route in late.held] == [wish]


def test_no_winnable_deal_is_found(open_page: OpenPage) -> None:
    table = open_page(FREECELL, expect=(503,))
    why = "No deal was proved to be winnable."
    table.intercept("**/api/plays", lambda route: route.fulfill(status=503, json={"error": why}))
    table.press("w")
    expect(table.toast).to_have_text(why)
    assert table.revision == 0


def test_leaving_the_page_ends_the_search(open_page: OpenPage) -> None:
    table = open_page(FREECELL, dies=True)
    if is_firefox(table.page.context.browser):
        only_in_chromium("Playwright does not report requests that Firefox ends")
    late = Late(table, "**/api/plays", "POST")
    table.press("w")
    late.come()
    with table.page.expect_event("requestfailed"):
        table.page.locator(".home").click()
    table.page.locator(".contents").wait_for()
    table.settle()
    expect(table.page.locator(".contents")).to_be_visible()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_with_a_verdict(open_page: OpenPage, look: str) -> None:
    table = open_page(KLONDIKE, color_scheme=look)
    Solver(table, LOST_NOW, verdict=True)
    expect(fate(table)).to_have_css("opacity", "1")  # the verdict is opaque again
    assert violations(table.page) == []
