"""How difficult a deal is, measured: how often those who see what a player sees win it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, cast

from cadogan.policies.machine import play
from cadogan.position import Game

__all__ = ["LEVELS", "PLAYS", "Difficulty", "difficulty", "difficulty_if"]

LEVELS = ("easy", "middling", "hard")
# how many plays of each, with a seed of its own each; the quickest are made first
PLAYS = {"greedy": 40, "random": 40, "careful": 8}


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
    found = difficulty_if(game, deal, LEVELS)
    return cast("Difficulty", found)  # it is of one of them, and nothing stops it


def difficulty_if(
    game: Game, deal: int, levels: Collection[str], stop: Callable[[], bool] = lambda: False
) -> Difficulty | None:
    """Measure how difficult a deal is, where it is of some level.

    Args:
        game: any game.
        deal: the number.
        levels: those of :data:`LEVELS` that are wanted. As soon as the deal cannot be of one of
            them no more plays are made, which are most of the work.
        stop: asked after each play whether to stop.

    Returns:
        What was measured; None when it is of another level, or when it was stopped.

    Raises:
        BadDeal: when the number will not do.
        NoSolver: when the policies cannot be compiled.

    >>> from cadogan.position import game
    >>> print(difficulty_if(game("clock-patience"), 1, ["easy"]))
    None
    """
    wins = dict.fromkeys(PLAYS, 0)
    left = dict(PLAYS)
    moves, forced = 0, 0
    for policy, count in PLAYS.items():
        for seed in range(count):
            one = play(game, [deal], policy, seed)[0]
            wins[policy] += one.won
            left[policy] -= 1
            if policy == "random":
                moves, forced = moves + one.moves, forced + one.forced
            if stop() or not any(_may_be(level, wins, left) for level in levels):
                return None
    return _of(wins, forced / moves if moves else 1.0)


def _of(wins: Mapping[str, int], forced: float = 0.0) -> Difficulty:
    shares = {policy: wins[policy] / count for policy, count in PLAYS.items()}
    return Difficulty.of(**shares, forced=forced)


def _may_be(level: str, wins: Mapping[str, int], left: Mapping[str, int]) -> bool:
    """Say whether it can be of a level yet: more wins only make it easier."""
    most = _of({policy: wins[policy] + left[policy] for policy in PLAYS})
    return LEVELS.index(most.level) <= LEVELS.index(level) <= LEVELS.index(_of(wins).level)
