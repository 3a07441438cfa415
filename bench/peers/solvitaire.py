"""Solvitaire, by Charlie Blake and Ian Gent, the program behind the published study.

Its deals are those of ``write_solvitaire``. It has two settings. ``plain`` searches all moves.
``smart`` is its *smart streamliners*. A first search has a tenth of the time. It puts every card
on the foundations that it can, and takes suits of a colour as equal. If it does not win, a search
of all moves follows. Solvitaire's own limits are in real time. Therefore this module runs
the two searches as two processes, with limits in CPU seconds, and adds up their seconds.
"""

from __future__ import annotations

import json
import re
import signal
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.peers.peer import Answer, Limits, Peer, Setting, UnableError, answer_of, limited
from bench.peers.process import run
from cadogan import Position
from cadogan.model.formats import write_solvitaire

__all__ = ["Solvitaire", "verdict_in"]


def _dozen(piles: int) -> Mapping[str, Any]:
    """Return the rules of a game like Baker's Dozen, which Solvitaire has no name for."""
    return {
        "tableau piles": {
            "count": piles,
            "build policy": "any-suit",
            "spaces policy": "no-build",
            "move built group": "no",
        }
    }


# Solvitaire's name for a game, or the game's rules in its language. It cannot read deals with
# cards in cells, so Eight Off, Fore Cell and Seahaven Towers are missing.
_GAMES: Mapping[str, str | Mapping[str, Any]] = {
    "freecell": "free-cell",
    "freecell-three-cells": "free-cell-3-cell",
    "freecell-two-cells": "free-cell-2-cell",
    "bakers-game": "bakers-game",
    "simple-simon-single": "simple-simon",
    "beleaguered-castle": "beleaguered-castle",
    "streets-and-alleys": "streets-and-alleys",
    "bakers-dozen": _dozen(13),
    "good-measure": _dozen(10),
    "spanish-patience-worrying-back": "spanish-patience",
    "king-albert": "king-albert",
    "raglan": "raglan",
    "somerset": "somerset",
    "canfield-base-lowest": "canfield",
    "klondike": "klondike-deal-1",
    "klondike-draw-3": "klondike",
}
_SETTINGS = (Setting("smart", ("both", "none")), Setting("plain", ("none",)))
_STREAMLINED = 0.1  # the share of the seconds for a search that is not the last one
_SAYS = {
    "solved": "won",
    "unsolvable": "lost",
    "timed-out": "unknown",
    "memory-limit-reached": "unknown",
    "terminated": "unknown",
}
_CLASSIFIED = re.compile(r"(?:, [^,\n]*)+, (?P<type>[a-z-]+)$", re.MULTILINE)


def verdict_in(output: str) -> str | None:
    r"""Return the verdict in the output of Solvitaire with the option ``--classify``, or None.

    >>> verdict_in("[info] Attempting to solve d.json...\n, solved, 3, 25, 14, 16, solved\n")
    'won'
    """
    found = _CLASSIFIED.search(output)
    return _SAYS.get(found["type"]) if found else None


class Solvitaire(Peer):
    """Solvitaire."""

    name = "Solvitaire"
    short = "solvitaire"
    command = "solvitaire"
    origin = "the repository thecharlieblake/Solvitaire on GitHub"

    @property
    def games(self) -> Collection[str]:
        """Our ids of the games that both programs play by the same rules."""
        return _GAMES.keys()

    def version(self) -> str:
        """Return the program's version."""
        done = run([self.program, "--version"], seconds=5, memory=None)
        found = re.search(r"version: ([^)\s]+)", done.output)
        return f"Solvitaire {found[1] if found else 'of an unknown version'}"

    def board(self, position: Position) -> str:
        """Return a position in the program's format."""
        return write_solvitaire(position)

    def settings(self, game: str) -> Sequence[Setting]:
        """Return both settings."""
        return _SETTINGS

    def solve(self, setting: Setting, game: str, board: str, limits: Limits) -> Answer:
        """Solve a board, in one process for each search of the setting."""
        *streamlined, last = setting.arguments
        spent = 0.0
        for streamliners in streamlined:
            some = Limits(_STREAMLINED * limits.seconds, limits.memory)
            answer = self._search(streamliners, game, board, some)
            spent += answer.seconds
            if answer.result == "won":
                return Answer("won", spent)
        rest = Limits(limits.seconds - spent, limits.memory)
        answer = self._search(last, game, board, rest)
        return limited(Answer(answer.result, spent + answer.seconds), limits)

    def _search(self, streamliners: str, game: str, board: str, limits: Limits) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            deal, rules = Path(folder, "deal.json"), Path(folder, "rules.json")
            deal.write_text(board, encoding="utf-8")
            known = _GAMES[game]
            if isinstance(known, str):
                named = ["--type", known]
            else:
                rules.write_text(json.dumps(known), encoding="utf-8")
                named = ["--custom-rules", str(rules)]
            command = [
                self.program,
                *named,
                "--classify",
                "--streamliners",
                streamliners,
                str(deal),
            ]
            done = run(command, seconds=limits.seconds, memory=limits.memory)
        if done.status == -signal.SIGABRT and "bad_alloc" not in done.output:
            raise UnableError(" ".join(done.output.split())[-200:])  # it cannot read the deal
        return answer_of(done, verdict_in(done.output), limits)
