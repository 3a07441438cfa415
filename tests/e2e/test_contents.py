"""The contents page: search, options before the deal, plays to go on with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan.language.own import template

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


def algerian(page: Page) -> Locator:
    return page.locator(".entry", has=page.get_by_role("heading", name="Algerian", exact=True))


def test_house_rules_are_chosen(site: Site, open_page: OpenPage) -> None:
    """A choice shows what its answers mean; the address carries them, and a new deal keeps them."""
    table = open_page()
    page = table.page
    entry = algerian(page)
    entry.get_by_text("House rules").click()
    entry.get_by_label("What lies out at the start?").select_option(label="after Tarbart")
    expect(entry.get_by_text("each tableau pile begins with two cards")).to_be_visible()
    entry.get_by_label("When may an emptied reserve pile").select_option(label="never")
    entry.get_by_text("House rules").click()
    expect(entry.locator("summary").first).to_contain_text("layout: after Tarbart; reserves: never")
    entry.get_by_text("Deal, rules, statistics").click()
    entry.get_by_label("Deal number").fill("7")
    entry.get_by_role("button", name="Play Algerian").click()
    page.wait_for_url("**/play/algerian/7?layout=tarbart&reserves=closed")
    table.ready()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Algerian after Tarbart, emptied reserves stay empty"
    )
    assert table.piles()["f5"] == ["KC"]
    assert len(table.piles()["t1"]) == 2
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Deal number").fill("8")
    expect(dialog.locator("summary")).to_contain_text("layout: after Tarbart; reserves: never")
    dialog.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url("**/play/algerian/8?layout=tarbart&reserves=closed")
    table.ready()
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"/play/algerian/\d{2,}\?layout=tarbart&reserves=closed$"))


def test_an_answer_that_will_not_do_is_explained(open_page: OpenPage) -> None:
    page = open_page(expect=(400,)).page
    entry = algerian(page)
    entry.get_by_text("House rules").click()
    page.evaluate(
        """() => {
          const select = document.querySelector('select[name="reserves"]');
          select.append(new Option("sometimes", "sometimes", true, true));
        }"""
    )
    entry.get_by_role("button", name="Play Algerian").click()
    expect(entry.get_by_role("alert")).to_contain_text(
        "Reserves 'sometimes' will not do as an answer"
    )


def test_a_name_of_answers_is_searched_for(open_page: OpenPage) -> None:
    page = open_page().page
    page.get_by_role("searchbox").fill("klondike draw three")
    button = page.get_by_role("button", name="Play Klondike, draw three", exact=True)
    button.click()
    page.wait_for_url(re.compile(r"/play/klondike/\d+\?turn=three$"))


def test_an_old_address_goes_on_with_the_play(site: Site, open_page: OpenPage) -> None:
    """Whatever an address calls a combination, it means the one play of that deal."""
    view = site.start("algerian-tarbart-closed", "9917")
    view = site.move(view, view["moves"][0]["move"])
    table = open_page("/play/algerian-tarbart/9917?transfer=yes&reserves=closed", go_on=True)
    table.ready()
    assert table.play == view["play"]
    assert table.page.url.endswith("/play/algerian/9917?layout=tarbart&reserves=closed")


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


def test_games_of_ones_own(open_page: OpenPage, tmp_path: Path) -> None:
    """They stand among the others and are played like them; a broken file is told of."""
    (tmp_path / "games").mkdir()
    _, text = template("From Home")
    (tmp_path / "games" / "from-home.toml").write_text(text, encoding="utf-8")
    (tmp_path / "games" / "broken.toml").write_text("[tabelau]", encoding="utf-8")
    with Site(tmp_path) as site:
        page = open_page(base=site.url, dies=True).page
        expect(page.locator(".notice")).to_contain_text("broken.toml: tabelau: there is no such")
        page.get_by_role("searchbox").fill("from-home")
        entry = page.locator(".entry:visible")
        expect(entry.locator(".facts")).to_have_text("your own")
        entry.get_by_role("button", name="Play From Home").click()
        page.wait_for_url("**/play/from-home/*")
        expect(page.locator(".board")).to_be_visible()
