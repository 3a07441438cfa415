"""The tongue of an answer: the one that whoever asks is spoken to in.

The page asks for the tongue that it was written in, so all answers to one page are in one tongue.
For the page itself a person's wish goes before what their browser says.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cadogan.i18n import in_language, preferred_language


class LocaleMiddleware:
    """Answer each request in its tongue, which is put into the scope as ``tongue``.

    Args:
        app: what answers.
        wished: returns the tongue that the person wishes for, or ``"auto"``.
    """

    def __init__(self, app: ASGIApp, wished: Callable[[], str]) -> None:
        self.app = app
        self.wished = wished

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Language"] = code
                headers.add_vary_header("Accept-Language")
            await send(message)

        wished = "auto" if scope["path"].startswith("/api/") else self.wished()
        code = preferred_language(Headers(scope=scope).get("accept-language", ""))
        if wished != "auto":
            code = wished
        scope["tongue"] = code
        with in_language(code):
            await self.app(scope, receive, send_with_headers)
