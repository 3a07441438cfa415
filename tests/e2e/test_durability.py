"""The page when the program starts, stops, changes its version, or serves two windows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Route, expect

from .conftest import KLONDIKE, OpenPage
from .firefox import is_firefox
from .site import Program, Site
from .static_site import StaticSite, without_server
from .table import WORKER


def test_a_killed_program_loses_nothing(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as first:
        first.reset_settings(motion="off")
        table = open_page(KLONDIKE, at=first, dies=True)
        for move in ("t7-f4", "f4-t1", "t3-t6"):
            table.step(table.drag, move)
        table.step(table.press, "u")
        before, play = table.piles(), table.play
        before_end = table.view
        first.kill()

        # The page shows that the program has stopped, and keeps the board.
        table.drag("t3-t6")
        expect(table.page.locator(".away")).to_be_visible()
        assert table.piles() == before

    with Program(tmp_path, first.port) as second:
        # The open window continues with the new process.
        table.page.get_by_role("button", name="Try again").click()
        expect(table.page.locator(".away")).to_be_hidden()
        assert table.piles() == before
        table.step(table.press, "Control+y")
        table.step(table.press, "Control+z")

        # A new window continues the same play from the start page.
        other = open_page(at=second, dies=True)
        going = other.page.locator(".unfinished .going")
        expect(going).to_have_count(1)
        expect(going).to_contain_text("deal 7")
        going.click()
        other.page.wait_for_url("**/play/klondike/7")
        other.ready()
        assert other.play == play
        assert other.piles() == before
        after = other.view
        for key in ("piles", "moves", "counters", "steps", "canUndo", "canRedo"):
            assert after[key] == before_end[key]


def test_two_windows_on_one_play(open_page: OpenPage) -> None:
    one = open_page(KLONDIKE, expect=(409,))
    one.step(one.click, "s")
    other = open_page(KLONDIKE)
    assert other.play == one.play
    for move in ("t3-t6", "s-w"):
        other.step(other.drag, move)
        one.drag(move)  # the window still shows the old board, so the server refuses this move
        expect(one.toast).to_contain_text("This play has changed elsewhere.")
        assert one.piles() == other.piles()
        one.agrees()
        one.press("Escape")
    assert one.view["steps"] == 3, "the other window's moves are kept, and nothing else"
    one.step(one.click, "s")
    one.agrees()


def test_the_page_opens_without_a_server(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as first:
        table = open_page(KLONDIKE, at=first, dies=True, service_workers="allow")
        table.step(table.drag, "t7-f4")
        before = table.piles()
        # The page is available offline once the service worker has stored all files and the page
        # itself.
        table.page.wait_for_function(WORKER)
        first.kill()
        table.page.reload()
        expect(table.page.get_by_role("alert")).to_contain_text("Cadogan does not answer.")
        expect(table.page.locator(".trouble")).to_contain_text("start it again with cadogan play")
    with Program(tmp_path, first.port):
        table.page.get_by_role("button", name="Try again").click()
        table.shows(1)
        assert table.piles() == before


def test_a_page_of_another_version_offers_to_be_loaded_again(
    site: Site, open_page: OpenPage
) -> None:
    if isinstance(site, StaticSite):
        without_server("it knows the versions of modules, while a host only lacks old files")
    table = open_page(KLONDIKE, expect=(410,))
    table.step(table.drag, "t7-f4")
    before, texts = table.piles(), []

    def heard(dialog: Dialog) -> None:
        texts.append(dialog.message)
        dialog.dismiss() if len(texts) == 1 else dialog.accept()

    table.page.on("dialog", heard)

    def other(route: Route) -> None:
        loads = route.request.resource_type == "script" and "/api.js" in route.request.url
        url = re.sub("/static/[0-9a-f]{16}/", f"/static/{'0' * 16}/", route.request.url)
        route.continue_(url=route.request.url if loads else url)

    table.intercept("**/{find,api}.js", other)
    table.press("F3")
    expect(table.toast).to_contain_text("Cadogan has been updated")
    with table.page.expect_navigation():
        table.press("F3")
    table.ready()
    assert [text.startswith("Cadogan has been updated") for text in texts] == [True] * 2
    table.shows(1)
    assert table.piles() == before


@pytest.mark.parametrize("path", ["/", KLONDIKE, "/desk"])
def test_going_back_loads_the_page_again(site: Site, open_page: OpenPage, path: str) -> None:
    """A page in the browser's cache might refer to files of an older version, which are gone."""
    page = open_page(path).page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(f"{site.url}api/settings")
    site.reset_settings(motion="off", language="de")
    page.go_back()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_page_can_be_installed(open_page: OpenPage) -> None:
    page = open_page().page
    answer = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    for icon in manifest["icons"]:
        picture = page.request.get(f"{answer.url.rpartition('/')[0]}/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        if icon["sizes"] != "any":
            size = (int.from_bytes(picture.body()[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == "x".join(map(str, size))
    assert page.request.get(manifest["start_url"]).ok


def test_only_the_printed_address_opens_the_page(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path) as site:
        context = browser.new_context()
        page, console = context.new_page(), list[str]()
        page.on("console", lambda message: console.append(message.text))
        answer = page.goto(f"{site.url}play/klondike/7")
        assert answer
        assert answer.status == 403
        assert page.locator("main.trouble p").first.inner_text().startswith("Cadogan shows plays")
        # The console of Chromium reports the refused request, and none reports a missing icon
        assert len(console) == int(not is_firefox(browser)), console
        console.clear()
        page.goto(site.address)
        page.locator(".entry").first.wait_for()
        assert page.url == site.url
        assert not page.evaluate("document.cookie")
        page.goto(f"{site.url}play/klondike/7")
        page.locator(".board .card").first.wait_for()
        assert console == []
        context.close()
    # the restarted program still accepts the browser's cookie
    with Program(tmp_path, site.port) as again:
        context = browser.new_context()
        site.let_in(context)
        page = context.new_page()
        page.goto(f"{again.url}play/klondike/7")
        page.locator(".board .card").first.wait_for()
        context.close()
