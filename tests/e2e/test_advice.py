"""The solver's word on the page: hints, the live verdict, deals that can be won.

The answers are the tests' own, put in the place of the server's, so that nothing is searched.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from .site import Site
from .test_bars import violations

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

    from .conftest import OpenPage
    from .table import Table

KLONDIKE = "/play/klondike/7"
FREECELL = "/play/freecell/1"
SIZES = [(1280, 800), (844, 390), (390, 844)]


class Solver:
    """Answers in place of the server's: each one of `answers` in turn, the last for ever."""

    def __init__(
        self, table: Table, *answers: dict[str, Any], verdict: bool | None = False
    ) -> None:
        self.table, self.answers = table, list(answers)
        self.asked: list[int] = []
        table.site.reset_settings(motion="off", verdict=verdict)
        table.intercept("**/verdict?*", self._verdict)
        table.page.reload()
        table.ready()

    def _verdict(self, route: Route) -> None:
        revision = int(parse_qs(urlsplit(route.request.url).query)["revision"][0])
        self.asked.append(revision)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        nothing = {"result": "", "moves": None, "hint": None, "lost_by": None}
        route.fulfill(
            status=answer.get("status", 200),
            body=json.dumps({"revision": revision, **nothing, **answer}),
            content_type="application/json",
        )


def won(hint: str) -> dict[str, Any]:
    return {"state": "done", "result": "won", "moves": 90, "hint": hint}


WORKING = {"state": "working"}
UNKNOWN = {"state": "done", "result": "unknown"}
LOST = {"state": "done", "result": "lost"}
LOST_NOW = {**LOST, "lost_by": {"step": 1, "said": "This move lost the game."}}
STALE = {"status": 409, "error": "The play has gone on since."}


def live(table: Table) -> Locator:
    return table.page.locator("#live")


def fate(table: Table) -> Locator:
    return table.page.locator(".fate")


# --- hints ---------------------------------------------------------------------------------------


def test_a_hint_shows_cards_and_target(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    solver = Solver(table, WORKING, won("t7-f4"))
    table.page.keyboard.press("h")
    expect(live(table)).to_have_text(
        "Hint: ace of spades from Tableau 7 to Foundation 4 (ace of spades)."
    )
    assert table.chosen == ["AS"]
    assert table.targets == {"f4"}
    expect(table.toast).to_have_count(0)
    assert solver.asked == [0, 0]
    # The cards are chosen: the outlined pile takes them. The line of the verdict was not wanted.
    expect(fate(table)).to_be_hidden()
    with table.one_step():
        table.click("f4")
    assert table.targets == set()
    assert solver.asked == [0, 0]


def test_a_hint_at_the_stock_leaves_it_ready(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    Solver(table, won("s-w"))
    table.tool("Hint").click()
    expect(live(table)).to_have_text("Hint: turn 1 card of the stock.")
    assert table.targets == {"w"}
    with table.one_step():
        table.click("s")


def test_a_hint_that_is_no_move_between_piles(open_page: OpenPage) -> None:
    table = open_page("/play/scorpion/7")
    Solver(table, won("deal"))
    table.page.keyboard.press("h")
    expect(table.toast).to_have_text("Hint: Deal.")
    assert table.targets == {"s"}


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([WORKING, UNKNOWN], "Not known yet: no winning line has been found."),
        ([WORKING], "Looking for a winning line…"),
    ],
    ids=["unknown", "working"],
)
def test_no_hint_is_said_honestly(
    open_page: OpenPage, answers: list[dict[str, Any]], words: str
) -> None:
    table = open_page(FREECELL)
    Solver(table, *answers)
    table.page.keyboard.press("h")
    expect(table.toast).to_have_text(words)
    expect(live(table)).to_have_text(words)
    assert table.targets == set()


def test_where_nothing_wins_a_possible_move_is_shown(open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    Solver(table, LOST)
    table.page.keyboard.press("h")
    expect(table.toast).to_contain_text("This position cannot be won. Possible: ")
    expect(live(table)).to_contain_text("This position cannot be won. Possible: ")
    first = table.view["moves"][0]
    assert table.targets == {first["target"]}
    assert len(table.chosen) == first["count"]


def test_a_move_made_meanwhile_takes_the_question_back(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    solver = Solver(table, WORKING)
    table.page.keyboard.press("h")
    expect(table.toast).to_be_visible()
    with table.one_step():
        table.click("s")
    expect(table.toast).to_have_count(0)
    asked = len(solver.asked)
    table.page.wait_for_timeout(500)
    assert len(solver.asked) == asked
    assert set(solver.asked) == {0}


def test_a_stale_answer_is_dropped(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, expect=(409,))
    solver = Solver(table, WORKING, STALE)
    table.page.keyboard.press("h")
    table.page.wait_for_function("() => document.querySelector('.toast')")
    expect(table.toast).to_have_count(0)
    table.page.wait_for_timeout(400)
    assert solver.asked == [0, 0]


def test_a_server_that_fails_is_told(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, expect=(500,))
    Solver(table, {"status": 500, "error": "Cadogan failed at this."}, won("t7-f4"))
    table.page.keyboard.press("h")
    expect(table.toast).to_have_text("Cadogan failed at this.")
    table.page.keyboard.press("h")
    expect(live(table)).to_contain_text("Hint: ace of spades")


def test_possible_moves_are_still_shown(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    solver = Solver(table, UNKNOWN)
    table.page.keyboard.press("m")
    expect(live(table)).to_contain_text("Possible: ")
    assert table.targets
    assert solver.asked == []


# --- the verdict ---------------------------------------------------------------------------------


def test_the_verdict_is_asked_for_only_when_wanted(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    solver = Solver(table, won("t7-f4"))
    with table.one_step():
        table.click("s")
    table.page.wait_for_timeout(300)
    assert solver.asked == []
    expect(fate(table)).to_be_hidden()

    table.page.keyboard.press("o")
    table.dialog.get_by_label("Show whether the game can still be won").check()
    table.page.keyboard.press("Escape")
    expect(fate(table)).to_have_text("Still winnable")
    assert table.site.get("api/settings")["verdict"] is True
    assert solver.asked == [table.revision]
    # Cards lie face down here, and the solver knows them.
    expect(fate(table)).to_have_attribute(
        "title", "All cards are taken as known, those face down too."
    )

    table.page.keyboard.press("o")
    table.dialog.get_by_label("Show whether the game can still be won").uncheck()
    table.page.keyboard.press("Escape")
    expect(fate(table)).to_be_hidden()
    with table.one_step():
        table.click("s")
    assert len(solver.asked) == 1


def test_the_verdict_goes_on_with_the_game(open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    first = table.view["moves"][0]["move"]
    solver = Solver(table, WORKING, verdict=True)
    expect(fate(table)).to_have_text("Working it out…")
    solver.answers = [won(first)]
    expect(fate(table)).to_have_text("Still winnable")
    assert fate(table).get_attribute("title") is None, "all cards lie face up"
    asked = len(solver.asked)
    solver.answers = [WORKING, LOST_NOW]
    with table.one_step():
        table.drag(first)
    expect(fate(table)).to_have_text("Lost by this move")
    expect(live(table)).to_have_text("This move lost the game.")
    assert solver.asked == [0] * asked + [1, 1], "who knows the verdict asks no more"


def test_the_verdict_that_nobody_knows(open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    solver = Solver(table, UNKNOWN, verdict=True)
    expect(fate(table)).to_have_text("Not known")
    table.page.wait_for_timeout(400)
    assert solver.asked == [0]
    table.page.locator(".home").click()
    table.page.locator(".contents").wait_for()


def test_why_there_is_no_verdict_is_said_once(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    why = 'There is no solver: pip install "cadogan[wasm]".'
    solver = Solver(table, {**UNKNOWN, "error": why}, verdict=True)
    notice = table.page.locator(".notice", has_text=why)
    expect(fate(table)).to_have_text("No verdict")
    expect(notice).to_be_visible()
    table.page.wait_for_timeout(400)
    assert solver.asked == [0]
    table.page.keyboard.press("h")
    expect(table.toast).to_contain_text("No verdict. Possible: ")
    assert table.targets
    assert violations(table.page) == []
    notice.get_by_role("button").click()
    with table.one_step():
        table.click("s")
    expect(fate(table)).to_have_text("No verdict")
    table.page.wait_for_timeout(400)
    assert solver.asked[-1] == 1
    assert solver.asked.count(1) == 1
    expect(notice).to_be_hidden()
    solver.answers = [won("s-w")]
    with table.one_step():
        table.click("s")
    expect(fate(table)).to_have_text("Still winnable")


def test_a_hint_says_once_why_there_is_none(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    Solver(table, {**UNKNOWN, "error": "There is no solver."})
    table.page.keyboard.press("h")
    expect(table.toast).to_have_text("There is no solver.")
    assert table.targets == set()
    table.page.keyboard.press("h")
    expect(table.toast).to_contain_text("No verdict. Possible: ")


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "lying", "upright"])
@pytest.mark.parametrize("answer", [won("t7-f4"), LOST_NOW], ids=["won", "lost"])
def test_the_verdict_moves_nothing(
    open_page: OpenPage, size: tuple[int, int], answer: dict[str, Any]
) -> None:
    table = open_page(KLONDIKE, size)
    tools = ".tools > .tool:visible, .home, .board"
    boxes = "els => els.map((el) => JSON.stringify(el.getBoundingClientRect()))"
    before = table.page.locator(tools).evaluate_all(boxes)
    Solver(table, answer, verdict=True)
    expect(fate(table)).to_be_visible()
    expect(fate(table)).not_to_have_class("fate old")
    assert table.page.locator(tools).evaluate_all(boxes) == before
    box = fate(table).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    more = table.tool("More").bounding_box()
    assert more is not None
    apart = box["x"] + box["width"] <= more["x"] or (
        box["y"] >= more["y"] + more["height"] or box["y"] + box["height"] <= more["y"]
    )
    assert apart, "the line lies on a button"


# --- deals that can be won -----------------------------------------------------------------------


def test_a_new_winnable_deal(site: Site, open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    view = site.start("freecell", "4")
    wishes: list[Any] = []
    held: list[Route] = []

    def start(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        wishes.append(route.request.post_data_json)
        held.append(route)

    table.intercept("**/api/plays", start)
    table.open_menu()
    table.tool("New winnable deal").click()
    expect(table.toast).to_have_text("Looking for a deal that can be won…")
    table.page.keyboard.press("w")  # one search at a time
    table.until(lambda: held)
    held[0].fulfill(body=json.dumps(view), content_type="application/json")
    table.page.wait_for_url("**/play/freecell/4")
    expect(table.toast).to_have_count(0)
    wish: dict[str, Any] = {
        "game": "freecell",
        "options": {},
        "deal": None,
        "winnable": True,
    }
    assert wishes == [wish]


def test_no_winnable_deal_is_found(open_page: OpenPage) -> None:
    table = open_page(FREECELL, expect=(503,))
    told = "No deal was proved to be winnable in 20 seconds: try again."
    table.intercept(
        "**/api/plays",
        lambda route: route.fulfill(
            status=503, body=json.dumps({"error": told}), content_type="application/json"
        ),
    )
    table.page.keyboard.press("w")
    expect(table.toast).to_have_text(told)
    assert table.revision == 0


def test_whoever_leaves_is_not_fetched_back(site: Site, open_page: OpenPage) -> None:
    table = open_page(FREECELL)
    view = site.start("freecell", "4")
    held: list[Route] = []
    table.intercept(
        "**/api/plays",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    table.page.keyboard.press("w")
    expect(table.toast).to_be_visible()
    table.page.locator(".home").click()
    table.page.locator(".contents").wait_for()
    table.until(lambda: held)
    held[0].fulfill(body=json.dumps(view), content_type="application/json")
    table.page.wait_for_timeout(300)
    expect(table.page.locator(".contents")).to_be_visible()


# --- for everybody -------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_with_a_verdict(open_page: OpenPage, look: str) -> None:
    table = open_page(KLONDIKE, color_scheme=look)
    Solver(table, LOST_NOW, verdict=True)
    expect(fate(table)).not_to_have_class("fate old")
    table.page.wait_for_timeout(400)  # until its colour has come back
    assert violations(table.page) == []
