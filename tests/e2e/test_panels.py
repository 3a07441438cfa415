"""The panels for rules, options and statistics, and the amount of animation."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import expect

import cadogan
from tests.covering import few

from .conftest import KLONDIKE, LYING, SIZES, UPRIGHT, OpenPage, Size
from .firefox import is_firefox
from .site import Site
from .table import Table, box_of
from .test_bars import violations

# The choices that are too wide for their selection field, less the room for its arrow.
CUT_CHOICES = """(els) => els.flatMap((el) => {
  const style = getComputedStyle(el);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  const arrow = navigator.userAgent.includes('Firefox') ? 8 : 18;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const room = el.clientWidth - padding - arrow;
  return [...el.options].map((one) => one.text)
    .filter((text) => pen.measureText(text).width > room);
})"""
SAFE_FACE = re.compile("classic-safe/D8.svg")


def test_the_rules_of_the_game(open_page: OpenPage) -> None:
    table = open_page("/play/birthday/7?target=1888&suits=SHCD")
    table.open_menu()
    table.tool("Rules").click()
    rules = table.dialog
    expect(rules.get_by_role("heading", level=2)).to_have_text(["Birthday"])
    # The panel shows the rules of this game with these options, word for word.
    text = cadogan.game("birthday", target="1888").rules().replace("*", "").replace("`", "")
    shown = " ".join(rules.locator(".rules").inner_text().split())
    lines = [" ".join(line.lstrip("#- ").split()) for line in text.splitlines()]
    assert [line for line in lines if line not in shown and line != "Birthday"] == []
    # The board stays usable beside the rules.
    table.step(table.click, "s")
    rules.get_by_role("button", name="Close").click()
    expect(table.dialog).to_have_count(0)


# The heading above an element, and the element that follows it.
ABOVE = """el => { const next = el.nextSibling?.textContent;
  while (el.tagName !== 'H3') el = el.previousSibling; return [el.textContent, next]; }"""


def test_drawings_and_odds_stand_beside_the_rules(site: Site, table: Table) -> None:
    table.press("F1")
    built = table.dialog.get_by_role("figure", name="Building on the tableau")
    right = "→Allowed: the eight of spades on the nine of hearts."
    expect(built.locator(".right")).to_have_text(right)
    expect(built.locator(".wrong p")).to_contain_text("The eight of diamonds may not go on")
    assert built.evaluate(ABOVE)[0] == "The tableau"
    assert violations(table.page) == []
    meaning = table.dialog.locator("details", has_text="What these numbers mean")
    assert meaning.evaluate(ABOVE) == ["Odds", "Sources"]
    expect(meaning.locator("p").first).to_be_hidden()
    meaning.locator("summary").click()
    expect(meaning.locator("p").first).to_contain_text("All cards known: the solver sees")
    # without measured odds, the panel does not explain them
    table.turn_to("/play/klondike/7?passes=one&turn=four")
    table.press("F1")
    expect(table.dialog.get_by_role("heading", name="Klondike")).to_be_visible()
    expect(meaning).to_have_count(0)
    # The odds also appear beside the game's variants, and in the statistics before the first play.
    words = {game["id"]: game["odds"] for game in site.get("api/games")["games"]}["yukon"]
    assert re.fullmatch(r"With all cards known, .* can be won\. A simple program .*%\.", words)
    table.goto("/")
    table.page.get_by_role("button", name="Variants of Yukon").click()
    expect(table.dialog).to_contain_text(words)
    table.dialog.get_by_role("button", name="Records").click()
    expect(table.dialog.last).to_contain_text(words)


@pytest.mark.parametrize("size", [(900, 700), LYING, UPRIGHT], ids=["narrow", "lying", "upright"])
def test_the_rules_can_be_read_to_their_end(open_page: OpenPage, size: Size) -> None:
    table = open_page("/play/algerian/7", size, has_touch=True)
    board = table.page.locator(".board")
    before = box_of(board).w
    table.press("F1")
    body = table.dialog.locator(".body")
    panel = box_of(table.dialog)
    assert panel.within(*size), "the panel ends within the window"
    if size[0] >= 900:
        assert box_of(board).right <= panel.x, "the board makes room for it"
        assert violations(table.page) == []

    def scrolled(far: str) -> None:
        table.page.wait_for_function(f"(el) => {far}", arg=body.element_handle())

    # The keyboard scrolls the panel before any click in it.
    table.press("PageDown")
    scrolled("el.scrollTop > 50")
    table.press("End")
    scrolled("el.scrollTop + el.clientHeight > el.scrollHeight - 2")
    expect(body.locator(".rules > :last-child")).to_be_in_viewport()
    table.press("Home")
    scrolled("el.scrollTop === 0")
    # The mouse wheel and a finger also scroll it.
    table.mouse.move(panel.x + panel.w / 2, panel.y + panel.h / 2)
    table.mouse.wheel(0, 300)
    scrolled("el.scrollTop > 50")
    if not is_firefox(table.page.context.browser):  # the finger there cannot scroll
        table.press("Home")
        scrolled("el.scrollTop === 0")
        table.swipe(panel.x + panel.w / 2, panel.y + panel.h * 0.8, -150)
        scrolled("el.scrollTop > 50")

    table.close_panel()
    table.page.wait_for_function(
        "(width) => document.querySelector('.board').clientWidth === width", arg=int(before)
    )


# The labels of the menu that are cut off or extend beyond the window.
CUT_LABELS = """(els) => els.filter((el) => el.checkVisibility()).filter((el) => {
  const { left, right } = el.getBoundingClientRect();
  return left < 40 || right > innerWidth || el.scrollWidth > el.clientWidth + 1;
}).map((el) => el.textContent)"""


MENUS = product([*SIZES, (900, 700), (800, 360), (667, 375), (320, 568)], (False, True), "ed")


@pytest.mark.parametrize(("size", "touch", "locale"), few(MENUS, 9), ids=str)
def test_the_whole_menu_can_be_reached(
    open_page: OpenPage, size: Size, touch: bool, locale: str
) -> None:
    locale = {"e": "en-GB", "d": "de-DE"}[locale]
    table = open_page(KLONDIKE, size, locale=locale, has_touch=touch, is_mobile=touch)
    table.page.locator("[popovertarget=menu]").click()
    menu = table.page.locator(".menu")
    items = menu.locator("button:visible")
    expect(items.last).to_be_visible()
    assert box_of(menu).within(*size)
    assert menu.evaluate("el => el.scrollWidth <= el.clientWidth"), "it scrolls down, not sideways"
    assert menu.locator(".label").evaluate_all(CUT_LABELS) == []
    if size[1] < 400:  # a phone in landscape shows the whole menu without scrolling
        assert menu.evaluate("el => el.scrollHeight <= el.clientHeight")
        assert min(box_of(item).h for item in items.all()) >= 44 or not touch
    for item in (items.first, items.last):
        item.scroll_into_view_if_needed()
        expect(item).to_be_in_viewport(ratio=1)


def test_larger_letters_leave_the_menu_within_a_phone(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, UPRIGHT, locale="de-DE", has_touch=True)
    table.page.evaluate("() => { document.documentElement.style.fontSize = '150%'; }")
    table.page.locator("[popovertarget=menu]").click()
    menu = table.page.locator(".menu")
    menu.locator(".items").wait_for()
    assert box_of(menu).x >= 0
    assert menu.locator(".label").evaluate_all(CUT_LABELS) == []


def test_a_shade_shows_that_the_menu_goes_on_below(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, (390, 700))
    table.open_menu()
    menu = table.page.locator(".menu")
    x, bottom = box_of(menu).x, box_of(menu).bottom

    def edge() -> bytes:
        # a strip at the lower left of the panel, where it has no button
        return table.page.screenshot(clip={"x": x + 2, "y": bottom - 30, "width": 3, "height": 15})

    shaded = edge()
    menu.evaluate("el => el.scrollTo(0, el.scrollHeight)")
    assert edge() != shaded


def test_forced_colours_give_menu_and_panels_an_edge(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, forced_colors="active")
    table.open_menu()
    expect(table.page.locator(".menu")).to_have_css("border-top-width", "1px")
    table.press("Escape", "o")
    expect(table.dialog).to_have_css("border-top-width", "1px")


def test_options_stay(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    left = table.slots()["s"]["x"]
    table.press("o")
    table.dialog.get_by_label("Suits").select_option(label="Colour-blind safe")
    table.dialog.get_by_label("Left-handed (mirrored) board").check()
    table.dialog.get_by_label("Brightness").select_option(label="Dark")
    table.press("Escape")
    card = table.page.locator('.card[data-card="8D"]')
    expect(card).to_have_css("--face", SAFE_FACE)
    assert table.slots()["s"]["x"] > left
    before = table.slots()
    table.until(lambda: site.get("api/settings")["theme"] == "dark")

    table.reload()
    expect(card).to_have_css("--face", SAFE_FACE)
    assert table.slots() == before
    assert table.page.locator("html").get_attribute("data-theme") == "dark"
    # The settings belong to the user, so another browser has them too.
    other = open_page(KLONDIKE)
    other.page.wait_for_function("() => document.documentElement.classList.contains('mirrored')")
    assert other.slots() == before
    kept = site.get("api/settings")
    assert (kept["deck"], kept["mirrored"], kept["theme"]) == ("classic-safe", True, "dark")


def test_a_panel_gives_the_focus_back(table: Table) -> None:
    table.tab_to_board()
    pile = table.focus
    table.press("o")
    expect(table.dialog).to_be_visible()
    assert table.page.evaluate("document.activeElement.closest('dialog') !== null")
    table.close_panel()
    assert table.focus == pile
    # A focused field keeps the focus for a moment after its panel has closed.
    table.press("g")
    expect(table.dialog.get_by_label("Deal number")).to_be_focused()
    table.page.evaluate(
        """() => { for (const key of ["Escape", "t"])
          document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})); }"""
    )
    expect(table.dialog.get_by_role("heading", level=2)).to_have_text("Records")


# Every frame records the running animations, so even short ones are noticed.
RUNNING = """() => {
  window.running = [];
  const look = () => {
    for (const { effect } of document.getAnimations())
      if (effect.getKeyframes().some((frame) => frame.transform))
        window.running.push(effect.target.className);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_when_the_system_asks_for_it(open_page: OpenPage, motion: str) -> None:
    table = open_page(KLONDIKE, reduced_motion=motion, motion="normal")
    table.page.evaluate(RUNNING)
    table.step(table.drag, "t7-f4")
    table.step(table.press, "u")
    table.drag("t3-t5")
    expect(table.toast).to_be_visible()
    table.settle()
    assert bool(table.page.evaluate("window.running")) == (motion != "reduce")


def test_boxes_in_the_options_are_alike_and_no_choice_is_cut(open_page: OpenPage) -> None:
    for locale in ("en-GB", "de-DE"):
        table = open_page(KLONDIKE, UPRIGHT, locale=locale)
        table.press("o")
        boxes = table.dialog.locator("input[type=checkbox]")
        expect(boxes.last).to_be_attached()
        sizes = boxes.evaluate_all(
            "els => els.map((el) => [el.offsetWidth, el.offsetHeight].join())"
        )
        assert len(sizes) > 8
        assert len({*sizes}) == 1
        assert table.dialog.locator("select").evaluate_all(CUT_CHOICES) == []
        cards = table.dialog.locator(".sample .card")
        shapes = cards.evaluate_all("els => els.map((el) => el.offsetHeight / el.offsetWidth)")
        assert min(shapes) == max(shapes) == pytest.approx(1.4, abs=0.02), "cards, not strips"
