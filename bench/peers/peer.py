"""Interface of a peer, a program to compare with."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, NamedTuple

from bench.peers.process import Run
from cadogan import Position

__all__ = ["Answer", "Limits", "Peer", "Setting", "UnableError", "answer_of", "limited"]


class UnableError(Exception):
    """Error for a comparison that a peer cannot make; its text gives the reason."""


class Answer(NamedTuple):
    """A verdict on a deal (``won``, ``lost`` or ``unknown``), and the CPU seconds that it took."""

    result: str
    seconds: float


class Limits(NamedTuple):
    """The limits for a deal: CPU seconds, and bytes of memory."""

    seconds: float
    memory: int


class Setting(NamedTuple):
    """A way to run a peer.

    Attributes:
        name: its name in the table.
        arguments: what the peer's module needs to know; their meaning depends on the peer.
        proves: whether an exhausted search is a proof that the deal is lost. If not, the deal
            counts as undecided.
    """

    name: str
    arguments: tuple[str, ...]
    proves: bool = True


class Peer(ABC):
    """A program to compare with.

    Attributes:
        name: the program's name.
        short: its name in the table and in options.
        command: the command that starts it, unless an option names another.
        origin: where the program comes from.
        batches: whether it can solve many deals in one process, with a limit for each of them.
    """

    name: ClassVar[str]
    short: ClassVar[str]
    command: ClassVar[str]
    origin: ClassVar[str]
    batches: ClassVar[bool] = False

    def __init__(self, program: str | None = None) -> None:
        """Find the program.

        Raises:
            UnableError: if it is not installed.
        """
        wanted = program or self.command
        found = shutil.which(wanted)
        if found is None:
            raise UnableError(
                f"{self.name} is left out: the program {wanted!r} is not installed (it is in"
                f" {self.origin}; --program {self.short}=PATH names another place)"
            )
        self.program = found

    @property
    @abstractmethod
    def games(self) -> Collection[str]:
        """Our ids of the games that both programs play by the same rules."""

    @abstractmethod
    def version(self) -> str:
        """Return the program's version."""

    @abstractmethod
    def board(self, position: Position) -> str:
        """Return a position in the program's format.

        Raises:
            CadoganError: if the format cannot express the position.
        """

    @abstractmethod
    def settings(self, game: str) -> Sequence[Setting]:
        """Return the fastest and the surest setting for a game."""

    @abstractmethod
    def solve(self, setting: Setting, game: str, board: str, limits: Limits) -> Answer:
        """Solve a board in a process of its own; the seconds are those of the whole process.

        Raises:
            UnableError: if the program ended without a verdict.
        """

    def batch(
        self, setting: Setting, game: str, boards: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Solve boards one after another in one process; the seconds are those of each board.

        Raises:
            UnableError: if the program cannot, or if it failed.
        """
        raise UnableError(f"{self.name} cannot solve many deals in one process")

    def holds(self, setting: Setting, game: str, position: Position, limits: Limits) -> bool:
        """Return whether Cadogan can replay the program's winning line.

        The result ``False`` proves nothing: the peer's module may be unable to read the line.
        """
        return False


def limited(answer: Answer, limits: Limits) -> Answer:
    """Return the answer, or ``unknown`` if it took more than the allowed seconds.

    >>> limited(Answer("won", 10.2), Limits(10, 1 << 30))
    Answer(result='unknown', seconds=10)
    """
    if answer.seconds > limits.seconds:
        return Answer("unknown", limits.seconds)
    return answer


def answer_of(done: Run, result: str | None, limits: Limits) -> Answer:
    """Return the answer of a finished process.

    Args:
        done: the process.
        result: the verdict in its output, or None if there is none.
        limits: the limits for the deal.

    Raises:
        UnableError: if the process ended without a verdict, though not because of a limit.
    """
    if done.status < 0 or done.seconds > limits.seconds:  # it has reached a limit
        return limited(Answer("unknown", done.seconds), limits)
    if result is None:
        raise UnableError(" ".join(done.output.split())[:200] or f"status {done.status}")
    return Answer(result, done.seconds)
