"""Jobs for the editor: one process at a time, which can be cancelled at any moment."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Literal

import msgspec

from cadogan.core.worker_process import WorkerProcess, start_worker
from cadogan.i18n import translate

UNASKED = 5.0  # a job without a request for this many seconds is cancelled
_LONGEST_LINE = 1 << 20  # the maximum size of an answer in bytes
_log = logging.getLogger("cadogan.web")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question that a job answers.

    Attributes:
        ask: the kind of question.
        text: the text of a definition file.
        file: the name of the definition file.
        game: the id of a game in the file.
        deal: the deal to solve.
        plays, deals: the numbers of plays and deals for a check.
    """

    ask: Literal["check", "solve"]
    text: str
    file: str
    game: str
    deal: str = "1"
    plays: int = 1000
    deals: int = 20


class _Job:
    """A running process with its last progress report."""

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.doing = ""
        self.outcome: dict[str, Any] | None = None
        self.process: WorkerProcess | None = None
        self.given_up = False
        self.unasked: asyncio.TimerHandle | None = None
        self.task = asyncio.create_task(self._go())

    def keep(self) -> None:
        """Record that the page has asked again, so that the job keeps running."""
        if self.unasked:
            self.unasked.cancel()

    def give_up(self) -> None:
        """End the process."""
        self.keep()
        self.given_up = True
        if self.process:
            self.process.kill()

    async def _go(self) -> None:
        try:
            self.process = process = await start_worker("cadogan.web.job_process", _LONGEST_LINE)
        except OSError as error:
            _log.error("A job cannot be started: %s", error)
            self.outcome = {
                "error": translate("This is not possible now: {why}.", why=error.strerror or error)
            }
            return
        if self.given_up:
            self.give_up()
        process.write(msgspec.json.encode(self.asked) + b"\n")
        async for line in process.lines():
            news = msgspec.json.decode(line)
            if "doing" in news:
                self.doing = news["doing"]
            else:
                self.outcome = news
                process.close()
        status = await process.wait()
        if self.outcome is None:
            if not self.given_up:
                _log.error("A job ended (%s) at %s", status, self.asked.ask)
            self.outcome = {"error": translate("This did not finish. Try again.")}


class Jobs:
    """Runner for one job at a time; a new question cancels the previous job."""

    def __init__(self) -> None:
        self._now: _Job | None = None

    async def ask(self, asked: Question, wait: float = 0.9) -> dict[str, Any]:
        """Return the state of a question, after waiting up to ``wait`` seconds for its answer.

        Returns:
            ``{"state": "working", "doing": ...}`` or ``{"state": "done", ...}`` with the answer.
        """
        job = self._now
        if job is None or job.asked != asked or job.given_up:
            self.close()
            job = self._now = _Job(asked)
        job.keep()
        await asyncio.wait({job.task}, timeout=wait)
        if job.outcome is not None:
            if self._now is job and "error" in job.outcome:
                self._now = None  # so that the same question can start a new job
            return {"state": "done", **job.outcome}
        job.keep()
        job.unasked = asyncio.get_running_loop().call_later(UNASKED, job.give_up)
        return {"state": "working", "doing": job.doing}

    def close(self) -> None:
        """Cancel the job."""
        job, self._now = self._now, None
        if job:
            job.give_up()
