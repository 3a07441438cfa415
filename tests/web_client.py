"""A test client that calls the page's server without a socket, and its fixtures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from cadogan.session.repository import Repository
from cadogan.web.server import create_app

__all__ = ["ADDRESS", "PORT", "Client", "act", "begin", "client", "get", "post", "store", "told"]

PORT = 8700
ADDRESS = f"http://127.0.0.1:{PORT}"


class Client:
    """Client of the application, which sends the cookie unless it is given other headers."""

    def __init__(self, app: Starlette, headers: Mapping[str, str] | None = None) -> None:
        self.transport = httpx.ASGITransport(app, raise_app_exceptions=False)
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


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    """Open the store of an empty home."""
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    with closing(Repository.open(tmp_path)) as store:
        yield store


@pytest.fixture
def client(store: Repository) -> Client:
    return Client(create_app(store, PORT))


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
