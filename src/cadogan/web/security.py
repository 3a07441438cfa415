"""The door of the server: who may ask, and what every answer carries.

The server listens on 127.0.0.1 alone, but any web page that a person has open can send requests
there. So it answers only to its own names (a foreign name that was made to point here is turned
away), and changes something only for its own page.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NAMES = ("127.0.0.1", "localhost", "[::1]")
_READING = {"GET", "HEAD", "OPTIONS"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SecurityMiddleware:
    """Let in what comes from this machine's own page, and put the safety headers on answers.

    Args:
        app: what answers.
        port: at which the server is reached.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}
        self.address = f"http://127.0.0.1:{port}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or turn it away."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if reason := self._refusal(Headers(scope=scope), scope["method"]):
            answer = JSONResponse({"error": reason}, status_code=403)
            await answer(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _refusal(self, headers: Headers, method: str) -> str:
        if headers.get("host", "").lower() not in self.hosts:
            return f"Cadogan answers only under its own address, {self.address}"
        if method in _READING:
            return ""
        origin = headers.get("origin")
        foreign = origin is not None and origin.lower() not in self.origins
        if foreign or headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return "Cadogan lets only its own page change anything."
        return ""
