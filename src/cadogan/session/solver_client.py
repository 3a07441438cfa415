"""Client for the solver's process, which provides verdicts, hints and winnable deals.

The solver runs in its own process (:mod:`cadogan.solver.worker`) and reads lines of JSON. So the
server stays responsive during a search, and it can cancel a search at any time. The process starts
before the first question if possible, and ends a few minutes after the last one.

Each asker, such as a play, has one question at a time; its next question replaces the previous one.
The process works on the newest question, and the others wait. After an interruption, the search for
a verdict starts again, and the search for a deal resumes at its last deal.

If the process cannot answer a question, the answer is a sentence that gives the reason, such as a
missing package. The client still sends the next question.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import msgspec

from cadogan.core.errors import NoAnswerError
from cadogan.core.worker_process import WorkerProcess, start_worker
from cadogan.i18n import msgid, translate
from cadogan.model.position import Game, Position
from cadogan.rules.catalogue import edition_of
from cadogan.rules.user_games import Edition
from cadogan.session.review import filled
from cadogan.session.solver_errors import sentence

SECONDS = 60.0  # the solver's time limit for one verdict
UNASKED = 3.0  # seconds after which the client drops a question that nobody has repeated
IDLE = 300.0  # seconds from the last question until the process ends
MOST_KNOWN = 10_000  # positions
_LONGEST_LINE = 1 << 22  # the maximum size of an answer in bytes
_log = logging.getLogger("cadogan.web")

_Key = tuple[str, tuple[tuple[str, str], ...], str, Edition]


class Answered(NamedTuple):
    """The current answer to a question about a position.

    Attributes:
        state: ``"working"`` or ``"done"``.
        result: ``"won"`` (it can be won), ``"lost"`` or ``"unknown"``; empty until done.
        line: the winning moves, from the position on.
        error: the reason, as a sentence, if the solver gave no answer; ``result`` is then
            ``"unknown"``.
    """

    state: str
    result: str = ""
    line: tuple[str, ...] = ()
    error: str = ""


class _Known(NamedTuple):
    """A verdict shared by positions along a line; for each, the line begins at its own ``at``."""

    result: str
    line: tuple[str, ...]
    at: int
    seconds: float


@dataclass
class _Question:
    asker: Hashable
    asked: dict[str, Any]
    position: Position | None
    answer: asyncio.Future[dict[str, Any]]
    number: int = 0  # the number of the question in the protocol, new each time it is sent
    listeners: int = 0
    urgent: bool = False
    tried: int = 0  # deals rejected so far
    before: int = 0  # deals rejected before the question was last sent
    unasked: asyncio.TimerHandle | None = field(default=None)


def _key(position: Position) -> _Key:
    game = position.game
    # users may edit the rules of their own games at any time
    return game.id, tuple(sorted(game.said.items())), position.to_line(), edition_of(game.id)


def _about(ask: str, position: Position, **more: object) -> dict[str, Any]:
    game, options, line, _ = _key(position)
    return {"ask": ask, "game": game, "options": dict(options), "position": line, **more}


class SolverClient:
    """A client that sends questions to the solver and caches its answers.

    Args:
        errors: the standard error of the process, as in ``subprocess``. The terminal interface must
            not pass the terminal, because messages would spoil the screen.

    >>> import cadogan
    >>> won = cadogan.game("osmosis").deal(1)
    >>> advice = SolverClient()
    >>> advice.learn(won, ("s-w",), "won", 1.0)
    >>> asyncio.run(advice.verdict(won))
    Answered(state='done', result='won', line=('s-w',), error='')
    """

    def __init__(self, errors: int | None = None) -> None:
        self._errors = errors
        self._complained = ""  # the last error that was logged
        self._closed = False
        self._known: OrderedDict[_Key, _Known] = OrderedDict()
        self._process: WorkerProcess | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        # The questions by asker: quiet questions first, the newest question last.
        self._questions: OrderedDict[Hashable, _Question] = OrderedDict()
        self._in_hand: _Question | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._count = 0

    # -- questions -------------------------------------------------------------------------------

    async def verdict(
        self,
        position: Position,
        asker: Hashable = None,
        *,
        wait: float = 0.9,
        seconds: float = SECONDS,
        quiet: bool = False,
        urgent: bool = False,
    ) -> Answered:
        """Return the verdict on a position, or "working" if it takes longer than a short wait.

        The solver keeps working on the question as long as the asker repeats it.

        Args:
            position: the position; the solver knows all cards, even those face down.
            asker: an identifier, such as a play's key; a new question replaces the asker's previous
                one.
            wait: seconds until this method returns, with or without a verdict.
            seconds: the solver's time limit, after which the result is ``"unknown"``.
            quiet: whether this question yields to all other questions.
            urgent: whether a user is waiting, so that the question comes before earlier questions
                and later searches for a deal.
        """
        if known := self.known(position, seconds):
            return known
        asked = _about("verdict", position, seconds=seconds)
        question = self._ask(asker, asked, position)
        if quiet and not question.urgent:
            self._questions.move_to_end(asker, last=False)
        elif urgent:
            # reorder only once, because two urgent questions must not alternate
            if not question.urgent:
                question.urgent = True
                self._questions.move_to_end(asker)
            for other, one in list(self._questions.items()):
                if one.asked["ask"] == "winnable":
                    self._questions.move_to_end(other, last=False)
        if not await self._wait(question, wait):
            return Answered("working")
        reply = question.answer.result()
        why = reply["error"]() if "error" in reply else ""
        return Answered("done", reply["result"], tuple(reply["line"]), why)

    async def prepare(self, position: Position) -> None:
        """Start the process if necessary, and prepare it for questions about a game.

        The preparation saves a third of a second on the first question.
        """
        with suppress(OSError):  # the first question will report the error
            async with self._starting:
                await self._start()
            if self._ear and not self._questions:
                self._rest()
                self._send(_about("prepare", position))

    def known(self, position: Position, seconds: float = SECONDS) -> Answered | None:
        """Return a cached verdict, or None if a search of this length might improve on it.

        >>> import cadogan
        >>> SolverClient().known(cadogan.game("klondike").deal(1)) is None
        True
        """
        if position.won:
            return Answered("done", "won")
        if position.over:
            return Answered("done", "lost")
        key = _key(position)
        if known := self._known.get(key):
            self._known.move_to_end(key)
            if known.result != "unknown" or known.seconds >= seconds:
                return Answered("done", known.result, known.line[known.at :])
        return None

    def of_path(self, path: Sequence[Position], seconds: float = SECONDS) -> list[str]:
        """Return the cached results for the positions in a play, with "" for unknown positions."""
        known = [self.known(position, seconds) for position in path]
        return filled([verdict.result if verdict else "" for verdict in known])

    async def winnable(
        self,
        game: Game,
        first: int,
        difficulty: str | None = None,
        *,
        wait: float,
        gone: Callable[[], Awaitable[bool]],
    ) -> str | None:
        """Find the next deal that is proved winnable; return its number, or None if time runs out.

        Args:
            game: the game.
            first: the first deal number to try.
            difficulty: ``easy``, ``medium`` or ``hard``; by default any difficulty.
            wait: seconds until the search gives up, not counting the time spent on newer questions.
            gone: a function that returns whether the asker has left; it is called about twice a
                second.

        Raises:
            NoAnswerError: if the solver cannot search.
        """
        asked = {"ask": "winnable", "game": game.id, "options": dict(game.said), "from": first}
        if difficulty:
            asked["difficulty"] = difficulty
        # a new asker, so that the question does not replace another
        question = self._ask(object(), asked, None)
        left = wait
        while left > 0 and not await self._wait(question, 0.5):
            if question is self._in_hand:
                left -= 0.5
            if await gone():
                break
        self._drop(question)
        reply = question.answer.result()
        if "error" in reply:
            raise NoAnswerError(reply["error"]())
        number: str | None = reply.get("deal")
        if number is not None:
            await self._learn_along(game.deal(number), tuple(reply["line"]))
        return number

    def search(self) -> tuple[str, int]:
        """Return the state of the search, ``working`` or ``done``, and the number of deals tried.

        >>> SolverClient().search()
        ('done', 0)
        """
        for question in reversed(self._questions.values()):
            if question.asked["ask"] == "winnable":
                return "working", question.tried
        return "done", 0

    def drop(self) -> None:
        """Cancel every question."""
        for question in list(self._questions.values()):  # cancel the running question last
            self._drop(question)

    async def close(self) -> None:
        """End the process if it is running."""
        self._closed = True
        self.drop()
        async with self._starting:
            pass  # end even a process that is just starting
        if self._idle:
            self._idle.cancel()
        if self._process:
            self._process.kill()
        if self._reader:
            await self._reader

    # -- cache -----------------------------------------------------------------------------------

    def learn(
        self, position: Position, line: tuple[str, ...], result: str, seconds: float, at: int = 0
    ) -> None:
        """Cache the verdict on a position, with the line ``line[at:]``."""
        self._known[_key(position)] = _Known(result, line, at, seconds)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _learn_along(self, position: Position, line: tuple[str, ...]) -> None:
        """Cache the fact that a position, and every position on its winning line, can be won.

        The line replaces all older entries for these positions. Otherwise a play that follows the
        cached lines could go back and forth between two positions.
        """
        path = [position]
        for text in line:
            path.append(path[-1].play(text))
            await asyncio.sleep(0)  # give other tasks a turn
        for at, each in enumerate(path):
            self.learn(each, line, "won", 0.0, at)

    # -- the process -----------------------------------------------------------------------------

    def _ask(self, asker: Hashable, asked: dict[str, Any], position: Position | None) -> _Question:
        """Return the asker's previous question if the new one repeats it, or a new question."""
        old = self._questions.get(asker)
        if old and old.asked == asked:
            return old
        self._questions.pop(asker, None)
        answer = asyncio.get_running_loop().create_future()
        question = self._questions[asker] = _Question(asker, asked, position, answer)
        if self._idle:
            self._idle.cancel()
        if old:
            self._drop(old)
        return question

    async def _wait(self, question: _Question, seconds: float) -> bool:
        """Wait for an answer; return whether there is one."""
        question.listeners += 1
        if question.unasked:
            question.unasked.cancel()
        try:
            async with self._starting:
                if self._questions:  # the question may have been cancelled in the meantime
                    await self._start()
            self._turn()
            await asyncio.wait({question.answer}, timeout=seconds)
        except OSError as error:
            _log.error("The solver cannot be started: %s", error)
            why = partial(
                translate,
                msgid("The solver cannot be started: {why}."),
                why=error.strerror or error,
            )
            for one in list(self._questions.values()):
                self._drop(one, why)
        finally:
            question.listeners -= 1
            if not question.listeners and not question.answer.done():
                loop = asyncio.get_running_loop()
                question.unasked = loop.call_later(UNASKED, self._drop, question)
        return question.answer.done()

    def _turn(self) -> None:
        """Send the newest question to the process, if it is running."""
        newest = next(reversed(self._questions.values()), None)
        if newest is self._in_hand or not self._ear:
            return
        if self._in_hand:
            self._send({"ask": "cancel"})
        self._in_hand = newest
        if newest:
            self._count += 1
            newest.number, newest.before = self._count, newest.tried
            asked = newest.asked
            if newest.tried:
                asked = {**asked, "from": asked["from"] + newest.tried}
            self._send({"id": newest.number, **asked})

    def _drop(self, question: _Question, why: Callable[[], str] | None = None) -> None:
        """Cancel a question; ``why`` returns the reason in the asker's language."""
        self._finish(question, {"result": "unknown", "line": [], **({"error": why} if why else {})})

    def _finish(self, question: _Question, reply: dict[str, Any]) -> None:
        """Answer a question, unless it already has an answer."""
        if question.answer.done():
            return
        if question.unasked:
            question.unasked.cancel()
        question.answer.set_result(reply)
        if self._questions.get(question.asker) is question:
            del self._questions[question.asker]
        self._turn()
        if not self._questions:
            self._rest()

    def _rest(self) -> None:
        """End the process after it has had no questions for some time."""
        if self._idle:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._retire)

    @property
    def _ear(self) -> WorkerProcess | None:
        """The process, or None if it is not running or is ending."""
        return self._process if self._process and self._process.listening else None

    def _retire(self) -> None:
        if self._ear:
            self._ear.close()

    def _send(self, asked: dict[str, Any]) -> None:
        if self._ear:
            self._ear.write(msgspec.json.encode(asked) + b"\n")

    async def _start(self) -> None:
        if self._process and self._reader and not self._ear:
            await asyncio.wait({self._reader})
        if self._process or self._closed:
            return
        self._process = await start_worker("cadogan.solver.worker", _LONGEST_LINE, self._errors)
        self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: WorkerProcess) -> None:
        """Read the answers of the process until it ends."""
        async for line in process.lines():
            reply = msgspec.json.decode(line)
            question = self._in_hand
            if question is None or reply["id"] != question.number:
                continue  # the answer to a cancelled question
            if "tried" in reply:
                question.tried = question.before + reply["tried"]
                continue
            if "error" in reply:
                if reply["error"] != self._complained:  # log each error only once
                    _log.error("The solver cannot answer %s: %s", question.asked, reply["error"])
                self._complained = reply["error"]
                self._drop(question, partial(sentence, reply["error"]))
                continue
            await self._take(question, reply)
        status = await process.wait()
        self._process = None
        # Waiting askers repeat their questions, which starts a new process. Cancel the running
        # question, because it may have crashed the old process.
        question, self._in_hand = self._in_hand, None
        if question:
            _log.error("The solver ended (%s) at %s", status, question.asked)
            why = partial(
                translate,
                msgid("The solver ended unexpectedly (status {status}). Try again to restart it."),
                status=status,
            )
            self._drop(question, why)

    async def _take(self, question: _Question, reply: dict[str, Any]) -> None:
        position, line = question.position, tuple(reply["line"])
        if position and line:
            await self._learn_along(position, line)
        elif position and reply.get("limit") != "stopped":
            self.learn(position, line, reply["result"], question.asked["seconds"])
        self._finish(question, reply)
