"""Language of the terminal program: the player's choice, otherwise the locale."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static
from textual.widgets._footer import FooterKey

import cadogan
import cadogan.i18n
import cadogan.terminal
from cadogan.i18n import in_language, language, translate
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.terminal import app as program
from cadogan.terminal.app import Terminal, opened
from cadogan.terminal.messages import language_of
from tests.test_prose_german import ENGLISH
from tests.test_terminal import drive, press, shelf

__all__ = ["shelf"]  # the fixture


def test_the_players_choice_overrides_the_locale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    with closing(Repository.in_memory()) as store:
        assert language_of(store) == "en"
        for locale, code in (("de_AT.UTF-8", "de"), ("C", "en"), ("de", "de"), ("fr_FR", "en")):
            monkeypatch.setenv("LANG", locale)
            assert language_of(store) == code, locale
        monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
        assert language_of(store) == "de"
        store.save_settings({"language": "en"})
        assert language_of(store) == "en"
        store.save_settings({"language": "auto"})
        assert language_of(store) == "de"


def test_the_whole_program_runs_in_the_chosen_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plays.sqlite3").write_bytes(b"this is no database at all" * 100)
    with closing(Repository.open(tmp_path)) as store:
        store.save_settings({"language": "de"})
    (tmp_path / "plays.sqlite3").write_bytes(b"this is no database at all" * 100)
    heard: list[str] = []
    monkeypatch.setattr(Terminal, "run", lambda _: heard.append(language()))
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    told = program.run(home=tmp_path)
    assert str(told).startswith("Die Datei der Partien war beschädigt")
    assert heard == ["de"]
    assert language() == "en"


def _shown(app: Terminal) -> str:
    """Return all words on the screen except the cards."""
    found = [str(some.content) for some in app.screen.query(Static)]
    found += [str(some.label) for some in app.screen.query(Button)]
    found += [some.placeholder for some in app.screen.query(Input)]
    found += [key.description for key in app.screen.query(FooterKey)]
    return "\n".join(found)


def test_the_screen_is_in_german(shelf: PlayService) -> None:
    """Check a play and a dialog; another test opens every screen in a pseudo-language."""
    with in_language("de"):
        key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        heard = [_shown(app)]
        await press(pilot, "t")
        whole = "\n".join([*heard, _shown(app)])
        for word in ("Blatt 7", "Zug", "Zurück", "Wenigste Züge", translate("Quit")):
            assert word in whole, word
        words = re.sub(r"\[.*?\]", "", whole)
        assert not ENGLISH.search(words), ENGLISH.search(words)

    with in_language("de"):
        drive(shelf, key, play, size=(100, 30))
