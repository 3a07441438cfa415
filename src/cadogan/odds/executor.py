"""Executors for measuring odds: worker processes on this machine, or a Dask cluster.

Each is a :class:`concurrent.futures.Executor`. :class:`Workers` sends an executor batches of deals,
a few at a time, and yields the results as they come in.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import queue
import re
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing.connection import Connection
from typing import Any, Self

import msgspec

from cadogan.core.errors import MeasurementError
from cadogan.odds.experiment import Result
from cadogan.odds.jobs import Answer, Task, run_batch

_WAIT = 0.2  # the seconds between checks of whether the run should stop
_GATHER = 0.05  # results that arrive within this many seconds are written together
_AHEAD = 2  # the number of batches per worker: one runs and one waits
_GROWTH = 4  # the maximum ratio of a batch's size to the size of the batch before it
_MOST_DEALS = 4096  # the maximum number of deals in a batch
# the maximum number of processes that Windows can wait for
_MOST_PROCESSES = 61 if sys.platform == "win32" else 1024
_KEPT = "all earlier results are kept, and the same command continues from there"


class Workers:
    """An executor with unfinished batches; a ``with`` block closes it.

    Args:
        executor: the executor that runs :func:`~cadogan.odds.jobs.run_batch`.
        batch_seconds: the intended time for a batch.
    """

    def __init__(self, executor: Executor, batch_seconds: float) -> None:
        self._executor, self._batch_seconds = executor, batch_seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the work immediately; the results of unfinished batches are lost."""
        raise NotImplementedError

    def count(self) -> int:
        """Return the current number of workers."""
        raise NotImplementedError

    def _submit(self, task: bytes, deals: list[int]) -> Future[bytes]:
        """Send a batch."""
        return self._executor.submit(run_batch, task, deals, self._batch_seconds)

    def _failure(self, error: BaseException, lost: str) -> MeasurementError | None:
        """Return the error to raise when a batch fails, or None to raise ``error`` itself.

        ``lost`` lists the deals of all unfinished batches.
        """
        raise NotImplementedError

    def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
        """Yield lists of results as they come in, or an empty list after a while without results.

        A caller that does not iterate to the end must close the workers.

        Raises:
            MeasurementError: if a worker reports an error or is lost; the generator has yielded all
                earlier results.
        """
        encoded = msgspec.json.encode(task)
        batches: dict[Future[bytes], list[int]] = {}
        done: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        again: deque[int] = deque()  # the deals that a batch could not finish in time
        size, workers = 1, self.count()
        collected: list[Result] = []
        failure: Exception | None = None
        while True:
            while len(batches) < max(_AHEAD * workers, 1) and not failure:
                batch = [again.popleft() for _ in range(min(size, len(again)))]
                batch += islice(deals, size - len(batch))
                if not batch:
                    break
                future = self._submit(encoded, batch)
                batches[future] = batch
                future.add_done_callback(done.put)
            # yield now, so that the caller can write results while the workers run the next batches
            yield collected
            if failure:
                raise failure
            if not batches:
                return
            collected = []
            for future in _gathered(done):
                try:
                    answer = self._answer(future, batches.values())
                except Exception as error:  # noqa: BLE001  # raised after the results are stored
                    failure = error
                    break
                count = len(answer.results)
                again.extend(batches.pop(future)[count:])
                collected += answer.results
                in_time = int(self._batch_seconds * count / max(answer.seconds, 1e-6))
                size = max(1, min(in_time, _GROWTH * count, _MOST_DEALS))
            if not collected:
                workers = self.count()

    def _answer(self, future: Future[bytes], batches: Iterable[list[int]]) -> Answer:
        try:
            answer = msgspec.json.decode(future.result(), type=Answer)
        except Exception as error:
            if failure := self._failure(error, _numbers(chain.from_iterable(batches))):
                raise failure from None
            raise
        if answer.error:
            raise MeasurementError(answer.error)
        return answer


def _gathered(done: queue.SimpleQueue[Future[bytes]]) -> Iterator[Future[bytes]]:
    """Yield the futures that complete within a moment, or none if none completes for a while."""
    with suppress(queue.Empty):
        yield done.get(timeout=_WAIT)
        end = time.monotonic() + _GATHER
        while True:
            yield done.get(timeout=max(end - time.monotonic(), 0))


def _numbers(deals: Iterable[int], most: int = 6) -> str:
    """Return deal numbers as text for an error message.

    >>> _numbers([7, 3, 4, 5, 9]), _numbers([7]), _numbers([1, 3, 5], most=2)
    ('3 to 5, 7, 9', '7', '1, 3, ...')
    """
    runs: list[tuple[int, int]] = []
    for deal in sorted(deals):
        if runs and runs[-1][1] == deal - 1:
            runs[-1] = (runs[-1][0], deal)
        else:
            runs.append((deal, deal))
    texts = [f"{first} to {last}" if first < last else f"{first}" for first, last in runs[:most]]
    return ", ".join(texts + ["..."] * (len(runs) > most))


# --- processes on this machine --------------------------------------------------------------------


class ProcessWorkers(Workers):
    """Worker processes on this machine; each starts when there is a batch for it.

    The processes are spawned, so a program that uses this class needs ``if __name__ ==
    "__main__":``.

    Raises:
        MeasurementError: if the number of processes is below 1.

    >>> with ProcessWorkers(2) as workers:
    ...     workers.count()
    2
    """

    def __init__(self, count: int) -> None:
        if count < 1:
            raise MeasurementError(f"{count} workers are too few; the minimum is 1")
        self._count = min(count, _MOST_PROCESSES)
        # because a fork would copy the memory of this process
        context = multiprocessing.get_context("spawn")
        self._held, self._lifeline = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            self._count, context, initializer=_begin_worker, initargs=(self._held,)
        )
        super().__init__(pool, batch_seconds=0.2)

    def close(self) -> None:
        """End the processes immediately; the results of unfinished batches are lost."""
        self._lifeline.close()
        self._held.close()
        self._executor.shutdown(cancel_futures=True)

    def count(self) -> int:
        """Return the maximum number of processes."""
        return self._count

    def _submit(self, task: bytes, deals: list[int]) -> Future[bytes]:
        try:
            with _interrupt_blocked():
                return super()._submit(task, deals)
        except BrokenProcessPool as error:
            failed: Future[bytes] = Future()
            failed.set_exception(error)
            return failed
        except OSError as error:
            raise MeasurementError(f"a worker process cannot be started: {error}") from None

    def _failure(self, error: BaseException, lost: str) -> MeasurementError | None:
        if not isinstance(error, BrokenProcessPool):
            return None
        return MeasurementError(
            f"a worker process ended (it was killed, or memory ran out); deals {lost} were not"
            f" measured; {_KEPT} (with fewer workers or less memory, if memory ran out)"
        )


def _begin_worker(lifeline: Connection) -> None:
    """Ignore Ctrl-C, and exit when the parent process closes its end of a pipe or dies.

    ``ProcessPoolExecutor`` itself would wait for work in progress, and its workers would continue
    if its process were killed.
    """

    def end() -> None:
        with suppress(EOFError, OSError):
            lifeline.recv_bytes()
        os._exit(0)  # end immediately, because a search may be running in the main thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end, daemon=True).start()


@contextmanager
def _interrupt_blocked() -> Iterator[None]:
    """Block Ctrl-C while processes start; they inherit the block until they ignore the signal."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- a Dask cluster -------------------------------------------------------------------------------

_TIMEOUT = 10  # the seconds to wait for an answer from a scheduler
_LAST_PORT = 65535
# For an address in any other form, Dask would create an incomplete client that hangs.
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?(?:\[[\w.:%]+\]|[^\s:/\[\]]+):(\d{1,5})")
_SAME = "; all machines of a cluster must have the same version of Cadogan"
# A Dask worker without Cadogan dies silently when it receives one of Cadogan's functions. So the
# worker receives an expression of built-in functions. On a worker without Cadogan, the expression
# returns an error in the form of `run_batch`.
_CALL = (
    "__import__('cadogan.odds.jobs', fromlist=['run_batch']).run_batch(*arguments)"
    " if __import__('importlib.util').util.find_spec('cadogan') else lacking.encode()"
    " % __import__('distributed').get_worker().address.encode()"
)
_LACKING = f'{{"error": "Cadogan is not installed on the Dask worker at %s{_SAME}"}}'


class DaskWorkers(Workers):
    """Workers of a Dask cluster. Dask sends the batches of a lost worker to another worker.

    Args:
        address: the address of the scheduler, such as ``tcp://first:8786``.
        say: a function that receives messages for the user at the terminal.

    Raises:
        MeasurementError: if Dask is not installed, or no scheduler answers.
    """

    def __init__(self, address: str, say: Callable[[str], object] = lambda _sentence: None) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")  # an extra
        except ImportError:
            raise MeasurementError(
                "a cluster needs Dask, which is not installed: install Cadogan with its 'cluster'"
                " extra, as in pip install '.[cluster]' in the cloned directory"
            ) from None
        for name in [*logging.root.manager.loggerDict]:  # Dask logs every lost connection
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL)
        # If the version matters, Cadogan's workers check it themselves.
        warnings.filterwarnings("ignore", "Mismatched versions", module=r"distributed\.")
        self._address, self._say, self._waits = address, say, False
        form = _ADDRESS.fullmatch(address)
        if not form or int(form[1]) > _LAST_PORT:
            raise self._not_reached("it is not a valid address")
        try:
            # A client would hang if the process at the address were not a scheduler, so check that
            # first.
            with ThreadPoolExecutor(1) as aside:  # this thread has no event loop of its own
                there = aside.submit(_kind_at, distributed, address).result()
            if there != "Scheduler":
                raise self._not_reached(f"a Dask {there} answers there, not a Scheduler")
            self._client = distributed.Client(address, timeout=_TIMEOUT, set_as_default=False)
        # Dask raises the last two for unknown protocols
        except (OSError, ValueError, ImportError, TypeError) as error:
            reason = " ".join(str(error).split()) or "no scheduler answers there"
            raise self._not_reached(reason) from None
        super().__init__(self._client.get_executor(pure=False), batch_seconds=1.0)

    def close(self) -> None:
        """Leave the cluster. Each worker finishes its current batch."""
        with suppress(OSError):  # the scheduler may no longer exist
            self._executor.shutdown(wait=False)
            self._client.close(timeout=_TIMEOUT)

    def count(self) -> int:
        """Return the current number of workers in the cluster.

        Raises:
            MeasurementError: if the scheduler no longer exists.
        """
        try:
            count = len(self._client.scheduler_info(n_workers=-1)["workers"])
        except (OSError, ValueError, RuntimeError) as error:
            raise self._gone(error) from None
        if not count and not self._waits:
            self._waits = True
            self._say(f"The cluster at {self._address} has no workers yet; waiting for workers.")
        return count

    def _submit(self, task: bytes, deals: list[int]) -> Future[bytes]:
        arguments = (task, deals, self._batch_seconds)
        return self._executor.submit(eval, _CALL, {"arguments": arguments, "lacking": _LACKING})

    def _answer(self, future: Future[bytes], batches: Iterable[list[int]]) -> Answer:
        try:
            return super()._answer(future, batches)
        except MeasurementError as error:
            if not str(error).startswith("the Dask worker at"):
                raise
            raise MeasurementError(f"{error}{_SAME}") from None

    def _failure(self, error: BaseException, lost: str) -> MeasurementError | None:
        if type(error).__name__ == "KilledWorker":
            return MeasurementError(
                f"several workers of the cluster were lost with the same deals; deals {lost} were"
                f" not measured; {_KEPT} (with less memory for each, if memory ran out)"
            )
        if "Cancelled" in type(error).__name__:  # Dask cancels the futures if the connection breaks
            return self._gone("its scheduler no longer answers")
        return MeasurementError(f"a worker of the cluster failed: {_brief(error)}{_SAME}")

    def _not_reached(self, reason: str) -> MeasurementError:
        return MeasurementError(
            f"no Dask scheduler can be reached at {self._address!r}: {reason}; give an address"
            " such as tcp://192.168.1.10:8786"
        )

    def _gone(self, reason: str | Exception) -> MeasurementError:
        text = reason if isinstance(reason, str) else _brief(reason)
        return MeasurementError(f"the cluster at {self._address} cannot continue ({text}); {_KEPT}")


def _kind_at(distributed: Any, address: str) -> str:
    """Return the kind of the Dask process at an address, if one answers in time."""
    import asyncio  # noqa: PLC0415  # slow to import, and each worker process imports this module

    async def kind() -> str:
        async with asyncio.timeout(_TIMEOUT), distributed.rpc(address, timeout=_TIMEOUT) as remote:
            return str((await remote.identity())["type"])

    return asyncio.run(kind())


def _brief(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
