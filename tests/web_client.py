"""Test clients that call the page's server without a socket, and their fixtures.

The fixture `client` runs each test against both homes of the page: the server and the static site.
On the site, a request has only its method, address, language and body.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from cadogan.session.repository import Repository
from cadogan.site.backend import Backend
from cadogan.web.server import create_app

__all__ = [
    "ADDRESS",
    "PORT",
    "Client",
    "act",
    "begin",
    "client",
    "get",
    "only_server",
    "post",
    "store",
    "told",
]

PORT = 8700
ADDRESS = f"http://127.0.0.1:{PORT}"


class Client:
    """Client of the application, which sends the cookie unless it is given other headers."""

    def __init__(self, app: Starlette, headers: Mapping[str, str] | None = None) -> None:
        self.transport: Any = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.headers = {"Cookie": app.state.keys.named()} if headers is None else headers

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=self.transport, base_url=ADDRESS, headers=self.headers
            ) as client:
                return await client.request(method, path, **more)

        return asyncio.run(ask())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def put(self, path: str, **more: Any) -> httpx.Response:
        return self.request("PUT", path, **more)


class SiteTransport(httpx.AsyncBaseTransport):
    """Transport to the application in the static site's web worker.

    Args:
        backend: what runs in the web worker.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        status, content = await self._backend.answer(
            request.method,
            request.url.raw_path.decode(),
            request.headers.get("Accept-Language", "en"),
            await request.aread(),
            asyncio.Event(),
        )
        return httpx.Response(status, headers={"Content-Type": "application/json"}, content=content)


async def stored() -> str:
    """Store the changes, as a browser with room does."""
    return ""


class SiteClient(Client):
    """Client of the application on the static site.

    Args:
        store: the user's plays.
        save: stores the changes.
    """

    def __init__(self, store: Repository, save: Callable[[], Awaitable[str]] = stored) -> None:
        self.transport = SiteTransport(Backend(store, save))
        self.headers = {}


only_server = pytest.mark.parametrize("client", ["server"], indirect=True)
"""Mark for a test of what only HTTP has: headers, pages and files."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    """Open the store of an empty home."""
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    with closing(Repository.open(tmp_path)) as store:
        yield store


@pytest.fixture(params=["server", "site"])
def client(request: pytest.FixtureRequest, store: Repository) -> Client:
    """Return a client of each home of the page."""
    return SiteClient(store) if request.param == "site" else Client(create_app(store, PORT))


def told(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def get(client: Client, path: str) -> Any:
    return told(client.get(f"/api/{path}"))


def post(client: Client, path: str, **body: Any) -> Any:
    return told(client.post(f"/api/{path}", json=body))


def begin(client: Client, game: str = "klondike", deal: str | None = "47") -> dict[str, Any]:
    view: dict[str, Any] = told(client.post("/api/plays", json={"game": game, "deal": deal}))
    return view


def act(client: Client, view: dict[str, Any], action: str, **more: object) -> dict[str, Any]:
    body = {"revision": view["revision"], **more}
    answer = client.post(f"/api/plays/{view['play']}/{action}", json=body)
    after: dict[str, Any] = told(answer)
    return after
