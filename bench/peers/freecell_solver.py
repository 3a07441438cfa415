"""Freecell Solver, by Shlomi Fish: the program ``fc-solve``, and its library for batches.

Its boards are those of ``write_board``. A setting is a value of its option ``-l``; ``plain`` omits
the option.
"""

from __future__ import annotations

import ctypes.util
import json
import math
import re
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.peers.peer import Answer, Limits, Peer, Setting, UnableError, answer_of, limited
from bench.peers.process import run
from cadogan import Position
from cadogan.core.errors import CadoganError
from cadogan.model.formats import read_solution, write_board

__all__ = ["FreecellSolver", "verdict_in"]


class _Game(NamedTuple):
    arguments: str  # the options that choose the game
    fastest: str
    surest: str


# The fastest preset had the lowest mean on deals 1001 to 1100, or on the first 20 or 60 of them in
# slow games. Presets that left more deals undecided were not considered. The surest preset decided
# the most deals with proofs: it tries moves of several cards, and then all moves. Some presets
# break rules: ``as`` moves single cards to the foundations of Simple Simon, and ``lg`` fills empty
# piles of Fore Cell with any card. Usual builds refuse Baker's Dozen, which has more than ten
# piles; its presets are a guess.
_GAMES = {
    "freecell": _Game("-g freecell", "lg", "gi"),
    "freecell-three-cells": _Game("-g freecell --freecells-num 3", "lg", "gi"),
    "freecell-two-cells": _Game("-g freecell --freecells-num 2", "eo", "gi"),
    "bakers-game": _Game("-g bakers_game", "eo", "gi"),
    "eight-off": _Game("-g eight_off", "te", "gi"),
    "seahaven-towers": _Game("-g seahaven_towers", "ct", "gi"),
    "fore-cell": _Game("-g forecell", "te", "gi"),
    "simple-simon": _Game("-g simple_simon", "plain", "tlm"),
    "beleaguered-castle": _Game("-g beleaguered_castle", "hw", "gi"),
    "streets-and-alleys": _Game("-g streets_and_alleys", "te", "gi"),
    "bakers-dozen": _Game("-g bakers_dozen", "te", "gi"),
    "good-measure": _Game("-g good_measure", "te", "gi"),
}
# Presets that try every move one by one, so that "could not solve" is a proof. The others also or
# only use moves of several cards at once.
_PROVING = {
    "cn": "crooked-nose",
    "fg": "fools-gold",
    "gi": "good-intentions",
    "sr": "slick-rock",
    "ss": "sand-stone",
    "tfts": "toons-for-twenty-somethings",
}
_NOT_PROVED = {"simple-simon"}  # where each of its moves stands for several
_SAYS = {
    "This game is solveable.": "won",
    "I could not solve this game.": "lost",
    "Iterations count exceeded.": "unknown",
}
_BATCH = Path(__file__).with_name("freecell_solver_batch.py")
_STARTING = 10  # CPU seconds for what a batch does besides its boards


def verdict_in(output: str) -> str | None:
    r"""Return the verdict in Freecell Solver's output, or None.

    >>> verdict_in("-=-=-=-\nThis game is solveable.\nTotal number of states checked is 7.\n")
    'won'
    """
    return next((_SAYS[line] for line in output.splitlines() if line in _SAYS), None)


class FreecellSolver(Peer):
    """Freecell Solver."""

    name = "Freecell Solver"
    short = "fc-solve"
    command = "fc-solve"
    origin = "Debian's freecell-solver-bin"
    batches = True

    def __init__(self, program: str | None = None, library: str | None = None) -> None:
        """Find the program and, for batches, the library."""
        super().__init__(program)
        self.library = library or ctypes.util.find_library("freecell-solver")

    @property
    def games(self) -> Collection[str]:
        """Our ids of the games that both programs play by the same rules."""
        return _GAMES.keys()

    def version(self) -> str:
        """Return the program's version."""
        done = run([self.program, "--version"], seconds=5, memory=None)
        return " ".join(done.output.split())

    def board(self, position: Position) -> str:
        """Return a position in the program's format."""
        return write_board(position)

    def settings(self, game: str) -> Sequence[Setting]:
        """Return the fastest and the surest preset for a game, or one that is both."""
        row = _GAMES[game]
        return [self.setting(name) for name in dict.fromkeys((row.fastest, row.surest))]

    def setting(self, name: str) -> Setting:
        """Return the setting with a preset; the program itself rejects an unknown preset."""
        proves = name in _PROVING or name in _PROVING.values()
        return Setting(name, () if name == "plain" else ("-l", name), proves)

    def solve(self, setting: Setting, game: str, board: str, limits: Limits) -> Answer:
        """Solve a board in a process of its own, which prints a line in its shortest form."""
        answer, _ = self._answer(setting, game, board, limits, "-m", "-snx")
        return answer

    def _answer(
        self, setting: Setting, game: str, board: str, limits: Limits, *printed: str
    ) -> tuple[Answer, str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "board.txt")
            file.write_text(board, encoding="utf-8")
            command = [self.program, *self._arguments(setting, game), *printed, str(file)]
            done = run(command, seconds=limits.seconds, memory=limits.memory)
        result = verdict_in(done.output)
        if result == "lost" and not self._proves(setting, game):
            result = "unknown"
        return answer_of(done, result, limits), done.output

    def _arguments(self, setting: Setting, game: str) -> list[str]:
        return [*_GAMES[game].arguments.split(), *setting.arguments]

    def _proves(self, setting: Setting, game: str) -> bool:
        return setting.proves and game not in _NOT_PROVED

    def batch(
        self, setting: Setting, game: str, boards: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Solve boards with one instance of the library.

        A board may end the process: memory runs out, or the library has a bug. Such a board is
        undecided, and another process continues behind it.
        """
        if self.library is None:
            raise UnableError(
                "the library libfreecell-solver is not installed; --library names its path"
            )
        answers: list[Answer] = []
        while len(answers) < len(boards):
            answers += self._process(setting, game, boards[len(answers) :], limits)
        return answers

    def _process(
        self, setting: Setting, game: str, boards: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Return the answers of one process, the last of which may be the one that ended it."""
        job = {
            "library": self.library,
            "arguments": self._arguments(setting, game),
            "boards": boards,
            "seconds": limits.seconds,
        }
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "job.json")
            file.write_text(json.dumps(job), encoding="utf-8")
            most = math.ceil(limits.seconds * (len(boards) + 1)) + _STARTING
            command = [sys.executable, "-I", "-S", str(_BATCH), str(file)]
            done = run(command, seconds=most, memory=limits.memory)
        answers = []
        lines = done.output.splitlines()
        for line in lines:
            found = re.fullmatch(r"(won|lost|unknown) ([0-9.e-]+)", line)
            if not found:
                break
            result = found[1]
            if result == "lost" and not self._proves(setting, game):
                result = "unknown"
            answers.append(limited(Answer(result, float(found[2])), limits))
        if len(answers) == len(boards):
            return answers
        if done.status >= 0:
            reason = " ".join(" ".join(lines[len(answers) :]).split())
            raise UnableError(reason[:200] or f"status {done.status}")
        spent = done.seconds - sum(answer.seconds for answer in answers)
        return [*answers, limited(Answer("unknown", spent), limits)]

    def holds(self, setting: Setting, game: str, position: Position, limits: Limits) -> bool:
        """Return whether Cadogan can replay the program's winning line.

        The result ``False`` proves nothing: in some games a printed move stands for several.
        """
        answer, output = self._answer(setting, game, self.board(position), limits, "-m")
        if answer.result != "won":
            return False
        try:
            *_, end = read_solution(position.game, output, position).replay()
        except CadoganError as error:
            print(f"cannot replay {self.name}'s line: {error}")
            return False
        return end.won
