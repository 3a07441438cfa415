"""All games are read while the browser begins: the first page need not wait for it as long."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cadogan.errors import CadoganError
from cadogan.web.view import game_list

__all__ = ["Preparation", "Prepared"]

_STOPPING = Response(status_code=503)


class Preparation:
    """Reads the catalogue in a thread of its own.

    >>> async def prepared() -> bool:
    ...     games = Preparation()
    ...     games.begin()
    ...     return await games.done()
    >>> asyncio.run(prepared())
    True
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._over = asyncio.Event()

    def begin(self) -> None:
        """Begin to read."""
        self._task = asyncio.create_task(asyncio.to_thread(_read))
        self._task.add_done_callback(lambda _task: self._over.set())

    @property
    def ready(self) -> bool:
        """Whether nobody need wait."""
        return self._task is None or self._task.done()

    async def done(self) -> bool:
        """Wait until all is read, if it is being read; return whether it is."""
        if self._task:
            await self._over.wait()
        return self.ready

    def stop(self) -> None:
        """Let nobody wait any longer."""
        self._over.set()


def _read() -> None:
    with suppress(CadoganError):  # whoever asks for a game is told
        game_list({})


class Prepared:
    """Let whoever asks of games, and not of settings alone, wait until they are read: not twice."""

    def __init__(self, app: ASGIApp, games: Preparation) -> None:
        self.app, self.games = app, games

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        ready = scope["path"].endswith("/settings") or await self.games.done()
        await (self.app if ready else _STOPPING)(scope, receive, send)
