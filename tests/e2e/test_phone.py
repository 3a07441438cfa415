"""Page on a phone: vibration, the screen, panels, notches and large text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, LYING, PHONE, UPRIGHT, OpenPage, Size
from .table import Table, box_of

# Record the vibrations, and the locks that the page holds on the screen.
RECORD = """
  window.pulses = [];
  Navigator.prototype.vibrate = (pattern) => pulses.push(pattern) > 0;
  window.locks = [];
  const { request } = WakeLock.prototype;
  WakeLock.prototype.request = async function (kind) {
    const lock = await request.call(this, kind);
    locks.push(lock);
    return lock;
  };
"""
HELD = "() => locks.filter((lock) => !lock.released).length"


def test_a_phone_vibrates_and_stays_on_only_if_wished(open_page: OpenPage) -> None:
    table = open_page(**PHONE)
    page = table.page
    page.context.grant_permissions(["screen-wake-lock"])
    page.add_init_script(RECORD)
    table.goto(KLONDIKE)
    table.step(table.tap, "s")
    assert page.evaluate("[pulses.length, locks.length]") == [0, 0]

    table.open_menu()
    table.tool("Options…").click()
    page.get_by_label("Vibration").check()
    page.get_by_label("Keep the screen on while you play").check()
    table.close_panel()
    page.wait_for_function(f"{HELD} === 1")
    table.step(table.tap, "s")
    page.wait_for_function("() => pulses.length === 1")
    # a refused move, then a page without a play
    table.finger_drag("t3-t5")
    expect(table.toast).to_be_visible()
    assert page.evaluate("pulses") == [[12], [25, 60, 25]]
    table.turn_to("/")
    page.wait_for_function(f"{HELD} === 0")


def test_back_closes_a_panel_before_it_leaves_the_play(open_page: OpenPage) -> None:
    table = open_page(**PHONE)
    page = table.page
    page.get_by_role("button", name="Play FreeCell", exact=True).click()
    table.arrive("**/play/freecell/*")
    play = page.url
    table.open_menu()
    table.tool("Options…").click()
    table.dialog.wait_for()
    page.go_back()
    table.dialog.wait_for(state="detached")
    assert page.url == play
    # a panel that is closed in another way leaves nothing behind in the history
    table.open_menu()
    table.tool("Rules").click()
    table.dialog.wait_for()
    table.close_panel()
    page.wait_for_function("() => !history.state.panel")
    assert page.url == play
    page.go_back()
    page.locator(".contents").wait_for()


@pytest.mark.parametrize(
    ("size", "insets"),
    [
        (UPRIGHT, {"top": 47, "left": 0, "bottom": 34, "right": 0}),
        (LYING, {"top": 0, "left": 59, "bottom": 21, "right": 59}),
    ],
    ids=["upright", "lying"],
)
def test_nothing_is_behind_the_notch(
    open_page: OpenPage, size: Size, insets: dict[str, int]
) -> None:
    table = open_page(KLONDIKE, **{**PHONE, "size": size})
    table.cdp().send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    table.settle()
    width, height = size

    def is_clear(selector: str) -> None:
        for element in table.page.locator(f"{selector}:visible").all():
            box = box_of(element)
            assert box.x >= insets["left"], selector
            assert box.y >= insets["top"], selector
            assert box.right <= width - insets["right"], selector
            assert box.bottom <= height - insets["bottom"], selector

    for selector in (".board .card", ".play .tool", ".title h1", ".status"):
        is_clear(selector)
    table.open_menu()
    is_clear(".menu")
    table.tool("Options…").click()
    table.dialog.wait_for()
    is_clear("dialog[open]")


def fits(table: Table) -> None:
    """Check that the page does not scroll sideways."""
    within = "() => document.documentElement.scrollWidth <= innerWidth"
    assert table.page.evaluate(within), table.page.url
    body = table.page.locator("dialog[open] .body")
    if body.count():
        assert body.evaluate("(el) => el.scrollWidth <= el.clientWidth")


def test_text_at_double_size_fits_a_phone(open_page: OpenPage) -> None:
    table = open_page(**{**PHONE, "is_mobile": False})  # mobile browsers widen the page instead
    page = table.page
    double = """() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% !important }");
      document.adoptedStyleSheets = [sheet];
    }"""
    page.evaluate(double)
    fits(table)
    table.goto(KLONDIKE)
    page.evaluate(double)
    fits(table)
    for item in ("Rules", "Options…", "Records", "Choose a deal…"):
        table.open_menu()
        table.tool(item).click()
        table.dialog.wait_for()
        fits(table)
        table.close_panel()
