"""German on the page: no English text, and the choice of a language."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import cadogan
from cadogan.i18n.languages import catalog_of, definitions_of
from cadogan.rules.catalogue import find, games, names_of
from tests.pseudo import pseudo, pseudo_folder, untranslated

from .conftest import KLONDIKE, OpenPage
from .lines import BAKERS_DOZEN
from .site import Program, Site
from .static_site import StaticSite, without_server
from .table import WORKER, Table
from .test_records import almost_won

__all__ = ["pseudo", "pseudo_folder"]  # the fixtures
GERMAN = "de-DE"
# Visible and spoken texts, names, titles and placeholders, except those marked as English.
TEXTS = """() => [...document.querySelectorAll('body, body *')].flatMap((el) => {
  const seen = el.checkVisibility() || el.tagName === 'OPTION';
  if (!seen || el.closest('[lang]').lang !== 'de') return [];
  const own = [...el.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE);
  return [...own.map(({data}) => data),
    ...['aria-label', 'title', 'placeholder'].map((name) => el.getAttribute(name) ?? '')];
}).map((text) => text.trim()).filter(Boolean)"""
# Names of keys on a keyboard, and of options in addresses and on the command line.
_KEYS = {"Alt", "Backspace", "Ctrl", "Del", "Enter", "Esc", "Home", "End", "Shift", "Tab", "Space"}
_TYPED = {*cadogan.game("klondike").definition.options}
# Dates: the browser writes them in its own language, as it does not know the pseudo-language.
_DATE = re.compile(r"\b[A-Z][a-z]{2} \d+, \d{4}(, \d+:\d\d\s[AP]M)?")
# English words that never occur in a German sentence, except in names and titles.
_WORDS = re.compile(
    r"\b(the|of|and|is|are|with|cards?|piles?|moves?|you|your|this|that|from|deals?)\b", re.I
)


def english_texts() -> set[str]:
    """Return the texts from the page and its server whose German translation differs."""
    page, messages = catalog_of("de", "page"), catalog_of("de", "messages")
    known = {text: {german} for text, german in [*page.texts.items(), *messages.texts.items()]}
    known |= {one: {*forms} for one, forms in page.plurals.items()}
    return {
        english.strip(" .:;,")
        for english, german in known.items()
        if english not in german and "{" not in english
    }


@functools.cache  # building the pattern takes a second, so the first test that needs it does so
def texts_of_games() -> re.Pattern[str]:
    """Return a pattern for the games' German texts, because some names in them are English."""
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
    """Check that no visible or spoken text is English."""
    texts: list[str] = table.page.evaluate(TEXTS)
    assert len(texts) > 5, where
    parts = {part.strip(" .:;,…") for text in texts for part in [text, *text.split(" · ")]}
    found = {part for part in parts & ENGLISH if not texts_of_games().fullmatch(part)}
    found |= {part for part in parts if _WORDS.search(texts_of_games().sub("", part))}
    assert sorted(found) == [], where


def check_pseudo(table: Table, where: str) -> None:
    """Check that all text on the page is in brackets, except what the user types."""
    texts: list[str] = table.page.evaluate(TEXTS.replace("'de'", "'qps'"))
    assert len(texts) > 5, where
    words = {text: untranslated(_DATE.sub("", text)) - _KEYS - _TYPED for text in texts}
    assert {text: found for text, found in words.items() if found} == {}, where


def check_panels(table: Table, check: Callable[[Table, str], None]) -> None:
    """Check a play of Klondike: its notes, and each panel that a key opens."""
    table.step(table.press, "d")
    check(table, "dealt")
    for key in ("m", "Shift+m", "v", "Control+y"):
        table.press(key)
        check(table, key)
    for key in ("F1", "g", "t", "y", "F3", "n"):
        table.press(key)
        table.dialog.wait_for()
        check(table, key)
        table.close_panel()


def test_no_text_escapes_translation(site: Site, pseudo: str, open_page: OpenPage) -> None:
    if isinstance(site, StaticSite):
        without_server("it adds a language to a running program")
    table = open_page(language=pseudo)
    check_pseudo(table, "start")
    table.goto(KLONDIKE)
    assert table.page.locator("html").get_attribute("lang") == pseudo
    check_panels(table, check_pseudo)


def test_the_check_finds_english(open_page: OpenPage) -> None:
    """Without this test, a check that finds nothing would pass unnoticed."""
    table = open_page(KLONDIKE, locale=GERMAN)
    check(table, "play")
    for text in ("Random game", "On one of Golf"):
        table.page.evaluate("(t) => { document.querySelector('.actions').textContent = t }", text)
        with pytest.raises(AssertionError, match=text):
            check(table, "changed")


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
    panels = (
        *("Andere Tage", "Link, Stellung oder Aufzeichnung öffnen", "Bilanz", "Einstellungen"),
        *("Varianten: Klondike", "Aufgeben"),
    )
    for name in panels:
        page.get_by_role("button", name=name).first.click()
        table.dialog.wait_for()
        if name == "Einstellungen":
            table.dialog.locator("summary").click()
        check(table, name)
        table.close_panel()


def test_no_english_in_a_play(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, locale=GERMAN)
    page = table.page
    assert page.title() == "Klondike, Blatt 7 · Cadogan"
    live, menu = page.locator("#live"), page.get_by_role("button", name="Mehr")
    expect(live).to_have_text(re.compile("^Klondike, Blatt 7"))
    check_panels(table, check)
    menu.click()
    for name in ("Teilen …", "Öffnen …"):
        page.get_by_text(name).click()
        table.dialog.wait_for()
        for summary in table.dialog.locator("summary").all():
            summary.click()
        check(table, name)
        table.press("Escape")
        menu.click()
    table.press("Escape")
    menu.click()
    expect(page.get_by_text("Lesezeichen setzen")).to_be_visible()
    check(table, "menu")
    table.press("Escape", "b")
    expect(live).to_have_text("Lesezeichen bei Zug 1.")
    table.press("e")
    table.dialog.locator("summary").click()
    check(table, "review")
    table.dialog.get_by_role("button", name="Schließen").click()
    menu.click()
    table.tool("Pause").click()
    expect(table.dialog.get_by_role("heading", name="Pause")).to_be_visible()
    check(table, "pause")


def test_no_english_when_it_is_won(site: Site, open_page: OpenPage) -> None:
    table = almost_won(site, open_page, motion="off", language="de")
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    card = table.page.get_by_role("region", name="Ergebnis")
    expect(card).to_contain_text(f"Gewonnen in {len(BAKERS_DOZEN.moves)} Zügen.")
    expect(card.get_by_role("button")).to_have_count(4)
    check(table, "won")
    table.press("t")
    expect(table.dialog.locator(".rate").first).to_be_visible()
    check(table, "records")


def test_no_english_around_the_desk(open_page: OpenPage) -> None:
    table = open_page("/desk?from=klondike", locale=GERMAN)
    check(table, "desk")
    table.page.get_by_role("button", name="Eigene …").click()
    table.dialog.wait_for()
    check(table, "files")


def test_a_language_is_chosen_and_holds_at_once(site: Site, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, locale="en-GB")
    table.step(table.press, "d")
    play = table.play
    for code, undo in (("de", "Zurück"), ("en", "Undo"), ("auto", "Undo")):
        table.press("o")
        table.dialog.get_by_label("Language").select_option(code)
        html = table.page.locator("html")
        expect(html).to_have_attribute("lang", "de" if code == "de" else "en")
        table.ready()
        expect(table.tool(undo)).to_be_visible()
        assert (table.play, table.revision) == (play, 1), "the play goes on"
    assert site.get("api/settings")["language"] == "auto"


@pytest.mark.parametrize(
    ("locale", "today"),
    [("en-GB", "Monday, 30 November 2026"), ("en-US", "Monday, November 30, 2026")],
)
def test_dates_follow_the_country(open_page: OpenPage, locale: str, today: str) -> None:
    page = open_page(locale=locale).page
    page.clock.set_fixed_time("2026-11-30T12:00:00Z")
    page.reload()
    page.get_by_role("button", name="Other days").click()
    expect(page.get_by_role("button", name=today)).to_be_visible()


def test_without_a_server_the_page_explains_in_german(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as site:
        table = open_page(KLONDIKE, at=site, dies=True, service_workers="allow", locale=GERMAN)
        table.page.wait_for_function(WORKER)
        site.kill()
        table.page.reload()
        expect(table.page.get_by_role("alert")).to_contain_text("Cadogan antwortet nicht.")
        check(table, "trouble")


@pytest.mark.parametrize("width", [375, 390])
def test_the_buttons_stand_in_one_row(site: Site, open_page: OpenPage, width: int) -> None:
    view = site.start("elevens", "1")
    while not view["over"]:
        view = site.move_first(view)
    table = open_page(view["game"]["address"], size=(width, 844), language="de")
    ways = table.page.locator(".banner > :is(.main, .quiet)")
    expect(ways).to_have_text(["Zurück", "Dasselbe Blatt", "Neues Blatt"])
    tops = ways.evaluate_all("els => els.map((el) => el.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
