"""Login for tests, using the address that the server prints once."""

from __future__ import annotations

import http.client
from contextlib import closing
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = ["PATIENCE", "Entrance", "enter"]

PATIENCE = 120  # seconds until a test gives up waiting; the machine may be under load


class Entrance(NamedTuple):
    """The address of a server without its token, and the cookie that opens it."""

    url: str
    cookie: str

    @property
    def headers(self) -> dict[str, str]:
        """Headers for a request."""
        return {"Cookie": self.cookie}


def enter(address: str) -> Entrance:
    """Exchange the token in an address for the cookie."""
    parts = urlsplit(address)
    with closing(http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", f"{parts.path}?{parts.query}")
        answer = connection.getresponse()
        answer.read()
    assert answer.status == 303, answer.status
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    return Entrance(f"{parts.scheme}://{parts.netloc}/", cookie)
