"""Plays that the player leaves: the page asks before it ends a play, and loses none."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .conftest import KLONDIKE, SIZES, UPRIGHT, OpenPage
from .lines import GRANDFATHERS_CLOCK
from .site import Program, Site
from .static_site import StaticSite, without_server
from .table import Table, box_of
from .test_bars import resize


def unfinished(site: Site, game: str) -> dict[str, int]:
    """Return the deals with unfinished plays of a game, and the number of plays for each."""
    deals = [p["deal"] for p in site.get("api/plays")["plays"] if p["game"] == game]
    return {deal: deals.count(deal) for deal in deals}


def test_a_win_that_was_taken_back_is_gone_on_with(site: Site, open_page: OpenPage) -> None:
    game, deal, moves = GRANDFATHERS_CLOCK.game, GRANDFATHERS_CLOCK.deal, GRANDFATHERS_CLOCK.moves
    site.reset_settings(auto="off", motion="off")
    won = site.move(site.start(game, deal), *moves)
    address = won["game"]["address"]
    stats = site.get(f"api/stats/{game}")
    again = site.post(f"api/plays/{won['play']}/undo", {"revision": won["revision"]})
    site.post(f"api/plays/{won['play']}/undo", {"revision": again["revision"]})

    table = open_page(address)
    expect(table.toast).to_have_text("Continue this deal where you left it.")
    assert table.play == won["play"]
    table.step(table.drag, moves[-2])
    # The player may keep this play for later, and leaving it does not count as a loss.
    table.press("n")
    expect(table.dialog).to_contain_text(
        "You have won this play before, so it still counts as won."
    )
    table.dialog.get_by_role("button", name="Keep it for later").click()
    table.page.wait_for_url(lambda url: not url.endswith(address))
    table.goto("/")
    row = table.page.locator(".unfinished li", has_text=f"deal {deal}")
    expect(row).to_contain_text("won before")
    row.get_by_role("button", name="Give up").click()
    expect(table.dialog).to_contain_text(
        "You have won this play before, so it still counts as won."
    )
    table.dialog.get_by_role("button", name="Give it up").click()
    expect(row).to_have_count(0)
    assert site.get(f"api/stats/{game}") == stats


def test_typing_and_erasing_changes_no_game(open_page: OpenPage) -> None:
    page = open_page().page
    names, search = page.locator(".entry button.main"), page.get_by_role("searchbox")
    labels = "els => els.map((el) => el.getAttribute('aria-label'))"
    page.get_by_role("button", name="Play Birthday").click()
    page.get_by_role("dialog").get_by_label("Target").fill("1888")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Variants of Baker's Dozen").click()
    page.get_by_role("radio", name="Spanish Patience", exact=True).check()
    page.keyboard.press("Escape")
    before = names.evaluate_all(labels)
    shown = page.locator(".entry:visible").all_text_contents()
    for words in ("al", "spanish", "open", "relaxed freecell"):
        search.press_sequentially(words)
        search.fill("")
    search.fill("portuguese")
    expect(page.get_by_role("button", name="Play Portuguese Solitaire")).to_be_visible()
    search.fill("")
    expect(page.get_by_role("button", name="Play Spanish Patience")).to_be_visible()
    assert names.evaluate_all(labels) == before
    assert page.locator(".entry:visible").all_text_contents() == shown
    page.get_by_role("button", name="Variants of Baker's Dozen").click()
    expect(page.get_by_role("radio", name="Spanish Patience", exact=True)).to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play Birthday").click()
    expect(page.get_by_role("dialog").get_by_label("Target")).to_have_value("1888")


def test_slash_and_enter_in_the_search(open_page: OpenPage) -> None:
    page = open_page().page
    page.keyboard.press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    search.fill("freecell")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play FreeCell", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/freecell/*")


def test_a_new_deal_asks_what_becomes_of_the_old_one(site: Site, table: Table) -> None:
    lost = site.get("api/stats/klondike")["lost"]
    table.step(table.click, "s")
    before = table.play

    table.press("n")
    expect(table.dialog).to_contain_text("You have made 1 move in deal 7.")
    expect(table.dialog.get_by_role("button", name="Keep it for later")).to_be_focused()
    table.close_panel()
    assert table.play == before
    assert table.page.url.endswith("/7")

    table.press("n")
    expect(table.dialog).to_be_visible()
    table.press("Enter")
    table.page.wait_for_url(re.compile(r"/play/klondike/(?!7$)\d+$"))
    expect(table.toast).to_contain_text("The play you left is saved")
    assert unfinished(site, "klondike")["7"] == 1
    assert site.get("api/stats/klondike")["lost"] == lost

    table.page.go_back()
    table.arrive("**/play/klondike/7")
    assert table.play == before
    table.press("n")
    table.dialog.get_by_role("button", name="Give it up").click()
    table.page.wait_for_url(re.compile(r"/play/klondike/(?!7$)\d+$"))
    expect(table.toast).to_contain_text("counts as lost")
    assert "7" not in unfinished(site, "klondike")
    assert site.get("api/stats/klondike")["lost"] == lost + 1


def test_what_was_won_elsewhere_is_not_called_lost(site: Site, open_page: OpenPage) -> None:
    line = GRANDFATHERS_CLOCK
    site.reset_settings(auto="off", motion="off")
    table = open_page(f"/play/{line.game}/{line.deal}")
    table.step(table.drag, line.moves[0])
    table.press("n")
    expect(table.dialog).to_be_visible()
    assert site.move(table.view, *line.moves[1:])["won"]
    table.dialog.get_by_role("button", name="Give it up").click()
    table.shows(0)
    table.settle()
    expect(table.toast).to_have_count(0)
    assert site.get(f"api/stats/{line.game}")["lost"] == 0


@pytest.mark.parametrize("way", ["n", "F2", "New deal"])
def test_a_deal_without_a_move_is_left_without_a_question(table: Table, way: str) -> None:
    def fresh() -> None:
        if " " in way:
            table.tool(way).click()
        else:
            table.press(way)

    fresh()
    table.page.wait_for_url(re.compile(r"/play/klondike/(?!7$)\d+$"))
    expect(table.dialog).to_have_count(0)
    # after a move the page asks
    table.step(table.press, "d")
    fresh()
    expect(table.dialog).to_be_visible()


def test_the_same_deal_may_be_begun_beside(site: Site, open_page: OpenPage) -> None:
    table = open_page("/play/yukon/9")
    move = next(m["move"] for m in table.view["moves"] if m["target"][:1] == "t")
    table.step(table.drag, move)
    for answer, many in (("Keep it for later", 2), ("Drop it and start again", 1)):
        table.press("r")
        table.dialog.get_by_role("button", name=answer).click()
        table.shows(0)
        if many == 2:
            table.step(table.drag, move)
        assert unfinished(site, "yukon")["9"] == many
    # choosing another deal by its number does not end the play either
    table.step(table.drag, move)
    table.press("g")
    table.dialog.get_by_label("Deal number").fill("12")
    table.press("Enter")
    table.page.wait_for_url("**/play/yukon/12")
    table.page.get_by_role("link", name="Games").click()
    table.page.get_by_role("button", name="Play Yukon", exact=True).click()
    table.page.wait_for_url(re.compile(r"/play/yukon/(?!9$)\d+$"))
    assert unfinished(site, "yukon")["9"] == 2
    assert site.get("api/stats/yukon")["lost"] == 0


def test_a_play_can_be_given_up_from_the_start_page(site: Site, open_page: OpenPage) -> None:
    site.move(site.start("osmosis", "31"), "s-wx3")
    site.move(site.start("osmosis", "32"), "s-wx3")
    lost = site.get("api/stats/osmosis")["lost"]
    page = open_page().page
    rows = page.locator(".unfinished li")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Give up Osmosis, deal 31").click()
    page.get_by_role("button", name="Keep it", exact=True).click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Give up Osmosis, deal 31").click()
    page.get_by_role("button", name="Give it up", exact=True).click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("deal 32")
    assert unfinished(site, "osmosis") == {"32": 1}
    assert site.get("api/stats/osmosis")["lost"] == lost + 1


def stuck(site: Site) -> Any:
    """Play Sir Tommy until no move is left; return the view."""
    for deal in range(1, 30):
        view = site.start("sir-tommy", str(deal))
        while view["moves"]:
            view = site.move(view, view["moves"][-1]["move"])
        if view["over"] and not view["won"]:
            return view
    raise AssertionError("no deal gets stuck")


def test_after_pure_luck_a_new_deal_comes_first(site: Site, open_page: OpenPage) -> None:
    view = site.start("clock-patience", "9")
    while view["moves"]:
        view = site.move_first(view)
    assert (view["luck"], view["won"]) == (True, False)
    table = open_page("/play/clock-patience/9", UPRIGHT)
    banner = table.page.locator(".banner")
    ways = banner.get_by_role("button")
    expect(ways).to_have_text(["New deal", "Same deal again", "Undo", ""])
    expect(banner.locator(".main")).to_have_text("New deal")
    assert len({box_of(way).y for way in ways.all()[:3]}) == 1, "in one row on a phone"


def test_a_stuck_play_outlives_its_tab(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(auto="off", motion="off")
    game = stuck(site)["game"]
    path, deal = game["address"], game["deal"]
    lost = site.get("api/stats/sir-tommy")["lost"]
    table = open_page()
    rows = table.page.locator(".unfinished li", has_text="Sir Tommy")
    row = rows.filter(has_text=f"deal {deal} ")
    expect(row).to_contain_text("no move left")
    row.get_by_role("button", name="Sir Tommy").first.click()
    table.arrive(f"**{path}")
    banner = table.page.locator(".banner")
    expect(banner).to_contain_text("No moves left.")
    # The review shows the final board without the banner, because it has its own buttons
    table.press("e")
    expect(table.dialog).to_be_visible()
    expect(banner).to_be_hidden()
    table.press("e")
    expect(banner).to_be_visible()
    table.step(banner.get_by_role("button", name="Undo").click)
    assert table.view["over"] is False
    table.step(table.press, "Control+y")
    table.page.close()

    other = open_page(path)
    expect(other.page.locator(".banner")).to_contain_text("No moves left.")
    assert site.get("api/stats/sir-tommy")["lost"] == lost, "it counts when it is left"
    other.page.locator(".banner").get_by_role("button", name="New deal").click()
    other.page.wait_for_url(re.compile(rf"/play/sir-tommy/(?!{deal}$)\d+$"))
    assert site.get("api/stats/sir-tommy")["lost"] == lost + 1
    assert deal not in unfinished(site, "sir-tommy")


def shown_at_all_sizes(table: Table, notice: Locator) -> None:
    """Check that a notice and its button are in the window and cover no card."""
    for size in SIZES:
        resize(table.page, *size)
        expect(notice).to_be_in_viewport(ratio=1)
        expect(notice.get_by_role("button")).to_be_in_viewport(ratio=1)
        assert table.covered(".notice:not([hidden])") == set()


def test_a_damaged_file_is_reported(tmp_path: Path, open_page: OpenPage) -> None:
    (tmp_path / "plays.sqlite3").write_bytes(b"nothing of a database" * 400)
    with Program(tmp_path) as own:
        table = open_page(at=own, dies=True)
        notice = table.page.locator(".notice:visible")
        expect(notice.get_by_role("alert")).to_contain_text("damaged. Cadogan moved it")
        shown_at_all_sizes(table, notice)
        table.goto(KLONDIKE)
        shown_at_all_sizes(table, notice)
        notice.get_by_role("button", name="Understood").click()
        expect(notice).to_be_hidden()
        table.step(table.press, "d")
        expect(notice).to_be_hidden()


def test_an_unsaved_play_is_reported_until_it_is_saved(site: Site, table: Table) -> None:
    if isinstance(site, StaticSite):
        without_server("another program locks the file")
    notice = table.page.locator(".notice:visible")
    table.step(table.press, "d")
    expect(notice).to_be_hidden()
    with closing(sqlite3.connect(site.home / "plays.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.step(table.press, "d")
        expect(notice).to_contain_text("could not be saved (another program is using it;")
        shown_at_all_sizes(table, notice)
        other.execute("ROLLBACK")
    table.step(table.press, "d")
    expect(notice).to_be_hidden()


def test_without_the_question_no_play_is_lost(site: Site, table: Table) -> None:
    table.press("o")
    table.dialog.get_by_label("Ask before leaving an unfinished play").uncheck()
    table.press("Escape")
    table.step(table.press, "d")
    left, lost = table.play, site.get("api/stats/klondike")["played"]
    table.press("n")
    expect(table.toast).to_contain_text("The play you left is saved")
    assert table.play != left
    assert left in [play["play"] for play in site.get("api/plays")["plays"]]
    assert site.get("api/stats/klondike")["played"] == lost
