"""Copies of the plays that travel as files between the static site and the server."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.entrance import PATIENCE

from .firefox import downloading
from .lines import BAKERS_DOZEN
from .site import serving
from .test_static_site import PLAYABLE, ask, context, folder, host, moved, opened, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["context", "folder", "host", "pytestmark"]


def played(page: Page, game: str, deal: str, moves: int) -> Any:
    """Begin a deal, make some moves, and return the view."""
    view = ask(page, "POST", "/api/plays", {"game": game, "deal": deal})
    for number in range(moves):
        view = moved(page, view, number)
    return view


def won(page: Page) -> None:
    line = BAKERS_DOZEN
    ask(page, "PUT", "/api/settings", {"auto": "off"})
    view = ask(page, "POST", "/api/plays", {"game": line.game, "deal": line.deal})
    for move in line.moves:
        body = {"move": move, "revision": view["revision"]}
        view = ask(page, "POST", f"/api/plays/{view['play']}/move", body)
    assert view["won"]


def own_game(page: Page, name: str) -> str:
    """Save a game of one's own as the desk does, and return its key."""
    text = ask(page, "GET", "/api/desk/template")["text"]
    named = re.sub(r"(?m)^name = .*$", f'name = "{name}"', text, count=1)
    key: str = ask(page, "POST", "/api/desk/files", {"text": named})["id"]
    return key


def everything(page: Page) -> dict[str, Any]:
    """Return what a copy brings with it, as the page shows it."""
    records = ask(page, "GET", "/api/records")
    plays = ask(page, "GET", "/api/plays")["plays"]
    views = [ask(page, "GET", f"/api/plays/{play['play']}") for play in plays]
    files = [file["id"] for file in ask(page, "GET", "/api/desk/files")["files"]]
    return {
        "records": records,
        "plays": plays,
        "piles": [view["piles"] for view in views],
        "games": {key: ask(page, "GET", f"/api/desk/files/{key}")["text"] for key in files},
        "favourites": sorted(ask(page, "GET", "/api/settings")["favourites"]),
    }


def exported(page: Page, file: Path) -> Path:
    """Download a copy with the button in the records."""
    page.keyboard.press("t")
    with downloading(page, file):
        page.locator(".keeping").get_by_text("Export", exact=True).click()
    page.keyboard.press("Escape")
    return file


def imported(page: Page, file: Path) -> str:
    """Choose a file after the button in the records; return the words about it."""
    page.keyboard.press("t")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import…").click()
    chooser.value.set_files(file)
    kept = page.locator(".keeping .kept:not(:empty)")
    kept.wait_for()
    words = kept.inner_text()
    page.keyboard.press("Escape")
    return words


def test_copies_go_to_the_server_and_back(
    browser: Browser,
    context: BrowserContext,
    host: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("CADOGAN_HOME", str(home))
    here = opened(context, f"{host}play/pyramid/5")
    for number in range(3):
        played(here, "freecell", str(10 + number), 4 + number)
    lost = played(here, "golf", "3", 5)
    ask(here, "POST", f"/api/plays/{lost['play']}/leave", {})
    won(here)
    ask(here, "PUT", "/api/settings", {"favourites": ["golf", "yukon"]})
    mine = own_game(here, "Travelling Game")
    played(here, mine, "2", 1)
    before = everything(here)
    assert (before["records"]["all"]["won"], before["records"]["all"]["lost"]) == (1, 1)
    assert len(before["plays"]) == 4

    with serving(home) as server, closing(browser.new_context()) as other:
        other.set_default_timeout(1000 * PATIENCE)
        server.let_in(other)
        there = opened(other, f"{server.url}play/pyramid/5")
        copy = exported(here, tmp_path / "site.json")
        said = imported(there, copy)
        # the two plays on the tables have no move, but belong to the copy too
        count = len(json.loads(copy.read_bytes())["content"]["plays"])
        assert said == f"{count} plays were added. Added to your own games: {mine}.toml."
        assert imported(there, copy) == f"{count} plays already existed."
        assert everything(there) == before

        # the player goes on there
        view = moved(there, ask(there, "GET", f"/api/plays/{before['plays'][0]['play']}"))
        played(there, "spider", "8", 3)
        ask(there, "PUT", "/api/settings", {"favourites": ["golf", "yukon", "gaps"]})
        theirs = own_game(there, "Second Game")
        after = everything(there)
        assert after["records"] == before["records"]
        copy = exported(there, tmp_path / "server.json")
        words = imported(here, copy)
        assert "1 was continued" in words
        assert words.endswith(f"Added to your own games: {theirs}.toml.")
        again = imported(here, copy)
        assert "added" not in again.lower()
        assert "continued" not in again
        assert everything(here) == after
        assert ask(here, "GET", f"/api/plays/{view['play']}")["revision"] == view["revision"]

    here.reload()
    here.wait_for_function(PLAYABLE)
    assert everything(here) == after
