"""Access to plays, only for the person who started the program: first a token, then a cookie."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from cadogan.session.repository import Repository
from cadogan.web.access import SECRET, Keys
from cadogan.web.server import create_app
from tests.web_client import PORT, Client, store

__all__ = ["store"]  # a fixture

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Stranger(Client):
    """Another user of the machine, whose requests have only the headers of the test."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(app, {})
        self.keys: Keys = app.state.keys

    def __call__(self, path: str, method: str = "GET", **more: Any) -> httpx.Response:
        return self.request(method, path, **more)

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": self.keys.named()}


@pytest.fixture
def ask(store: Repository) -> Stranger:
    return Stranger(create_app(store, PORT))


def every_route(app: Starlette) -> list[tuple[str, str]]:
    """Return a method and a path for each server route."""
    found = []
    for route in app.routes:
        for inner in getattr(route, "routes", None) or [route]:
            above = getattr(route, "path", "") if inner is not route else ""
            path = above + re.sub(r"\{\w+(:\w+)?\}", "x", inner.path)
            # a mounted application has no methods
            methods = getattr(inner, "methods", None) or {"GET"}
            found += [(method, path) for method in sorted(methods)]
    return found


def test_every_route_refuses_a_stranger(store: Repository) -> None:
    """The test finds the routes automatically, so that it covers new ones too."""
    app = create_app(store, PORT)
    ask = Stranger(app)
    routes = every_route(app)
    assert len(routes) > 60
    assert {"POST", "PUT", "GET"} <= {method for method, _ in routes}
    before = (store.settings(), store.unfinished())
    for method, path in [*routes, ("GET", "/nowhere"), ("OPTIONS", "/api/plays")]:
        answer = ask(path, method, json={"game": "klondike", "keys": False})
        public = method in {"GET", "HEAD"} and path.startswith(("/static/", "/favicon.ico"))
        assert (answer.status_code == 403) == (not public), (method, path)
        if not public and method != "HEAD":
            assert "Open the address that 'cadogan play' printed" in answer.json()["error"]
            assert answer.headers["cache-control"] == "no-store"
            assert "set-cookie" not in answer.headers
    assert (store.settings(), store.unfinished()) == before


def test_a_token_is_exchanged_for_the_cookie(ask: Stranger) -> None:
    answer = ask(ask.keys.address("/play/golf/7?turn=three", ask.keys.token))
    assert answer.status_code == 303
    assert answer.headers["location"] == "/play/golf/7?turn=three"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"cadogan-{PORT}={ask.keys.secret};")
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {*cookie.split("; ")}
    assert ask.keys.token not in cookie
    assert ask("/api/settings", headers=ask.cookie).status_code == 200
    assert ask("/", headers=ask.cookie | BROWSER).status_code == 200


def test_a_token_works_once(ask: Stranger) -> None:
    token = ask.keys.once()
    assert ask(f"/?token={token}").status_code == 303
    assert ask(f"/?token={token}").status_code == 403
    again = ask(f"/?token={token}", headers=ask.cookie)  # the browser history still holds the token
    assert (again.status_code, again.headers["location"]) == (303, "/")
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_token_opens_only_pages(ask: Stranger, method: str) -> None:
    address = ask.keys.address("/api/settings", ask.keys.token)
    assert ask(address, method, json={"keys": False}).status_code == 403
    assert ask(address).status_code == 403


@pytest.mark.parametrize(
    "guess", ["", "x", "ä", "\ud800", "x" * 10_000], ids=["none", "x", "ä", "half", "long"]
)
def test_guesses_are_refused(ask: Stranger, guess: str) -> None:
    assert not ask.keys.holds(guess)
    assert not ask.keys.takes(guess)
    if guess.isascii():
        assert ask("/", params={"token": guess}).status_code == 403
        for name in (ask.keys.cookie, "cadogan", f"cadogan-{PORT + 1}"):
            assert ask("/", headers={"Cookie": f"{name}={guess}"}).status_code == 403
    stolen = {"Cookie": f"cadogan-{PORT + 1}={ask.keys.secret}"}
    assert ask("/", headers=stolen).status_code == 403


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/%5Cevil.example"])
def test_a_token_leads_to_no_other_host(ask: Stranger, path: str) -> None:
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string":
        f"token={ask.keys.token}".encode(), "headers": [(b"host", f"127.0.0.1:{PORT}".encode())],
        "raw_path": path.encode(), "scheme": "http", "server": ("127.0.0.1", PORT), "root_path": "",
    }  # fmt: skip
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    asyncio.run(ask.transport.app(scope, receive, send))
    location = dict(sent[0]["headers"])[b"location"]
    assert re.fullmatch(rb"/[^/\\].*|/", location)


def test_a_browser_gets_a_page_in_its_language(ask: Stranger) -> None:
    answer = ask("/play/golf/7", headers=BROWSER)
    assert answer.status_code == 403
    assert "<p>Cadogan shows plays only to the user who started it" in answer.text
    assert '<a class="quiet" href="/play/golf/7">Try again</a>' in answer.text
    assert "<script" not in answer.text
    german = ask('/play/"><b>', headers=BROWSER | {"Accept-Language": "de"}).text
    assert "nur der Person" in german
    assert "<b>" not in german
    assert ask("/static/base.css").status_code == 200
    assert ask("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    first, again = Keys.stored(PORT, tmp_path), Keys.stored(PORT, tmp_path)
    assert first.secret == again.secret
    assert first.token != again.token
    file = tmp_path / SECRET
    if os.name != "nt":
        assert file.stat().st_mode & 0o777 == 0o600
        file.chmod(0o644)  # another user may have read the file
        assert Keys.stored(PORT, tmp_path).secret != first.secret
        assert file.stat().st_mode & 0o777 == 0o600
    for short in (b"", b"short", b"\xff" * 64, b"x" * 10_000, b"a\nb" * 20):
        file.write_bytes(short)
        kept = Keys.stored(PORT, tmp_path)
        assert len(kept.secret) >= 32
        assert kept.secret == Keys.stored(PORT, tmp_path).secret


def test_without_a_home_the_secret_lasts_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    one, other = (Keys.stored(PORT, tmp_path / "file") for _ in range(2))
    assert one.secret != other.secret
