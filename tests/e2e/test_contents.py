"""The contents page: search, options before the deal, plays to go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .site import Site

if TYPE_CHECKING:
    from .conftest import OpenPage


@pytest.mark.parametrize(
    ("words", "name"),
    [("geburtstag", "Birthday"), ("demon", "Canfield"), ("GRANDFATHERS", "Grandfather's Clock")],
)
def test_search_by_alias(open_page: OpenPage, words: str, name: str) -> None:
    page = open_page().page
    shown = page.locator(".entry:visible")
    everything = shown.count()
    page.get_by_role("searchbox").fill(words)
    expect(page.get_by_role("heading", level=3, name=name, exact=True)).to_be_visible()
    expect(page.locator("#live")).to_have_text(
        "1 game" if shown.count() == 1 else f"{shown.count()} games"
    )
    assert shown.count() < everything
    page.get_by_role("searchbox").fill("")
    assert shown.count() == everything
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_text("No game of that name.")).to_be_visible()


def test_every_main_game_is_there(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    names = {game["name"] for game in site.get("api/games")["games"] if not game["parent"]}
    assert set(page.locator(".entry h3").all_text_contents()) == names


@pytest.mark.parametrize(("target", "says"), [("1906", "zero"), ("195", "3 characters")])
def test_a_wrong_birthday_is_explained(open_page: OpenPage, target: str, says: str) -> None:
    page = open_page(expect=(400,)).page
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Birthday"))
    entry.get_by_label("Target").fill(target)
    entry.get_by_role("button", name="Play Birthday").click()
    expect(entry.get_by_role("alert")).to_contain_text(says)
    expect(entry.get_by_role("alert")).to_contain_text(f"'{target}' will not do")
    assert page.url.endswith("/")
    entry.get_by_label("Target").fill("1888")
    entry.get_by_label("Target").press("Enter")
    page.wait_for_url("**/play/birthday/*?target=1888&suits=SHCD")


def test_a_birthday_is_dealt(site: Site, open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Birthday"))
    entry.get_by_label("Target").fill("1888")
    entry.get_by_label("Suit 1").select_option(label="hearts")
    entry.get_by_text("Deal, rules, statistics").click()
    entry.get_by_label("Deal number").fill("12")
    entry.get_by_role("button", name="Play Birthday").click()
    page.wait_for_url("**/play/birthday/12?target=1888&suits=HSCD")
    table.ready()
    # The first foundation is built up to a one, from the card above it; and so on.
    assert table.piles()["f1"] == ["2H"]
    assert [table.piles()[f"f{i}"] for i in (2, 3, 4)] == [["9S"], ["9C"], ["9D"]]
    table.agrees()


def test_a_variant_is_chosen(open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    page.get_by_role("radio", name="Spanish Patience").check()
    page.get_by_role("button", name="Play Spanish Patience").click()
    page.wait_for_url("**/play/spanish-patience/*")
    table.ready()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spanish Patience")


def test_a_play_is_offered_again(site: Site, open_page: OpenPage) -> None:
    view = site.move(site.start("osmosis", "31"), "s-wx3")
    table = open_page()
    table.page.locator(".unfinished").get_by_role("button", name="Osmosis").first.click()
    table.page.wait_for_url("**/play/osmosis/31")
    table.ready()
    assert table.play == view["play"]
    assert table.piles() == view["piles"]


def test_unknown_addresses_are_explained(open_page: OpenPage) -> None:
    page = open_page("/play/klondyke/7", expect=(404,), go_on=True).page
    expect(page.get_by_role("alert")).to_contain_text("klondike")
    page.get_by_role("link", name="All games").click()
    page.locator(".contents").wait_for()


def test_every_game_shows_its_table(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    looks = page.locator(".look")
    assert looks.count() == page.locator(".entry").count()
    first, last = looks.first, looks.last
    expect(first.locator("g").first).to_be_visible()
    expect(last.locator("svg > *")).to_have_count(0)  # fetched when it comes into sight
    last.scroll_into_view_if_needed()
    expect(last.locator("g").first).to_be_visible()
    # The picture is the first deal's; cards that lie face down are not told.
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Klondike", exact=True))
    entry.scroll_into_view_if_needed()
    seen = entry.locator(".picture g:not(.back)")
    expect(seen).to_have_count(7)
    told = site.get("api/pictures/klondike")
    assert [cards[-1] for name, cards in told["piles"].items() if name[0] == "t"]
    assert sum(card != "??" for cards in told["piles"].values() for card in cards) == 7
    entry.locator(".look").click()
    page.wait_for_url("**/play/klondike/*")
