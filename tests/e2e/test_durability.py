"""What happens to a play when the program is killed, or when two windows show it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .site import Program, Site

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Route

    from .conftest import OpenPage


def test_a_killed_program_loses_nothing(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as first:
        first.reset_settings(motion="off")
        table = open_page("/play/klondike/7", at=first, dies=True)
        for move in ("t7-f4", "f4-t1", "t3-t6"):
            with table.one_step():
                table.drag(move)
        with table.one_step():
            table.page.keyboard.press("u")
        before, play = table.piles(), table.play
        told = table.view
        first.kill()

        # The page says so, and keeps the board.
        table.drag("t3-t6")
        expect(table.page.locator(".away")).to_be_visible()
        assert table.piles() == before

    with Program(tmp_path, first.port) as second:
        # The same window goes on, ...
        table.page.get_by_role("button", name="Try again").click()
        expect(table.page.locator(".away")).to_be_hidden()
        assert table.piles() == before
        with table.one_step():
            table.page.keyboard.press("Control+y")
        with table.one_step():
            table.page.keyboard.press("Control+z")

        # ... and so does a new one, from the start page.
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
            assert after[key] == told[key]


def test_two_windows_on_one_play(open_page: OpenPage) -> None:
    one = open_page("/play/klondike/7", expect=(409,))
    with one.one_step():
        one.click("s")
    other = open_page("/play/klondike/7")
    assert other.play == one.play
    assert other.piles() == one.piles()
    with other.one_step():
        other.drag("t3-t6")
    newer = other.piles()

    one.click("s")  # meant for a board that is no longer so
    expect(one.toast).to_contain_text("This play went on elsewhere.")
    assert one.piles() == newer
    one.agrees()
    assert one.view["steps"] == 2, "the stale click did nothing, the other window's move is kept"
    with one.one_step():
        one.click("s")
    one.agrees()


def test_two_windows_with_a_drag(open_page: OpenPage) -> None:
    one = open_page("/play/klondike/7", expect=(409,))
    with one.one_step():
        one.click("s")
    other = open_page("/play/klondike/7")
    with other.one_step():
        other.drag("t3-t6")
    one.drag("t3-t6")
    expect(one.toast).to_contain_text("This play went on elsewhere.")
    assert one.piles() == other.piles()
    top = one.page.locator('[data-pile="t6"] .card').last
    same = other.page.locator('[data-pile="t6"] .card').last
    assert top.bounding_box() == same.bounding_box(), "the dragged card lies where it belongs"


def test_the_page_opens_also_while_the_program_does_not_run(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with Program(tmp_path) as first:
        table = open_page("/play/klondike/7", at=first, dies=True, service_workers="allow")
        with table.one_step():
            table.drag("t7-f4")
        before = table.piles()
        # It is there once the worker has all files, and has this page.
        table.page.wait_for_function(
            "async () => { await navigator.serviceWorker.ready;"
            " return !!navigator.serviceWorker.controller }"
        )
        first.kill()
        table.page.reload()
        expect(table.page.get_by_role("alert")).to_contain_text("Cadogan does not answer.")
        expect(table.page.locator(".trouble")).to_contain_text("start it again with cadogan play")
    with Program(tmp_path, first.port):
        table.page.get_by_role("button", name="Try again").click()
        table.shows(1)
        assert table.piles() == before


def test_a_page_of_another_version_offers_to_be_loaded_again(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7", expect=(410,))
    with table.one_step():
        table.drag("t7-f4")
    before, asked = table.piles(), []

    def heard(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    table.page.on("dialog", heard)

    def other(route: Route) -> None:
        loads = route.request.resource_type == "script" and "/api.js" in route.request.url
        url = re.sub("/static/[0-9a-f]{16}/", f"/static/{'0' * 16}/", route.request.url)
        route.continue_(url=route.request.url if loads else url)

    table.intercept("**/{find,api}.js", other)
    table.page.keyboard.press("F3")
    expect(table.toast).to_contain_text("another version")
    with table.page.expect_navigation():
        table.page.keyboard.press("F3")
    table.ready()
    assert [told.startswith("Cadogan has become another version") for told in asked] == [True] * 2
    table.shows(1)
    assert table.piles() == before


@pytest.mark.parametrize("path", ["/", "/play/klondike/7", "/desk"])
def test_who_goes_back_is_given_the_page_as_the_server_has_it_now(
    site: Site, open_page: OpenPage, path: str
) -> None:
    """One kept by the browser would name files of another version, which are no longer there."""
    page = open_page(path).page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/api/settings")
    site.reset_settings(motion="off", language="de")
    page.go_back()
    expect(page.locator("html")).to_have_attribute("lang", "de")


WORKER = """async text => {
  let [open, most] = [0, 0];
  const names = [];
  const add = async (each) => {
    most = Math.max(most, ++open);
    await new Promise((done) => setTimeout(done));
    open -= 1;
    names.push(each.url ?? each);
  };
  const heard = {};
  const self = { addEventListener: (name, deed) => { heard[name] = deed; }, skipWaiting() {} };
  const caches = { open: async () => ({ add }) };
  new Function("self", "caches", text)(self, caches);
  await new Promise((done) => heard.install({ waitUntil: (all) => all.then(done) }));
  return [most, names];
}"""


def test_what_is_kept_for_later_is_fetched_beside_a_page_not_before_it(
    site: Site, open_page: OpenPage
) -> None:
    page = open_page(bypass_csp=True).page
    text = page.request.get(f"{site.url}service-worker.js").text()
    most, names = page.evaluate(WORKER, text)
    assert most == 1, "the others are for a page that is loaded meanwhile"
    assert len(names) > 50
    assert names[-1] == site.url, "the page itself only when it finds all it needs"


def test_the_page_can_be_installed(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    told = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert told.headers["content-type"] == "application/manifest+json"
    manifest = told.json()
    sizes = {}
    for icon in manifest["icons"]:
        picture = page.request.get(f"{told.url.rpartition('/')[0]}/{icon['src']}")
        assert picture.ok
        assert picture.headers["content-type"] == icon["type"]
        shown = page.evaluate(
            """async (url) => {
              const img = new Image();
              img.src = url;
              await img.decode();
              return [img.naturalWidth, img.naturalHeight];
            }""",
            picture.url,
        )
        sizes[icon["src"]] = f"{shown[0]}x{shown[1]}"
    for icon in manifest["icons"]:
        assert icon["sizes"] in ("any", sizes[icon["src"]])
    assert page.request.get(manifest["start_url"]).ok
