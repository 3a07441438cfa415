"""The page's scripts write no text that does not go through translation."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import cadogan
from tests.pseudo import pseudo, pseudo_folder, untranslated

from .conftest import KLONDIKE, OpenPage
from .table import Table
from .test_german import TEXTS

__all__ = ["pseudo", "pseudo_folder"]  # the fixtures

# names of keys on a keyboard
_KEYS = {"Alt", "Backspace", "Ctrl", "Del", "Enter", "Esc", "Home", "End", "Shift", "Tab", "Space"}
# how the options of the game are written in addresses and on the command line
_TYPED = {*cadogan.game("klondike").definition.options}

# dates, which the browser writes in its own language as it does not know this one
_DATE = re.compile(r"\b[A-Z][a-z]{2} \d+, \d{4}(, \d+:\d\d\s[AP]M)?")


def check(table: Table, where: str) -> None:
    """See to it that every text on the page is in the brackets, but for what is typed."""
    texts: list[str] = table.page.evaluate(TEXTS.replace("'de'", "'qps'"))
    assert len(texts) > 5, where
    found = {
        text: words
        for text in texts
        if (words := untranslated(_DATE.sub("", text)) - _KEYS - _TYPED)
    }
    assert found == {}, where


def test_a_play_has_no_text_of_its_own(pseudo: str, open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, language=pseudo)
    page = table.page
    assert page.locator("html").get_attribute("lang") == pseudo
    page.keyboard.press("d")
    table.shows(1)
    check(table, "dealt")
    for key in ("m", "Shift+m", "Control+y"):
        page.keyboard.press(key)
        check(table, key)
    for key in ("F1", "g", "t", "y", "F3", "n"):
        page.keyboard.press(key)
        table.dialog.wait_for()
        check(table, key)
        page.keyboard.press("Escape")
        expect(table.dialog).to_have_count(0)


def test_the_start_page_has_no_text_of_its_own(pseudo: str, open_page: OpenPage) -> None:
    table = open_page(language=pseudo)
    check(table, "start")
