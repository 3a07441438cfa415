"""The solver as a process of its own: questions in, answers out, one JSON object a line.

``python -m cadogan.solver.worker`` reads questions from standard input and answers them on standard
output:

- ``{"id": 1, "ask": "verdict", "game": "klondike", "options": {}, "position": "..", "seconds": 9}``
  with ``{"id": 1, "result": "won", "line": ["t2-f1", ...], "limit": "", "nodes": 537}``;
- ``{"id": 2, "ask": "winnable", "game": "klondike", "options": {}, "from": 7}`` with the next deal
  that is proved to be won, ``{"id": 2, "deal": "7", "line": [...]}`` (``null`` when cancelled);
  with ``"difficulty": "easy"``, or ``"medium"`` or ``"hard"``, with one that is so; after each
  deal that will not do it says how many these are, ``{"id": 2, "tried": 3}``;
- ``{"ask": "prepare", "game": "freecell", "position": "..."}`` makes ready what a question on that
  game takes longest to make; nothing is answered;
- ``{"ask": "cancel"}`` stops every question asked before it; those are answered all the same.

What cannot be read or answered is answered with ``{"id": 1, "error": "a sentence"}``.
The process ends when its standard input does, so it never outlives the one that started it.
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

_MEMORY = 1 << 29  # bytes: beside a browser that wants some too

Say = Callable[[dict[str, Any]], None]
Stop = Callable[[], bool]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question; which of the fields count depends on ``ask``."""

    ask: Literal["verdict", "winnable", "prepare", "cancel"]
    id: int = 0
    game: str = ""
    options: dict[str, str] = {}
    position: str = ""
    seconds: float = 60.0
    first: int = msgspec.field(name="from", default=1)
    difficulty: str | None = None


class Worker:
    """Answer questions one after the other, in the thread that calls :meth:`work`.

    >>> worker = Worker(print)
    >>> worker.hear(b'{"id": 1, "ask": "verdict", "game": "klondyke"}')
    >>> worker.hear(b'{"id": 2, "ask": "winnable", "game": "bakers-dozen"}')
    >>> worker.hear(b'{"ask": "cancel"}')
    >>> worker.work(questions=2)
    {'id': 1, 'error': "there is no game 'klondyke'; did you mean 'klondike'?"}
    {'id': 2, 'deal': None, 'line': []}
    """

    def __init__(self, say: Say) -> None:
        self._say = say
        self._waiting: queue.SimpleQueue[tuple[int, Asked]] = queue.SimpleQueue()
        self._heard = 0
        self._cancelled = 0  # questions up to this one are to be stopped

    def hear(self, line: bytes) -> None:
        """Take a line of input; this may be called from another thread."""
        try:
            asked = msgspec.json.decode(line, type=Asked)
        except msgspec.DecodeError as error:
            self._say({"id": None, "error": f"This is not a question: {error}."})
            return
        if asked.ask == "cancel":
            self._cancelled = self._heard
        else:
            self._heard += 1
            self._waiting.put((self._heard, asked))

    def work(self, questions: int | None = None) -> None:
        """Answer ``questions`` questions, or without end."""
        for _ in count() if questions is None else range(questions):
            number, asked = self._waiting.get()
            try:
                answer = self._answer(asked, partial(self._is_cancelled, number))
            except CadoganError as error:
                answer = {"error": str(error)}
            except MemoryError:
                answer = {"error": "the solver needs more memory than this machine has free"}
            if asked.ask != "prepare":
                self._say({"id": asked.id, **answer})

    def _is_cancelled(self, number: int) -> bool:
        return number <= self._cancelled

    def _answer(self, asked: Asked, stop: Stop) -> dict[str, Any]:
        game = game_named(asked.game, **asked.options)
        if asked.ask == "winnable":
            return self._winnable(asked, game, stop)
        position = game.parse(asked.position)
        if stop():
            return {"result": "unknown", "line": [], "limit": "stopped", "nodes": 0}
        memory = allowed_memory(game, _MEMORY)
        if asked.ask == "prepare":
            solve(position, nodes=1, memory=memory)
            return {}
        found = solve(position, seconds=asked.seconds, memory=memory, stop=stop)
        return {name: getattr(found, name) for name in ("result", "line", "limit", "nodes")}

    def _tell(self, number: int, tried: int) -> None:
        self._say({"id": number, "tried": tried})

    def _winnable(self, asked: Asked, game: Game, stop: Stop) -> dict[str, Any]:
        """Look for a deal that can be won."""
        tried = partial(self._tell, asked.id)
        found = find_winnable(game, asked.first, asked.difficulty, stop, tried)
        if found is None:
            return {"deal": None, "line": []}
        return {"deal": str(found[0]), "line": found[1].line}


def _listen(worker: Worker, lines: Iterable[bytes]) -> None:
    for line in lines:
        worker.hear(line)
    leave()  # the client is gone


def main() -> None:
    """Answer standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the client
    worker = Worker(write_line)
    listener = threading.Thread(target=_listen, args=(worker, read_lines()), daemon=True)
    listener.start()
    worker.work()


if __name__ == "__main__":
    main()
