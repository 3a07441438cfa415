"""How often a game can be won, as the contents page and the ways to play tell it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import cadogan
from cadogan.odds_data import in_hundredths, in_short, measured_and_played

from .conftest import OpenPage
from .test_contents import ways


def test_the_odds_of_what_is_chosen_stand_beside_the_ways_to_play(open_page: OpenPage) -> None:
    entry = ways(open_page().page, "Klondike")
    odds = entry.get_by_text("of its deals")
    expect(odds).to_have_text(re.compile(r"\d\s%.* can be won\. .* wins \d.*\d\s%\.$"))
    assert " %" not in odds.inner_text(), "no line begins with a percent sign"
    named = entry.get_by_label("Known forms")
    usual = odds.inner_text()
    named.select_option(label="One pass")
    once = in_short(*measured_and_played(cadogan.game("klondike", passes="one").definition))
    expect(odds).to_have_text(once)
    assert odds.inner_text() != usual
    entry.get_by_label("How many cards").select_option(label="five")
    expect(odds).to_have_count(0)
    expect(entry.get_by_text("was not measured.")).to_be_visible()
    named.select_option(index=0)
    expect(odds).to_have_text(usual)
    entry.get_by_role("radio", name="Vegas").check()
    expect(odds).to_be_visible()


def test_how_often_a_game_can_be_won_stands_at_its_table(open_page: OpenPage) -> None:
    page = open_page().page
    can, _ = measured_and_played(cadogan.game("klondike").definition)
    assert can
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Klondike", exact=True))
    share = entry.locator(".facts")
    expect(share).to_have_text(f"can be won: {in_hundredths(can)}")
    assert " %" not in share.inner_text(), "no line begins with a percent sign"
    # By other rules it was something else.
    ways(page, "Klondike").get_by_label("How many cards").select_option(label="five")
    expect(share).to_be_empty()
