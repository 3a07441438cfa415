"""Loading of games while the browser starts: when it pauses, and which requests wait."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from cadogan.rules import catalogue
from cadogan.rules.user_games import template, user_games_folder
from cadogan.web import preload
from cadogan.web.preload import Preloader


async def read_beside_a_board(games: Preloader) -> bool:
    games.stand_aside()
    games.begin()
    waiting = asyncio.create_task(games.done())
    await asyncio.sleep(0)
    games.stand_aside()  # pause, because the server delivers another page
    try:
        return await asyncio.wait_for(waiting, 120)
    finally:
        games.stop()


def test_loading_a_board_does_not_delay_waiting_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "_ASIDE", 1e6)
    assert asyncio.run(read_beside_a_board(Preloader()))


def test_a_play_waits_only_for_user_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    folder = user_games_folder()
    folder.mkdir()
    _, text = template("Mine")
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    (folder / "broken.toml").write_text("", encoding="utf-8")
    of_others = threading.Event()

    async def held(_self: Preloader) -> None:
        await asyncio.to_thread(of_others.wait, 120)

    monkeypatch.setattr(Preloader, "_read_others", held)
    monkeypatch.setattr(catalogue, "_known_with", lambda *_: 1 // 0)

    async def asked() -> None:
        games = Preloader()
        games.begin()
        assert await games.near()
        assert await games.near("klondike-draw-3")
        assert await games.near("mine")
        assert not await games.near("nosuch"), "it may be a name"
        assert not games.ready
        of_others.set()
        assert await games.done()

    try:
        asyncio.run(asked())
    finally:
        of_others.set()
