"""Games are read while the browser begins: what stands aside, and who waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cadogan.web import preparation
from cadogan.web.preparation import Preparation


async def read_beside_a_board(games: Preparation) -> bool:
    games.stand_aside()
    games.begin()
    waiting = asyncio.create_task(games.done())
    await asyncio.sleep(0)
    games.stand_aside()  # another page is loaded
    try:
        return await asyncio.wait_for(waiting, 120)
    finally:
        games.stop()


def test_a_board_that_is_loaded_holds_up_nobody_who_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "_ASIDE", 1e6)
    assert asyncio.run(read_beside_a_board(Preparation()))


def test_beside_games_of_ones_own_no_game_is_near(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    monkeypatch.setattr(Preparation, "ready", False)
    games = Preparation()
    assert games.near("klondike-draw-3")
    assert games.near()
    assert not games.near("nosuch")
    (tmp_path / "games").write_text("no folder", encoding="utf-8")
    assert not games.near("klondike")
