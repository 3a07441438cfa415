"""Worker's side of a web worker: it runs the solver, or one job of the editor.

The page's script ``site/worker.js`` starts Python, makes a :class:`WorkerLoop` and calls
:meth:`WorkerLoop.receive` for each line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cadogan.solver.host import limit_memory
from cadogan.solver.worker import Worker
from cadogan.web.job_process import outcome
from cadogan.web.jobs import Question

_SOLVER = "cadogan.solver.worker"

Write = Callable[[str], None]


class WorkerLoop:
    """Loop over the lines that the worker receives.

    Args:
        module: the module that a process would run.
        memory: the memory limit of a search in bytes.
        write: sends a line to the application.
        rest: lets the browser deliver waiting lines; does nothing where it cannot.
    """

    def __init__(self, module: str, memory: int, write: Write, rest: Callable[[], None]) -> None:
        limit_memory(memory)

        def send(reply: Any) -> None:
            write(msgspec.json.encode(reply).decode())

        self._send = send
        self._solver = Worker(send, rest) if module == _SOLVER else None
        self._working = False

    def receive(self, line: str) -> None:
        """Answer a line; if the line arrives during a search, answer it later."""
        if self._solver is None:
            self._job(line)
            return
        self._solver.receive(line.encode())
        if self._working:
            return
        self._working = True
        try:
            while self._solver.waiting:
                self._solver.work(requests=1)
        finally:
            self._working = False

    def _job(self, line: str) -> None:
        self._send(outcome(msgspec.json.decode(line, type=Question), self._send))
