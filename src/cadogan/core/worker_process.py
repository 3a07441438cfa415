"""Workers: programs beside this one that exchange lines of JSON with it.

Outside browsers, a worker is a process. A browser has no processes: there, the site registers a
function that starts a web worker instead (:func:`use`). A worker runs a module;
:mod:`cadogan.core.json_lines` is the module's side of the exchange.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Protocol


class WorkerProcess(Protocol):
    """A running worker.

    Attributes:
        number: its number, such as the id of its process.
        listening: whether it still accepts lines.
    """

    @property
    def number(self) -> int: ...  # noqa: D102  # the class explains it
    @property
    def listening(self) -> bool: ...  # noqa: D102  # the class explains it

    def write(self, line: bytes) -> None:
        """Send a line, which ends with a line feed."""

    def close(self) -> None:
        """Close the worker's input, so that the worker ends."""

    def kill(self) -> None:
        """End the worker immediately."""

    def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that it writes, until it ends."""

    async def wait(self) -> int:
        """Wait until it has ended, and return its exit status."""


Start = Callable[[str, int, int | None], Awaitable[WorkerProcess]]


async def start_process(module: str, longest: int, errors: int | None = None) -> WorkerProcess:
    """Start a worker as a process.

    Args:
        module: the module that it runs.
        longest: the maximum length of a line in bytes.
        errors: standard error for the process, as in ``subprocess``.

    Raises:
        OSError: if the process cannot be started.
    """
    return _OwnProcess(
        await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", module),
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            limit=longest,
            start_new_session=True,  # Ctrl-C in the terminal must reach only the server
        )
    )


_start: Start = start_process


async def start_worker(module: str, longest: int, errors: int | None = None) -> WorkerProcess:
    """Start a worker in the way that suits this platform (by default :func:`start_process`)."""
    return await _start(module, longest, errors)


def use(start: Start) -> None:
    """Start all later workers with another function."""
    global _start  # noqa: PLW0603  # chosen once for the whole program
    _start = start


class _OwnProcess:
    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def number(self) -> int:
        return self._process.pid

    @property
    def listening(self) -> bool:
        return self._process.stdin is not None and not self._process.stdin.is_closing()

    def write(self, line: bytes) -> None:
        if self._process.stdin:
            self._process.stdin.write(line)

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def lines(self) -> AsyncIterator[bytes]:
        if self._process.stdout is None:
            raise AssertionError("the worker was started without an output")
        async for line in self._process.stdout:
            yield line

    async def wait(self) -> int:
        return await self._process.wait()
