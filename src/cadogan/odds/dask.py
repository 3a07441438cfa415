"""A Dask cluster in place of worker processes: the same deals, the same results.

The scheduler hands out deals, and hands those of a worker that is gone to another. Here each result
is taken once, whoever found it and however often, and only from workers with the same Cadogan.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import logging
import queue
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec

from cadogan.core.errors import CadoganError, MeasurementError
from cadogan.model.position import Game
from cadogan.odds.crew import Crew, Task
from cadogan.odds.experiment import Result, decided_by
from cadogan.odds.policy import crew_for

__all__ = ["ClusterCrew", "solved"]

_PATIENCE = 0.2  # seconds between two looks at whether to stop
_ANSWER = 10  # seconds that a scheduler may take to answer
_MOMENT = 1.0  # seconds that the deals should take that are sent together
_MOST_AT_ONCE = 200  # or as many as a process of this machine may be given
_LAST_PORT = 65535
_AHEAD = 2  # pieces of work for each worker: one that it is at, one to follow
# Of another form Dask finds out with a client half made, which waits for itself in the end.
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?(?:\[[\w.:%]+\]|[^\s:/\[\]]+):(\d{1,5})")
_SAME = "; all machines of a cluster must have the same version of Cadogan"

# What a worker evaluates. Were it given `solved` itself, one that lacks Cadogan could not even read
# what it is asked, and would end: its deals would go to the next, and nobody would hear why.
_ASKED = (
    "__import__('cadogan.odds.dask', fromlist=['solved']).solved(*asked)"
    " if __import__('importlib.util').util.find_spec('cadogan') else lacking.encode()"
    " % __import__('distributed').get_worker().address.encode()"
)
_WHERE = "the worker of the cluster at %s"
_LACKING = f'"{_WHERE} has no Cadogan{_SAME}"'  # in JSON, as what `solved` returns

_one_at_a_time = threading.Lock()


@functools.lru_cache(maxsize=4)
def _game(task: bytes) -> tuple[Task, Game]:
    told = msgspec.json.decode(task, type=Task)
    return told, Game(told.definition, told.options)


def solved(task: bytes, digest: str, deals: list[int]) -> bytes:
    """Solve some deals, or play them by a policy; this is what a worker of the cluster runs.

    Args:
        task: what they are solved with, in JSON.
        digest: that of the solver, or the policy, of whoever asks.
        deals: their numbers.

    Returns:
        Their results in JSON, or a sentence.
    """
    try:
        told, game = _game(task)
        if digest != decided_by(told.policy):
            what = f"form of the policy {told.policy}" if told.policy else "solver"
            return msgspec.json.encode(f"{_here()} has another {what}{_SAME}")
    except (CadoganError, msgspec.ValidationError) as error:
        return msgspec.json.encode(f"{_here()} cannot solve: {error}{_SAME}")
    # A search counts the CPU seconds of its process, so there is one at a time in each.
    with _one_at_a_time:
        try:
            return msgspec.json.encode((_played if told.policy else _searched)(game, deals, told))
        except CadoganError as error:
            return msgspec.json.encode(str(error))


async def _who(distributed: Any, address: str) -> str:
    """Return what Dask's part at an address is called, if one answers in time."""

    async def asked() -> str:
        async with distributed.rpc(address, timeout=_ANSWER) as there:
            return str((await there.identity())["type"])

    return await asyncio.wait_for(asked(), _ANSWER)


def _here() -> str:
    distributed: Any = importlib.import_module("distributed")
    return _WHERE % str(distributed.get_worker().address)


def _searched(game: Game, deals: list[int], task: Task) -> list[Result]:
    from cadogan.odds.solve_worker import result  # noqa: PLC0415  # it brings the compiler

    found = []
    for deal in deals:
        try:
            found.append(result(game, deal, task))
        except CadoganError as error:
            raise MeasurementError(f"{game.name}, deal {deal}: {error}") from error
    return found


def _played(game: Game, deals: list[int], task: Task) -> list[Result]:
    from cadogan.odds.play_worker import results  # noqa: PLC0415  # it brings the compiler

    try:
        return results(game, deals, task)
    except CadoganError as error:
        raise MeasurementError(f"{game.name}, deals {deals[0]} to {deals[-1]}: {error}") from error


class ClusterCrew(Crew):
    """The workers of a Dask cluster, in the place of processes on this machine.

    Once closed it is not used again.

    Args:
        address: of the scheduler, as ``tcp://first:8786``.
        say: what takes a sentence that a person should be told.

    Raises:
        MeasurementError: when Dask is not installed, or no scheduler answers.
    """

    def __init__(self, address: str, say: Callable[[str], object] = lambda _sentence: None) -> None:
        super().__init__(1, say)
        try:
            distributed: Any = importlib.import_module("distributed")  # an extra
        except ImportError:
            raise MeasurementError(
                "a cluster needs Dask, which is not installed: install Cadogan with its extra"
                " 'cluster', as in pip install '.[cluster]' in the cloned directory"
            ) from None
        # It tells of each connection that is lost; what matters of that is said here.
        for name in [*logging.root.manager.loggerDict]:  # which have levels of their own
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL)
        # And of other versions; those that matter a worker is refused for.
        warnings.filterwarnings("ignore", "Mismatched versions", module=r"distributed\.")
        self._address = address
        form = _ADDRESS.fullmatch(address)
        if not form or int(form[1]) > _LAST_PORT:
            raise self._not_reached("it has not that form")
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        try:
            # A client that meets something else waits for it, or for itself, and does not end.
            with ThreadPoolExecutor(1) as aside:  # which has no event loop yet
                there = aside.submit(asyncio.run, _who(distributed, address)).result()
            if there != "Scheduler":
                raise self._not_reached(f"what answers there is a {there} of Dask, no Scheduler")
            self._client = distributed.Client(address, timeout=_ANSWER, set_as_default=False)
        except (OSError, ValueError, ImportError, TypeError) as error:  # the last two: a protocol
            reason = " ".join(str(error).split()) or "nothing there answers as a scheduler does"
            raise self._not_reached(reason) from None

    def close(self) -> None:
        """Leave the cluster: what was asked of it is not wanted any more.

        A worker comes to the end of the deals that it is at, which nobody hears of.
        """
        with suppress(OSError):  # it did not even answer to that
            self._client.close(timeout=_ANSWER)

    def workers(self) -> int:
        """Return how many workers the cluster has now.

        Raises:
            MeasurementError: when the scheduler is gone.
        """
        try:
            return len(self._client.scheduler_info(n_workers=-1)["workers"])
        except (OSError, ValueError, RuntimeError) as error:
            raise self._gone(error) from None

    def results(self, task: Task | None, deals: Iterator[int]) -> Iterator[list[Result]]:
        """Yield the results of some deals as they come; now and then none.

        Raises:
            MeasurementError: when a worker says what is wrong, or the scheduler is gone.
        """
        policy = task.policy if task else ""
        whole, digest = msgspec.json.encode(task), decided_by(policy)
        most = max(crew_for(policy).most_at_once, _MOST_AT_ONCE)
        share, under_way, more, waits = 1, 0, True, False
        workers = self.workers()
        while True:
            for _ in range(_AHEAD * workers - under_way):
                some = list(islice(deals, share))
                more = bool(some)
                if not more:
                    break
                asked = {"asked": (whole, digest, some), "lacking": _LACKING}
                future = self._client.submit(eval, _ASKED, asked, pure=False)
                future.add_done_callback(self._done.put)
                under_way += 1
            if not more and not under_way:
                return
            if not workers and not waits:
                waits = True
                self._say(f"The cluster at {self._address} has no workers; it is waited for some.")
            found = self._taken()
            if found:
                under_way -= 1
                # who is quick is given more at once
                mean = sum(result.seconds for result in found) / len(found)
                share = min(max(int(_MOMENT / max(mean, 1e-6)), 1), 2 * share, most)
            else:
                workers = self.workers()
            yield found

    def _taken(self) -> list[Result]:
        """Return the results of a piece of work that is done; nothing if none is for a while."""
        try:
            future = self._done.get(timeout=_PATIENCE)
        except queue.Empty:
            return []
        again = False
        try:
            told = msgspec.json.decode(future.result(timeout=_ANSWER), type=list[Result] | str)
        except Exception as error:  # noqa: BLE001  # what a worker may raise, nobody can list
            again = future.status in {"pending", "lost"}
            if again:  # its worker was lost before what it had found was here; another is at it
                future.add_done_callback(self._done.put)
                return []
            if type(error).__name__ == "KilledWorker":
                raise MeasurementError(
                    "several workers of the cluster were lost with the same deals; what was found"
                    " before is kept, so it can be gone on with (with less memory for each, if"
                    " memory was short)"
                ) from None
            if future.status == "error":
                raise MeasurementError(
                    f"a worker of the cluster cannot solve: {_brief(error)}{_SAME}"
                ) from None
            raise self._gone(error) from None
        finally:
            if not again:
                future.release()
        if isinstance(told, str):
            raise MeasurementError(told)
        return told

    def _not_reached(self, reason: str) -> MeasurementError:
        return MeasurementError(
            f"no Dask scheduler can be reached at {self._address!r}, which should be an address"
            f" such as tcp://192.168.1.10:8786: {reason}"
        )

    def _gone(self, error: Exception) -> MeasurementError:
        lost = "Cancelled" in type(error).__name__  # what was asked for, with the connection
        reason = "its scheduler is gone" if lost else _brief(error)
        return MeasurementError(
            f"the cluster at {self._address} does not go on ({reason}); what was found before is"
            " kept, so it can be gone on with"
        )


def _brief(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
