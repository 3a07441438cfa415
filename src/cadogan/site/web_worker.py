"""Workers in a browser: each is a web worker with its own Python.

A browser delivers a line to a worker only while the worker rests. During a search it rests where
the browser can suspend Python (``can_rest``). Elsewhere a search ends only with its worker, so
cancelling the search replaces the worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from cadogan.core.worker_process import Start, WorkerProcess

_KILLED = -9


def starter(spawn: Callable[[str], Any]) -> Start:
    """Return a function that starts web workers.

    Args:
        spawn: starts a web worker and returns a JavaScript object with the methods ``send(line)``,
            ``end()`` and ``listen(heard, ready, failed)``. It calls ``heard`` with each line,
            ``ready`` with whether the worker can rest, and ``failed`` with the reason.
    """

    async def start(module: str, _longest: int, _errors: int | None) -> WorkerProcess:
        return WebWorker(module, spawn)

    return start


class WebWorker:
    """A web worker as a :class:`~cadogan.core.worker_process.WorkerProcess`."""

    number = 0

    def __init__(self, module: str, spawn: Callable[[str], Any]) -> None:
        self._module, self._spawn = module, spawn
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._ended = asyncio.Event()
        self._status: int | None = None
        self._begin()

    @property
    def listening(self) -> bool:
        """Return whether the worker accepts lines."""
        return self._status is None

    def _begin(self) -> None:
        """Start a web worker, which first loads Python; lines wait until it is ready."""
        self._ready = self._can_rest = False
        self._waiting: list[bytes] = []
        self._open = 0  # requests without an answer
        self._worker = worker = self._spawn(self._module)

        def heard(line: str) -> None:
            if worker is self._worker:
                self._hear(line.encode())

        def ready(can_rest: bool) -> None:
            if worker is self._worker:
                self._ready, self._can_rest = True, can_rest
                for line in self._waiting:
                    self.write(line)

        def failed(_why: str) -> None:
            if worker is self._worker:
                self._end(1)

        worker.listen(heard, ready, failed)

    def _hear(self, line: bytes) -> None:
        if b'"tried":' not in line and b'"doing":' not in line:
            self._open = max(self._open - 1, 0)
        self._lines.put_nowait(line)

    def write(self, line: bytes) -> None:
        """Send a line; a line that cancels may replace the worker."""
        ask = msgspec.json.decode(line).get("ask")
        if not self._ready:
            # no work that could be cancelled has begun
            self._waiting = [] if ask == "cancel" else [*self._waiting, line]
        elif ask == "cancel" and self._open and not self._can_rest:
            self._worker.end()
            self._begin()
        else:
            self._open += ask not in ("cancel", "prepare")
            self._worker.send(line.decode())

    def close(self) -> None:
        """End the worker, which has nothing to finish in a browser."""
        self.kill()

    def kill(self) -> None:
        """End the worker immediately."""
        self._worker.end()
        self._end(_KILLED)

    def _end(self, status: int) -> None:
        if self._status is None:
            self._status = status
            self._lines.put_nowait(None)
            self._ended.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that the worker writes, until it ends."""
        while (line := await self._lines.get()) is not None:
            yield line

    async def wait(self) -> int:
        """Wait until the worker has ended, and return its exit status."""
        await self._ended.wait()
        return self._status or 0
