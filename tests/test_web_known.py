"""Answers sent with the page of a play, which it would otherwise request immediately."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cadogan.rules import catalogue
from cadogan.rules.user_games import template, user_games_folder
from cadogan.web import server
from cadogan.web.preload import Preloader
from tests.web_client import Client, act, begin, client, only_server, store, told

__all__ = ["client", "store"]  # fixtures

pytestmark = only_server

KNOWN = re.compile('<script type="application/json" id="known">(.*?)</script>')


def sent_along(asking: Client, path: str) -> tuple[dict[str, Any], set[str]]:
    """Return the answers sent with a page, and the optional scripts that it preloads."""
    page = asking.get(path)
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store", "they hold for this once"
    found = KNOWN.search(page.text)
    assert found
    more = re.findall(r'modulepreload" href="[^"]*/(play-extras|tour)\.js"', page.text)
    return json.loads(found[1]), set(more)


@pytest.mark.parametrize(
    "path", ["/play/klondike/47", "/play/klondike", "/play/birthday/3?target=1888"]
)
def test_the_page_of_a_play_brings_its_first_answers(client: Client, path: str) -> None:
    answers, more = sent_along(client, path)
    for address, answer in answers.items():
        assert told(client.get(address)) == answer
    assert {"/api/settings", "/api/plays"} <= set(answers)
    assert (path.replace("/play/", "/api/address/") in answers) == (path.count("/") == 3)
    assert more == {"play-extras", "tour"}, "a newcomer is shown the table"


def test_the_page_of_an_unfinished_play_brings_the_play(client: Client) -> None:
    view = begin(client)
    play = act(client, view, "move", move=view["moves"][0]["move"])["play"]
    told(client.put("/api/settings", json={"verdict": True}))
    answers, more = sent_along(client, "/play/klondike/47")
    shown = told(client.get(f"/api/plays/{play}"))
    assert {**answers[f"/api/plays/{play}"], "seconds": 0} == {**shown, "seconds": 0}
    assert answers["/api/settings"]["verdict"] is True
    assert more == set()


def test_the_page_requests_missing_answers_itself(client: Client) -> None:
    for path in ("/play/klondyke/7", "/play/klondike/7?turn=one&turn=three", "/play/klondike/x"):
        answers, more = sent_along(client, path)
        assert set(answers) == {"/api/settings", "/api/plays"}
        assert more == set()
    assert KNOWN.search(client.get("/").text) is None


def test_answers_for_one_game_do_not_wait_for_others(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    monkeypatch.setattr(Preloader, "ready", False)
    monkeypatch.setattr(catalogue, "_known_with", lambda *_: 1 // 0)
    for game in ("klondike", "klondike-draw-3", "spanish-patience"):
        answers, more = sent_along(client, f"/play/{game}/47")
        assert {f"/api/address/{game}/47", "/api/plays"} <= set(answers)
        assert more == {"play-extras", "tour"}
        assert begin(client, game)["tour"]
    assert KNOWN.search(client.get("/play/klondyke/47").text) is None, "others may be meant"
    user_games_folder().mkdir(parents=True)
    (user_games_folder() / "broken.toml").write_text("")
    (user_games_folder() / "mine.toml").write_text(template("Mine")[1])
    for game in ("klondike", "mine"):
        answers, more = sent_along(client, f"/play/{game}/47")
        assert "broken.toml" in answers["/api/plays"]["notice"]
        assert more == {"play-extras", "tour"}


def test_the_player_is_asked_once_and_only_if_there_is_a_choice(client: Client) -> None:
    view = begin(client)
    assert view["asks"]
    assert told(client.get(f"/api/plays/{view['play']}"))["asks"]
    assert told(client.post("/api/open", json={"text": "ms:617"}))["asks"], "also of what is pasted"
    assert not begin(client, "clock-patience", "7")["asks"]
    told(client.put("/api/settings", json={"verdict": False}))
    assert not begin(client)["asks"]


def test_the_page_is_served_even_if_its_answers_fail(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "_asked_at", lambda *_: 1 // 0)
    page = client.get("/play/klondike/47")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert KNOWN.search(page.text) is None
    assert "ZeroDivisionError" in caplog.text
