"""Preloader for all games; it runs while the browser starts, so the first page appears sooner.

A play waits only for its own game: one of the user's own games, which load first, or one catalogue
file.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cadogan.core.errors import CadoganError
from cadogan.core.offload import THREADS, offload
from cadogan.layout import own_faults
from cadogan.rules.catalogue import at_hand, is_known, relatives
from cadogan.session.view import game_list

_STOPPING = Response(status_code=503)
_ASIDE = 2.0  # the maximum time in seconds from the request for a page to its first board
_OF_ONE = {"address", "tour"}  # the paths of requests that concern only one game
_OF_NONE = {"plays", "played", "tours"}


class Preloader:
    """A loader that reads the catalogue in a separate thread.

    >>> async def prepared() -> bool:
    ...     games = Preloader()
    ...     games.begin()
    ...     return await games.done()
    >>> asyncio.run(prepared())
    True
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._own = asyncio.Event()
        self._over = asyncio.Event()
        self._aside_until = 0.0
        self._waiting = 0

    async def _read(self) -> None:
        with suppress(CadoganError):  # a request for this game reports the error
            await offload(own_faults)
        self._own.set()
        await self._read_others()

    async def _read_others(self) -> None:
        for game_id in at_hand():
            while time.monotonic() < self._aside_until and not self._over.is_set():
                await asyncio.sleep(0.02)
            if self._over.is_set():
                return
            with suppress(CadoganError):  # a request for this game reports the error
                await offload(relatives, game_id)
        if THREADS:  # elsewhere this call would stop the page for seconds
            with suppress(CadoganError):
                await offload(game_list, {})

    def stand_aside(self) -> None:
        """Pause briefly so that a board can load first, unless a request is waiting."""
        if not self._waiting:
            self._aside_until = time.monotonic() + _ASIDE

    def begin(self) -> None:
        """Start loading."""
        if not THREADS:
            self.stand_aside()
        self._task = asyncio.create_task(self._read())
        self._task.add_done_callback(lambda _task: self.stop())

    @property
    def ready(self) -> bool:
        """True if requests need not wait."""
        return self._task is None or self._task.done()

    async def near(self, game_id: str | None = None) -> bool:
        """Wait briefly for the user's own games; return whether the request can then proceed.

        Requests about plays, which name no game, can proceed.

        >>> asyncio.run(Preloader().near("klondike"))
        True
        """
        if self._task:
            await self._own.wait()
        return self.ready or game_id is None or is_known(game_id)

    async def done(self) -> bool:
        """Wait until all games are loaded, if loading has begun; return whether it is complete."""
        if self._task:
            self._aside_until = 0.0
            self._waiting += 1
            try:
                await self._over.wait()
            finally:
                self._waiting -= 1
        return self.ready

    def stop(self) -> None:
        """Let all waiting requests proceed."""
        self._own.set()
        self._over.set()


class Preloaded:
    """Middleware that delays requests about all games until the games are loaded."""

    def __init__(self, app: ASGIApp, games: Preloader) -> None:
        self.app, self.games = app, games

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path: str = scope["path"]
        kind, _, rest = path.removeprefix("/api/").partition("/")
        game = rest.partition("/")[0]
        ready = (
            kind == "settings"
            or (kind in _OF_NONE and await self.games.near())
            or (kind in _OF_ONE and await self.games.near(game))
            or await self.games.done()
        )
        await (self.app if ready else _STOPPING)(scope, receive, send)
