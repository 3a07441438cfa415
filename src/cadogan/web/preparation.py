"""All games are read while the browser begins: the first page need not wait for it as long."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Receive, Scope, Send

from cadogan.errors import CadoganError
from cadogan.web.view import game_list

__all__ = ["Preparation", "Prepared"]


class Preparation:
    """Reads the catalogue in a thread of its own.

    >>> async def prepared() -> bool:
    ...     games = Preparation()
    ...     games.begin()
    ...     await games.done()
    ...     return True
    >>> asyncio.run(prepared())
    True
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to read."""
        self._task = asyncio.create_task(asyncio.to_thread(_read))

    @property
    def ready(self) -> bool:
        """Whether nobody need wait."""
        return self._task is None or self._task.done()

    async def done(self) -> None:
        """Wait until all is read, if it is being read."""
        if self._task:
            await asyncio.wait({self._task})


def _read() -> None:
    with suppress(CadoganError):  # whoever asks for a game is told
        game_list({})


class Prepared:
    """Let whoever asks of games, and not of settings alone, wait until they are read: not twice."""

    def __init__(self, app: ASGIApp, games: Preparation) -> None:
        self.app, self.games = app, games

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not scope["path"].endswith("/settings"):
            await self.games.done()
        await self.app(scope, receive, send)
