"""Messages below the board in a terminal."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import cadogan
from cadogan.session.service import PlayService
from cadogan.session.solver_client import Answered
from cadogan.terminal.app import Terminal, opened
from tests.e2e.lines import BAKERS_DOZEN

from .test_terminal import drive, driven, press, said, shelf

__all__ = ["shelf"]  # the fixture


@driven("klondike")
async def test_leaving_during_the_search_for_a_hint_shows_no_traceback(
    pilot: Pilot[None], app: Terminal
) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def verdict(*_: object, **__: object) -> Answered:
        asked.set()
        await gone.wait()
        return Answered("working")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.advice, "verdict", verdict)
        await pilot.press("h")
        await asked.wait()
        await app.screen.query("#head, #words").remove()  # as when the program is closing
        gone.set()
        await app.workers.wait_for_complete()


@driven("klondike")
async def test_long_messages_end_in_dots(pilot: Pilot[None], app: Terminal) -> None:
    app.shelf.store.save_settings({"auto": "safe"})
    await pilot.press("d")  # two aces go up automatically, and two cards are turned up
    await pilot.pause()
    lines = said(app).split("\n")
    assert len(lines) == 2
    assert lines[1].endswith(" …")
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("key", ["n", "o"])
def test_a_win_that_was_taken_back_is_not_a_loss(shelf: PlayService, key: str) -> None:
    """A win still counts if the player undoes it and then leaves or gives up the play."""
    play = opened(shelf, cadogan.game(BAKERS_DOZEN.game), BAKERS_DOZEN.deal)
    with shelf.changing(play) as won:
        for text in BAKERS_DOZEN.moves:
            won.move(text, auto="off")
        won.undo()
    assert opened(shelf, won.game, BAKERS_DOZEN.deal) == play

    async def leave(pilot: Pilot[None], app: Terminal) -> None:
        await press(pilot, key)
        if key == "o":
            [first] = app.screen.query_one(OptionList).options[:1]
            assert "won before" in str(first.prompt)
            await press(pilot, "down", "delete")
        words = [str(some.render()) for some in app.screen.query(Static)]
        assert any("You have won it before, so it still counts as won." in text for text in words)
        await pilot.click("#drop")
        await pilot.pause()

    drive(shelf, play, leave)
    assert shelf.unfinished() == []
    assert [r.won for r in shelf.store.results()] == [True]
