"""Workers of the static site: they run here in place of web workers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import cadogan
from cadogan.core import worker_process
from cadogan.rules.user_games import template
from cadogan.session.solver_client import SolverClient
from cadogan.site.web_worker import WebWorker, starter
from cadogan.site.worker import WorkerLoop
from cadogan.solver import host
from cadogan.solver.worker import TOO_LITTLE_MEMORY
from cadogan.web import job_process
from cadogan.web.jobs import Jobs, Question

CANCEL = b'{"ask":"cancel"}'
FIRST, SECOND = b'{"id":1,"ask":"verdict"}', b'{"id":2,"ask":"verdict"}'


class Beside:
    """A web worker whose lines the test reads and writes."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.ended = False

    def send(self, line: str) -> None:
        self.sent.append(line)

    def end(self) -> None:
        self.ended = True

    def listen(
        self,
        heard: Callable[[str], None],
        ready: Callable[[bool], None],
        failed: Callable[[str], None],
    ) -> None:
        self.heard, self.ready, self.failed = heard, ready, failed


def begun() -> tuple[WebWorker, list[Beside]]:
    """Return a worker, and the web workers that it starts."""
    made: list[Beside] = []

    def spawn(_: str) -> Beside:
        made.append(Beside())
        return made[-1]

    return WebWorker("cadogan.solver.worker", spawn), made


def test_lines_wait_until_a_worker_is_ready() -> None:
    worker, (beside,) = begun()
    worker.write(FIRST)
    worker.write(CANCEL)
    worker.write(SECOND)
    assert beside.sent == []
    beside.ready(True)
    assert beside.sent == [SECOND.decode()], "the first was cancelled before it began"


def test_a_worker_that_can_rest_receives_the_cancellation() -> None:
    worker, made = begun()
    made[0].ready(True)
    worker.write(FIRST)
    worker.write(CANCEL)
    assert made[0].sent == [FIRST.decode(), CANCEL.decode()]
    assert len(made) == 1


def test_a_worker_that_cannot_rest_is_replaced() -> None:
    worker, made = begun()
    made[0].ready(False)
    worker.write(CANCEL)
    assert len(made) == 1, "nothing runs"
    worker.write(FIRST)
    made[0].heard('{"id":1,"tried":3}')
    worker.write(CANCEL)
    assert made[0].ended
    made[0].heard('{"id":1,"result":"won"}')
    made[0].failed("too late")
    worker.write(SECOND)
    made[1].ready(False)
    assert (made[1].sent, worker.listening) == ([SECOND.decode()], True)
    made[1].heard('{"id":2,"result":"lost"}')
    worker.close()

    async def read() -> list[bytes]:
        return [line async for line in worker.lines()]

    assert asyncio.run(read()) == [b'{"id":1,"tried":3}', b'{"id":2,"result":"lost"}']


class Inside(Beside):
    """A web worker that runs in this process; one that breaks fails at its first line."""

    def __init__(self, module: str, breaks: bool) -> None:
        super().__init__()
        self.module, self.breaks = module, breaks

    def listen(self, *listeners: Any) -> None:
        super().listen(*listeners)
        self.loop = WorkerLoop(self.module, 1 << 24, self.heard, lambda: None)
        self.ready(False)

    def send(self, line: str) -> None:
        if self.breaks:
            self.failed("out of memory")
        else:
            asyncio.get_running_loop().call_soon(self.loop.receive, line)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Start workers inside this process; return which of the next ones break."""
    broken: list[bool] = []

    def spawn(module: str) -> Inside:
        return Inside(module, broken.pop(0) if broken else False)

    monkeypatch.setattr(worker_process, "_start", starter(spawn))
    monkeypatch.setattr(host, "_device_memory", host._device_memory)
    return broken


def test_the_solver_answers_after_a_worker_has_broken(broken: list[bool]) -> None:
    position = cadogan.game("golf").deal(1)
    broken.append(True)

    async def ask() -> list[Any]:
        client = SolverClient()
        try:
            return [await client.verdict(position, wait=100) for _ in range(2)]
        finally:
            await client.close()

    first, second = asyncio.run(ask())
    assert (first.state, first.result) == ("done", "unknown")
    assert first.error.startswith("The solver ended unexpectedly")
    assert (second.state, second.error) == ("done", "")
    assert second.result in {"won", "lost"}


def test_the_device_limits_the_memory(broken: list[bool]) -> None:
    WorkerLoop("cadogan.solver.worker", 1 << 24, lambda _: None, lambda: None)
    game = cadogan.game("freecell")
    assert host.allowed_memory(game) == 1 << 24
    assert host.allowed_memory(game, 1 << 20) == 1 << 20


def test_a_job_without_memory_gives_the_reason(
    broken: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(job_process, "solve", too_much)
    question = Question("solve", template("Mine")[1], "mine.toml", "mine")

    async def ask() -> dict[str, Any]:
        return await Jobs().ask(question, wait=100)

    assert asyncio.run(ask())["error"] == TOO_LITTLE_MEMORY
