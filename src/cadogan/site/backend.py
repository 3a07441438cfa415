"""Application in a web worker: it answers the requests of the page as the server would.

The page's script ``site/backend.js`` starts Python and calls :func:`start` once, then
:meth:`Backend.answer` for each request. The application is the server's own
(:func:`cadogan.web.server.create_app`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.types import Message

from cadogan.core import worker_process
from cadogan.session.repository import Repository
from cadogan.site.web_worker import starter
from cadogan.web.access import Keys
from cadogan.web.server import create_app

_PORT = 1  # the application accepts only its own address, so it needs one even here


class Backend:
    """The application with the user's plays.

    Args:
        store: the user's plays.
    """

    def __init__(self, store: Repository) -> None:
        keys = Keys(_PORT)
        self._app: Starlette = create_app(store, _PORT, keys)
        self._life: AbstractAsyncContextManager[Any] = self._app.router.lifespan_context(self._app)
        self._headers = [
            (b"host", f"127.0.0.1:{_PORT}".encode()),
            (b"cookie", keys.named().encode()),
            (b"content-type", b"application/json"),
        ]

    async def begin(self) -> None:
        """Start to read the catalogue in the background."""
        await self._life.__aenter__()

    async def answer(
        self, method: str, address: str, language: str, body: bytes, gone: asyncio.Event
    ) -> tuple[int, bytes]:
        """Answer a request.

        Args:
            method: the HTTP method.
            address: the path, with the query.
            language: the language of the page.
            body: the body of the request.
            gone: set when the page no longer waits.

        Returns:
            The HTTP status, and the body of the response.
        """
        path, _, query = address.partition("?")
        status, parts = 500, list[bytes]()
        sent = False

        async def receive() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                parts.append(message.get("body", b""))

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [*self._headers, (b"accept-language", language.encode())],
            "client": None,
            "server": None,
            "state": {},
        }
        try:
            await self._app(scope, receive, send)
        except Exception:
            # The application logs and answers an internal error before it raises it again.
            if not parts:
                raise
        return status, b"".join(parts)


def start(folder: str, spawn: Callable[[str], Any]) -> Backend:
    """Return the application with the plays in a folder.

    Args:
        folder: the folder of the user's plays, games and drafts.
        spawn: starts a web worker that runs a module (:mod:`cadogan.site.web_worker`).
    """
    worker_process.use(starter(spawn))
    return Backend(Repository.open(folder))
