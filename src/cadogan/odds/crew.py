"""Worker processes: started, given deals, heard, and ended whatever happens."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any

import msgspec

from cadogan.errors import NotMeasured
from cadogan.language.definition import Definition
from cadogan.odds.study import Result, Study
from cadogan.position import Game

__all__ = ["COMMAND", "Crew", "Task"]

COMMAND = (sys.executable, "-m", "cadogan.odds.worker")
_PATIENCE = 0.2  # seconds between two looks at whether to stop


class Task(msgspec.Struct, frozen=True):
    """What deals are solved with."""

    definition: Definition
    options: dict[str, str]
    nodes: int | None
    seconds: float | None
    memory: int
    seed: int

    @classmethod
    def of(cls, game: Game, study: Study) -> Task:
        """Return the task of a study."""
        limits = study.limits
        return cls(
            definition=game.definition,
            options=dict(game.options),
            nodes=limits.nodes,
            seconds=limits.seconds,
            memory=limits.memory,
            seed=study.seed,
        )


class _Worker:
    """One process and the thread that listens to it."""

    def __init__(self, heard: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        # Not of the terminal's group: Ctrl-C is for the one who started it.
        own: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            own = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self.process = subprocess.Popen(  # noqa: S603  # a module of our own
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **own
        )
        self.deal: int | None = None  # what it is at
        self.ready = False
        self._listener = threading.Thread(target=self._listen, args=(heard,), daemon=True)
        self._listener.start()

    def _listen(self, heard: queue.SimpleQueue[tuple[_Worker, bytes]]) -> None:
        if self.process.stdout:
            for line in self.process.stdout:
                if line.endswith(b"\n"):  # else it was ended in the midst of it
                    heard.put((self, line))
        heard.put((self, b""))  # it is gone

    def tell(self, what: object) -> None:
        """Tell it something; if it is gone, that is heard."""
        if self.process.stdin:
            with suppress(OSError):
                self.process.stdin.write(msgspec.json.encode(what) + b"\n")
                self.process.stdin.flush()

    def give(self, deal: int) -> None:
        """Let it solve a deal."""
        self.deal = deal
        self.tell(deal)

    def end(self) -> None:
        """End it at once, whatever it is at: nothing of its is on disk."""
        self.process.kill()
        self.process.wait()
        self._listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # what it was not told any more
                    pipe.close()

    def ended(self) -> str:
        """Say how it ended."""
        status = self.process.wait()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        where = "before its first deal" if self.deal is None else f"at deal {self.deal}"
        return f"a worker process ended {how}, {where}"


class Crew:
    """Worker processes, which end with the ``with`` block.

    The first is started for the first deal, and prepares the solver; the others when that needs not
    be done any more.

    Args:
        workers: how many. say: what takes a sentence that a person should be told.

    >>> with Crew(workers=2) as crew:
    ...     list(crew.results(task=None, deals=iter([])))
    []
    """

    def __init__(self, workers: int, say: Callable[[str], object] = lambda _sentence: None) -> None:
        if workers < 1:
            raise NotMeasured(f"{workers} workers will not do; there must be at least 1")
        self._most, self._say = workers, say
        self._workers: list[_Worker] = []
        self._heard: queue.SimpleQueue[tuple[_Worker, bytes]] = queue.SimpleQueue()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers at once; what they were at is lost."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()
        self._heard = queue.SimpleQueue()  # what was said in the meantime is not heard

    def results(self, task: Task | None, deals: Iterator[int]) -> Iterator[Result | None]:
        """Yield the results of some deals as they come; now and then None where none has come.

        Who does not go on to the end closes the crew.

        Raises:
            NotMeasured: when a worker says what is wrong, or is gone.
        """
        next_deal = next(deals, None)
        if next_deal is None:
            return
        if not self._workers:
            self._start()
        idle = [worker for worker in self._workers if worker.ready]
        for worker in idle:
            worker.tell(task)
        while True:
            while idle and next_deal is not None:
                idle.pop().give(next_deal)
                next_deal = next(deals, None)
            if next_deal is None and all(worker.deal is None for worker in self._workers):
                return
            try:
                worker, line = self._heard.get(timeout=_PATIENCE)
            except queue.Empty:
                yield None
                continue
            if not line:
                raise NotMeasured(
                    f"{worker.ended()}; what was found before is kept, so it can be gone on with"
                    " (with fewer workers or less memory, if memory was short)"
                )
            answer = msgspec.json.decode(line)
            if "deal" in answer:
                worker.deal = None
                idle.append(worker)
                yield msgspec.convert(answer, Result)
            elif "error" in answer:
                raise NotMeasured(answer["error"])
            else:
                self._greet(worker, answer)
                if worker.ready:
                    worker.tell(task)
                    idle.append(worker)

    def _greet(self, worker: _Worker, answer: dict[str, Any]) -> None:
        """Take note of how far a worker is with preparing the solver."""
        worker.ready = answer.get("ready", False)
        if worker is self._workers[0]:
            if not worker.ready and not answer["prepared"]:
                often = "each time" if answer["unkept"] else "once"
                self._say(f"Preparing the solver, {often}; this takes some twenty-five seconds.")
                return  # the others would do the same over again
            if worker.ready and answer["unkept"]:
                self._say(f"Its machine code cannot be kept: {answer['unkept']}.")
        while len(self._workers) < self._most:
            self._start()

    def _start(self) -> None:
        try:
            self._workers.append(_Worker(self._heard))
        except OSError as error:
            raise NotMeasured(f"no worker process can be started: {error}") from None
