"""Games whose going on is an action of their own: Space, a tap and the button all do it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .test_bars import resize

if TYPE_CHECKING:
    from .conftest import OpenPage
    from .site import Site
    from .table import Table

COUNTING = "/play/counting-patience/1"
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
# Where a note lies over a card, or over an empty space, it covers what is played with.
COVERED = """() => {
  const note = document.querySelector('.toast').getBoundingClientRect();
  return [...document.querySelectorAll('.pile > .slot, .pile > .card')].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.left < note.right && note.left < box.right
      && box.top < note.bottom && note.top < box.bottom;
  }).map((el) => el.parentElement.dataset.pile);
}"""

# A note for a minute.
NOTE = """async (words) => {
  const { note } = await import(`${document.documentElement.dataset.static}/announce.js`);
  note(words, 60);
}"""
REFUSAL = "The three of clubs may not go there: the tableau is built down in suit."


def test_space_taps_and_the_button_count(open_page: OpenPage) -> None:
    """A whole game: nothing can be done but counting, so whatever is tapped counts."""
    table = open_page(COUNTING, **PHONE)
    with table.one_step():
        table.page.keyboard.press("Space")
    with table.one_step():
        table.tool("Count").click()
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
        view = site.move(view, view["moves"][0]["move"])
    table = open_page("/play/leonis-own/7")
    expect(table.tool("Weave")).to_be_visible()
    with table.one_step():
        table.page.keyboard.press("Space")
    while table.page.locator(".actions .tool").count():
        with table.one_step():
            table.page.keyboard.press("Space")
    before = table.revision
    assert table.view["moves"], "cards may be moved"
    table.page.keyboard.press("Space")
    expect(table.toast).to_have_text("There is nothing to deal now.")
    assert table.revision == before


@pytest.mark.parametrize("game", ["klondike", "gaps", "pyramid"])
def test_notes_cover_no_card(open_page: OpenPage, game: str) -> None:
    table = open_page(f"/play/{game}/7")
    table.page.evaluate(NOTE, REFUSAL)
    for size in ((1280, 800), (390, 844), (844, 390), (640, 400)):
        resize(table.page, *size)
        expect(table.toast).to_be_visible()
        assert covered(table) == [], size


def covered(table: Table) -> list[str]:
    """Return the piles that lie under the note."""
    piles: list[str] = table.page.evaluate(COVERED)
    return piles


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
    table.page.keyboard.press("?")
    expect(table.dialog).to_contain_text("the rows run downwards")
    table.page.keyboard.press("Escape")
    resize(table.page, 844, 390)
    expect(table.page.locator(".status")).not_to_contain_text("Rows")
    table = open_page("/play/klondike/7", (390, 844))
    expect(table.page.locator(".status")).to_have_text("Deal 70 moves")


# The boxes of the words in the bar.
WORDS = """() => ['.title h1', '.deal', '.status', '.tools', '.board'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [name, box.left, box.right, box.top];
})"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (640, 400)])
def test_notes_and_results_move_nothing_in_the_bar(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    table = open_page("/play/bakers-dozen/7", size)
    before = table.page.evaluate(WORDS)
    table.page.evaluate(NOTE, 3 * REFUSAL)
    expect(table.toast).to_be_visible()
    assert table.page.evaluate(WORDS) == before
    table.page.evaluate("() => { document.querySelector('.banner').hidden = false }")
    table.page.evaluate(
        """() => document.querySelector('.banner').append(
          'Won in a hundred and twenty-three moves, with some words more than there are. ')"""
    )
    assert table.page.evaluate(WORDS) == before


AT = """([x, y]) => document.elementFromPoint(x, y)?.closest('.tool')
  ?.querySelector('.label').textContent"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "lying"])
def test_undo_and_hint_stay_under_the_thumb(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    site.reset_settings(auto="off", motion="off")
    table = open_page("/play/freecell/1", size)
    middles = {}
    for name in ("Undo", "Hint", "New deal", "More"):
        box = table.tool(name).bounding_box()
        assert box is not None
        middles[name] = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    with table.one_step():
        table.tool("Send up").click()
    expect(table.page.locator(".actions .tool")).to_have_count(0)
    for name, middle in middles.items():
        assert table.page.evaluate(AT, middle) == name
    table.page.keyboard.press("Control+z")
    expect(table.page.locator(".actions .tool")).to_have_count(1)
    for name, middle in middles.items():
        assert table.page.evaluate(AT, middle) == name


def test_a_phone_has_one_place_for_what_can_be_done_just_now(open_page: OpenPage) -> None:
    table = open_page("/play/spider/7", (390, 844))
    deal = table.tool("Deal").bounding_box()
    table = open_page("/play/klondike/7", (390, 844))
    expect(table.tool("Redo")).to_have_attribute("aria-disabled", "true")
    redo = table.tool("Redo").bounding_box()  # it fills the place where nothing else can be done
    with table.one_step():
        table.page.keyboard.press("d")
    with table.one_step():
        table.tool("Undo").click()
    assert table.tool("Redo").bounding_box() == redo
    assert deal is not None
    assert redo is not None
    assert deal["y"] == redo["y"]
    assert abs(deal["x"] + deal["width"] - redo["x"] - redo["width"]) < 2
    more = table.tool("More").bounding_box()
    assert more is not None
    assert more["x"] + more["width"] <= min(deal["x"], redo["x"])
    with table.one_step():
        table.tool("Redo").click()


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
