"""Whoever speaks German meets no English text on the page, and chooses their tongue."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cadogan.i18n.languages import catalog_of, definitions_of
from cadogan.rules.catalogue import find, games, names_of

from .conftest import KLONDIKE, OpenPage
from .lines import BAKERS_DOZEN
from .site import Program, Site
from .table import Table

GERMAN = "de-DE"
# What is seen or spoken, but for what is said to be English: texts, names, titles, placeholders.
TEXTS = """() => [...document.querySelectorAll('body, body *')].flatMap((el) => {
  const seen = el.checkVisibility() || el.tagName === 'OPTION';
  if (!seen || el.closest('[lang]').lang !== 'de') return [];
  const own = [...el.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE);
  return [...own.map(({data}) => data),
    ...['aria-label', 'title', 'placeholder'].map((name) => el.getAttribute(name) ?? '')];
}).map((text) => text.trim()).filter(Boolean)"""
# Words that no German sentence has, but for names and titles.
_WORDS = re.compile(
    r"\b(the|of|and|is|are|with|cards?|piles?|moves?|you|your|this|that|from|deals?)\b", re.I
)


def english_texts() -> set[str]:
    """Return the texts of the page and its server that are other ones in German."""
    page, messages = catalog_of("de", "page"), catalog_of("de", "messages")
    known = {text: {german} for text, german in [*page.texts.items(), *messages.texts.items()]}
    known |= {one: {*forms} for one, forms in page.plurals.items()}
    return {
        english.strip(" .:;,")
        for english, german in known.items()
        if english not in german and "{" not in english
    }


@functools.cache  # made when a test first wants it: it takes a second
def said_of_games() -> re.Pattern[str]:
    """Return what matches all that games say in German: some of their names are English."""
    known = {
        text
        for game in games()
        for one in names_of(find(game)).values()
        for name in one
        for text in (name, definitions_of("de").get(name, name))
    } | {*definitions_of("de").values()}
    return re.compile("|".join(map(re.escape, sorted(known, key=len, reverse=True))))


ENGLISH = english_texts()


def check(table: Table, where: str) -> None:
    """See to it that nothing that is seen or spoken is English."""
    told: list[str] = table.page.evaluate(TEXTS)
    assert len(told) > 5, where
    parts = {part.strip(" .:;,…") for text in told for part in [text, *text.split(" · ")]}
    found = {part for part in parts & ENGLISH if not said_of_games().fullmatch(part)}
    found |= {part for part in parts if _WORDS.search(said_of_games().sub("", part))}
    assert sorted(found) == [], where


def test_english_is_known_when_it_is_seen(open_page: OpenPage) -> None:
    """Else the tests below could not fail."""
    table = open_page(KLONDIKE, locale=GERMAN)
    check(table, "play")
    table.page.evaluate("document.querySelector('.actions').append('Random game')")
    with pytest.raises(AssertionError, match="Random game"):
        check(table, "changed")
    table.page.evaluate("document.querySelector('.actions').textContent = 'On one of Golf'")
    with pytest.raises(AssertionError, match="On one of Golf"):
        check(table, "changed again")


def test_no_english_on_the_start_page(site: Site, open_page: OpenPage) -> None:
    site.move_first(site.start("golf", "12"))
    table = open_page(locale=GERMAN)
    page = table.page
    assert page.locator("html").get_attribute("lang") == "de"
    check(table, "start")
    page.get_by_role("button", name="Filter", exact=True).click()
    check(table, "filters")
    page.get_by_role("searchbox").fill("zzzzz")
    expect(page.locator(".none")).to_be_visible()
    check(table, "nothing found")
    page.get_by_role("searchbox").fill("")
    for name in ("Andere Tage", "Link, Stellung oder Aufzeichnung öffnen", "Bilanz"):
        page.get_by_role("button", name=name).click()
        table.dialog.wait_for()
        check(table, name)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Einstellungen").click()
    table.dialog.locator("summary").click()
    check(table, "options")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Varianten: Klondike").click()
    table.dialog.wait_for()
    check(table, "variants")
    page.keyboard.press("Escape")
    page.locator(".giveup").first.click()
    table.dialog.wait_for()
    check(table, "giving up")


def test_no_english_in_a_play(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, locale=GERMAN)
    page = table.page
    assert page.title() == "Klondike, Blatt 7 · Cadogan"
    live = page.locator("#live")
    expect(live).to_have_text(re.compile("^Klondike, Blatt 7"))
    page.keyboard.press("d")
    table.shows(1)
    check(table, "dealt")
    for key in ("m", "Shift+m", "v", "Control+y"):
        page.keyboard.press(key)
        check(table, key)
    page.get_by_role("button", name="Mehr").click()
    page.get_by_text("Kopieren und öffnen …").click()
    table.dialog.wait_for()
    check(table, "copy")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Mehr").click()
    expect(page.get_by_text("Lesezeichen setzen")).to_be_visible()
    check(table, "menu")
    page.keyboard.press("Escape")
    for key in ("F1", "g", "t", "y", "F3", "n"):
        page.keyboard.press(key)
        table.dialog.wait_for()
        check(table, key)
        page.keyboard.press("Escape")
        expect(table.dialog).to_have_count(0)
    page.keyboard.press("b")
    expect(live).to_have_text("Lesezeichen bei Zug 1.")
    page.keyboard.press("e")
    table.dialog.locator("summary").click()
    check(table, "review")
    table.dialog.get_by_role("button", name="Schließen").click()
    page.get_by_role("button", name="Mehr").click()
    table.tool("Pause").click()
    expect(table.dialog.get_by_role("heading", name="Pause")).to_be_visible()
    check(table, "pause")


def test_no_english_when_it_is_won(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(auto="off", motion="off")
    view = site.start(BAKERS_DOZEN.game, BAKERS_DOZEN.deal)
    view = site.move(view, *BAKERS_DOZEN.moves[:-1])
    table = open_page(view["game"]["address"], locale=GERMAN)
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    card = table.page.get_by_role("region", name="Ergebnis")
    expect(card).to_contain_text(f"Gewonnen in {len(BAKERS_DOZEN.moves)} Zügen.")
    expect(card.get_by_role("button")).to_have_count(4)
    check(table, "won")
    table.press("t")
    expect(table.dialog.locator(".rate").first).to_be_visible()
    check(table, "records")


def test_no_english_when_the_frame_of_the_desk_is_seen(open_page: OpenPage) -> None:
    table = open_page("/desk?from=klondike", locale=GERMAN)
    check(table, "desk")
    table.page.get_by_role("button", name="Eigene …").click()
    table.dialog.wait_for()
    check(table, "files")


def test_a_tongue_is_chosen_and_holds_at_once(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, locale="en-GB")
    page = table.page
    table.step(page.keyboard.press, "d")
    play = table.play
    page.keyboard.press("o")
    for code, undo in (("de", "Zurück"), ("en", "Undo"), ("auto", "Undo")):
        table.dialog.get_by_label("Language").select_option(code)
        expect(page.locator("html")).to_have_attribute("lang", "de" if code == "de" else "en")
        table.ready()
        expect(table.tool(undo)).to_be_visible()
        assert (table.play, table.revision) == (play, 1), "the play goes on"
        page.keyboard.press("o")
    assert site.get("api/settings")["language"] == "auto"


def test_dates_are_written_as_in_the_country_of_the_browser(open_page: OpenPage) -> None:
    for country, today in (
        ("en-GB", "Monday, 30 November 2026"),
        ("en-US", "Monday, November 30, 2026"),
    ):
        page = open_page(locale=country).page
        page.clock.set_fixed_time("2026-11-30T12:00:00Z")
        page.reload()
        page.get_by_role("button", name="Other days").click()
        expect(page.get_by_role("button", name=today)).to_be_visible()


def test_cards_are_found_by_their_german_names(open_page: OpenPage) -> None:
    meant = open_page(locale=GERMAN).page.evaluate(
        """async (texts) => {
          const { readCard } = await import(`${document.documentElement.dataset.static}/find.js`);
          return texts.map(readCard);
        }""",
        ["Herz-Zehn", "pik dame", "Kreuz 7", "Könige", "Asse", "10h", "♦B", "Karo-Ass", "Unsinn"],
    )
    assert meant == ["TH", "QS", "7C", "K", "A", "TH", None, "AD", None]


def test_without_the_program_the_page_says_so_in_german(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with Program(tmp_path) as site:
        table = open_page(KLONDIKE, at=site, dies=True, service_workers="allow", locale=GERMAN)
        table.page.wait_for_function(
            "async () => { await navigator.serviceWorker.ready;"
            " return !!navigator.serviceWorker.controller }"
        )
        site.kill()
        table.page.reload()
        expect(table.page.get_by_role("alert")).to_contain_text("Cadogan antwortet nicht.")
        check(table, "trouble")


def test_texts_that_cannot_be_had_are_english_and_said_to_be(open_page: OpenPage) -> None:
    table = open_page(locale=GERMAN, expect=(503,))
    table.intercept("**/locales/de.js", lambda route: route.fulfill(status=503))
    table.goto(KLONDIKE)
    expect(table.tool("Undo")).to_be_visible()
    assert table.page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("width", [375, 390])
def test_the_ways_on_stand_in_one_row_on_a_phone(
    site: Site, open_page: OpenPage, width: int
) -> None:
    site.reset_settings(language="de", motion="off")
    view = site.start("elevens", "1")
    while not view["over"]:
        view = site.move_first(view)
    table = open_page(view["game"]["address"], size=(width, 844))
    ways = table.page.locator(".banner > :is(.main, .quiet)")
    expect(ways).to_have_text(["Zurück", "Dasselbe Blatt", "Neues Blatt"])
    tops = ways.evaluate_all("els => els.map((el) => el.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
