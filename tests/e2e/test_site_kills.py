"""Static site whose tab, worker or browser dies while the player moves."""

from __future__ import annotations

import base64
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ARGUMENTS, find_chromium
from tests.entrance import PATIENCE

from .static_site import GET, QUIET
from .test_static_site import PLAYABLE, ask, folder, host, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

__all__ = ["folder", "host", "pytestmark"]

DEATHS = 50
SEED = 7
# Moves and undoes as fast as the program answers; Python hears of each answer.
PLAY = """async () => {
  const { ask } = await import(`${document.documentElement.dataset.static}/api.js`);
  let view = await ask("GET", `/api/plays/${history.state.play}`);
  for (;;) {
    const back = view.steps > 40 || !view.moves.length;
    const { play, revision, moves } = view;
    const body = back ? { revision } : { move: moves[revision % moves.length].move, revision };
    view = await ask("POST", `/api/plays/${play}/${back ? "undo" : "move"}`, body);
    await acknowledge(view.play, view.revision, JSON.stringify(view.piles));
  }
}"""


class Player:
    """A browser with a profile of its own, and what its pages have acknowledged."""

    def __init__(self, kind: BrowserType, profile: Path, host: str) -> None:
        self.kind, self.profile, self.host = kind, profile, host
        self.acknowledged: dict[int, str] = {}
        self.play = ""
        self.moves = 0
        self.context = self.start()

    def start(self) -> BrowserContext:
        context = self.kind.launch_persistent_context(
            self.profile, executable_path=find_chromium(), args=ARGUMENTS
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.expose_binding("acknowledge", self._hear)
        return context

    def _hear(self, _: object, play: str, revision: int, piles: str) -> None:
        self.play, self.moves = play, self.moves + 1
        self.acknowledged[revision] = piles

    def opened(self) -> Page:
        page = self.context.new_page()
        page.goto(f"{self.host}play/freecell/7")
        page.wait_for_function(PLAYABLE)
        return page

    def processes(self) -> dict[int, str]:
        """Return the command lines of the browser's processes."""
        lines: dict[int, str] = {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                lines[int(entry.name)] = (entry / "cmdline").read_text(errors="replace")
        first = next(
            pid for pid, line in lines.items() if f"--user-data-dir={self.profile}" in line
        )
        group = os.getpgid(first)
        found: dict[int, str] = {}
        for pid, line in lines.items():
            with suppress(OSError):
                if os.getpgid(pid) == group:
                    found[pid] = line
        return found


def crash(player: Player, _: Page) -> None:
    """Kill the process of the tab."""
    for pid, line in player.processes().items():
        if "--type=renderer" in line:
            os.kill(pid, signal.SIGKILL)


def end(player: Player, page: Page) -> None:
    """End the program's web worker; the page starts another, which answers the open requests."""
    next(one for one in page.workers if "backend" in one.url).evaluate("close()")
    assert ask(page, "GET", f"/api/plays/{player.play}")["play"] == player.play
    page.close()


def kill(player: Player, _: Page) -> None:
    """Kill all processes of the browser at once, and start it again."""
    for pid in player.processes():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with suppress(Exception):
        player.context.close()
    for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
        (player.profile / name).unlink(missing_ok=True)
    player.context = player.start()


DIES: dict[str, Callable[[Player, Page], None]] = {
    "tab": crash,
    "worker": end,
    "browser": kill,
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the test finds the browser in /proc")
def test_no_acknowledged_move_is_lost(browser: Browser, host: str, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    player = Player(browser.browser_type, tmp_path / "profile", host)
    report: list[str] = []
    page = player.opened()
    for number in range(DEATHS):
        before = player.moves
        page.evaluate(f"void ({PLAY})().catch(() => undefined)")
        # let it play for a random time after its first move
        until = None
        while until is None or time.monotonic() < until:
            page.wait_for_timeout(5)
            if until is None and player.moves > before:
                until = time.monotonic() + chance.uniform(0, 1.5)
        kind = chance.choice([*DIES])
        DIES[kind](player, page)
        last = max(player.acknowledged)
        page = player.context.new_page()
        page.goto(f"{host}{QUIET}")
        file = tmp_path / f"{number}.sqlite3"
        file.write_bytes(base64.b64decode(page.evaluate(GET, "cadogan/cadogan")["plays.sqlite3"]))
        page.close()
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
            query = "SELECT revision, done FROM plays WHERE play = ?"
            revision, done = db.execute(query, (player.play,)).fetchone()
            count = db.execute("SELECT count(*) FROM steps WHERE play = ?", (player.play,))
            assert count.fetchone()[0] >= done
        report.append(f"{number} {kind} acknowledged {last} stored {revision}")
        print(report[-1], flush=True)
        assert revision in (last, last + 1), report
        page = player.opened()
        view = ask(page, "GET", f"/api/plays/{player.play}")
        assert view["revision"] == revision
        if revision == last:
            assert json.dumps(view["piles"], separators=(",", ":")) == player.acknowledged[last]
        player.acknowledged = {revision: json.dumps(view["piles"], separators=(",", ":"))}
    player.context.close()
    print(player.moves, "moves acknowledged")
