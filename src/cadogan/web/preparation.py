"""All games are read while the browser begins: the first page need not wait for it as long.

A play of a game that comes with the program need not wait at all: its file is read first.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cadogan.errors import CadoganError
from cadogan.language.catalogue import at_hand, relatives
from cadogan.language.own import edition, own_folder
from cadogan.web.view import game_list

__all__ = ["Preparation", "Prepared"]

_STOPPING = Response(status_code=503)
_ASIDE = 2.0  # seconds that a first board needs at most, from when its page is asked for
_OF_ONE = {"address", "tour"}  # what names one game, and what none that was not begun
_OF_NONE = {"plays", "tours"}


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
        self._aside_until = 0.0
        self._waiting = 0

    def _read(self) -> None:
        for game_id in at_hand():
            while time.monotonic() < self._aside_until and not self._over.is_set():
                time.sleep(0.02)
            if self._over.is_set():
                return
            with suppress(CadoganError):  # whoever asks for a game is told
                relatives(game_id)
        with suppress(CadoganError):
            game_list({})

    def stand_aside(self) -> None:
        """Leave the machine to a board for a while, unless somebody waits."""
        if not self._waiting:
            self._aside_until = time.monotonic() + _ASIDE

    def begin(self) -> None:
        """Begin to read."""
        self._task = asyncio.create_task(asyncio.to_thread(self._read))
        self._task.add_done_callback(lambda _task: self._over.set())

    @property
    def ready(self) -> bool:
        """Whether nobody need wait."""
        return self._task is None or self._task.done()

    def near(self, game_id: str | None = None) -> bool:
        """Whether a game can be told of now, and a person's plays; without one, these alone.

        Files of a person's own are read when the ids of all other games are known.

        >>> Preparation().near("klondike")
        True
        """
        return self.ready or (
            (game_id is None or game_id in at_hand()) and not edition(own_folder())
        )

    async def done(self) -> bool:
        """Wait until all is read, if it is being read; return whether it is."""
        if self._task:
            self._aside_until = 0.0
            self._waiting += 1
            try:
                await self._over.wait()
            finally:
                self._waiting -= 1
        return self.ready

    def stop(self) -> None:
        """Let nobody wait any longer."""
        self._over.set()


class Prepared:
    """Let whoever asks of all games wait until they are read: not twice."""

    def __init__(self, app: ASGIApp, games: Preparation) -> None:
        self.app, self.games = app, games

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path: str = scope["path"]
        kind, _, rest = path.removeprefix("/api/").partition("/")
        game = rest.partition("/")[0]
        ready = (
            kind == "settings"
            or (kind in _OF_NONE and self.games.near())
            or (kind in _OF_ONE and self.games.near(game))
            or await self.games.done()
        )
        await (self.app if ready else _STOPPING)(scope, receive, send)
