"""The program as a process that the tests start, ask and stop."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cadogan.session.database import FILE
from tests.entrance import PATIENCE, enter

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

FIRST_LINE = "Cadogan is at "
COMMAND = Path(sys.executable).with_name("cadogan.exe" if os.name == "nt" else "cadogan")
DEFAULTS = {
    "auto": "safe",
    "deck": "classic-two",
    "back": "deck",
    "motion": "normal",
    "oneTap": False,
    "mirrored": False,
    "thumb": True,
    "confirm": True,
    "keys": True,
    "theme": "auto",
    "table": "green",
    "clock": False,
    "verdict": False,
    "winnable": False,
    "sound": False,
    "tongue": "auto",
    "favourites": [],
}


class Site:
    """`cadogan play` with a home of its own, as a context manager.

    Args:
        home: the directory of the person's plays.
        port: 0 takes any that is free.
    """

    entered: ClassVar[dict[str, str]] = {}  # cookies of all that were started, by their addresses

    def __init__(self, home: Path, port: int = 0) -> None:
        self.home, self.port = home, port
        self.url = self.address = self.cookie = ""

    def __enter__(self) -> Self:
        with (self.home / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [COMMAND, "play", "--no-browser", "--port", str(self.port)],
                env={**os.environ, "CADOGAN_HOME": str(self.home), "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith(FIRST_LINE):
            self.kill()
            raise AssertionError(f"{line!r}: {(self.home / 'errors.txt').read_text()}")
        self.address = line.removeprefix(FIRST_LINE).strip()
        self.url, self.cookie = enter(self.address)
        self.entered[self.url] = self.cookie
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        self.post("api/tours", {"family": "*"})  # tests of other things meet no tour
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        if self.process.stdout is not None:
            self.process.stdout.close()

    def let_in(self, context: BrowserContext, url: str = "") -> None:
        """Give a browser's context the cookie, as if it had opened the printed address.

        Args:
            context: that is let in.
            url: of another server that was started here.
        """
        url = url or self.url
        name, _, value = self.entered[url].partition("=")
        context.add_cookies([{"name": name, "value": value, "url": url}])

    def kill(self) -> None:
        """End the process without any warning, as a crash would."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask the web API; return the status and what the JSON says."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Cookie": self.cookie},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def get(self, path: str) -> Any:
        """Return what an address under ``/api`` says."""
        status, data = self.ask("GET", path)
        assert status == 200, data
        return data

    def post(self, path: str, body: object) -> Any:
        """Send something that must be accepted; return the answer."""
        status, data = self.ask("POST", path, body)
        assert status == 200, data
        return data

    def reset_settings(self, **settings: object) -> None:
        """Set all settings to what they were at the first start, but for those named."""
        status, data = self.ask("PUT", "api/settings", {**DEFAULTS, **settings})
        assert status == 200, data

    def start(self, game: str, deal: str, **options: str) -> Any:
        """Begin a play without the page; return its view."""
        return self.post("api/plays", {"game": game, "deal": deal, "options": options})

    def forget(self, path: str) -> None:
        """Give up what is unfinished of an address, so that nobody goes on with an earlier play."""
        here = path.removesuffix("/")
        meant = {here}
        if here.startswith("/play/"):
            status, told = self.ask("GET", f"api/address/{here.removeprefix('/play/')}")
            meant |= {told["address"]} if status == 200 else set()
        for play in self.get("api/plays")["plays"]:
            if meant & {play["address"], play["address"].partition("?")[0]}:
                self.post(f"api/plays/{play['play']}/leave", {})

    def forget_all(self) -> None:
        """Take away all plays that tests before this one have made."""
        with closing(sqlite3.connect(self.home / FILE, timeout=PATIENCE)) as db, db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("DELETE FROM plays")

    def move(self, view: Any, *moves: str) -> Any:
        """Make moves without the page; return the view after them."""
        for move in moves:
            body = {"move": move, "revision": view["revision"]}
            view = self.post(f"api/plays/{view['play']}/move", body)
        return view
