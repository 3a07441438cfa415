"""Texts and cards that a player must be able to read at every size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import cadogan

from .conftest import LYING, UPRIGHT, OpenPage, Size
from .table import Table, box_of
from .test_advice import LOST, LOST_NOW, Solver
from .test_bars import resize

CARDS = Path(cadogan.__file__).parent / "web" / "static" / "cards"
# The window sizes are those of a desktop, a phone in landscape and in portrait, a desktop at 200%,
# and a narrow phone.
SIZES = [(1280, 800), (844, 390), (390, 844), (640, 400), (320, 640)]
# The texts that are cut off, covered by another element, or outside the window.
CUT = """() => ['.title h1', '.deal', '.status span', '.fate:not([hidden])'].flatMap((selector) =>
  [...document.querySelectorAll(selector)].filter((el) => {
    const words = document.createRange();
    words.selectNodeContents(el);
    const box = words.getBoundingClientRect();
    const seen = (x, y) => el.contains(document.elementFromPoint(x, y));
    return el.textContent && (el.scrollWidth > el.clientWidth + 1 && el.clientWidth
      || box.width < 4 || box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0
      || !seen(box.left + 2, (box.top + box.bottom) / 2)
      || !seen(box.right - 2, (box.top + box.bottom) / 2));
  }).map((el) => el.textContent))"""
# For each covered card that lies face up: the side of its visible strip, and the strip's share of
# the card. The last value is true if the strip contains its own glyphs completely.
STRIPS = """() => [...document.querySelectorAll('.pile')].flatMap((pile) => {
  const cards = [...pile.querySelectorAll('.card')];
  return cards.slice(0, -1).flatMap((card, i) => {
    if (card.dataset.card === '??' || card.classList.contains('deep')) return [];
    const [a, b] = [card, cards[i + 1]].map((el) => el.getBoundingClientRect());
    const across = Math.abs(b.left - a.left), down = Math.abs(b.top - a.top);
    const side = across > down;
    const room = Math.max(across, down);
    if (room < 1) return [];
    const glyphs = [...card.querySelectorAll('.corner path')]
      .map((el) => el.getBoundingClientRect());
    const inside = glyphs.length === 2 && glyphs.every((g) => g.left >= a.left - 0.5
      && g.top >= a.top - 0.5 && g.width > 2 && g.height > 2
      && (side ? g.right <= a.left + room + 0.5 : g.bottom <= a.top + room + 0.5));
    const deck = getComputedStyle(card).getPropertyValue('--face');
    return [{card: card.dataset.card, pile: pile.dataset.pile, side, inside, room, deck,
      part: room / (side ? a.width : a.height)}];
  });
})"""


@pytest.mark.parametrize("verdict", [False, True], ids=["alone", "with the verdict"])
def test_the_state_of_the_play_is_read_at_every_size(open_page: OpenPage, verdict: bool) -> None:
    table = open_page(verdict=verdict, auto="off")
    table.intercept(
        "**/verdict?*",
        lambda route: route.fulfill(json={"revision": 0, "moves": None, "hint": None, **LOST_NOW}),
    )
    faults = []
    for path, parts in (
        ("/play/birthday/1234567?target=1956&suits=SHCD", ["Target 1956", "Redeals left 3"]),
        ("/play/canfield/1234567", ["Base "]),
        ("/play/klondike/1234567", []),
        ("/play/algerian-tarbart-closed/1234567", []),
    ):
        table.goto(path)
        for _ in range(2):
            table.step(table.press, "d")
        for size in SIZES:
            resize(table.page, *size)
            status = table.page.locator(".status").inner_text()
            faults += [f"{path} at {size}: {p} is missing" for p in parts if p not in status]
            if "2 moves" not in status:
                faults.append(f"{path} at {size}: the moves are missing")
            if "1234567" not in table.page.locator(".deal").inner_text():
                faults.append(f"{path} at {size}: the deal is missing")
            # The page may cut off a very long name to keep room for the other texts.
            name = table.page.locator(".title h1").inner_text() if "tarbart" in path else ""
            cut = [text for text in table.page.evaluate(CUT) if text != name]
            faults += [f"{path} at {size}: {text} is cut" for text in cut]
    assert faults == []


def needs(deck: str, side: bool) -> float:
    """Return the part of a card that must be visible to show its index, from the deck's faces.

    From the top, it reaches the lower edges of rank and suit; from the left, their right edges.
    """
    edges = []
    for card in ("H10", "SK", "D8"):
        text = (CARDS / deck / f"{card}.svg").read_text(encoding="utf-8")
        found = re.findall(r"translate\((-?[\d.]+) (-?[\d.]+)\) scale\((0\.[\d]+)\)", text)
        large = deck.startswith("large")
        rank, suit = ("0.1040", "0.0733") if large else ("0.0460", "0.0300")
        for scale, half in ((rank, (300, 520)), (suit, (400, 500))):
            x, y = next((float(x), float(y)) for x, y, s in found if s == scale)
            right, bottom = x + half[0] * float(scale), y + half[1] * float(scale)
            edges.append((right + 120) / 240 if side else (bottom + 168) / 336)
    return max(edges)


def unreadable(table: Table) -> list[str]:
    """Return the covered cards whose rank or suit is not visible."""
    faults = []
    for strip in table.page.evaluate(STRIPS):
        deck = re.search(r"cards/([a-z-]+)/", strip["deck"])
        assert deck is not None
        # A suit sign is still recognisable if a tenth of it is covered.
        fits = strip["part"] >= needs(deck[1], strip["side"]) - 0.03
        if not fits and not strip["inside"]:
            faults.append(f"{strip['card']} on {strip['pile']}: {strip['room']:.0f} px")
    return faults


FANS = ["bakers-dozen", "la-belle-lucie", "algerian", "bisley", "osmosis", "forty-thieves"]


@pytest.mark.parametrize("deck", ["classic-two", "large-safe"])
def test_covered_cards_show_rank_and_suit(open_page: OpenPage, deck: str) -> None:
    table = open_page(deck=deck, auto="off")
    faults = []
    seen = 0
    for game in FANS:
        table.goto(f"/play/{game}/7")
        # the cards of the waste overlap sideways in these games
        if game in {"osmosis", "forty-thieves"}:
            for _ in range(4):
                table.step(table.press, "d")
        for size in SIZES[:3]:
            resize(table.page, *size)
            seen += len(table.page.evaluate(STRIPS))
            faults += [f"{game} at {size}: {fault}" for fault in unreadable(table)]
    assert seen > 300
    assert faults == []


# For each face-up card: the heights of its rank and its suit, as shares of its width. For an
# uncovered card, also the lower end of its index, as a share of its height.
GLYPHS = """() => [...document.querySelectorAll('.pile')].flatMap((pile) => {
  const cards = [...pile.querySelectorAll('.card:not(.back, .deep)')];
  return cards.map((card) => {
    const box = card.getBoundingClientRect();
    const [rank, suit] = [...card.querySelectorAll('.corner path')]
      .map((el) => el.getBoundingClientRect().height / box.width);
    const index = card.querySelector('.corner')?.getBoundingClientRect();
    const end = index && card === cards.at(-1) ? (index.bottom - box.top) / box.height : 0;
    return {card: card.dataset.card, rank: rank ?? 0, suit: suit ?? 0, end};
  });
})"""


@pytest.mark.parametrize("width", [320, 390])
def test_narrow_cards_have_a_large_index(open_page: OpenPage, width: int) -> None:
    """In ten columns on a phone in portrait, uncovered cards have a large index over the pips."""
    face = (CARDS / "large-two" / "S9.svg").read_text(encoding="utf-8")
    place = re.search(r"translate\(0 (\d+)\) scale\((0\.\d+)\)", face)
    assert place is not None
    pip = (168 + int(place[1]) - 500 * float(place[2])) / 336
    table = open_page("", (width, 844))
    for path in ("/play/spider/7", "/play/simple-simon/7", "/play/seahaven-towers/7"):
        table.turn_to(path)
        glyphs = table.page.evaluate(GLYPHS)
        assert glyphs
        assert [g for g in glyphs if g["rank"] < 0.48 or g["suit"] < 0.4 or g["end"] > pip] == []


def test_birthday_shows_the_next_and_the_last_card(open_page: OpenPage) -> None:
    table = open_page("/play/birthday/7?target=1956&suits=SHCD")
    counts = table.page.locator(".pile[data-pile^=f] .count")
    goals = [("3♠", 1), ("J♥", 9), ("7♣", 5), ("8♦", 6)]
    for size in SIZES:
        resize(table.page, *size)
        expect(counts).to_have_text([f"next {card} ends on {digit}" for card, digit in goals])
        assert max(box_of(each).bottom for each in counts.all()) <= table.slots()["s"]["y"], size
        assert table.page.evaluate(CUT) == [], size


VERDICTS = ("Still winnable", "Lost", "This deal cannot be won", "Lost by this move", "Not known",
            "Working it out…")  # fmt: skip
# The texts that need more lines than the verdict's field has.
TOO_LONG = """async (texts) => {
  const { t } = await import(`${document.documentElement.dataset.static}/i18n.js`);
  const line = document.querySelector('.fate');
  const all = [...texts.map((text) => t(text)), t('Lost since move {step}', { step: 123 })];
  return all.filter((text) => {
    line.textContent = text;
    return line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1;
  });
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_no_verdict_is_cut(open_page: OpenPage, locale: str) -> None:
    table = open_page("/play/birthday/3", locale=locale, verdict=True)
    expect(table.page.locator(".fate")).not_to_be_empty()
    for size in ((320, 568), *SIZES):
        resize(table.page, *size)
        assert not table.page.evaluate(TOO_LONG, VERDICTS), size


@pytest.mark.parametrize(("game", "locale"), [("birthday/3", "de-DE"), ("spider/7", "en-GB")])
def test_the_tool_of_a_lost_deal(open_page: OpenPage, game: str, locale: str) -> None:
    """The tool is large enough and its label complete, even beside a special move's button."""
    table = open_page(f"/play/{game}", UPRIGHT, locale=locale)
    Solver(table, LOST, verdict=True)
    expect(table.page.locator(".fate")).to_have_attribute("data-result", "lost")
    tool = table.page.locator(".tools .actions > .tool").last
    for size in ((320, 568), *SIZES):
        resize(table.page, *size)
        expect(tool).to_be_in_viewport(ratio=1)
        assert min(box_of(tool).w, box_of(tool).h) >= 44, size
        assert tool.evaluate("el => el.scrollWidth <= el.clientWidth"), size
        assert table.covered(".tools") == set(), size


def test_the_number_of_cards_out_stands_below_the_word(open_page: OpenPage) -> None:
    """The number is centred in its place, and at least 11 pixels high."""
    table = open_page("/play/gaps/7")
    for size in SIZES[:3]:
        resize(table.page, *size)
        place, count = (
            box_of(table.page.locator(f'[data-kind="discard"] {part}'))
            for part in (".slot", ".count")
        )
        assert count.y > place.y + place.h / 2 + 4, size
        assert count.bottom <= place.bottom


def double_the_letters(table: Table) -> None:
    """Set the browser's default font size to 32 pixels, which is not the same as zooming."""
    table.cdp().send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    table.page.wait_for_function("getComputedStyle(document.documentElement).fontSize === '32px'")


@pytest.mark.parametrize(
    ("size", "locale"), [(LYING, "en"), (UPRIGHT, "de"), ((320, 568), "en"), ((320, 568), "de")]
)
def test_double_letters_on_the_contents(open_page: OpenPage, size: Size, locale: str) -> None:
    table = open_page(size=size, has_touch=True, is_mobile=True, locale=locale)
    page = table.page
    double_the_letters(table)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert not box_of(page.locator("h1")).meets(box_of(page.locator(".set")))

    page.locator(".entry", has_text="Klondike").first.locator(".ways button").last.click()
    field = table.dialog.get_by_role("textbox")
    field.scroll_into_view_if_needed()
    box = box_of(field)
    page.touchscreen.tap(box.x + box.w / 2, box.y + box.h / 2)
    expect(field).to_be_focused()


def test_double_letters_are_whole_beside_the_board_of_a_lying_phone(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/9", LYING, has_touch=True, is_mobile=True)
    table.step(table.press, "d")
    double_the_letters(table)
    texts = table.page.evaluate(
        """() => ['.title h1', '.status', '.actions .label'].flatMap((name) => {
          const el = document.querySelector(name);
          if (!el) return [];
          const range = document.createRange();
          range.selectNodeContents(el);
          const { left, top, right, bottom } = range.getBoundingClientRect();
          const room = el.closest('button')?.getBoundingClientRect()
            ?? { left: 60, top: 0, right: innerWidth, bottom: 24 };
          return [[name, left >= room.left, top >= room.top, right <= room.right,
            bottom <= room.bottom]];
        })"""
    )
    assert len(texts) > 1
    assert all(all(whole) for _, *whole in texts), texts
