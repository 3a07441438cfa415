"""Klondike-Solver, by ShootMe, for Klondike with any number of cards at a time.

Its deals are those of ``write_digits``. It has two settings. ``minimal``, the default of the
program, looks for a shortest solution and can prove a loss. ``fast`` makes three searches, which
are limited in states and prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bench.peers.peer import Answer, Limits, Peer, Setting, answer_of
from bench.peers.process import run
from cadogan import Position
from cadogan.model.formats import write_digits

__all__ = ["KlondikeSolver", "verdict_in"]

_DRAWS = {"klondike": 1, "klondike-draw-2": 2, "klondike-draw-3": 3, "klondike-draw-4": 4}
_SETTINGS = (
    Setting("fast", ("/F", "/S", "50000"), proves=False),
    Setting("minimal", ()),  # at most 5,000,000 states
)
_SAYS = {"Minimal solution": "won", "Solved": "won", "Impossible.": "lost", "Unknown.": "unknown"}
_VERDICT = re.compile("|".join(map(re.escape, _SAYS)))


def verdict_in(output: str) -> str | None:
    r"""Return the verdict in Klondike-Solver's output, or None.

    >>> verdict_in("Minimal solution in 142 moves. Took 8974102 ms.\n")
    'won'
    """
    found = _VERDICT.search(output)
    return _SAYS[found[0]] if found else None


class KlondikeSolver(Peer):
    """Klondike-Solver."""

    name = "Klondike-Solver"
    short = "klondike-solver"
    command = "KlondikeSolver"
    origin = "the repository ShootMe/Klondike-Solver on GitHub"

    @property
    def games(self) -> Collection[str]:
        """Our ids of the games that both programs play by the same rules."""
        return _DRAWS.keys()

    def version(self) -> str:
        """Return the program's version."""
        done = run([self.program, "/help"], seconds=5, memory=None)
        found = re.search(r"Klondike Solver V([0-9.]+)", done.output)
        return f"Klondike-Solver {found[1] if found else 'of an unknown version'}"

    def board(self, position: Position) -> str:
        """Return a position in the program's format."""
        return write_digits(position)

    def settings(self, game: str) -> Sequence[Setting]:
        """Return both settings."""
        return _SETTINGS

    def solve(self, setting: Setting, game: str, board: str, limits: Limits) -> Answer:
        """Solve a deal in a process of its own."""
        command = [self.program, "/DC", str(_DRAWS[game]), *setting.arguments, "/O", "2"]
        done = run([*command, "/D", board.strip()], seconds=limits.seconds, memory=limits.memory)
        result = verdict_in(done.output)
        if result == "lost" and not setting.proves:
            result = "unknown"
        return answer_of(done, result, limits)
