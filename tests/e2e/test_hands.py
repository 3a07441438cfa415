"""Moves at the table: drag, tap, double click, keys, undo and deal, and their consequences."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, LYING, UPRIGHT, OpenPage, Size
from .site import Site
from .table import Table, box_of

# In this deal the ace of spades (t7) goes up and may come back down to the two of hearts (t1).
# The ace of clubs (t2) goes up automatically.


def test_an_illegal_drop_goes_back_and_says_why(site: Site, table: Table) -> None:
    before, place = table.piles(), table.spot("t3")
    table.drag("t3-t5")
    body = {"source": "t3", "target": "t5"}
    reason = site.post(f"api/plays/{table.play}/why", body)["reason"]
    expect(table.toast).to_have_text(reason)
    expect(table.page.locator("#live")).to_have_text(reason)
    table.press("Escape")
    expect(table.toast).to_have_count(0)
    # a drop outside all piles also returns the cards
    table.mouse.move(*place)
    table.mouse.down()
    table.mouse.move(640, 760, steps=3)
    table.mouse.up()
    expect(table.toast).to_have_count(0)
    assert table.piles() == before
    assert table.spot("t3") == place
    assert table.revision == 0


def test_a_drag_makes_no_layout(table: Table) -> None:
    x, y = table.begin_drag("t3", 20, 20)
    before = table.layouts
    for step in range(30):
        table.mouse.move(x + 20 + 12 * step, y + 20 + (step % 5) * 8)
    table.next_frame()
    assert table.layouts == before
    table.mouse.up()


def test_a_note_that_runs_out_waits_for_the_drag(table: Table) -> None:
    table.page.clock.install()
    table.press("Shift+m")
    expect(table.toast).to_be_visible()
    table.begin_drag("t3", 20, 20)
    before = table.layouts
    table.page.clock.run_for(60_000)  # a minute, longer than the page shows any note
    expect(table.toast).to_be_visible()
    assert table.layouts == before
    table.press("Escape")
    table.mouse.up()
    table.page.clock.run_for(1000)
    expect(table.toast).to_have_count(0)


@pytest.mark.parametrize("size", [UPRIGHT, LYING])
@pytest.mark.parametrize("game", ["klondike", "freecell"])
def test_a_note_covers_no_card_and_no_title(open_page: OpenPage, game: str, size: Size) -> None:
    table = open_page(f"/play/{game}/7", size)
    table.press("Shift+m")
    expect(table.toast).to_be_visible()
    assert table.covered(".toast") == set()
    for title in ("h1", ".status"):
        assert not box_of(table.toast).meets(box_of(table.page.locator(title)))


def test_choosing_shows_the_targets(table: Table) -> None:
    for pile, card, way in (("t2", "AC", "Escape"), ("t7", "AS", "beside"), ("t2", "AC", "again")):
        table.click(pile)
        assert (table.chosen, len(table.targets & {"f1", "f4"})) == ([card], 1)
        expect(table.page.locator("#live")).to_contain_text("ace of")
        if way == "Escape":
            table.press("Escape")
        elif way == "beside":
            table.mouse.click(640, 760)
        else:
            table.page.wait_for_timeout(400)  # a faster second tap would count as a double tap
            table.click(pile)
        assert (table.chosen, table.targets) == ([], set()), way
    assert table.revision == 0
    table.click("t3")
    table.step(table.click, "t6")
    assert table.view["piles"]["t6"][-2:] == ["5D", "4S"]


def test_a_drag_outlines_the_targets(table: Table) -> None:
    x, y = table.begin_drag("t2")
    assert table.targets == {"f1", "t1"}
    table.press("Escape")
    assert table.targets == set()
    assert table.spot("t2") == (x, y)
    table.mouse.up()
    assert table.revision == 0


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_twice_is_the_best_move(open_page: OpenPage, touch: bool) -> None:
    table = open_page(KLONDIKE, has_touch=touch, auto="off", motion="normal")
    best = table.view["moves"][0]
    table.step(table.twice, best["source"], touch=touch)
    assert table.view["piles"][best["target"]][-1] in {"AC", "AS"}
    table.settle()
    assert table.revision == 1, "no further move may follow"


def test_one_tap_when_wished(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, auto="off", oneTap=True)
    table.step(table.click, "t2")
    assert table.view["piles"]["f1"] == ["AC"]


def test_a_quick_tap_after_laying_down_only_chooses(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, has_touch=True, auto="off")
    with table.one_step():
        table.tap("t2")
        table.tap("t1")
    table.tap("t1")
    table.settle()
    assert table.revision == 1, "two taps, but not a double tap"
    assert table.chosen == ["AC"]


def test_a_card_can_be_caught_in_flight(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, auto="off", motion="normal")
    table.step(table.press, "Space")
    table.step(table.press, "u")
    for _ in range(6):  # the keys come faster than the cards reach the waste
        table.press("Space")
    table.shows(8)
    table.drag("t2-f1")
    table.shows(9)
    table.agrees()
    table.page.wait_for_function(
        "() => !document.querySelector('.board').getAnimations({subtree: true}).length"
    )
    table.agrees()


def test_a_move_and_what_follows_of_itself_is_one_step(table: Table) -> None:
    before = table.piles()
    table.step(table.drag, "t7-f4")
    view = table.view
    assert view["auto"] == ["t2-f1"]
    assert (view["steps"], view["piles"]["f1"], view["piles"]["f4"]) == (1, ["AC"], ["AS"])
    after = table.piles()
    assert after == view["piles"]
    expect(table.page.locator("#live")).to_contain_text("ace of clubs")
    table.step(table.tool("Undo").click)
    assert table.piles() == before
    expect(table.tool("Undo")).to_have_attribute("aria-disabled", "true")
    table.step(table.tool("Redo").click)
    assert table.piles() == after
    expect(table.tool("Redo")).to_have_attribute("aria-disabled", "true")
    # A card that the player took down does not go up automatically, but the player may move it up.
    table.step(table.drag, "f4-t1")
    assert table.piles()["t1"] == ["2H", "AS"]
    table.step(table.click, "s")
    assert table.piles()["t1"] == ["2H", "AS"]
    table.step(table.twice, "t1")
    assert table.piles()["f4"] == ["AS"]


def test_automatic_moves_can_be_switched_off(site: Site, table: Table) -> None:
    """The menu item cycles through three settings: safe cards, all cards and none."""
    for mode in ("all", "off"):
        table.open_menu()
        with table.answered("**/api/settings"):
            table.page.locator(".menu .tool.auto").click()
        assert site.get("api/settings")["auto"] == mode
    table.step(table.drag, "t7-f4")
    assert table.view["auto"] == []
    assert table.piles()["f1"] == []
    table.step(table.tool("Send up").click)
    assert table.piles()["f1"] == ["AC"]
    expect(table.tool("Send up")).to_have_count(0)


def test_the_stock_turns_and_deals_again(open_page: OpenPage) -> None:
    table = open_page(f"{KLONDIKE}?turn=three", auto="off")
    first = table.view
    for _ in range(8):
        table.step(table.click, "s")
    shown = table.piles()
    assert (shown["s"], len(shown["w"])) == ([], 24)
    table.step(table.click, "s")
    assert table.piles() == first["piles"]
    # dragging the stock to the waste also turns a card
    table.begin_drag("s")
    assert table.targets == {"w"}
    table.mouse.up()
    assert table.revision == 9, "let go where it lay"
    table.step(table.drag, "s-w")
    assert len(table.piles()["w"]) == 3
    table.agrees()


def test_big_ben_has_a_button_that_fills_the_gaps(open_page: OpenPage) -> None:
    table = open_page("/play/big-ben/1", auto="off")
    expect(table.tool("Fill gaps")).to_have_count(0)
    table.step(table.drag, "t1-f12")
    table.step(table.tool("Fill gaps").click)
    assert all(len(cards) == 3 for name, cards in table.piles().items() if name[0] == "t")
    expect(table.tool("Fill gaps")).to_have_count(0)
    table.agrees()


def test_the_back_button(open_page: OpenPage) -> None:
    table = open_page()
    table.page.get_by_role("searchbox").fill("freecell")
    table.page.get_by_role("button", name="Play FreeCell", exact=True).click()
    table.arrive("**/play/freecell/*")
    address = table.page.url
    before = table.piles()
    table.page.go_back()
    table.page.locator(".contents").wait_for()
    assert table.page.url.endswith("/")
    table.page.go_forward()
    table.page.locator(".board[data-revision]").wait_for()
    assert table.page.url == address
    assert table.piles() == before
    table.page.get_by_role("link", name="Games").click()
    table.page.locator(".contents").wait_for()


def test_a_right_press_shows_a_covered_card(open_page: OpenPage) -> None:
    table = open_page("/play/freecell/1")
    card = table.page.locator('[data-pile="t1"] .card').nth(1)
    box = box_of(card)
    table.mouse.move(box.x + 20, box.y + 8)
    table.mouse.down(button="right")
    expect(card).to_have_class(re.compile("peek"))
    table.mouse.up(button="right")
    expect(card).not_to_have_class(re.compile("peek"))
    assert box_of(card) == box
    assert table.revision == 0


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_buried_card_is_drawn_up(site: Site, open_page: OpenPage, touch: bool) -> None:
    site.reset_settings(auto="off", motion="off")
    view = site.start("three-shuffles-and-a-draw", "1")
    while "redeal" in [move["move"] for move in view["moves"]]:
        view = site.move(view, "redeal")
    before = view["piles"]["t1"]
    assert "t1@3-t1" in [move["move"] for move in view["moves"]]
    table = open_page("/play/three-shuffles-and-a-draw/1", has_touch=touch)
    low = box_of(table.page.locator('[data-pile="t1"] .card').first)
    top = table.spot("t1")
    tap = table.touch if touch else table.mouse.click
    tap(low.x + 6, low.y + 8)
    assert table.chosen[0] == before[0]
    assert "t1" in table.targets
    table.page.wait_for_timeout(400)  # a faster second tap would count as a double tap
    table.step(tap, *top)
    assert table.view["piles"]["t1"] == [*before[1:], before[0]]
    table.agrees()
