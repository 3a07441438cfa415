"""Access control for the page, and the language and headers of every response.

The server listens only on 127.0.0.1. Even so, any open web page and any user on the machine can
send it requests. So the server accepts only its own host names, and changes data only for its own
page.

Each request must carry a secret in a cookie. A browser gets the cookie when it first opens an
address with a token; the server redirects it to the same address without the token. The secret is
stored in the user's directory, so bookmarks stay valid after a restart. Tokens expire when the
program ends.

The page sends its language with each request, and responses use that language. For the page itself
the user's setting takes precedence over the browser's language.
"""

from __future__ import annotations

import hmac
import html
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cadogan.core.input_limits import read_bounded
from cadogan.core.user_folder import home, make_private, private_opener, tighten
from cadogan.i18n import in_language, language, preferred_language, translate

SECRET = "cookie-secret"  # noqa: S105  # the name of its file
_LEAST = 32  # the length of a secret in characters
_MOST = 200
_TOKEN = "token"  # noqa: S105  # its name in an address
_LASTS = 400 * 24 * 3600  # the lifetime of a cookie in seconds, the maximum that browsers accept
# Public files that contain no user data.
_OPEN = ("/static/", "/favicon.ico")
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_READING = {"GET", "HEAD"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>Cadogan</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/base.css">
</head>
<body>
<main class="trouble">
<h1>Cadogan</h1>
<p>{sentence}</p>
<p><a class="quiet" href="{address}">{label}</a></p>
</main>
</body>
</html>
"""


def page(code: str, sentence: str, address: str, label: str) -> str:
    """Return a page with one sentence and a link, for a rejected request.

    >>> "<p>Nothing &lt;here&gt;.</p>" in page("en", "Nothing <here>.", "/", "All the games")
    True
    """
    return _PAGE.format(
        language=code, sentence=html.escape(sentence), address=html.escape(address), label=label
    )


class Keys:
    """The secret in the cookie, and the tokens that browsers exchange for the cookie.

    The cookie's name contains the port, because browsers send cookies to every port on a host.
    ``token`` is for the printed address and stays valid until the program ends.

    >>> keys = Keys(5252)
    >>> keys.address("/play/golf/7?turn=three", "abc")
    '/play/golf/7?turn=three&token=abc'
    >>> keys.holds(keys.secret), keys.holds("guess"), keys.takes(keys.token)
    (True, False, True)
    """

    def __init__(self, port: int, secret: str | None = None) -> None:
        self.secret = secret or secrets.token_urlsafe(_LEAST)
        self.cookie = f"cadogan-{port}"
        self.token = secrets.token_urlsafe(_LEAST)
        self._once: set[str] = set()

    @classmethod
    def stored(cls, port: int, folder: Path | None = None) -> Keys:
        """Return keys with the secret from the user's directory; create the secret if necessary.

        A secret that cannot be stored is valid only until the program ends.
        """
        return cls(port, _secret(folder or home()))

    def once(self) -> str:
        """Return a token for a single request, because the process list may expose it."""
        token = secrets.token_urlsafe(_LEAST)
        self._once.add(token)
        return token

    def address(self, path: str, token: str) -> str:
        """Return the path of a page with a token."""
        return f"{path}{'&' if '?' in path else '?'}{_TOKEN}={token}"

    def holds(self, cookie: str) -> bool:
        """Return whether a cookie is valid."""
        return _same(cookie, self.secret)

    def takes(self, token: str) -> bool:
        """Return whether a token is valid; afterwards, a token for one request expires."""
        if _same(token, self.token):
            return True
        found = [one for one in self._once if _same(token, one)]
        self._once.difference_update(found)
        return bool(found)

    def named(self) -> str:
        """Return the cookie in the form in which a browser sends it."""
        return f"{self.cookie}={self.secret}"


def _same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _secret(folder: Path) -> str | None:
    """Return the secret stored in a folder, or create one; None if it cannot be stored.

    The function replaces a secret that other users may have read.
    """
    path = folder / SECRET
    with suppress(OSError, UnicodeDecodeError):
        private = os.name == "nt" or not path.lstat().st_mode & 0o077
        secret = read_bounded(path, _MOST).decode("ascii").strip()
        if private and len(secret) >= _LEAST and secret.isascii() and secret.isprintable():
            return secret
    part = path.with_name(f".{SECRET}.{secrets.token_hex(4)}")
    try:
        make_private(folder)
        secret = secrets.token_urlsafe(_LEAST)
        with open(part, "x", encoding="ascii", opener=private_opener) as file:
            file.write(secret)
        tighten(part)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return None
    return secret


class Guard:
    """Middleware that accepts only requests from Cadogan's own page that carry the cookie.

    It exchanges a token for the cookie. The headers on all responses protect the page from other
    pages. The scope contains the language of the response as ``language``.

    Args:
        app: the application.
        port: the port of the server.
        keys: the user's keys.
        wished: a function that returns the language in the user's settings, or ``"auto"``.
    """

    def __init__(self, app: ASGIApp, port: int, keys: Keys, wished: Callable[[], str]) -> None:
        self.app = app
        self.keys = keys
        self.wished = wished
        self.hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}
        self.address = f"http://127.0.0.1:{port}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or reject a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if code := scope.get("language"):
                    headers["Content-Language"] = code
                    headers.add_vary_header("Accept-Language")
                headers.update(_HEADERS)
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        headers = Headers(scope=scope)
        if instead := self._foreign(headers, scope["method"]) or self._unknown(headers, scope):
            await instead(scope, receive, send_with_headers)
        elif scope["path"].startswith("/static/"):
            await self.app(scope, receive, send_with_headers)
        else:
            wished = "auto" if scope["path"].startswith("/api/") else self.wished()
            browser = preferred_language(headers.get("accept-language", ""))
            with in_language(browser if wished == "auto" else wished):
                scope["language"] = language()
                await self.app(scope, receive, send_with_headers)

    def _foreign(self, headers: Headers, method: str) -> Response | None:
        """Reject requests that do not come from Cadogan's own page."""
        if headers.get("host", "").lower() not in self.hosts:
            sentence = f"Cadogan answers only under its own address, {self.address}"
            return JSONResponse({"error": sentence}, 403)
        if method in _READING or method == "OPTIONS":
            return None
        origin = headers.get("origin")
        foreign = origin is not None and origin.lower() not in self.origins
        if foreign or headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return JSONResponse({"error": "Only Cadogan's own page may change data."}, 403)
        return None

    def _unknown(self, headers: Headers, scope: Scope) -> Response | None:
        """Reject a browser without the cookie, unless it has a token."""
        path, reading = scope["path"], scope["method"] in _READING
        if reading and path.startswith(_OPEN):
            return None
        cookies = cookie_parser(headers.get("cookie", ""))
        known = self.keys.holds(cookies.get(self.keys.cookie, ""))
        asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = next((value for name, value in asked if name == _TOKEN), None)
        if reading and token is not None and not path.startswith("/api/"):
            taken = self.keys.takes(token)
            if taken or known:
                return self._without_token(path, asked, taken=taken)
        return None if known else _refused(path, headers)

    def _without_token(
        self, path: str, asked: list[tuple[str, str]], *, taken: bool
    ) -> RedirectResponse:
        """Redirect to the same address without the token, and set the cookie."""
        bare = _own_path(path)
        rest = urlencode([(name, value) for name, value in asked if name != _TOKEN])
        answer = RedirectResponse(f"{bare}?{rest}" if rest else bare, 303)
        if taken:
            answer.set_cookie(
                *(self.keys.cookie, self.keys.secret),
                max_age=_LASTS,
                path="/",
                httponly=True,
                samesite="strict",
            )
        return answer


def _own_path(path: str) -> str:
    """Return a path as an address with a single leading slash; two would refer to another host."""
    return quote(f"/{path.lstrip('/')}", safe="/:~!'()*,")


def _refused(path: str, headers: Headers) -> Response:
    with in_language(preferred_language(headers.get("accept-language", ""))):
        sentence = translate(
            "Cadogan shows plays only to the user who started it. Open the address that"
            " 'cadogan play' printed."
        )
        if path.startswith("/api/") or "text/html" not in headers.get("accept", ""):
            return JSONResponse({"error": sentence}, 403)
        # After a click on another site, browsers send no cookie. After a click on Cadogan's own
        # page they do.
        return HTMLResponse(
            page(language(), sentence, _own_path(path), translate("Try again")), 403
        )
