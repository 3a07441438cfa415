"""Solver process, which reads requests and writes answers, one JSON object per line.

The command ``python -m cadogan.solver.worker`` reads requests from standard input and writes its
answers to standard output.

- ``{"id": 1, "ask": "verdict", "game": "klondike", "options": {}, "position": "..", "seconds": 9}``
  is answered with ``{"id": 1, "result": "won", "line": ["t2-f1", ..], "limit": "", "nodes": 53}``;
- ``{"id": 2, "ask": "winnable", "game": "klondike", "options": {}, "from": 7}`` is answered with
  the next winnable deal, ``{"id": 2, "deal": "7", "line": [...]}``. The deal is ``null`` if the
  request is cancelled. ``"difficulty"`` may be ``"easy"``, ``"medium"`` or ``"hard"``. After each
  rejected deal the worker reports how many it has rejected: ``{"id": 2, "tried": 3}``;
- ``{"ask": "prepare", "game": "freecell", "position": "..."}`` prepares the slow parts of a later
request about that game, and gets no answer; - ``{"ask": "cancel"}`` stops all earlier requests,
which the worker still answers.

The answer to an invalid request is ``{"id": 1, "error": "a sentence"}``. The process ends when its
standard input ends, so it never outlives the process that started it.
"""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import Any, Literal

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.core.json_lines import leave, read_lines, write_line
from cadogan.model.position import Game
from cadogan.model.position import game as game_named
from cadogan.solver.find_deal import find_winnable
from cadogan.solver.host import allowed_memory
from cadogan.solver.portfolio import solve

_MEMORY = 1 << 29  # bytes of memory, with room for a browser on the same machine
TOO_LITTLE_MEMORY = "the solver needs more memory than this machine has free"

Send = Callable[[dict[str, Any]], None]
Stop = Callable[[], bool]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request to the worker; its field ``ask`` decides which other fields matter."""

    ask: Literal["verdict", "winnable", "prepare", "cancel"]
    id: int = 0
    game: str = ""
    options: dict[str, str] = {}
    position: str = ""
    seconds: float = 60.0
    first: int = msgspec.field(name="from", default=1)
    difficulty: str | None = None


class Worker:
    """Worker that answers requests one after the other, in the thread that calls :meth:`work`.

    Args:
        send: function that sends an answer.
        rest: function that receives waiting lines during a search, if no other thread does.

    >>> worker = Worker(print)
    >>> worker.receive(b'{"id": 1, "ask": "verdict", "game": "klondyke"}')
    >>> worker.receive(b'{"id": 2, "ask": "winnable", "game": "bakers-dozen"}')
    >>> worker.receive(b'{"ask": "cancel"}')
    >>> worker.work(requests=2)
    {'id': 1, 'error': "there is no game 'klondyke'; did you mean 'klondike'?"}
    {'id': 2, 'deal': None, 'line': []}
    """

    def __init__(self, send: Send, rest: Callable[[], None] | None = None) -> None:
        self._send, self._rest = send, rest
        self._waiting: queue.SimpleQueue[tuple[int, Request]] = queue.SimpleQueue()
        self._received = 0
        self._cancelled = 0  # number of the last request that was cancelled

    def receive(self, line: bytes) -> None:
        """Take a line of input; another thread may call this method."""
        try:
            request = msgspec.json.decode(line, type=Request)
        except msgspec.DecodeError as error:
            self._send({"id": None, "error": f"invalid request: {error}"})
            return
        if request.ask == "cancel":
            self._cancelled = self._received
        else:
            self._received += 1
            self._waiting.put((self._received, request))

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return self._waiting.qsize()

    def work(self, requests: int | None = None) -> None:
        """Answer ``requests`` requests, or keep answering requests forever."""
        for _ in count() if requests is None else range(requests):
            number, request = self._waiting.get()
            try:
                answer = self._answer(request, partial(self._is_cancelled, number))
            except CadoganError as error:
                answer = {"error": str(error)}
            except MemoryError:
                answer = {"error": TOO_LITTLE_MEMORY}
            if request.ask != "prepare":
                self._send({"id": request.id, **answer})

    def _is_cancelled(self, number: int) -> bool:
        if self._rest:
            self._rest()
        return number <= self._cancelled

    def _answer(self, request: Request, stop: Stop) -> dict[str, Any]:
        game = game_named(request.game, **request.options)
        if request.ask == "winnable":
            return self._winnable(request, game, stop)
        position = game.parse(request.position)
        if stop():
            return {"result": "unknown", "line": [], "limit": "stopped", "nodes": 0}
        memory = allowed_memory(game, _MEMORY)
        if request.ask == "prepare":
            solve(position, nodes=1, memory=memory)
            return {}
        verdict = solve(position, seconds=request.seconds, memory=memory, stop=stop)
        return {name: getattr(verdict, name) for name in ("result", "line", "limit", "nodes")}

    def _report(self, number: int, tried: int) -> None:
        self._send({"id": number, "tried": tried})

    def _winnable(self, request: Request, game: Game, stop: Stop) -> dict[str, Any]:
        """Search for a winnable deal."""
        tried = partial(self._report, request.id)
        winnable = find_winnable(game, request.first, request.difficulty, stop, tried)
        if winnable is None:
            return {"deal": None, "line": []}
        return {"deal": str(winnable[0]), "line": winnable[1].line}


def _listen(worker: Worker, lines: Iterable[bytes]) -> None:
    for line in lines:
        worker.receive(line)
    leave()  # standard input closes when the client ends


def main() -> None:
    """Answer requests from standard input until it ends."""
    # Ctrl-C stops the client, which then ends this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(write_line)
    listener = threading.Thread(target=_listen, args=(worker, read_lines()), daemon=True)
    listener.start()
    worker.work()


if __name__ == "__main__":
    main()
