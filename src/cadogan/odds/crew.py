"""Worker processes: started, given deals, heard, and ended whatever happens."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from types import TracebackType
from typing import Any, Self

import msgspec

from cadogan.core.errors import MeasurementError
from cadogan.model.position import Game
from cadogan.odds.experiment import Result, Study
from cadogan.rules.definition import Definition

__all__ = ["COMMAND", "Crew", "Task"]

COMMAND = (sys.executable, "-m", "cadogan.odds.solve_worker")
_PATIENCE = 0.2  # seconds between two looks at whether to stop
_MOMENT = 0.05  # seconds that the deals should take that a worker is given at once


class Task(msgspec.Struct, frozen=True):
    """What deals are solved with."""

    definition: Definition
    options: dict[str, str]
    nodes: int | None
    seconds: float | None
    memory: int
    seed: int
    policy: str = ""

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
            policy=study.policy,
        )


class _Worker:
    """One process and the thread that listens to it."""

    def __init__(
        self,
        heard: queue.SimpleQueue[tuple[_Worker, bytes]],
        command: Sequence[str],
        most_at_once: int,
    ) -> None:
        # Not of the terminal's group: Ctrl-C is for the one who started it.
        own: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            own = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self.process = subprocess.Popen(  # noqa: S603  # a module of our own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **own
        )
        self.deals: list[int] = []  # what it is at
        self.begun = 0.0
        self.share = 1  # how many deals it is given at once
        self._most_at_once = most_at_once
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

    def give(self, deals: list[int]) -> None:
        """Let it solve some deals."""
        self.deals = deals
        self.begun = time.monotonic()
        self.tell(deals)

    def done(self, deal: int) -> None:
        """Take note of what it has solved; who is quick is given more at once, up to a moment's."""
        self.deals.remove(deal)
        if not self.deals:
            took = time.monotonic() - self.begun
            if took < _MOMENT / 2:
                self.share = min(2 * self.share, self._most_at_once)
            elif took > _MOMENT:
                self.share = max(self.share // 2, 1)

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
        where = "between two deals" if self.begun else "before its first deal"
        if self.deals:
            where = f"at deal {self.deals[0]}"
        return f"a worker process ended {how}, {where}"


class Crew:
    """Worker processes, which end with the ``with`` block.

    They are started for the first deals.

    Args:
        workers: how many. say: what takes a sentence that a person should be told.

    >>> with Crew(workers=2) as crew:
    ...     list(crew.results(task=None, deals=iter([])))
    []
    """

    most_at_once = 16  # deals that a worker is given

    def __init__(self, workers: int, say: Callable[[str], object] = lambda _sentence: None) -> None:
        if workers < 1:
            raise MeasurementError(f"{workers} workers will not do; there must be at least 1")
        self._most, self._say = workers, say
        self._workers: list[_Worker] = []
        self._wanted = 1
        self._heard: queue.SimpleQueue[tuple[_Worker, bytes]] = queue.SimpleQueue()

    @property
    def command(self) -> Sequence[str]:
        """What starts a worker."""
        return COMMAND

    def __enter__(self) -> Self:
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

    def results(self, task: Task | None, deals: Iterator[int]) -> Iterator[list[Result]]:
        """Yield the results of some deals as they come; now and then none.

        Who does not go on to the end closes the crew.

        Raises:
            MeasurementError: when a worker says what is wrong, or is gone.
        """
        ahead = list(islice(deals, self._most))
        if not ahead:
            return
        deals = chain(ahead, deals)
        more = True
        self._wanted = len(ahead)  # who would get no deal is not started
        while len(self._workers) < self._wanted:
            self._start()
        idle = [worker for worker in self._workers if worker.ready]
        for worker in idle:
            worker.tell(task)
        found: list[Result] = []
        while True:
            while idle and more:
                given = list(islice(deals, idle[-1].share))
                if given:
                    idle.pop().give(given)
                else:
                    more = False
            yield found  # they are kept while the workers are at the next ones
            if not more and not any(worker.deals for worker in self._workers):
                return
            found = []
            for worker, line in self._all_heard():
                if not line:
                    yield found
                    raise MeasurementError(
                        f"{worker.ended()}; what was found before is kept, so it can be gone on"
                        " with (with fewer workers or less memory, if memory was short)"
                    )
                several = line.startswith(b"[")
                answer: Any = None if several else msgspec.json.decode(line)
                if several or "deal" in answer:
                    some = (
                        msgspec.json.decode(line, type=list[Result])
                        if several
                        else [msgspec.convert(answer, Result)]
                    )
                    for result in some:
                        worker.done(result.deal)
                    found += some
                    if not worker.deals:
                        idle.append(worker)
                elif "error" in answer:
                    yield found
                    raise MeasurementError(answer["error"])
                else:
                    worker.ready = True
                    worker.tell(task)
                    idle.append(worker)

    def _all_heard(self) -> Iterator[tuple[_Worker, bytes]]:
        """Yield what is said in a moment; nothing where nothing is said for a while.

        It is kept together, which costs as much as to keep one. A worker that has nothing left to
        do is not let wait.
        """
        with suppress(queue.Empty):
            yield self._heard.get(timeout=_PATIENCE)
            end = time.monotonic() + _MOMENT
            while True:
                busy = all(worker.deals for worker in self._workers)
                yield self._heard.get(timeout=max(end - time.monotonic(), 0) if busy else 0)

    def _start(self) -> None:
        try:
            self._workers.append(_Worker(self._heard, self.command, self.most_at_once))
        except OSError as error:
            raise MeasurementError(f"no worker process can be started: {error}") from None
