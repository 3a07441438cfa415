"""Page on a phone: vibration, the screen, panels, notches, turning it, and large text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, LYING, PHONE, UPRIGHT, OpenPage, Size
from .firefox import is_firefox
from .table import Box, Table, box_of
from .test_bars import resize

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
    if not is_firefox(page.context.browser):  # it asks nobody
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


@pytest.mark.parametrize("has_touch", [True, False])
def test_the_options_say_what_the_browser_of_a_phone_lacks(
    open_page: OpenPage, has_touch: bool
) -> None:
    table = open_page(**{**PHONE, "has_touch": has_touch})
    lacking = "delete Navigator.prototype.vibrate; delete Navigator.prototype.wakeLock;"
    table.page.add_init_script(lacking)
    table.goto(KLONDIKE)
    table.open_menu()
    table.tool("Options…").click()
    table.dialog.wait_for()
    expect(table.page.get_by_label("Sounds")).to_be_visible()
    expect(table.page.get_by_label("Vibration")).to_have_count(0)
    expect(table.page.get_by_label("Keep the screen on while you play")).to_have_count(0)
    for words in ("cannot make the device vibrate", "cannot keep the screen on"):
        expect(table.dialog.get_by_text(words)).to_have_count(int(has_touch))


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
    table.close_panel()
    table.open_menu()
    table.tool("A short tour").click()
    for at in range(1, 6):
        expect(table.page.locator(".tour .about")).to_have_text(f"{at} / 5")
        is_clear(".tour")
        table.press("Enter")
    expect(table.page.locator(".tour")).to_have_count(0)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", [UPRIGHT, LYING])
@pytest.mark.parametrize("game", ["gaps", "pyramid"])
def test_a_long_note_covers_neither_cards_nor_the_state(
    open_page: OpenPage, game: str, size: Size, mirrored: bool
) -> None:
    table = open_page(f"/play/{game}/7", **{**PHONE, "size": size, "mirrored": mirrored})
    table.note("A note of usual length has eighty letters, but some notes are longer. " * 2)
    note = box_of(table.toast)
    assert note.within(*size)
    assert table.covered(".toast") == set()
    for part in (".title h1", ".status"):
        assert not note.meets(box_of(table.page.locator(part))), part


@pytest.mark.parametrize("size", [(320, 568), (480, 320), (600, 400), (400, 400), LYING])
def test_the_whole_menu_is_reached(open_page: OpenPage, size: Size) -> None:
    table = open_page(KLONDIKE, **{**PHONE, "size": size})
    table.open_menu()
    menu = table.page.locator(".menu")
    assert box_of(menu).within(*size)
    assert menu.evaluate("(el) => el.scrollWidth <= el.clientWidth")
    table.touch_on(table.tool("Options…"))  # the last item
    table.dialog.wait_for()


def turn(table: Table, size: Size) -> None:
    """Turn the phone."""
    resize(table.page, *size)
    table.settle()


def test_turning_the_phone_during_a_drag_puts_the_card_back(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, **PHONE)
    table.step(table.tap, "s")
    before = table.piles()
    finger = table.cdp()

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    for size in (LYING, UPRIGHT):
        x, y = table.spot("t7")
        touch("touchStart", {"x": x, "y": y})
        touch("touchMove", {"x": x - 40, "y": y + 40})
        held = table.page.locator(".card.held")
        expect(held).to_have_count(1)
        turn(table, size)
        expect(held).to_have_count(0)
        touch("touchMove", {"x": x - 60, "y": y + 20})
        touch("touchEnd")
        table.settle()
        expect(held).to_have_count(0)
        assert table.piles() == before
        assert table.targets == set()
        for card in table.page.locator(".board .card").all():
            assert box_of(card).within(*size)
    # the next drag works as usual
    table.step(table.finger_drag, "t3-t6")
    table.agrees()


def test_turning_the_phone_keeps_an_open_panel_and_its_place(open_page: OpenPage) -> None:
    table = open_page("/play/freecell/7", **PHONE)
    table.open_menu()
    table.touch_on(table.tool("Rules"))
    table.dialog.wait_for()
    body = table.dialog.locator(".body")
    body.evaluate("(el) => { el.scrollTop = 700; }")
    first = """(el) => [...el.querySelectorAll("p, li, h2, h3")].find((part) =>
      part.getBoundingClientRect().bottom > el.getBoundingClientRect().top).textContent"""
    table.settle()
    text = body.evaluate(first)
    for size in (LYING, UPRIGHT):
        turn(table, size)
        assert box_of(table.dialog).within(*size)
        assert body.evaluate(first) == text
    table.touch_on(table.dialog.get_by_role("button", name="Close"))
    table.dialog.wait_for(state="detached")
    table.agrees()


def test_turning_the_phone_keeps_the_place_in_the_contents(open_page: OpenPage) -> None:
    table = open_page(**PHONE)
    table.page.evaluate("scrollTo(0, 3000)")
    seen = """() => [...document.querySelectorAll(".entry h3")].filter((el) => {
      const { top, bottom } = el.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }).map((el) => el.textContent)"""
    table.settle()
    first = table.page.evaluate(seen)
    turn(table, LYING)
    assert set(table.page.evaluate(seen)) & set(first)
    turn(table, UPRIGHT)
    assert table.page.evaluate(seen) == first


def test_the_tour_points_at_the_same_piles_after_a_turn(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, **PHONE)
    table.open_menu()
    table.tool("A short tour").click()
    count = table.page.locator(".tour .about")
    expect(count).to_have_text("1 / 5")
    for size in (LYING, UPRIGHT, LYING):
        turn(table, size)
        spots = [box_of(spot) for spot in table.page.locator(".spot").all()]
        slots = table.slots()
        ringed = {name for name, slot in slots.items() if any(map(Box(**slot).meets, spots))}
        assert ringed == {"f1", "f2", "f3", "f4"}
        text = box_of(table.page.locator(".tour"))
        assert text.within(*size)
        assert not any(map(text.meets, spots))


def fits(table: Table) -> None:
    """Check that the page does not scroll sideways."""
    within = "() => document.documentElement.scrollWidth <= innerWidth"
    assert table.page.evaluate(within), table.page.url
    body = table.page.locator("dialog[open] .body")
    if body.count():
        assert body.evaluate("(el) => el.scrollWidth <= el.clientWidth")


DOUBLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% !important }");
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("size", [(320, 568), (480, 320), LYING])
def test_menu_and_tour_with_text_at_double_size_are_within_the_window(
    open_page: OpenPage, size: Size
) -> None:
    table = open_page(KLONDIKE, **{**PHONE, "size": size, "is_mobile": False})
    table.page.evaluate(DOUBLE)
    table.open_menu()
    menu = table.page.locator(".menu")
    assert box_of(menu).within(*size)
    assert menu.evaluate("(el) => el.scrollWidth <= el.clientWidth")
    table.tool("A short tour").click()
    for at in range(1, 6):
        expect(table.page.locator(".tour .about")).to_have_text(f"{at} / 5")
        assert box_of(table.page.locator(".tour")).within(*size)
        # may be below the edge, and scrolls into view
        table.touch_on(table.page.locator(".tour .main"))
    expect(table.page.locator(".tour")).to_have_count(0)


def test_text_at_double_size_fits_a_phone(open_page: OpenPage) -> None:
    table = open_page(**{**PHONE, "is_mobile": False})  # mobile browsers widen the page instead
    page = table.page
    page.evaluate(DOUBLE)
    fits(table)
    table.goto(KLONDIKE)
    page.evaluate(DOUBLE)
    fits(table)
    for item in ("Rules", "Options…", "Records", "Choose a deal…"):
        table.open_menu()
        table.tool(item).click()
        table.dialog.wait_for()
        fits(table)
        table.close_panel()
