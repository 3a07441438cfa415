"""Games whose going on is an action of their own: Space, a tap and the button all do it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from .conftest import KLONDIKE, PHONE, OpenPage, Size
from .site import Site
from .table import Box, box_of
from .test_bars import resize

COUNTING = "/play/counting-patience/1"
REFUSAL = "The three of clubs may not go there: the tableau is built down in suit."


def test_space_taps_and_the_button_count(open_page: OpenPage) -> None:
    """A whole game: nothing can be done but counting, so whatever is tapped counts."""
    table = open_page(COUNTING, **PHONE)
    table.step(table.press, "Space")
    table.step(table.tool("Count").click)
    x, y = table.spot("t1")
    for _ in range(30):
        table.touch(x, y)
    table.shows(32)
    table.agrees()
    result = table.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won in 32 moves.")
    # A game that is won needs its table no more: its card lies there, until it is put away.
    expect(result.get_by_role("button", name="Next deal")).to_be_in_viewport(ratio=1)
    result.get_by_role("button", name="Put away").click()
    expect(result).to_be_hidden()


def test_space_weaves_and_keeps_its_hands_off_cards(site: Site, open_page: OpenPage) -> None:
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


@pytest.mark.parametrize("game", ["klondike", "gaps", "pyramid"])
def test_notes_cover_no_card(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7")
    table.note(REFUSAL)
    for size in ((1280, 800), (390, 844), (844, 390), (640, 400)):
        resize(table.page, *size)
        expect(table.toast).to_be_visible()
        assert table.covered(".toast") == set(), size


def test_a_turned_picture_is_told_of(open_page: OpenPage) -> None:
    """All texts of Gaps speak of rows and of left; on a phone held upright its rows run down."""
    table = open_page("/play/gaps/7", (390, 844))
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
    table = open_page(KLONDIKE, (390, 844))
    expect(table.page.locator(".status")).to_have_text("Deal 70 moves")


# The boxes of the words in the bar.
WORDS = """() => ['.title h1', '.deal', '.status', '.tools', '.board'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [name, box.left, box.right, box.top];
})"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (640, 400)])
def test_notes_and_results_move_nothing_in_the_bar(open_page: OpenPage, size: Size) -> None:
    table = open_page("/play/bakers-dozen/7", size)
    before = table.page.evaluate(WORDS)
    table.note(3 * REFUSAL)
    expect(table.toast).to_be_visible()
    assert table.page.evaluate(WORDS) == before
    table.page.evaluate("() => { document.querySelector('.banner').hidden = false }")
    table.page.evaluate(
        """() => document.querySelector('.banner').append(
          'Won in a hundred and twenty-three moves, with some words more than there are. ')"""
    )
    assert table.page.evaluate(WORDS) == before


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "lying"])
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


def test_a_phone_has_one_place_for_what_can_be_done_just_now(open_page: OpenPage) -> None:
    deal = box_of(open_page("/play/spider/7", (390, 844)).tool("Deal"))
    table = open_page(KLONDIKE, (390, 844))
    redo = box_of(table.tool("Redo"))  # it fills the place where nothing else can be done
    table.step(table.press, "d")
    table.step(table.tool("Undo").click)
    assert box_of(table.tool("Redo")) == redo
    assert (deal.y, round(deal.right)) == (redo.y, round(redo.right))
    assert box_of(table.tool("More")).right <= min(deal.x, redo.x)
    table.step(table.tool("Redo").click)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_tool_of_the_smallest_phone_is_wide_enough_for_a_finger(
    open_page: OpenPage, count: int
) -> None:
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
    ends = sorted((left, right) for left, right, _ in boxes)
    assert ends[0][0] >= 0
    assert ends[-1][1] <= 320
    assert all(right <= left for (_, right), (left, _) in pairwise(ends))
