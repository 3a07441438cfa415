"""Special moves by Space, a tap and their button; tools, notes and texts around the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, LYING, PHONE, SIZES, UPRIGHT, OpenPage, Size
from .site import Site
from .table import Box, Table, box_of
from .test_bars import resize

REFUSAL = "The three of clubs may not go there: the tableau is built down in suit."


def test_space_taps_and_the_button_count(open_page: OpenPage) -> None:
    """If counting is the only move in a game, a tap on any pile counts."""
    table = open_page("/play/counting-patience/1", **PHONE)
    table.step(table.press, "Space")
    table.step(table.tool("Count").click)
    x, y = table.spot("t1")
    for _ in range(30):
        table.touch(x, y)
    table.shows(32)
    table.agrees()
    result = table.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won in 32 moves.")
    # The result stays on the board until the player dismisses it.
    expect(result.get_by_role("button", name="Next deal")).to_be_in_viewport(ratio=1)
    result.get_by_role("button", name="Dismiss").click()
    expect(result).to_be_hidden()


def test_space_weaves_and_moves_no_card(site: Site, open_page: OpenPage) -> None:
    view = site.start("leonis-own", "7")
    while view["moves"][0]["kind"] == "move":
        view = site.move_first(view)
    table = open_page("/play/leonis-own/7")
    expect(table.tool("Weave")).to_be_visible()
    table.step(table.press, "Space")
    while table.page.locator(".actions .tool").count():
        table.step(table.press, "Space")
    before = table.revision
    assert table.view["moves"], "cards may be moved"
    table.press("Space")
    expect(table.toast).to_have_text("There is nothing to deal now.")
    assert table.revision == before


# The edges of the texts and tools in the bar, and of the board.
WORDS = """() => ['.title h1', '.deal', '.status', '.tools', '.board'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [name, box.left, box.right, box.top];
})"""


@pytest.mark.parametrize("game", ["klondike", "gaps", "pyramid", "bakers-dozen"])
def test_notes_cover_no_card_and_move_no_words(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7")
    sizes = [*SIZES, (640, 400)]
    before = []
    for size in sizes:
        resize(table.page, *size)
        before.append(table.page.evaluate(WORDS))
    table.note((3 if game == "bakers-dozen" else 1) * REFUSAL)
    for size, words in zip(sizes, before, strict=True):
        resize(table.page, *size)
        expect(table.toast).to_be_visible()
        assert table.page.evaluate(WORDS) == words, size
        assert game == "bakers-dozen" or table.covered(".toast") == set(), size
    table.page.locator(".banner").evaluate(
        """el => { el.hidden = false;
          el.append('Won in a hundred and twenty-three moves, with more words than ever. '); }"""
    )
    for size, words in zip(sizes, before, strict=True):
        resize(table.page, *size)
        assert table.page.evaluate(WORDS) == words, size


def test_texts_explain_a_turned_picture(open_page: OpenPage) -> None:
    """The texts for Gaps mention rows and "left", but on a phone in portrait the rows run down."""
    table = open_page("/play/gaps/7", UPRIGHT)
    expect(table.page.locator(".status")).to_contain_text("Rows run downwards")
    slots = table.slots()
    gap = next(name for name, cards in table.piles().items() if name[0] == "t" and not cards)
    card = next(
        name
        for name, cards in table.piles().items()
        if cards and name in slots and f"{name}-{gap}" not in str(table.view["moves"])
    )
    table.drag(f"{card}-{gap}")
    expect(table.toast).to_contain_text("the rows run downwards")
    table.press("?")
    expect(table.dialog).to_contain_text("the rows run downwards")
    table.press("Escape")
    resize(table.page, 844, 390)
    expect(table.page.locator(".status")).not_to_contain_text("Rows")
    table = open_page(KLONDIKE, UPRIGHT)
    expect(table.page.locator(".status")).to_have_text("Deal 70 moves")


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_undo_and_hint_stay_under_the_thumb(open_page: OpenPage, size: Size) -> None:
    table = open_page("/play/freecell/1", size, auto="off")
    names = ("Undo", "Hint", "New deal", "More")

    def places() -> list[Box]:
        return [box_of(table.tool(name)) for name in names]

    before, own = places(), table.page.locator(".actions .tool")
    table.step(table.tool("Send up").click)
    expect(own).to_have_count(0)
    assert places() == before
    table.press("Control+z")
    expect(own).to_have_count(1)
    assert places() == before


def test_a_phone_has_one_place_for_special_moves(open_page: OpenPage) -> None:
    deal = box_of(open_page("/play/spider/7", UPRIGHT).tool("Deal"))
    table = open_page(KLONDIKE, UPRIGHT)
    # "Redo" takes the place of a special move that Klondike does not have
    redo = box_of(table.tool("Redo"))
    table.step(table.press, "d")
    table.step(table.tool("Undo").click)
    assert box_of(table.tool("Redo")) == redo
    assert (deal.y, round(deal.right)) == (redo.y, round(redo.right))
    assert box_of(table.tool("More")).right <= min(deal.x, redo.x)
    table.step(table.tool("Redo").click)


@pytest.mark.parametrize("count", [1, 3])
def test_tools_of_the_smallest_phone_fit_a_finger(open_page: OpenPage, count: int) -> None:
    table = open_page("/play/spider/7", (320, 640))
    table.page.evaluate(
        """count => {
          const actions = document.querySelector('.actions');
          const [one] = actions.children;
          actions.replaceChildren(...Array.from({length: count}, () => one.cloneNode(true)));
        }""",
        count,
    )
    boxes = table.page.eval_on_selector_all(
        ".tools .tool",
        """tools => tools.map((el) => el.getBoundingClientRect()).filter(({width}) => width)
          .map(({left, right, width}) => [Math.round(left), Math.round(right), width])""",
    )
    assert len(boxes) == 4 + count
    assert [box for box in boxes if box[2] < 44] == []
    edges = [0, *(edge for left, right, _ in sorted(boxes) for edge in (left, right)), 320]
    assert edges == sorted(edges)


def height(table: Table) -> float:
    """Return how far above the bottom of the board the stock ends, in card heights."""
    stock = table.slots()["s"]
    return (box_of(table.page.locator(".board")).bottom - stock["y"] - stock["h"]) / stock["h"]


def test_the_stock_can_lie_at_the_top(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, UPRIGHT)
    assert height(table) < 0.5
    table.press("o")
    option = table.dialog.get_by_label("Stock near the thumb, on a phone in portrait")
    expect(option).to_be_checked()
    with table.answered("**/api/settings"):
        option.uncheck()
    table.press("Escape")
    slots = table.slots()
    assert slots["s"]["y"] < slots["t1"]["y"]

    table.reload()
    assert table.slots() == slots
    assert site.get("api/settings")["thumb"] is False


@pytest.mark.parametrize("thumb", [True, False])
def test_the_number_of_cards_is_seen(open_page: OpenPage, thumb: bool) -> None:
    table = open_page("/play/calculation/7", UPRIGHT, thumb=thumb)
    count = table.page.locator('[data-pile="s"] .count')
    expect(count).to_have_text("48")
    assert box_of(count).bottom <= box_of(table.page.locator(".board")).bottom


def test_a_panel_beside_the_board_narrows_its_room(open_page: OpenPage) -> None:
    table = open_page("/play/bakers-dozen/7", (1180, 800))
    rows = """(n) => new Set([...document.querySelectorAll('[data-kind="tableau"] > .slot')]
      .map((slot) => slot.getBoundingClientRect().y)).size === n"""
    assert table.page.evaluate(rows, 1)
    table.press("?")
    table.page.wait_for_function(rows, arg=2)


def test_a_short_waste_shows_its_last_three(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7?turn=three", UPRIGHT)
    places = []
    for _ in range(3):
        table.step(table.press, "d")
        boxes = [box_of(card) for card in table.page.locator("[data-pile=w] .card").all()]
        assert len({(box.x, box.y) for box in boxes}) == 3
        places.append((boxes[-1].x, boxes[-1].y))
    assert len({*places}) == 1, "its top card stays"
