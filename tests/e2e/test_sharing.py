"""Sharing: links, commands, results, and plays that continue on another device."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

import cadogan
from cadogan.cli.params import chosen_game
from cadogan.model.record import read_record, verify
from cadogan.rules.user_games import template
from cadogan.session.carried import carried
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService

from .lines import BAKERS_DOZEN, TRIPEAKS
from .static_site import StaticSite, without_server
from .test_bars import TOO_SMALL, violations

if TYPE_CHECKING:
    from .conftest import OpenPage
    from .site import Site
    from .table import Table

expect = pytest.importorskip("playwright.sync_api").expect
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
PUBLIC = "https://cards.example/cadogan/"
# a phone's sheet, which records what it is given
SHEET = """() => {
  navigator.canShare = () => true;
  navigator.share = async (data) => { window.shared = data; };
}"""


def shared(table: Table, *labels: str) -> dict[str, str]:
    """Open the panel and copy each text; return the texts."""
    table.open_menu()
    table.page.get_by_role("button", name="Share…").click()
    copied = {}
    for label in labels:
        part = table.dialog.locator("section", has=table.page.get_by_role("button", name=label))
        part.get_by_role("button", name=label).click()
        expect(part.get_by_role("status")).to_have_text(f"{label[5:].capitalize()} copied.")
        copied[label] = table.page.evaluate("navigator.clipboard.readText()")
    return copied


def test_a_play_is_copied_and_opened(site: Site, open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7?turn=three", **CLIPBOARD)
    table.step(table.press, "d")
    piles = table.piles()
    static = isinstance(site, StaticSite)  # it shares links, and no lines for a terminal
    first = "Copy link" if static else "Copy deal"
    copied = shared(table, first, "Copy position", "Copy record")
    if static:
        assert copied[first] == f"{site.url}play/klondike/?deal=7&turn=three"
    else:
        name, order = copied[first].split("\n")
        assert name == "Klondike, draw three, deal 7"
        program, play, game, deal, *options = shlex.split(order)
        assert (program, play, deal) == ("cadogan", "play", "7")
        assert chosen_game(game, options[1::2]).text == "klondike turn=three"
        assert "127.0.0.1" not in table.dialog.inner_text()
    verify(read_record(copied["Copy record"]))
    position = copied["Copy position"]
    assert str(cadogan.game("klondike", turn="three").parse(position)) == position
    table.page.keyboard.press("Escape")
    table.open_menu()
    table.page.get_by_role("button", name="Open…").click()
    table.dialog.get_by_label("Open a copied text").fill(position)
    table.dialog.get_by_role("button", name="Open", exact=True).click()
    table.arrive("**/play/klondike/at:*")
    assert table.piles() == piles
    expect(table.page.locator(".deal")).to_have_text("Deal from a position")
    table.reload()
    assert table.piles() == piles, "the address holds the position"


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure a public site, before the server starts."""
    monkeypatch.setenv("CADOGAN_SITE", PUBLIC)


def public_address(site: Site) -> str:
    """Return the beginning of shared links."""
    return site.url if isinstance(site, StaticSite) else PUBLIC


@pytest.mark.usefixtures("public")
def test_a_code_and_a_link_contain_the_whole_play(open_page: OpenPage, site: Site) -> None:
    view = site.start("birthday", "7", target="1888")
    view = site.move_first(site.move_first(view))
    table = open_page(view["game"]["address"], **CLIPBOARD)
    copied = shared(table, "Copy link")
    link = copied["Copy link"]
    assert link == f"{public_address(site)}play/birthday/?deal=7&target=1888&suits=SHCD"
    table.dialog.get_by_text("Continue on another device").click()
    code = table.dialog.get_by_role("img", name="QR code with the whole play")
    expect(code).to_be_visible()
    whole = table.dialog.locator("details")
    whole.get_by_role("button", name="Copy link").click()
    expect(whole.get_by_role("status")).to_have_text("Link copied.")
    link = table.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{public_address(site)}#play=1")
    assert code.get_attribute("viewBox") == "-4 -4 57 57", "a code that phones read well"


def test_without_a_site_there_is_no_code(site: Site, open_page: OpenPage) -> None:
    if isinstance(site, StaticSite):
        without_server("a site knows its own address")
    table = open_page("/play/klondike/7")
    shared(table)
    table.dialog.get_by_text("Continue on another device").click()
    expect(table.dialog.locator("details")).to_contain_text("environment variable CADOGAN_SITE")
    expect(table.dialog.get_by_role("img")).to_have_count(0)


def test_a_game_of_ones_own_needs_its_rules_elsewhere(open_page: OpenPage, site: Site) -> None:
    games = site.home / "games"
    games.mkdir(exist_ok=True)
    name, text = template("Small")
    (games / f"{name}.toml").write_text(text, encoding="utf-8")
    table = open_page(f"/play/{name}/7")
    shared(table)
    expect(table.dialog).to_contain_text("This is a game of your own. Other devices need its rules")


def carried_play(
    game: str = BAKERS_DOZEN.game,
    deal: str = BAKERS_DOZEN.deal,
    moves: Sequence[str] = BAKERS_DOZEN.moves[:10],
) -> tuple[str, list[str]]:
    """Return a word for a play on another device, and its steps."""
    store = Repository.in_memory()
    shelf = PlayService(store)
    key = shelf.start(game, {}, deal).record.play
    with shelf.changing(key) as play:
        for move in moves:
            play.move(move, auto="off")
    word = carried(play.record)
    store.close()
    assert word is not None
    return word, play.record.steps


def test_a_play_from_another_device_continues(open_page: OpenPage, site: Site) -> None:
    word, steps = carried_play()
    table = open_page(f"/#play={word}")
    address = f"/play/{BAKERS_DOZEN.game}/{BAKERS_DOZEN.deal}"
    assert table.page.url == f"{site.url.rstrip('/')}{address}", "the address is short again"
    expect(table.page.locator(".toast")).to_have_text("Continue this play where you left it.")
    assert (table.view["steps"], table.view["practice"]) == (len(steps), False)
    table.page.goto("about:blank")
    table.goto(f"/#play={word}")
    assert len(site.get("api/plays")["plays"]) == 1, "the same link adds no second play"


def test_a_damaged_link_is_reported(open_page: OpenPage) -> None:
    word, _ = carried_play()
    table = open_page(f"/#play={word[:-9]}", expect=(400,))
    expect(table.page.get_by_role("alert")).to_contain_text("does not contain a whole play")
    table.page.get_by_role("link", name="All games").click()
    expect(table.page.locator(".contents:not(.waiting)")).to_be_visible()
    assert "#" not in table.page.url


@pytest.mark.usefixtures("public")
def test_a_result_is_shared_without_the_cards(open_page: OpenPage, site: Site) -> None:
    site.move(site.start(TRIPEAKS.game, TRIPEAKS.deal), *TRIPEAKS.moves[:-1])
    path = f"/play/{TRIPEAKS.game}/{TRIPEAKS.deal}"
    table = open_page(path, locale="en-GB", **CLIPBOARD)
    table.page.evaluate(SHEET)
    table.step(table.drag, TRIPEAKS.moves[-1])
    table.page.get_by_role("region", name="Result").get_by_role("button", name="Share…").click()
    result = re.compile(
        r"Cadogan, deal of the day 8 August 2026: TriPeaks\nWon in 41 moves, \d+:\d\d\."
    )
    expect(table.dialog.locator(".result")).to_have_text(result)
    table.dialog.get_by_role("button", name="Share result…").click()
    sent = table.page.evaluate("window.shared")
    assert result.fullmatch(sent["text"])
    assert sent["url"] == f"{public_address(site)}play/{TRIPEAKS.game}/?deal={TRIPEAKS.deal}"
    table.dialog.get_by_role("button", name="Copy result").click()
    expect(table.dialog.get_by_text("Result copied.")).to_be_visible()
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{sent['text']}\n{sent['url']}"
    expect(table.dialog.get_by_text("Continue on another device")).to_have_count(0)


def test_without_a_clipboard_the_text_is_shown(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7")
    table.page.evaluate(
        """() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no")); }"""
    )
    shared(table)
    table.dialog.get_by_role("button", name="Copy position").click()
    words = table.dialog.get_by_role("status").filter(has_text="Here is the position:")
    expect(words).to_be_visible()
    text = table.dialog.get_by_role("textbox", name="Copied text")
    expect(text).to_have_value(re.compile("^f1 -"))
    expect(text).to_be_focused()


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_on_sharing(open_page: OpenPage, look: str) -> None:
    """The panel also fits into the narrowest window."""
    table = open_page("/play/birthday/7?target=1888", size=(320, 640), theme=look)
    table.page.evaluate(SHEET)
    shared(table)
    table.dialog.locator("summary").press("Enter")
    expect(table.dialog.get_by_role("img")).to_be_visible()
    assert violations(table.page, "dialog[open]") == []
    body = table.dialog.locator(".body")
    assert body.evaluate("el => el.scrollWidth - el.clientWidth") == 0
    assert table.dialog.locator("button, summary").evaluate_all(TOO_SMALL) == []
