"""Fast players and slow servers: every tap counts once, and the page explains every delay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, KLONDIKE, SIZES, UPRIGHT, OpenPage, Size
from .lines import GRANDFATHERS_CLOCK
from .site import Program, Site
from .table import Late, Lift, Table, box_of
from .test_advice import LOST, WORKING, Solver
from .test_bars import resize


@pytest.mark.parametrize("size", [DESKTOP, UPRIGHT])
def test_twenty_clicks_are_twenty_moves(open_page: OpenPage, size: Size) -> None:
    table = open_page(KLONDIKE, size, motion="normal")
    x, y = table.spot("s")
    table.drag("t7-f4")  # the ace of clubs then goes up automatically
    for _ in range(20):
        table.mouse.click(x, y)
    table.shows(21)
    table.settle()
    view = table.view
    assert (view["revision"], view["steps"], len(view["piles"]["s"])) == (21, 21, 4)
    table.agrees()


def test_a_tap_on_what_flies_by_is_meant_for_what_lies_there(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, motion="normal", auto="off")
    # Slow the animations down, so that the moving card is over the other pile when the tap comes.
    table.page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            return animate.call(this, frames, {...how, duration: 400 * how.duration});
          };
        }"""
    )
    stock = table.spot("s")
    table.mouse.click(*stock)
    table.shows(1)
    card = box_of(table.page.locator('[data-pile="w"] .card').last)
    assert card.x <= stock[0] <= card.right, "the card still flies over the stock"
    table.mouse.click(*stock)
    table.shows(2)
    assert len(table.view["piles"]["w"]) == 2


def test_keys_that_do_nothing(table: Table) -> None:
    table.open_menu()
    table.press("d", "Escape")  # keys do not reach the board behind the menu
    expect(table.tool("Finish")).to_have_count(0)
    table.press("f")
    expect(table.toast).to_contain_text("Not all cards can go up yet")
    table.step(table.press, "d")
    assert table.revision == 1


def test_a_drag_ends_when_the_window_changes(table: Table) -> None:
    table.begin_drag("t2", 30, 90)
    table.page.set_viewport_size({"width": 1000, "height": 700})
    expect(table.page.locator(".card.held")).to_have_count(0)
    table.mouse.up()
    assert table.revision == 0
    table.agrees()
    card = box_of(table.page.locator('[data-pile="t2"] .card').first)
    assert abs(card.x - table.slots()["t2"]["x"]) < 1, "the card lies where it belongs"


def test_a_slow_server_is_shown_and_nothing_is_lost(table: Table) -> None:
    late = Late(table)
    table.press(*4 * ["Space"])
    html, away = table.page.locator("html"), table.page.locator(".away")
    expect(html).to_have_attribute("data-waiting", "")
    expect(away).to_be_visible()
    expect(table.page.locator("#live")).to_have_text(away.locator("p").inner_text())
    assert table.revision == 0
    late.let_go()
    table.shows(4)
    expect(away).to_be_hidden()
    expect(html).not_to_have_attribute("data-waiting", "")
    assert table.view["steps"] == 4


def with_a_jack(open_page: OpenPage) -> Table:
    """Turn the stock until the jack of spades lies on the waste."""
    table = open_page("/play/klondike/3", auto="off")
    while table.piles()["w"][-1:] != ["JS"]:
        table.step(table.press, "d")
    return table


def turn_late(table: Table) -> Late:
    """Turn a card from the stock, and hold the answer back."""
    late = Late(table)
    table.press("d")
    late.come()
    return late


@pytest.mark.parametrize("how", ["drag", "taps", "double"])
def test_a_move_is_of_the_cards_that_were_seen(open_page: OpenPage, how: str) -> None:
    """The player taps the jack of spades, but the jack of clubs covers it before the tap acts."""
    table = with_a_jack(open_page)
    assert "w-t6" in [move["move"] for move in table.view["moves"]]
    before = table.revision
    late = turn_late(table)
    if how == "drag":
        table.drag("w-t6")
    elif how == "taps":
        table.click("w")
        table.click("t6")
    else:
        table.twice("w")
    late.let_go()
    table.shows(before + 1)
    expect(table.toast).to_contain_text("check them first")
    assert table.revision == before + 1
    assert table.view["piles"]["w"][-2] == "JS"
    table.agrees()


def test_a_view_in_mid_drag_puts_other_cards_back(open_page: OpenPage) -> None:
    table = with_a_jack(open_page)
    late = turn_late(table)
    table.begin_drag("w", 60, 60)
    expect(table.page.locator(".card.held")).to_have_count(1)
    table.step(late.let_go)
    expect(table.page.locator(".card.held")).to_have_count(0)
    table.mouse.up()
    expect(table.toast).to_have_count(0)
    table.agrees()


def test_a_view_leaves_cards_that_still_lie_on_top(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, auto="off")
    late = turn_late(table)
    table.click("t7")
    table.step(late.let_go)
    assert table.chosen == ["AS"], "what is chosen stays chosen"
    table.press("Escape")
    late = turn_late(table)
    _, end = table.places(Lift.read("t2-f1"))
    table.begin_drag("t2")
    table.step(late.let_go)
    expect(table.page.locator(".card.held")).to_have_count(1)
    assert table.targets == {"f1", "t1"}
    table.mouse.move(end["x"], end["y"], steps=3)
    table.step(table.mouse.up)
    assert table.view["piles"]["f1"] == ["AC"]


def test_a_late_answer_brings_no_other_play_back(table: Table) -> None:
    late = turn_late(table)
    table.press("n")
    table.page.wait_for_function("() => !location.pathname.endsWith('/7')")
    table.shows(0)
    play, shown = table.play, table.piles()
    with table.page.expect_event("requestfinished"):
        late.let_go()
    table.settle()
    assert table.play == play
    assert table.piles() == shown
    assert table.page.url.endswith(f"/{table.view['game']['deal']}")
    table.step(table.press, "d")
    assert table.view["steps"] == 1


def test_a_play_that_is_given_up_takes_no_more_moves(site: Site, table: Table) -> None:
    table.step(table.press, "d")
    old = table.play
    late = Late(table, "**/api/plays")
    table.press("n")
    table.dialog.get_by_role("button", name="Give it up").click()
    late.come()
    table.press("d")
    expect(table.toast).to_have_text("Please wait: another deal is loading.")
    late.let_go()
    table.page.wait_for_function("() => !location.pathname.endsWith('/7')")
    table.shows(0)
    assert site.get(f"api/plays/{old}")["steps"] == 1
    assert old not in [play["play"] for play in site.get("api/plays")["plays"]]
    table.step(table.press, "d")


def test_two_clicks_look_for_one_deal_and_it_can_be_stopped(open_page: OpenPage) -> None:
    """The first click loads the search script; the second may come before it has loaded."""
    table = open_page()
    late = Late(table, "**/api/plays")
    table.page.get_by_role("button", name="Variants of Klondike").click()
    table.dialog.get_by_label("Or a new deal").select_option("hard")
    table.dialog.get_by_role("button", name="Play Klondike").dblclick()
    late.come()
    stop = table.dialog.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    stop.click()
    expect(stop).to_have_count(0)
    table.settle()
    assert len(late.held) == 1


def test_a_slow_server_is_shown_on_the_first_page(open_page: OpenPage) -> None:
    table = open_page()
    late = Late(table, "**/api/plays")
    table.page.get_by_role("button", name="Play FreeCell", exact=True).click()
    expect(table.page.locator("html")).to_have_attribute("data-waiting", "")
    expect(table.toast).to_contain_text("slow to answer")
    late.let_go()
    table.page.wait_for_url("**/play/freecell/*")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_bars_lie_within_the_window(open_page: OpenPage, language: str) -> None:
    table = open_page(KLONDIKE, dies=True, language=language)
    table.intercept("**/move", lambda route: route.abort())
    table.press("d")
    away = table.page.locator(".away")
    button = away.get_by_role("button")
    expect(away).to_be_visible()
    for size in [*SIZES, (320, 640), (640, 400)]:
        resize(table.page, *size)
        expect(away).to_be_in_viewport(ratio=1)
        expect(button).to_be_in_viewport(ratio=1)
        assert min(box_of(button)[2:]) >= 44, size
        assert away.evaluate("el => el.scrollWidth <= el.clientWidth"), size
        assert table.covered(".away") == set(), size


def test_no_key_fails_silently_when_the_server_is_gone(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as own:
        own.reset_settings(motion="off")
        table = open_page(KLONDIKE, at=own, dies=True)
        table.page.wait_for_load_state("networkidle")
        table.page.evaluate("(path) => import(path)", f"{table.static}/panels.js")
        own.kill()
        for key in ("F1", "t", "g", "n", "h", "a", "r", "w", "Space", "m", "v", "o"):
            table.page.evaluate(
                "() => { document.querySelector('#live').replaceChildren();"
                " document.querySelector('.away').hidden = true; }"
            )
            table.press(key)
            if key == "o":  # the page can change options alone, but cannot save them
                table.dialog.get_by_label("Single letter keys").click()
            if key in "mv":
                expect(table.page.locator("#live")).not_to_be_empty()
            else:
                seen = table.page.locator(".toast, .away:visible").first
                expect(seen).to_contain_text("Cadogan does not answer")


def test_a_game_is_finished_at_once(site: Site, open_page: OpenPage) -> None:
    line = GRANDFATHERS_CLOCK
    site.reset_settings(auto="off", motion="off")
    view = site.start(line.game, line.deal)
    for move in line.moves:
        view = view if view["canFinish"] else site.move(view, move)
    assert not view["won"]
    table = open_page(view["game"]["address"], UPRIGHT)
    table.step(table.tool("Finish").click)
    expect(table.page.locator(".banner.won")).to_be_visible()
    assert table.view["won"]
    table.step(table.press, "u")
    assert table.view["piles"] == view["piles"], "one step, taken back at once"
    table.step(table.press, "f")
    assert table.view["won"]


def stir(table: Table, x: float, y: float, holds: Callable[[], object]) -> None:
    """Move a dragged card about until a condition holds, and then for a few more frames."""
    while not holds():
        table.mouse.move(x + 40, y + 40)
        table.mouse.move(x + 50, y + 60)
        table.next_frame()
    for step in range(10):
        table.mouse.move(x + 50 + step, y + 60)
        table.next_frame()


@pytest.mark.parametrize("size", [DESKTOP, UPRIGHT])
def test_a_verdict_causes_no_layout_in_a_drag(open_page: OpenPage, size: Size) -> None:
    """An unchanged verdict draws nothing, and a new verdict waits until the drag is over."""
    table = open_page(KLONDIKE, size)
    solver = Solver(table, WORKING, verdict=True)
    fate = table.page.locator(".fate")
    # The first answer causes a layout. Before it, the line is empty but already opaque.
    expect(fate).to_have_text("Working it out…")
    expect(fate).to_have_css("opacity", "1")
    # The page loads the panels when it has time, and their style sheet causes a layout.
    table.page.wait_for_function(
        "() => document.querySelector('link[href$=\"panels.css\"]')?.sheet"
    )
    x, y = table.begin_drag("t3")
    before, seen = table.layouts, len(solver.revisions)
    stir(table, x, y, lambda: len(solver.revisions) > seen + 1)
    assert table.layouts == before
    solver.answers = [LOST]  # a new verdict changes the status line, the spoken text and a button
    seen = len(solver.revisions)
    stir(table, x, y, lambda: len(solver.revisions) > seen)
    assert table.layouts == before
    assert not fate.get_attribute("data-result")
    table.mouse.up()
    expect(fate).to_have_attribute("data-result", "lost")
    expect(table.tool("Winnable deal")).to_be_visible()
