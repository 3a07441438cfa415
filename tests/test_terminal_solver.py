"""Solver in a terminal: whether a game can still be won, and deals by difficulty."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

import cadogan
from cadogan.core.errors import NoAnswerError
from cadogan.session.service import PlayService
from cadogan.session.solver_client import Answered, SolverClient
from cadogan.terminal.app import Terminal, opened
from cadogan.terminal.dialogs import Search
from tests.e2e.lines import GRANDFATHERS_CLOCK as LINE
from tests.test_terminal import drive, driven, play_of, press, said, shelf, table_of

__all__ = ["shelf"]  # the fixture


@driven(LINE.game, LINE.deal)
async def test_the_verdict_is_shown_on_request(pilot: Pilot[None], app: Terminal) -> None:
    def head() -> str:
        return str(app.screen.query_one("#head", Static).content)

    start = play_of(app).position
    app.advice.learn(start, tuple(LINE.moves), "won", 1.0)
    await pilot.pause()
    assert "winnable" not in head()
    await pilot.press("v")
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert "Still winnable" in head()
    wrong = next(move for move in start.move_texts() if move != LINE.moves[0])
    app.advice.learn(start.play(wrong), (), "lost", 60.0)
    table_of(app).make(wrong)
    app.screen.show()  # type: ignore[attr-defined]
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert "Lost since move 1" in head()
    assert app.shelf.store.settings()["verdict"] is True
    await press(pilot, "v")
    assert "Lost" not in head()


def test_the_search_for_a_deal_can_be_cancelled(
    shelf: PlayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str | None]] = []

    async def winnable(
        self: SolverClient,
        game: cadogan.Game,
        first: int,
        level: str | None,
        *,
        wait: float,
        gone: Any,
    ) -> str | None:
        asked.append((game.id, level))
        for _ in range(6000):
            if await gone():
                return None
            await asyncio.sleep(0.05)
            if len(asked) > 1:
                return "4"
        raise AssertionError("nobody ended it")

    monkeypatch.setattr(SolverClient, "winnable", winnable)
    key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        for kind in ("hard", "sure"):
            await press(pilot, "g")
            app.screen.query_one("#kind", Select).value = kind
            await pilot.pause()
            assert app.screen.query_one("#number", Input).value == ""
            before = len(asked)
            await pilot.click("#deal")
            async with asyncio.timeout(300):
                while len(asked) == before:
                    await pilot.pause(0.02)
                while kind == "hard" and not isinstance(app.screen, Search):
                    await pilot.pause(0.02)
            if kind == "hard":
                await pilot.press("escape")
            await app.workers.wait_for_complete()
            await pilot.pause()
        assert asked == [("klondike", "hard"), ("klondike", None)]
        assert table_of(app).view["game"]["deal"] == "4"

    drive(shelf, key, play)


def test_the_reason_for_no_verdict_is_reported_once(
    shelf: PlayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "There is no solver: install one."

    async def verdict(*_: object, **__: object) -> Answered:
        return Answered("done", "unknown", error=why)

    async def winnable(*_: object, **__: object) -> str:
        raise NoAnswerError(why)

    monkeypatch.setattr(SolverClient, "verdict", verdict)
    monkeypatch.setattr(SolverClient, "winnable", winnable)
    key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        async def heard(key: str) -> str:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
            return said(app).partition("\n")[0]

        assert await heard("h") == why
        assert (await heard("h")).startswith("No verdict. Possible: ")
        assert await heard("v") == why
        assert "No verdict" in str(app.screen.query_one("#head", Static).content)
        assert (await heard("d")).startswith("Turned ")
        assert "No verdict" in str(app.screen.query_one("#head", Static).content)
        await press(pilot, "g")
        app.screen.query_one("#kind", Select).value = "sure"
        await pilot.pause()
        await pilot.click("#deal")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert [note.message for note in app._notifications] == [why]
        assert table_of(app).view["game"]["deal"] == "7"

    drive(shelf, key, play)


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("klondike", "s-w", "Hint: turn the stock."),
        ("spider", "deal", "Hint: Deal."),
        ("corner-patience", "s-t1", "Hint: a card that lies face down to "),
    ],
)
def test_a_hint_names_no_face_down_card(
    shelf: PlayService, game: str, move: str, words: str
) -> None:
    key = opened(shelf, cadogan.game(game), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        app.advice.learn(shelf.get(key).position, (move,), "won", 1.0)
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert said(app).startswith(words)

    drive(shelf, key, play)
