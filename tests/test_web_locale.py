"""Language of answers: the setting or the browser decides for the page, the request for the API."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from cadogan.i18n.languages import FURTHER, forget
from cadogan.session.database import FILE
from cadogan.session.repository import Repository
from cadogan.web.server import create_app
from tests import web_client
from tests.covering import few
from tests.web_client import PORT, store

__all__ = ["store"]  # a fixture

GERMAN = "de-AT,de;q=0.9,en;q=0.5"
ENGLISH = "en-GB,en;q=0.9"


class Client(web_client.Client):
    """Client that prefers the given languages."""

    def __init__(self, store: Repository) -> None:
        super().__init__(create_app(store, PORT))

    def __call__(
        self, path: str, likes: str, method: str = "GET", body: object = None, **headers: str
    ) -> httpx.Response:
        told = {"Accept-Language": likes, **headers}
        return self.request(method, path, headers=told, json=body)

    def begin(self, likes: str) -> Any:
        """Start a play and return its view."""
        wish = {"game": "freecell", "deal": "ms:1"}
        return self("/api/plays", likes, "POST", wish).json()


@pytest.fixture
def ask(store: Repository) -> Client:
    return Client(store)


def lang(answer: httpx.Response) -> str:
    """Return the language of a page, after checking that its headers agree."""
    found = re.search(r'<html[^>]* lang="(\w+)">', answer.text)
    assert found
    assert answer.headers["content-language"] == found[1]
    return found[1]


@pytest.mark.parametrize("path", ["/", "/play/klondike/7", "/desk", "/nowhere"])
def test_the_page_follows_the_browser_language(ask: Client, path: str) -> None:
    assert lang(ask(path, GERMAN, Accept="text/html")) == "de"
    assert lang(ask(path, ENGLISH, Accept="text/html")) == "en"
    assert lang(ask(path, "fr", Accept="text/html")) == "en"


@pytest.mark.parametrize(("wish", "likes"), few([("de", ENGLISH), ("en", GERMAN)], 1))
def test_the_setting_overrides_the_browser(ask: Client, wish: str, likes: str) -> None:
    ask("/api/settings", ENGLISH, "PUT", {"language": wish})
    assert lang(ask("/", likes)) == wish
    ask("/api/settings", ENGLISH, "PUT", {"language": "auto"})
    assert lang(ask("/", likes)) != wish


def test_the_page_in_another_language_has_another_version(ask: Client) -> None:
    german, english = ask("/", GERMAN), ask("/", ENGLISH)
    assert german.text != english.text
    assert "Accept-Language" in german.headers["vary"]
    assert ask("/", ENGLISH).text == english.text
    [texts] = re.findall(r'modulepreload" href="([^"]*/locales/[^"]*)"', german.text)
    assert ask(texts, GERMAN).status_code == 200
    assert "locales" not in english.text
    assert "JavaScript, das hier abgeschaltet ist" in german.text


def test_the_service_worker_keeps_the_texts_of_its_language(ask: Client) -> None:
    worker = "/service-worker.js"
    german, english = (ask(f"{worker}?language={code}", "fr").text for code in ("de", "en"))
    assert "/locales/de.js" in german
    assert 'LANGUAGE = "de"' in german
    assert "/locales/" not in english
    assert ask(worker, GERMAN).text == english
    assert ask(f"{worker}?language=xx", GERMAN).status_code == 404


def test_pages_ask_in_their_own_language(ask: Client) -> None:
    """An open page keeps its language when the setting changes."""
    ask("/api/settings", ENGLISH, "PUT", {"language": "de"})
    assert ask("/api/plays/none", "en").json()["error"].startswith("There is no readable play")
    assert ask("/api/plays/none", "de").json()["error"].startswith("Es gibt keine lesbare Partie")


def test_announcements_are_in_the_language_of_the_request(ask: Client) -> None:
    play = ask.begin(ENGLISH)
    path = f"/api/plays/{play['play']}"
    wish = {"move": "t1-c1", "revision": play["revision"]}
    assert ask(f"{path}/move", ENGLISH, "POST", wish).json()["said"] == "Six of spades to cell 1."
    assert ask(path, GERMAN).json()["said"].endswith(" auf Zelle 1.")
    told = ask(f"{path}/line", GERMAN, "POST", {}).json()["said"]
    assert told[0].endswith(" auf Zelle 1.")
    assert ask(path, ENGLISH).json()["said"] == "Six of spades to cell 1."


def test_refusals_are_in_the_language_of_the_request(ask: Client) -> None:
    play = ask.begin(GERMAN)
    undo = f"/api/plays/{play['play']}/undo"
    wish = {"revision": play["revision"]}
    assert ask(undo, GERMAN, "POST", wish).json()["error"] == "Es gibt nichts zurückzunehmen."
    assert ask(undo, ENGLISH, "POST", wish).json()["error"] == "There is nothing to undo."
    stale = ask(undo, GERMAN, "POST", {"revision": 99})
    assert stale.status_code == 409
    assert stale.json()["error"].startswith("Diese Partie ging inzwischen weiter")


def test_notices_about_the_file_are_in_the_language_of_the_request(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database " * 99)
    store = Repository.open(tmp_path)
    ask = Client(store)
    notices = [ask("/api/plays", likes).json()["notice"] for likes in (GERMAN, ENGLISH)]
    store.close()
    assert notices[0].startswith("Die Datei der Partien war beschädigt")
    assert notices[1].startswith("The file of your plays was damaged")


def test_a_failure_is_reported_in_the_language_of_the_request(
    ask: Client, store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Repository, "results", lambda _: 1 / 0)
    answer = ask("/api/games", GERMAN)
    assert (answer.status_code, answer.json()["error"]) == (
        500,
        (
            "Dabei ist Cadogan gescheitert; Näheres steht in seinem Terminal oder in der Konsole"
            " des Browsers."
        ),
    )


def test_a_setting_that_cannot_be_read_is_ignored(
    ask: Client, store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Any:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Repository, "_do", broken)
    assert lang(ask("/", GERMAN)) == "de"


def test_a_language_with_an_invalid_catalogue_is_served_in_english(
    ask: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "further" / "nl" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Deal"\nmsgstr Delen\n', "utf-8")
    monkeypatch.setenv(FURTHER, str(tmp_path / "further"))
    forget()
    try:
        page, games = ask("/", "nl"), ask("/api/games", "nl")
    finally:
        monkeypatch.undo()
        forget()
    assert (page.status_code, lang(page)) == (200, "en")
    assert (games.status_code, games.headers["content-language"]) == (200, "en")
