"""The review of a play: steps, verdicts, other lines, the solution, bookmarks, history.

The tests supply the solver's answers, so the solver does not run.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

import cadogan

from .conftest import DESKTOP, KLONDIKE, LYING, UPRIGHT, OpenPage, Size, at_sizes
from .lines import BAKERS_DOZEN
from .site import Site
from .table import Late, Table, box_of
from .test_bars import SHIFTS, violations
from .test_records import almost_won

MOVES = ["s-w", "t3-t6", "s-w", "s-w"]


DONE: dict[str, Any] = {"state": "done", "results": [], "thrown": None}


def begun(site: Site, open_page: OpenPage, moves: list[str] = MOVES, **more: Any) -> Table:
    """Open a play of Klondike in which some moves have been made."""
    site.reset_settings(motion="off", auto="off")
    site.move(site.start("klondike", "7"), *moves)
    return open_page(KLONDIKE, **more)


def answering(table: Table, what: str, *answers: dict[str, Any]) -> list[str]:
    """Answer requests to the solver with the given answers in turn, then repeat the last one."""
    left, urls = list(answers), []

    def answer(route: Route) -> None:
        urls.append(route.request.url)
        route.fulfill(json=left.pop(0) if len(left) > 1 else left[0])

    table.intercept(f"**/{what}?*", answer)
    return urls


def reviewed(site: Site, open_page: OpenPage, moves: list[str] = MOVES, **more: Any) -> Table:
    """Open such a play and its review."""
    table = begun(site, open_page, moves, **more)
    answering(table, "verdicts", DONE)
    table.press("e")
    expect(table.dialog).to_be_visible()
    return table


def steps(table: Table) -> Locator:
    return table.dialog.locator(".moves .step")


def place(table: Table) -> Locator:
    return table.dialog.locator(".place")


def shows(table: Table, moves: list[str]) -> None:
    """Wait until the board shows the position after these moves."""
    position = cadogan.game("klondike").deal("7")
    for move in moves:
        position = position.play(move)
    want = {
        name: ["??"] * position.down[name] + list(cards[position.down[name] :])
        for name, cards in position.piles.items()
    }
    table.until(lambda: table.piles() == want)


@at_sizes
def test_stepping_through_a_play(site: Site, open_page: OpenPage, size: Size) -> None:
    table = reviewed(site, open_page, size=size)
    before = table.view["revision"]
    expect(steps(table)).to_have_count(5)
    assert steps(table).nth(1).inner_text().split("\n")[:2] == ["1", "Turned seven of clubs"]
    expect(place(table)).to_have_text("Move 4 of 4")
    board, panel = box_of(table.page.locator(".board")), box_of(table.dialog)
    assert board.right <= panel.x + 1 or board.bottom <= panel.y + 1, "the board makes room"
    assert violations(table.page) == []

    table.dialog.get_by_role("button", name="To the deal").click()
    shows(table, [])
    table.dialog.get_by_role("button", name="Forward").click()
    shows(table, MOVES[:1])
    expect(table.page.locator("#live")).to_have_text("Move 1: Turned seven of clubs.")
    steps(table).nth(3).click()
    shows(table, MOVES[:3])
    expect(steps(table).nth(3)).to_have_attribute("aria-current", "step")
    table.press("ArrowUp")
    shows(table, MOVES[:2])
    expect(steps(table).nth(2)).to_be_focused()
    table.dialog.get_by_role("slider", name="Move").fill("0")
    shows(table, [])
    assert violations(table.page) == [], "at another place"
    # looking back does not change the play
    assert table.view["revision"] == before
    assert table.view["steps"] == 4
    # closing the panel returns to the current position
    table.close_panel()
    shows(table, MOVES)
    table.agrees()


def test_no_move_is_made_by_mistake_while_looking_back(site: Site, open_page: OpenPage) -> None:
    table = reviewed(site, open_page)
    steps(table).nth(1).click()
    shows(table, MOVES[:1])
    table.click("s")
    expect(table.toast).to_contain_text("You are reviewing the play.")
    table.drag("t3-t6")
    assert table.view["steps"] == 4
    # undo and redo step through the moves of the review
    table.tool("Undo").click()
    shows(table, [])
    table.press("Control+y")
    shows(table, MOVES[:1])
    assert table.view["steps"] == 4
    # the page asks before leaving the deal, as outside the review
    table.page.locator(".board").focus()
    table.tool("New deal").click()
    expect(table.dialog.get_by_role("button", name="Keep it")).to_be_visible()


def test_playing_on_loses_nothing(site: Site, open_page: OpenPage) -> None:
    table = reviewed(site, open_page)
    steps(table).nth(1).click()
    shows(table, MOVES[:1])
    table.dialog.get_by_role("button", name="Continue from here").click()
    expect(table.toast).to_have_text("At move 1.")
    assert (table.view["steps"], table.view["canRedo"]) == (1, True)
    expect(steps(table)).to_have_count(5)  # the later moves can be redone
    # a different move starts a new line, and the play keeps the old one
    table.step(table.drag, "t7-f4")
    shows(table, ["s-w", "t7-f4"])
    expect(steps(table)).to_have_count(3)
    table.dialog.locator("summary").click()
    line = table.dialog.locator("li", has_text="Line of 4 moves, abandoned after move 1")
    line.get_by_role("button", name="Look").click()
    expect(table.dialog.get_by_role("heading")).to_have_text(
        "Line of 4 moves, abandoned after move 1"
    )
    shows(table, MOVES)
    table.dialog.get_by_role("button", name="Your place").click()
    shows(table, ["s-w", "t7-f4"])
    line.get_by_role("button", name="Look").click()
    shows(table, MOVES)
    table.step(table.dialog.get_by_role("button", name="Continue from here").click)
    table.agrees()
    assert table.view["steps"] == 4
    expect(table.dialog.locator("summary")).to_have_text("Bookmarks and other lines (1)")
    table.dialog.get_by_role("button", name="Remove: Line of 2 moves").click()
    expect(table.dialog.locator("summary")).to_have_text("Bookmarks and other lines")


@pytest.mark.parametrize("size", [DESKTOP, (320, 568)])
def test_the_last_move_is_in_sight(site: Site, open_page: OpenPage, size: Size) -> None:
    table = reviewed(site, open_page, ["s-w"] * 12, size=size)
    current = table.dialog.locator(".step[aria-current]")
    expect(current).to_contain_text("12")
    expect(current).to_be_in_viewport(ratio=0.98)  # a fraction of a pixel may be outside


def test_a_late_style_sheet_does_not_hide_the_last_move(site: Site, open_page: OpenPage) -> None:
    table = begun(site, open_page, ["s-w"] * 12)
    answering(table, "verdicts", DONE)
    late = Late(table, "**/play-extras.css")
    table.press("e")
    late.come()
    table.settle()
    expect(table.dialog).to_have_count(0)
    late.let_go()
    expect(steps(table).last).to_be_in_viewport(ratio=0.98)


def test_the_current_move_stays_in_sight(site: Site, open_page: OpenPage) -> None:
    table = begun(site, open_page, ["s-w"] * 12)
    urls = answering(table, "verdicts", {**DONE, "state": "working"})
    table.press("e")
    for width, height in ((320, 568), LYING, UPRIGHT):
        table.page.set_viewport_size({"width": width, "height": height})
        expect(steps(table).last).to_be_in_viewport(ratio=0.98)
    table.dialog.locator(".moves").evaluate("list => list.scrollTo(0, 0)")
    before = len(urls)
    table.until(lambda: len(urls) > before + 2)
    expect(steps(table).last).not_to_be_in_viewport()


@pytest.mark.parametrize(
    ("size", "language"), [(DESKTOP, "en"), (LYING, "de"), (UPRIGHT, "en"), ((320, 640), "de")]
)
def test_verdicts_shift_nothing(site: Site, open_page: OpenPage, size: Size, language: str) -> None:
    table = begun(site, open_page, size=size, auto="off", language=language)
    verdicts = {"state": "working", "results": [""] * 5, "thrown": None}
    table.intercept("**/verdicts?*", lambda route: route.fulfill(json=verdicts))
    table.page.evaluate(SHIFTS)
    table.press("e")
    expect(steps(table)).to_have_count(5)
    table.settle()
    # forget the layout shifts that opening the panel caused
    table.page.evaluate("window.shifts.length = 0")
    verdicts |= {"state": "done", "results": ["won"] * 5}
    expect(table.dialog.locator(".fated[data-result=won]")).to_have_count(5)
    table.settle()
    assert table.page.evaluate("window.shifts") == []


def test_the_move_that_threw_the_win_away_is_marked(site: Site, open_page: OpenPage) -> None:
    table = begun(site, open_page)
    urls = answering(
        table,
        "verdicts",
        {"state": "working", "results": [""] * 5, "thrown": None},
        {"state": "working", "results": ["won", "won", "", "", "lost"], "thrown": None},
        {"state": "done", "results": ["won", "won", "won", "lost", "lost"], "thrown": 3},
    )
    table.press("e")
    expect(table.dialog.locator(".thrown")).to_have_count(1)
    expect(steps(table).nth(3)).to_contain_text("threw the win away")
    words = table.dialog.locator(".fated").all_text_contents()
    assert words == ["winnable", "winnable", "winnable", "threw the win away", "lost"]
    expect(place(table)).to_have_text("Move 4 of 4 lost")
    assert len(urls) == 3
    assert all(url.endswith(f"revision={len(MOVES)}") for url in urls)
    assert violations(table.page) == []
    # The player returns to the last winnable position, and can redo the later moves.
    table.page.locator(".board").click(position={"x": 5, "y": 5})
    table.press("l")
    expect(table.toast).to_contain_text("Here the game can still be won; move 3 lost it.")
    shows(table, MOVES[:2])
    assert (table.view["steps"], table.view["canRedo"]) == (2, True)


@pytest.mark.parametrize("result", ["won", "lost", "unknown"])
def test_no_last_winnable_position(site: Site, open_page: OpenPage, result: str) -> None:
    """The note names the reason: no position is lost, none is won, or none is decided."""
    table = begun(site, open_page)
    answering(table, "verdicts", {**DONE, "results": [result] * 5})
    table.press("l")
    words = {"won": "can still be won", "lost": "cannot be won", "unknown": "Not known"}
    expect(table.toast).to_contain_text(words[result])
    assert table.view["steps"] == 4


def test_the_solution_is_played_out(site: Site, open_page: OpenPage) -> None:
    address = f"/play/{BAKERS_DOZEN.game}/{BAKERS_DOZEN.deal}"
    table = open_page(address, expect=(422,), auto="off")
    won = {"state": "done", "result": "won", "after": 0, "steps": BAKERS_DOZEN.moves}
    working = {"state": "working", "result": "", "after": 0, "steps": []}
    answering(table, "solution", working, won)
    table.press("s")
    expect(table.dialog.get_by_role("heading")).to_have_text("Solution")
    speed = table.dialog.get_by_role("button", name="Speed: ")
    speed.click()
    expect(speed).to_have_accessible_name("Speed: fast")
    many = len(BAKERS_DOZEN.moves)
    expect(place(table)).to_have_text(re.compile(rf"Move [3-9] of {many}"))
    run = table.dialog.get_by_role("button", name="Play out")
    expect(run).to_have_attribute("aria-pressed", "true")
    run.click()
    expect(run).to_have_attribute("aria-pressed", "false")
    # viewing the end of the winning line does not count as a win
    table.dialog.get_by_role("button", name="To the end").click()
    expect(place(table)).to_have_text(f"Move {many} of {many}")
    expect(table.page.locator(".banner")).to_be_hidden()
    table.dialog.get_by_role("button", name="Back").click()
    table.step(table.dialog.get_by_role("button", name="Practise from here").click)
    assert table.view["steps"] == many - 1
    expect(table.toast).to_contain_text("This is practice")
    table.press("Escape")
    table.step(table.press, "a")
    # neither the banner nor the statistics include this win
    banner = table.page.locator(".banner")
    expect(banner).to_contain_text(f"Won in {many} moves.")
    expect(banner).to_contain_text("This is practice and counts neither as won nor as lost.")
    expect(banner.locator(".tiles")).to_have_count(0)
    banner.get_by_role("button", name="Records").click()
    expect(table.dialog).to_contain_text("No play")


def test_a_search_for_a_solution_is_stopped(site: Site, open_page: OpenPage) -> None:
    table = begun(site, open_page)
    working = {"state": "working", "result": "", "after": 4, "steps": []}
    urls = answering(table, "solution", working)
    table.press("s")
    table.until(lambda: urls)
    table.press("Escape")
    expect(table.toast).to_have_text("The search has stopped.")
    answering(table, "solution", {**working, "state": "done", "result": "lost"})
    table.press("s")
    expect(table.toast).to_contain_text("cannot be won")
    expect(table.dialog).to_have_count(0)


def test_bookmarks(site: Site, open_page: OpenPage) -> None:
    table = begun(site, open_page, expect=(422,))
    table.press("Shift+B")
    expect(table.toast).to_have_text("This play has no bookmark.")
    table.step(table.press, "b")
    expect(table.toast).to_have_text("Bookmark at move 4.")
    table.press("b")
    expect(table.toast).to_have_text("This position already has a bookmark.")
    for _ in range(3):
        table.step(table.press, "u")
    table.step(table.drag, "t7-f4")
    # a bookmark on a viewed position leaves the play where it is
    answering(table, "verdicts", DONE)
    table.press("e")
    expect(steps(table).last).to_be_focused()
    table.press("ArrowUp")
    expect(place(table)).to_have_text("Move 1 of 2")
    table.press("b")
    expect(table.toast).to_have_text("Bookmark at move 1.")
    expect(place(table)).to_have_text("Move 1 of 2")
    assert table.view["steps"] == 2
    table.dialog.locator("summary").click()
    table.dialog.get_by_role("button", name="Remove: Bookmark at move 1", exact=True).click()
    expect(table.dialog.locator("summary")).to_have_text("Bookmarks and other lines (2)")
    table.press("Escape")
    # the play stores its bookmarks
    table.reload()
    table.step(table.press, "Shift+B")
    shows(table, MOVES)
    expect(table.toast).to_have_text("At move 4.")
    table.open_menu()
    table.tool("Review").click()
    expect(table.dialog.locator("summary")).to_have_text("Bookmarks and other lines (2)")


def test_all_plays_of_a_game_can_be_looked_through(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    game, deal, many = BAKERS_DOZEN.game, BAKERS_DOZEN.deal, len(BAKERS_DOZEN.moves)
    won = site.move(site.start(game, deal), *BAKERS_DOZEN.moves)
    lost = site.move_first(site.start(game, "20"))
    site.post(f"api/plays/{lost['play']}/leave", {})
    before = site.get(f"api/stats/{game}")
    table = open_page(f"/play/{game}/21")
    answering(table, "verdicts", DONE)
    # viewing an abandoned play does not resume it
    for row, play, last in (("deal 20, Lost", lost, 1), (f"deal {deal}, Won", won, many)):
        table.press("y")
        assert violations(table.page) == []
        table.dialog.get_by_role("button", name=row).click()
        expect(place(table)).to_have_text(f"Move 0 of {last}")
        assert table.play == play["play"]
        table.dialog.get_by_role("button", name="To the end").click()
        expect(place(table)).to_contain_text(f"Move {last} of {last}")
        table.press("Escape")
    assert site.get(f"api/stats/{game}") == before


@pytest.mark.parametrize("size", [LYING, UPRIGHT])
def test_a_win_closes_the_review(site: Site, open_page: OpenPage, size: Size) -> None:
    table = almost_won(site, open_page, size=size, motion="off")
    many = len(BAKERS_DOZEN.moves)
    answering(table, "verdicts", {**DONE, "results": ["won"] * (many + 1)})
    card = table.page.locator(".banner.won")
    table.press("e")
    expect(table.dialog).to_be_visible()
    table.step(table.twice, BAKERS_DOZEN.moves[-1].partition("-")[0])
    expect(card).to_be_in_viewport()
    expect(table.dialog).to_have_count(0)
    # the card also stays after a win on another line by redoing the moves
    table.press("u", "u", "e")
    expect(table.dialog).to_be_visible()
    table.press("Control+y", "Control+y")
    expect(card).to_be_in_viewport()
    expect(table.dialog).to_have_count(0)
    # the review of a won play shows its final board
    table.press("e")
    expect(place(table)).to_contain_text(f"Move {many} of {many}")
    expect(steps(table).last).to_contain_text("won")
    expect(card).to_be_hidden()
    table.press("Escape")
    expect(card).to_be_visible()
