"""Server process of the page: Ctrl-C ends it, whatever its clients do."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from cadogan.web.run import FIRST_LINE
from tests.entrance import PATIENCE, enter

SERVE = """
from cadogan.web.run import serve
if {reading}:  # a request for all games waits until the server ends
    import asyncio, threading
    from cadogan.web import preload, run
    stopped, shutdown = threading.Event(), run._Server.shutdown
    async def stop(self, sockets=None):
        await shutdown(self, sockets)
        stopped.set()
    async def wait(self):
        await asyncio.to_thread(stopped.wait)
    preload.Preloader._read_others = wait
    run._Server.shutdown = stop
serve(0, open_browser=False)
"""
HALVES = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "half a body": b"POST /api/plays HTTP/1.1\r\nHost: HERE\r\nContent-Length: 30\r\n"
    b"Content-Type: application/json\r\n\r\n{",
    "no body": b"POST /api/plays HTTP/1.1\r\nHost: HERE\r\nContent-Length: 30\r\n\r\n",
}
WHOLE = b"GET /api/games HTTP/1.1\r\nHost: HERE\r\n\r\n"


class Server:
    """Server in a process of its own."""

    def __init__(self, home: Path, *, reading: bool) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(reading=reading)],
            env={**os.environ, "CADOGAN_HOME": str(home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(FIRST_LINE)
        self.url, self.cookie = enter(line.removeprefix(FIRST_LINE).strip())
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def connect(self, sent: bytes) -> socket.socket:
        """Open a connection and send `sent`, with this server's address and cookie for HERE."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        here = f"127.0.0.1:{self.port}\r\nCookie: {self.cookie}"
        connection.sendall(sent.replace(b"HERE", here.encode()))
        return connection


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    running = Server(tmp_path, reading=getattr(request, "param", False))
    yield running
    running.process.kill()
    running.process.communicate()


@pytest.mark.parametrize("server", [False, True], indirect=True, ids=["ready", "reading games"])
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for another process on Windows")
def test_ctrl_c_ends_the_server_silently_whatever_clients_do(server: Server) -> None:
    with ExitStack() as stack:
        for half in HALVES.values():
            stack.enter_context(closing(server.connect(half)))
        # requests whose answers are never read
        stack.enter_context(closing(server.connect(WHOLE * 50)))
        with closing(server.connect(WHOLE.replace(b"games", b"settings"))) as connection:
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            server.process.send_signal(signal.SIGINT)
            _, errors = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 0
    assert errors == ""


@pytest.mark.parametrize("server", [True], indirect=True, ids=[""])
def test_connections_beyond_the_limit_are_refused(server: Server) -> None:
    """A connection counts from its opening, whether or not it sends a request."""
    with ExitStack() as stack:
        for _ in range(126):
            stack.enter_context(closing(server.connect(b"")))
        for status in (b"200", b"503"):
            asked = WHOLE.replace(b"games", b"settings")
            connection = stack.enter_context(closing(server.connect(asked)))
            assert connection.recv(65536).startswith(b"HTTP/1.1 " + status)
