"""Client of the solver's process: verdicts, hints and deals that can be won.

The solver runs in a process of its own (:mod:`cadogan.solver.worker`) and reads lines of JSON. So
the server answers while the solver thinks, and can drop a question at any time. The process starts
before the first question, if there is time, and ends some minutes after the last one.

Each asker has one question: the next one replaces it. The newest of all is in hand; the others
wait. A verdict begins anew when its turn comes; a search for a deal goes on with its last deal.

A question that the process cannot answer ends with a sentence that says why; without a solver, it
says what to install. The client still sends the next question.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import msgspec

from cadogan.core.errors import NoAnswerError
from cadogan.i18n import translate
from cadogan.model.position import Game, Position
from cadogan.rules.catalogue import edition_of
from cadogan.rules.user_games import Edition
from cadogan.session.review import filled
from cadogan.session.solver_errors import sentence

SECONDS = 60.0  # of the solver's time for one verdict
UNASKED = 3.0  # seconds after which a question is dropped that nobody asks for again
IDLE = 300.0  # seconds after the last question that the process is kept
MOST_KNOWN = 10_000  # positions
_LONGEST_LINE = 1 << 22  # bytes of an answer
_log = logging.getLogger("cadogan.web")

_Key = tuple[str, tuple[tuple[str, str], ...], str, Edition]


class Answered(NamedTuple):
    """Verdict on a position, as far as it is known.

    Attributes:
        state: ``"working"`` or ``"done"``.
        result: ``"won"`` (it can be), ``"lost"`` or ``"unknown"``; empty until done.
        line: moves that win.
        error: a sentence that says why the solver gave no answer. The result is then ``"unknown"``.
    """

    state: str
    result: str = ""
    line: tuple[str, ...] = ()
    error: str = ""


class _Known(NamedTuple):
    """A verdict; the line is shared by the positions along it, and begins at ``at``."""

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
    number: int = 0  # the process knows it by this, a new one each time that it is put in hand
    listeners: int = 0
    urgent: bool = False
    tried: int = 0  # deals that would not do
    before: int = 0  # of these, those tried before it was put in hand last
    unasked: asyncio.TimerHandle | None = field(default=None)


def _key(position: Position) -> _Key:
    game = position.game
    # the rules of a person's own game may be others by now
    return game.id, tuple(sorted(game.said.items())), position.to_line(), edition_of(game.id)


def _about(ask: str, position: Position, **more: object) -> dict[str, Any]:
    game, options, line, _ = _key(position)
    return {"ask": ask, "game": game, "options": dict(options), "position": line, **more}


class SolverClient:
    """Ask the solver, and remember its answers.

    Args:
        errors: where its process writes tracebacks, as for ``subprocess``. Where a table fills the
            terminal, that must not be the terminal.

    >>> import cadogan
    >>> won = cadogan.game("osmosis").deal(1)
    >>> advice = SolverClient()
    >>> advice.learn(won, ("s-w",), "won", 1.0)
    >>> asyncio.run(advice.verdict(won))
    Answered(state='done', result='won', line=('s-w',), error='')
    """

    def __init__(self, errors: int | None = None) -> None:
        self._errors = errors
        self._complained = ""  # the error that was logged last
        self._closed = False
        self._known: OrderedDict[_Key, _Known] = OrderedDict()
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        # By asker; the newest is last, and the quiet ones come first.
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
        """Return the verdict on a position, after waiting for it a little.

        The question stays in hand afterwards, as long as its asker repeats it.

        Args:
            position: all cards are taken as known, also those face down.
            asker: this question replaces their earlier one; a play's key for instance.
            wait: seconds until the answer must be given, whatever it is.
            seconds: of the solver's time, after which the result is ``"unknown"``.
            quiet: whether all other questions go before this one.
            urgent: whether it goes before earlier questions, and before later searches for a deal:
                a person waits for it.
        """
        if known := self.known(position, seconds):
            return known
        asked = _about("verdict", position, seconds=seconds)
        question = self._ask(asker, asked, position)
        if quiet and not question.urgent:
            self._questions.move_to_end(asker, last=False)
        elif urgent:
            if not question.urgent:  # once: two that are urgent do not take turns
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
        """Start the process, unless it runs, and let it make ready for questions on a game.

        The first answer then comes a third of a second sooner.
        """
        with suppress(OSError):  # the first question says so
            async with self._starting:
                await self._start()
            if self._ear and not self._questions:
                self._rest()
                self._send(_about("prepare", position))

    def known(self, position: Position, seconds: float = SECONDS) -> Answered | None:
        """Return what is known of a position already; None when a search of that time might help.

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
        """Return what is known of positions that follow each other in a play, or empty texts."""
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
        """Return the number of the next deal that is proved to be won, or None if time runs out.

        Args:
            game: of which a deal is wanted.
            first: the number to begin at.
            difficulty: ``easy``, ``medium`` or ``hard``; any when it is left out.
            wait: seconds after which to give up, not counting those of newer questions.
            gone: returns whether nobody waits any more; called about twice a second.

        Raises:
            NoAnswerError: when the solver cannot look for one.
        """
        asked = {"ask": "winnable", "game": game.id, "options": dict(game.said), "from": first}
        if difficulty:
            asked["difficulty"] = difficulty
        question = self._ask(object(), asked, None)  # nobody else's, so it replaces none
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
        """Return the state of the search for a deal, ``working`` or ``done``, and the deals tried.

        >>> SolverClient().search()
        ('done', 0)
        """
        for question in reversed(self._questions.values()):
            if question.asked["ask"] == "winnable":
                return "working", question.tried
        return "done", 0

    def drop(self) -> None:
        """Leave every question unanswered."""
        for question in list(self._questions.values()):  # the one in hand last
            self._drop(question)

    async def close(self) -> None:
        """End the process, if there is one."""
        self._closed = True
        self.drop()
        async with self._starting:
            pass  # what is being started is ended as well
        if self._idle:
            self._idle.cancel()
        if self._process:
            with suppress(ProcessLookupError):
                self._process.kill()
        if self._reader:
            await self._reader

    # -- what is known ---------------------------------------------------------------------------

    def learn(
        self, position: Position, line: tuple[str, ...], result: str, seconds: float, at: int = 0
    ) -> None:
        """Remember the verdict on a position, its line being ``line[at:]``."""
        self._known[_key(position)] = _Known(result, line, at, seconds)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _learn_along(self, position: Position, line: tuple[str, ...]) -> None:
        """Remember that a position and all those along its winning line are won.

        All at once, over what was known of them before: else two lines, each known in part, might
        lead from one to the other and back.
        """
        path = [position]
        for text in line:
            path.append(path[-1].play(text))
            await asyncio.sleep(0)  # there are others to be answered
        for at, each in enumerate(path):
            self.learn(each, line, "won", 0.0, at)

    # -- the process -----------------------------------------------------------------------------

    def _ask(self, asker: Hashable, asked: dict[str, Any], position: Position | None) -> _Question:
        """Return an asker's question, a new one unless it is their last one."""
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
        """Wait for an answer; return whether it is there."""
        question.listeners += 1
        if question.unasked:
            question.unasked.cancel()
        try:
            async with self._starting:
                if self._questions:  # the question may have been dropped
                    await self._start()
            self._turn()
            await asyncio.wait({question.answer}, timeout=seconds)
        except OSError as error:
            _log.error("The solver cannot be started: %s", error)
            why = partial(
                translate, "The solver cannot be started: {why}.", why=error.strerror or error
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
        """Put the newest question in hand, if the process runs that is to answer it."""
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
        """Leave a question unanswered; ``why`` returns the reason in the asker's language."""
        self._finish(question, {"result": "unknown", "line": [], **({"error": why} if why else {})})

    def _finish(self, question: _Question, reply: dict[str, Any]) -> None:
        """Answer a question, unless that was done before."""
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
        """End the process after a while, unless a question comes before."""
        if self._idle:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._retire)

    @property
    def _ear(self) -> asyncio.StreamWriter | None:
        """Input of the process; None when there is no process or it is ending."""
        stdin = self._process and self._process.stdin
        return stdin if stdin and not stdin.is_closing() else None

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
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "cadogan.solver.worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            limit=_LONGEST_LINE,
            start_new_session=True,  # Ctrl-C in the terminal is for the server alone
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        """Read the answers of the process until it ends."""
        if process.stdout is None:
            raise AssertionError("the solver was started without an output")
        async for line in process.stdout:
            reply = msgspec.json.decode(line)
            question = self._in_hand
            if question is None or reply["id"] != question.number:
                continue  # an answer that nobody waits for any more
            if "tried" in reply:
                question.tried = question.before + reply["tried"]
                continue
            if "error" in reply:
                if reply["error"] != self._complained:  # once where there is no solver
                    _log.error("The solver cannot answer %s: %s", question.asked, reply["error"])
                self._complained = reply["error"]
                self._drop(question, partial(sentence, reply["error"]))
                continue
            await self._take(question, reply)
        await process.wait()
        self._process = None
        # Waiting askers repeat their questions, which starts another process. Drop the one in hand:
        # it may have ended this process.
        question, self._in_hand = self._in_hand, None
        if question:
            _log.error("The solver ended (%s) at %s", process.returncode, question.asked)
            why = partial(
                translate,
                "The solver ended unexpectedly (status {status}). Your next question restarts it.",
                status=process.returncode,
            )
            self._drop(question, why)

    async def _take(self, question: _Question, reply: dict[str, Any]) -> None:
        position, line = question.position, tuple(reply["line"])
        if position and line:
            await self._learn_along(position, line)
        elif position and reply.get("limit") != "stopped":
            self.learn(position, line, reply["result"], question.asked["seconds"])
        self._finish(question, reply)
