"""Quick hands and slow servers: every tap counts once, and no silence is left unexplained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .lines import GRANDFATHERS_CLOCK
from .site import Program, Site
from .table import Lift
from .test_advice import LOST, WORKING, Solver

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Route

    from .conftest import OpenPage
    from .table import Table

SIZES = [(1280, 800), (844, 390), (390, 844)]
KLONDIKE = "/play/klondike/7"


def clicks(table: Table, pile: str, count: int) -> None:
    """Click one place again and again, 100 ms apart, whatever the page does meanwhile."""
    x, y = table.spot(pile)
    for _ in range(count):
        table.mouse.click(x, y)
        table.page.wait_for_timeout(100)


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "lying", "upright"])
def test_twenty_clicks_are_twenty_moves(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    site.reset_settings(motion="normal")
    table = open_page(KLONDIKE, size)
    clicks(table, "s", 20)
    table.shows(20)
    table.page.wait_for_timeout(500)
    view = table.view
    assert view["revision"] == view["steps"] == 20
    assert len(view["piles"]["s"]) == 4
    table.agrees()


def test_clicks_while_cards_go_up_by_themselves(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="normal")
    table = open_page(KLONDIKE)
    table.drag("t7-f4")  # the ace of clubs follows by itself
    clicks(table, "s", 12)
    table.shows(13)
    view = table.view
    assert view["steps"] == 13
    assert len(view["piles"]["s"]) == 12
    table.agrees()


def test_a_tap_on_what_flies_by_is_meant_for_what_lies_there(
    site: Site, open_page: OpenPage
) -> None:
    site.reset_settings(motion="normal", auto="off")
    table = open_page(KLONDIKE)
    # Slow the flights down, so that the card is surely over its way when the tap comes.
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
    card = table.page.locator('[data-pile="w"] .card').last.bounding_box()
    assert card is not None
    assert card["x"] <= stock[0] <= card["x"] + card["width"], "the card still flies over the stock"
    table.mouse.click(*stock)
    table.shows(2)
    assert len(table.view["piles"]["w"]) == 2


def test_keys_behind_the_open_menu_do_nothing(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    table.open_menu()
    table.page.keyboard.press("d")
    table.page.wait_for_timeout(100)
    assert table.revision == 0
    table.page.keyboard.press("Escape")
    with table.one_step():
        table.page.keyboard.press("d")


def test_a_drag_ends_when_the_window_changes(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    table.begin_drag("t2", 30, 90)
    table.page.set_viewport_size({"width": 1000, "height": 700})
    expect(table.page.locator(".card.held")).to_have_count(0)
    table.mouse.up()
    assert table.revision == 0
    table.agrees()
    slot = table.slots()["t2"]
    box = table.page.locator('[data-pile="t2"] .card').first.bounding_box()
    assert box is not None
    assert abs(box["x"] - slot["x"]) < 1, "the card lies where it belongs"


# --- a server that is slow, or gone -------------------------------------------------------------


def test_a_slow_server_is_shown_and_nothing_is_lost(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    held = table.hold_first("**/move")
    for _ in range(4):
        table.page.keyboard.press("Space")
    expect(table.page.locator("html")).to_have_attribute("data-waiting", "")
    expect(table.page.locator(".away")).to_be_visible()
    expect(table.page.locator(".away")).to_contain_text("slow to answer")
    expect(table.page.locator("#live")).to_contain_text("slow to answer")
    assert table.revision == 0
    table.until(lambda: held)
    held[0].continue_()
    table.shows(4)
    expect(table.page.locator(".away")).to_be_hidden()
    expect(table.page.locator("html")).not_to_have_attribute("data-waiting", "")
    assert table.view["steps"] == 4


class Late:
    """Answers to moves that are held back until they are let go."""

    def __init__(self, table: Table, pattern: str = "**/move") -> None:
        self.held: list[Route] = []
        self.table, self.free = table, False
        table.intercept(pattern, self._answer)

    def _answer(self, route: Route) -> None:
        if self.free:
            route.continue_()
        else:
            self.held.append(route)

    def come(self) -> None:
        """Wait until something is held back."""
        self.table.until(lambda: self.held)

    def let_go(self) -> None:
        """Answer all, and from now on at once."""
        self.come()
        self.free = True
        for route in self.held:
            route.continue_()


@pytest.mark.parametrize("how", ["drag", "taps", "double"])
def test_a_move_is_of_the_cards_that_were_seen(site: Site, open_page: OpenPage, how: str) -> None:
    """The jack of spades is meant; meanwhile the jack of clubs has come to lie on it."""
    site.reset_settings(motion="off", auto="off")
    table = open_page("/play/klondike/3")
    while table.piles()["w"][-1:] != ["JS"]:
        with table.one_step():
            table.page.keyboard.press("d")
    assert "w-t6" in [move["move"] for move in table.view["moves"]]
    before = table.revision
    late = Late(table)
    table.page.keyboard.press("d")
    late.come()
    if how == "drag":
        table.drag("w-t6")
    elif how == "taps":
        table.click("w")
        table.click("t6")
    else:
        table.twice("w")
    late.let_go()
    table.shows(before + 1)
    expect(table.toast).to_contain_text("look again")
    assert table.revision == before + 1
    assert table.view["piles"]["w"][-2] == "JS"
    table.agrees()


def test_a_view_in_mid_drag_puts_other_cards_back(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    table = open_page("/play/klondike/3")
    while table.piles()["w"][-1:] != ["JS"]:
        with table.one_step():
            table.page.keyboard.press("d")
    before = table.revision
    late = Late(table)
    table.page.keyboard.press("d")
    x, y = table.spot("w")
    table.mouse.move(x, y)
    table.mouse.down()
    table.mouse.move(x + 60, y + 60, steps=3)
    expect(table.page.locator(".card.held")).to_have_count(1)
    late.let_go()
    table.shows(before + 1)
    expect(table.page.locator(".card.held")).to_have_count(0)
    table.mouse.up()
    expect(table.toast).to_have_count(0)
    table.agrees()


def test_a_view_in_mid_drag_leaves_cards_that_still_lie_on_top(
    site: Site, open_page: OpenPage
) -> None:
    site.reset_settings(motion="off", auto="off")
    table = open_page(KLONDIKE)
    late = Late(table)
    table.page.keyboard.press("d")
    start, end = table.places(Lift.read("t2-f1"))
    table.mouse.move(start["x"], start["y"])
    table.mouse.down()
    table.mouse.move(start["x"] + 30, start["y"] + 30, steps=3)
    late.let_go()
    table.shows(1)
    expect(table.page.locator(".card.held")).to_have_count(1)
    assert table.targets == {"f1", "t1"}
    table.mouse.move(end["x"], end["y"], steps=3)
    table.mouse.up()
    table.shows(2)
    assert table.view["piles"]["f1"] == ["AC"]


def test_a_late_answer_brings_no_other_play_back(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    late = Late(table)
    table.page.keyboard.press("d")
    late.come()
    table.page.keyboard.press("n")
    table.page.wait_for_function("() => !location.pathname.endsWith('/7')")
    table.shows(0)
    play, shown = table.play, table.piles()
    late.let_go()
    table.page.wait_for_timeout(300)
    assert table.play == play
    assert table.piles() == shown
    assert table.page.url.endswith(f"/{table.view['game']['deal']}")
    with table.one_step():
        table.page.keyboard.press("d")
    assert table.view["steps"] == 1


def test_a_play_that_is_given_up_takes_no_more_moves(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    with table.one_step():
        table.page.keyboard.press("d")
    old = table.play
    late = Late(table, "**/api/plays")
    table.page.keyboard.press("n")
    table.dialog.get_by_role("button", name="Give it up").click()
    late.come()
    table.page.keyboard.press("d")
    expect(table.toast).to_have_text("Another deal is on its way.")
    late.let_go()
    table.page.wait_for_function("() => !location.pathname.endsWith('/7')")
    table.shows(0)
    assert site.get(f"api/plays/{old}")["steps"] == 1
    assert old not in [play["play"] for play in site.get("api/plays")["plays"]]
    with table.one_step():
        table.page.keyboard.press("d")


def test_what_is_chosen_meanwhile_stays_chosen(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    table = open_page(KLONDIKE)
    late = Late(table)
    table.page.keyboard.press("d")
    late.come()
    table.click("t7")
    assert table.chosen == ["AS"]
    late.let_go()
    table.shows(1)
    assert table.chosen == ["AS"]
    with table.one_step():
        table.click("f4")
    assert table.view["piles"]["f4"] == ["AS"]


def test_the_bar_goes_when_the_server_answers_again(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, dies=True)
    away = table.page.locator(".away")
    table.intercept("**/move", lambda route: route.abort())
    table.page.keyboard.press("d")
    expect(away).to_contain_text("does not answer")
    table.page.unroute("**/move")
    table.page.keyboard.press("t")  # whatever is asked
    table.dialog.wait_for()
    expect(away).to_be_hidden()


def test_a_search_for_a_winnable_deal_is_not_called_slow(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    late = Late(table, "**/api/plays")
    table.page.keyboard.press("w")
    table.page.wait_for_timeout(3500)
    expect(table.page.locator("html")).not_to_have_attribute("data-waiting", "")
    expect(table.page.locator(".away")).to_be_hidden()
    expect(table.toast).to_have_text("Looking for a deal that can be won…")
    table.page.keyboard.press("Escape")
    expect(table.toast).to_have_text("No other deal is looked for any more.")
    late.come()
    assert len(late.held) == 1


def test_two_clicks_look_for_one_deal_and_it_can_be_stopped(open_page: OpenPage) -> None:
    """What looks is fetched at the first click, and the second may come before it is there."""
    table = open_page()
    late = Late(table, "**/api/plays")
    table.page.get_by_role("button", name="Variants of Klondike").click()
    table.dialog.get_by_label("Or a new deal").select_option("A hard one")
    table.dialog.get_by_role("button", name="Play Klondike").dblclick()
    table.page.wait_for_timeout(500)
    stop = table.dialog.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    expect(table.dialog.get_by_text("Looking for a hard deal that can be won…")).to_be_visible()
    stop.click()
    expect(stop).to_have_count(0)
    late.come()
    assert len(late.held) == 1


@pytest.mark.parametrize("key", ["F1", "t", "g", "n"])
def test_a_slow_server_is_shown_whatever_is_asked(open_page: OpenPage, key: str) -> None:
    table = open_page(KLONDIKE)
    late = Late(table, "**/api/**")
    table.page.keyboard.press(key)
    expect(table.page.locator("html")).to_have_attribute("data-waiting", "")
    expect(table.page.locator(".away")).to_contain_text("slow to answer")
    late.let_go()
    expect(table.page.locator("html")).not_to_have_attribute("data-waiting", "")
    expect(table.page.locator(".away")).to_be_hidden()


def test_a_slow_server_is_shown_on_the_first_page(open_page: OpenPage) -> None:
    table = open_page()
    late = Late(table, "**/api/plays")
    table.page.get_by_role("button", name="Play FreeCell", exact=True).click()
    expect(table.page.locator("html")).to_have_attribute("data-waiting", "")
    expect(table.toast).to_contain_text("slow to answer")
    late.let_go()
    table.page.wait_for_url("**/play/freecell/*")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [*SIZES, (320, 640), (640, 400)])
def test_the_bars_lie_within_the_window(
    tmp_path: Path, open_page: OpenPage, size: tuple[int, int], language: str
) -> None:
    with Program(tmp_path) as own:
        own.reset_settings(motion="off", language=language)
        table = open_page(KLONDIKE, size, at=own, dies=True)
        own.kill()
        table.page.keyboard.press("d")
        away = table.page.locator(".away")
        expect(away).to_be_in_viewport(ratio=1)
        again = away.get_by_role("button")
        expect(again).to_be_in_viewport(ratio=1)
        box = again.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert away.evaluate("el => el.scrollWidth <= el.clientWidth")
        assert table.covered(".away") == set()


def test_no_key_fails_silently_when_the_server_is_gone(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as own:
        own.reset_settings(motion="off")
        table = open_page(KLONDIKE, at=own, dies=True)
        table.page.wait_for_load_state("networkidle")
        table.page.evaluate("(path) => import(path)", f"{table.static}/panels.js")
        own.kill()
        told = "Cadogan does not answer"
        for key in ("F1", "t", "g", "n", "h", "a", "r", "w", "Space", "m", "v", "o"):
            table.page.evaluate(
                "() => { document.querySelector('#live').replaceChildren();"
                " document.querySelector('.away').hidden = true; }"
            )
            table.page.keyboard.press(key)
            if key == "o":  # the options are the page's own; keeping them is what fails
                table.dialog.get_by_label("Single letter keys").click()
            if key in "mv":
                expect(table.page.locator("#live")).not_to_be_empty()
            else:
                seen = table.page.locator(".toast, .away:visible").first
                expect(seen).to_contain_text(told)


# --- finishing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "key"])
def test_what_only_needs_sending_up_is_finished_at_once(
    site: Site, open_page: OpenPage, way: str
) -> None:
    line = GRANDFATHERS_CLOCK
    site.reset_settings(auto="off", motion="off")
    view = site.start(line.game, line.deal)
    for move in line.moves:
        if view["canFinish"]:
            break
        view = site.move(view, move)
    assert not view["won"]
    path = f"/play/{line.game}/{line.deal}"
    table = open_page(path, (390, 844))
    assert table.play == view["play"]
    with table.one_step():
        if way == "button":
            table.tool("Finish").click()
        else:
            table.page.keyboard.press("f")
    expect(table.page.locator(".banner")).to_contain_text("Won in")
    assert table.view["won"]
    table.page.keyboard.press("f")
    expect(table.toast).to_have_text("The game is won.")
    with table.one_step():
        table.page.keyboard.press("u")
    assert table.view["piles"] == view["piles"], "one step, taken back at once"
    expect(table.tool("Finish")).to_be_visible()


def test_nothing_is_finished_before_its_time(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    expect(table.tool("Finish")).to_have_count(0)
    table.page.keyboard.press("f")
    expect(table.toast).to_contain_text("cannot all go up by themselves yet")
    assert table.revision == 0


# --- the line of the verdict --------------------------------------------------------------------


def stir(table: Table, x: float, y: float) -> None:
    """Move a card that is dragged about for a while."""
    table.mouse.move(x + 40, y + 40)
    table.mouse.move(x + 50, y + 60)
    table.page.wait_for_timeout(50)


def test_the_truth_causes_no_layout_while_it_stays_the_same(
    site: Site, open_page: OpenPage
) -> None:
    table = open_page("/play/freecell/1")
    asked: list[int] = []

    def working(route: Route) -> None:
        asked.append(0)
        route.fulfill(
            body='{"revision": 0, "state": "working", "result": "", "moves": null, "hint": null,'
            ' "lost_by": null}',
            content_type="application/json",
        )

    table.intercept("**/verdict?*", working)
    table.page.keyboard.press("o")
    table.dialog.get_by_label("Show whether the game can still be won").check()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".fate")).to_have_text("Working it out…")
    height = table.page.locator(".head").bounding_box()
    x, y = table.begin_drag("t1")
    before, polls = table.layouts, len(asked)
    while len(asked) < polls + 4:
        stir(table, x, y)
    table.next_frame()
    assert table.layouts == before
    table.mouse.up()
    assert table.page.locator(".head").bounding_box() == height


def test_the_truth_grows_bright_in_a_drag_without_a_layout(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    Solver(table, WORKING, verdict=False)
    held = table.hold_first("**/verdict?*")
    table.page.keyboard.press("o")
    table.dialog.get_by_label("Show whether the game can still be won").check()
    table.page.keyboard.press("Escape")
    fate = table.page.locator(".fate")
    expect(fate).to_have_css("opacity", "0.45")
    fate.evaluate("el => { el.style.transition = 'opacity .5s 3s'; }")
    table.until(lambda: held)
    held[0].fallback()
    expect(fate).to_have_text("Working it out…")
    x, y = table.begin_drag("t3")
    table.next_frame()
    before = table.layouts
    assert fate.evaluate("el => el.getAnimations().length") == 1
    while fate.evaluate("el => el.getAnimations().length"):
        stir(table, x, y)
    table.next_frame()
    assert table.layouts == before
    table.mouse.up()


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "lying", "upright"])
def test_a_verdict_waits_until_a_drag_is_over(open_page: OpenPage, size: tuple[int, int]) -> None:
    table = open_page(KLONDIKE, size)
    solver = Solver(table, WORKING, verdict=True)
    fate = table.page.locator(".fate")
    expect(fate).to_have_text("Working it out…")
    x, y = table.begin_drag("t3")
    before = table.layouts
    solver.answers = [LOST]  # which is told in the line, to the ear and by a tool
    asked = len(solver.asked)
    while len(solver.asked) == asked:
        stir(table, x, y)
    for step in range(10):
        table.mouse.move(x + 50 + step, y + 60)
        table.page.wait_for_timeout(50)
    table.next_frame()
    assert table.layouts == before
    expect(fate).to_have_text("Working it out…")
    table.mouse.up()
    expect(fate).to_have_text("This deal cannot be won")
    expect(table.tool("Winnable deal")).to_be_visible()
