"""Application in a web worker: it answers the requests of the page as the server would.

The page's script ``site/backend.js`` starts Python and calls :func:`start` once, then
:meth:`Backend.answer` for each request. The application is the server's own
(:func:`cadogan.web.server.create_app`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any
from urllib.parse import unquote

import msgspec
from starlette.applications import Starlette
from starlette.types import Message

from cadogan.core import worker_process
from cadogan.i18n import in_language, msgid, preferred_language, translate
from cadogan.session.repository import Repository
from cadogan.site.web_worker import starter
from cadogan.web.access import Keys
from cadogan.web.server import create_app

_PORT = 1  # the application accepts only its own address, so it needs one even here
_PLAYS = "/api/plays"
_OK, _NO_ROOM = 200, 507
# what the player must know about the browser's storage, by the words of the page's script
_WARNINGS = {
    "refused": msgid(
        "This browser does not let Cadogan store anything. Your plays are lost when you close this"
        " tab. Records has an export."
    ),
    "low": msgid(
        "This browser has little room left for Cadogan. Your plays are still stored. Please delete"
        " the data of other sites, or export your plays in Records."
    ),
    "full": msgid(
        "This browser has no room for your last changes. They stay in memory, and Cadogan stores"
        " them as soon as there is room. Please delete the data of other sites, or export your"
        " plays in Records."
    ),
    "failed": msgid(
        "This browser could not store your last changes. They stay in memory, and the next move"
        " tries again. Records has an export."
    ),
}


class Backend:
    """The application with the user's plays.

    Args:
        store: the user's plays.
        save: stores the changed files, and returns "" or a key of the warnings.
    """

    def __init__(self, store: Repository, save: Callable[[], Awaitable[str]]) -> None:
        self._store, self._save = store, save
        keys = Keys(_PORT)
        self._app: Starlette = create_app(store, _PORT, keys)
        self._life: AbstractAsyncContextManager[Any] = self._app.router.lifespan_context(self._app)
        self._headers = [
            (b"host", f"127.0.0.1:{_PORT}".encode()),
            (b"cookie", keys.named().encode()),
            (b"content-type", b"application/json"),
        ]

    async def begin(self) -> None:
        """Store a new file, and start reading the catalogue in the background."""
        self._warn(await self._save())
        await self._life.__aenter__()

    def _warn(self, state: str) -> None:
        self._store.warning = partial(translate, _WARNINGS[state]) if state else None

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
        content = b"".join(parts)
        if method == "GET":
            return status, content
        # The page must not show a change that could still be lost.
        with in_language(preferred_language(language)):
            before = self._store.notice or ""
            state = await self._save()
            self._warn(state)
            after = self._store.notice or ""
        if state in ("full", "failed") and status == _OK and not path.startswith(_PLAYS):
            return _NO_ROOM, msgspec.json.encode({"error": after})
        if before != after and b'"notice":' in content:
            answered = msgspec.json.decode(content)
            rest = (answered["notice"] or "").removeprefix(before).strip()
            answered["notice"] = " ".join(filter(None, (after, rest))) or None
            content = msgspec.json.encode(answered)
        return status, content


def start(folder: str, spawn: Callable[[str], Any], save: Callable[[], Awaitable[str]]) -> Backend:
    """Return the application with the plays in a folder.

    Args:
        folder: the folder of the user's plays, games and drafts.
        spawn: starts a web worker that runs a module (:mod:`cadogan.site.web_worker`).
        save: stores the changed files (:class:`Backend`).
    """
    worker_process.use(starter(spawn))
    return Backend(Repository.open(folder), save)
