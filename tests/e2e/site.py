"""The program's server, in a thread or as a process, and requests to its web API."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec
import uvicorn

from cadogan.session.repository import Repository
from cadogan.web.run import _listen
from cadogan.web.server import Settings, create_app
from tests.entrance import PATIENCE, enter

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

FIRST_LINE = "Cadogan is at "
COMMAND = Path(sys.executable).with_name("cadogan.exe" if os.name == "nt" else "cadogan")
DEFAULTS = {**msgspec.to_builtins(Settings()), "verdict": False, "favourites": []}


class Site:
    """The program's server, with requests to its web API and the cookie for browsers.

    Args:
        home: the directory of the user's plays.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self.url = self.cookie = ""

    @property
    def home(self) -> Path:
        """The directory of the user's plays."""
        return self._home

    def opened(self, url: str, cookie: str) -> None:
        """Store the cookie, and mark every tour as seen."""
        self.url, self.cookie = url, cookie
        self.post("api/tours", {"family": "*"})

    def let_in(self, context: BrowserContext) -> None:
        """Give a browser context the cookie, as if it had opened the printed address."""
        name, _, value = self.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def ask(
        self, method: str, path: str, body: object = None, language: str = "en"
    ) -> tuple[int, Any]:
        """Send a request to the web API; return the status and the JSON answer."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                "Cookie": self.cookie,
                "Accept-Language": language,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def get(self, path: str) -> Any:
        """Return the answer from an address under ``/api``."""
        status, data = self.ask("GET", path)
        assert status == 200, data
        return data

    def post(self, path: str, body: object) -> Any:
        """Send a POST request that must succeed; return the answer."""
        status, data = self.ask("POST", path, body)
        assert status == 200, data
        return data

    def reset_settings(self, **settings: object) -> None:
        """Set all settings to their defaults, except for the given ones."""
        status, data = self.ask("PUT", "api/settings", {**DEFAULTS, **settings})
        assert status == 200, data

    def start(self, game: str, deal: str, **options: str) -> Any:
        """Begin a play without the page; return its view."""
        return self.post("api/plays", {"game": game, "deal": deal, "options": options})

    def move(self, view: Any, *moves: str) -> Any:
        """Make moves without the page; return the view after them."""
        for move in moves:
            body = {"move": move, "revision": view["revision"]}
            view = self.post(f"api/plays/{view['play']}/move", body)
        return view

    def move_first(self, view: Any) -> Any:
        """Make the first listed move; return the view after it."""
        return self.move(view, view["moves"][0]["move"])


@contextmanager
def serving(home: Path) -> Iterator[Site]:
    """Serve a home from a thread in this process, so that all tests share one loaded catalogue.

    The caller must set ``CADOGAN_HOME``, where the program looks for the user's games.
    """
    with closing(_listen(0)) as listener, closing(Repository.open(home)) as repository:
        port = listener.getsockname()[1]
        app = create_app(repository, port)
        config = uvicorn.Config(
            app, lifespan="on", log_level="warning", ws="none", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)

        async def run() -> None:
            await server.serve(sockets=[listener])
            app.state.games.stop()
            # By now the desk's processes have been killed, but the tasks waiting for them to exit
            # are still running.
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            if rest:
                await asyncio.wait(rest, timeout=PATIENCE)

        thread = threading.Thread(target=lambda: asyncio.run(run()), name=f"site {port}")
        thread.start()
        try:
            site = Site(home)
            site.opened(f"http://127.0.0.1:{port}/", app.state.keys.named())
            yield site
        finally:
            server.should_exit = True
            thread.join()


class Program(Site):
    """Context manager that runs `cadogan play` as a process with a separate home.

    Args:
        home: the directory of the user's plays.
        port: the port, or 0 for any free port.
    """

    def __init__(self, home: Path, port: int = 0) -> None:
        super().__init__(home)
        self.port = port
        self.address = ""

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
        self.opened(*enter(self.address))
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
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

    def kill(self) -> None:
        """End the process without any warning, as a crash would."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE)
