"""Neighbours who send half a request, or take no answer, or come in hundreds."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from cadogan.web.run import FIRST_LINE
from tests.entrance import enter

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit to set"),
    pytest.mark.drawn(3),  # each starts a server, and some wait for it to give up
]

PATIENCE = 120  # seconds after which a test gives up waiting: the machine may be loaded
SERVE = """
import resource
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, hard))
from cadogan.web import connections
from cadogan.web.connections import Connection
from cadogan.web.run import serve
connections.SILENCE = 3600.0  # nothing is told twice, however long a test takes
Connection.seconds = {seconds}
if {reading}:  # all games, for as long as it runs
    import threading
    from cadogan.web import preload, run
    stopped, shutdown = threading.Event(), serving._Server.shutdown
    async def stop(self, sockets=None):
        await shutdown(self, sockets)
        stopped.set()
    preparation.Preparation._read_others = lambda self: stopped.wait()
    serving._Server.shutdown = stop
if {most}:
    Connection.most = {most}
serve(open_browser=False)
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
    """A server of its own, with few descriptors and little patience."""

    def __init__(self, home: Path, **settings: float) -> None:
        self.errors = home / "errors.txt"
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    SERVE.format(**settings),
                ],
                env={**os.environ, "CADOGAN_HOME": str(home)},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(FIRST_LINE), self.told
        self.url, self.cookie = enter(line.removeprefix(FIRST_LINE).strip())
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    @property
    def told(self) -> str:
        """What it wrote to its terminal's error output."""
        return self.errors.read_text()

    def written(self, sent: bytes) -> bytes:
        """Return what is sent, with the address and the cookie of this server."""
        here = f"127.0.0.1:{self.port}\r\nCookie: {self.cookie}"
        return sent.replace(b"HERE", here.encode())

    def connect(self, sent: bytes = b"") -> socket.socket:
        """Open a connection and send something."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.sendall(self.written(sent))
        return connection

    def answers(self) -> bool:
        """Tell whether it answers the page."""
        asked = urllib.request.Request(f"{self.url}api/settings", headers={"Cookie": self.cookie})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)

    def stop(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=PATIENCE) == 0


Serve = Callable[..., Server]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serve]:
    started: list[Server] = []

    def start(**settings: float) -> Server:
        usual = {"descriptors": 200, "seconds": 1.0, "most": 0, "reading": False}
        started.append(Server(tmp_path, **usual | settings))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.communicate()


def closed(connection: socket.socket, within: float) -> bool:
    """Tell whether the other side closes a connection in time."""
    connection.settimeout(within)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


def test_hundreds_of_half_sent_requests_do_not_stop_the_server(server: Serve) -> None:
    it = server(seconds=2.0)
    with ExitStack() as stack:
        connections = [
            stack.enter_context(closing(it.connect(list(HALVES.values())[n % len(HALVES)])))
            for n in range(400)
        ]
        assert all(it.answers() for _ in range(3))
        assert all(closed(connection, PATIENCE) for connection in connections)
    assert it.answers()
    it.stop()
    assert it.told == ""


def test_with_too_few_descriptors_little_is_said(server: Serve) -> None:
    it = server(descriptors=60, seconds=0.5, most=100)
    with ExitStack() as stack:
        connections = [stack.enter_context(closing(it.connect(b"GET"))) for _ in range(150)]
        time.sleep(1.5)
        assert it.answers()
        assert connections
    assert it.told == "There are too many connections: new ones must wait.\n"


def test_half_a_request_is_dropped_in_time(server: Serve) -> None:
    it = server(seconds=0.5)
    for half in HALVES.values():
        begun = time.monotonic()
        with closing(it.connect(half)) as connection:
            assert closed(connection, PATIENCE)
        assert time.monotonic() - begun > 0.4, "not before its time"
    # dripping is no sending
    with closing(it.connect(HALVES["headers"])) as connection:
        for _ in range(10 * PATIENCE):
            if closed(connection, 0.1):
                break
            try:
                connection.sendall(b"x")
            except OSError:
                break
        else:
            raise AssertionError("half a request is waited for as long as it drips")
    assert it.told == ""


def test_a_second_half_on_a_connection_that_was_answered(server: Serve) -> None:
    it = server(seconds=0.5)
    whole = b"GET /api/settings HTTP/1.1\r\nHost: HERE\r\n\r\n"
    for rest in (b"GET /ha", whole + b"GET /ha"):
        with closing(it.connect(whole)) as connection:
            connection.settimeout(PATIENCE)
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            connection.sendall(it.written(rest))
            assert closed(connection, PATIENCE)
    assert it.told == ""


def test_an_answer_that_nobody_takes_is_given_up(server: Serve) -> None:
    it = server(seconds=0.5)
    ask = it.written(WHOLE)
    with closing(it.connect()) as connection:
        connection.settimeout(0.2)
        given_up, waits = False, 0
        while not given_up and waits < 10 * PATIENCE:
            try:
                connection.send(ask * 50)
            except TimeoutError:  # what fits in between is full: the other side has to give up
                waits += 1
            except (ConnectionResetError, BrokenPipeError):
                given_up = True
        assert given_up
    assert it.answers()
    assert it.told == ""


@pytest.mark.parametrize("reading", [False, True])
def test_ctrl_c_with_half_a_request_says_nothing(server: Serve, reading: bool) -> None:
    """Also while the games are read that a request waits for, which is long on a busy machine."""
    it = server(seconds=30, reading=reading)
    with ExitStack() as stack:
        for half in HALVES.values():
            stack.enter_context(closing(it.connect(half)))
        stack.enter_context(closing(it.connect(WHOLE)))
        it.answers()
        it.stop()
    assert it.told == ""


POST = b"POST /api/plays HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\n\r\n"
RUBBISH = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100),  # somebody tries TLS
    POST + b"zz\r\n",
    POST + b"1\r\n{\r\nzz\r\n",
    POST.replace(b"POST /api/plays", b"GET /") + b"zz\r\n",
    b"GET / HTTP/x\r\n\r\n",
    b"GET /" + b"x" * 100_000,
    b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
]


def test_rubbish_is_told_once(server: Serve) -> None:
    it = server(seconds=0.5)
    for rubbish in RUBBISH * 5:
        with closing(it.connect(rubbish)) as connection:
            assert closed(connection, PATIENCE)
    assert it.answers()
    it.stop()
    assert it.told == "WARNING:  Invalid HTTP request received.\n"
