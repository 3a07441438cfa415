"""How difficult a deal is, measured: how often those who see what a player sees win it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cadogan.policies.machine import play
from cadogan.position import Game
from cadogan.solver import Verdict, solve

__all__ = ["LEVELS", "PLAYS", "Difficulty", "difficulty", "winnable"]

LEVELS = ("easy", "middling", "hard")
PLAYS = {"random": 40, "greedy": 40, "careful": 8}  # each with a seed of its own
_SECONDS_A_DEAL = 2.0
_MEMORY = 1 << 29


class Difficulty(NamedTuple):
    """What was measured of a deal.

    Attributes:
        level: ``"easy"``: ``greedy`` wins at least half of its plays, or ``careful`` three in four.
            ``"hard"``: ``careful`` wins no more than one in four, ``greedy`` and ``random`` no more
            than one in twenty. ``"middling"``: what is neither.
        random, greedy, careful: the share of its plays that each policy wins.
        forced: the share of moves beside which there was no other, in the plays of ``random``.

    >>> Difficulty.of(random=0.0, greedy=0.1, careful=0.5, forced=0.2).level
    'middling'
    """

    level: str
    random: float
    greedy: float
    careful: float
    forced: float

    @classmethod
    def of(cls, random: float, greedy: float, careful: float, forced: float) -> Difficulty:
        """Return the difficulty that some shares make."""
        level = "middling"
        if greedy >= 0.5 or careful >= 0.75:
            level = "easy"
        elif careful <= 0.25 and greedy <= 0.05 and random <= 0.05:
            level = "hard"
        return cls(level, random, greedy, careful, forced)


def difficulty(game: Game, deal: int) -> Difficulty:
    """Measure how difficult a deal is; the same deal is as difficult on every machine.

    Raises:
        BadDeal: when the number will not do.
        NoSolver: when the policies cannot be compiled.

    >>> from cadogan.position import game
    >>> difficulty(game("clock-patience"), 1).level
    'hard'
    """
    shares = {}
    moves, forced = 0, 0
    for policy, count in PLAYS.items():
        plays = [play(game, [deal], policy, seed)[0] for seed in range(count)]
        shares[policy] = sum(one.won for one in plays) / count
        if policy == "random":
            moves = sum(one.moves for one in plays)
            forced = sum(one.forced for one in plays)
    return Difficulty.of(**shares, forced=forced / moves if moves else 1.0)


def winnable(
    game: Game, first: int, level: str | None = None, stop: Callable[[], bool] = lambda: False
) -> tuple[int, Verdict, Difficulty | None] | None:
    """Return the next deal that is proved to be won, if need be of some difficulty.

    Args:
        game: any game.
        first: the number to begin at.
        level: one of :data:`LEVELS`, or None for any deal.
        stop: asked now and then whether to stop looking.

    Returns:
        Its number, what the solver says of it and how difficult it is, if that was asked; None
        when it was stopped before there was one.

    >>> from cadogan.position import game
    >>> number, verdict, _ = winnable(game("bakers-dozen"), 7)
    >>> number, verdict.result
    (7, 'won')
    """
    number = first
    while not stop():
        verdict = solve(game.deal(number), seconds=_SECONDS_A_DEAL, memory=_MEMORY, stop=stop)
        if verdict.result == "won":
            if level is None:
                return number, verdict, None
            found = difficulty(game, number)
            if found.level == level:
                return number, verdict, found
        number += 1
    return None
