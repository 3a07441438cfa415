"""Connections that cannot keep the server from answering: watched, and few enough.

Any program on this machine can open connections to the server, send half a request and wait, or
ask for much and read nothing. Each connection takes one of the process's descriptors, of which
there may be no more than a few hundred. So a request must arrive whole within some seconds, an
answer must be taken within as many, and when there are too many connections the one that has kept
the server waiting longest makes room for the newest.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = [
    "AT_ONCE",
    "QUIET",
    "WAITING",
    "Connection",
    "Quiet",
    "most_connections",
    "tell_briefly",
]

SILENCE = 60.0  # seconds in which the terminal is not told the same again
_MOST = 256  # connections, where the system has descriptors for more
WAITING = 128  # connections that the system keeps waiting to be accepted
AT_ONCE = WAITING if sys.platform == "win32" else 8  # that are accepted; there it is the same
_OTHERS = 64  # descriptors for files, the solver and whatever else
_log = logging.getLogger("cadogan.web")


def most_connections() -> int:
    """Return how many connections may be open at a time, with the descriptors that may be had.

    >>> 8 <= most_connections() <= 256
    True
    """
    if sys.platform == "win32":
        return _MOST
    import resource  # noqa: PLC0415  (there is none on Windows)

    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return _MOST
    # asyncio accepts three more lots before those that made room for the first are closed
    return max(8, min(_MOST, descriptors - _OTHERS - 4 * AT_ONCE))


class Connection(H11Protocol):
    """A connection that is dropped when the other side keeps it waiting.

    Attributes:
        seconds: until a request must have arrived whole, and until an answer must be taken.
        most: connections at a time.
    """

    seconds = 10.0
    most = most_connections()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.answered = False
        self.since = self.loop.time()  # the last answer, or the beginning
        self._late: asyncio.TimerHandle | None = None  # drops a request that is not sent on
        self._stuck: asyncio.TimerHandle | None = None  # drops an answer that is not taken

    @property
    def waits(self) -> bool:
        """Whether it is the other side's turn: no request has come, or not all of one."""
        return self.conn.their_state in {h11.IDLE, h11.SEND_BODY}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, and make room if there are too many connections."""
        super().connection_made(transport)
        self._watch()
        if len(self.connections) > self.most:
            others = [c for c in self.connections if isinstance(c, Connection) and c.waits]
            min(others, key=lambda c: (c is self, c.answered, c.since)).drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop watching."""
        for timer in (self._late, self._stuck):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun must end in time."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request, for which there is a time as well once it has begun."""
        self.answered, self.since = True, self.loop.time()
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, and let nothing else be sent."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.drop()

    def pause_writing(self) -> None:
        """Wait until the other side has read some of its answer, but not for ever."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self.seconds, self.drop)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        if self._stuck:
            self._stuck.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if its last answer was never read."""
        super().timeout_keep_alive_handler()
        self._stuck = self.loop.call_later(self.seconds, self.drop)

    def shutdown(self) -> None:
        """Close it when its answer is sent, which must be soon: uvicorn waits only for so long."""
        super().shutdown()
        self._stuck = self.loop.call_later(0.5, self.drop)

    def drop(self) -> None:
        """Close it at once, whatever is still to be sent or read."""
        self.connections.discard(self)
        self.transport.abort()

    def _watch(self) -> None:
        if self.waits and self._late is None:
            self._late = self.loop.call_later(self.seconds, self.drop)
        elif not self.waits and self._late:
            self._late.cancel()
            self._late = None


class Quiet(logging.Filter):
    """Let the same line through once a minute; tracebacks are no lines.

    >>> line = logging.makeLogRecord({"msg": "Too many."})
    >>> quiet = Quiet()
    >>> quiet.filter(line), quiet.filter(line)
    (True, False)
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line may be written."""
        now = time.monotonic()
        if record.exc_info or now - self._told.get(record.msg, -SILENCE) >= SILENCE:
            self._told[record.msg] = now
            return True
        return False


QUIET = Quiet()


def tell_briefly(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell what went wrong outside any answer; lack of descriptors in one line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
        _log.warning("There are too many connections: new ones must wait.")
    else:
        loop.default_exception_handler(context)
