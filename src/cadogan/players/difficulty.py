"""Difficulty of a deal: how often policies that do not see the hidden cards win it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cadogan.model.position import Game
from cadogan.players.host import play

LEVELS = ("easy", "medium", "hard")
# number of plays for each policy, each play with its own seed
PLAYS = {"random": 40, "greedy": 40, "careful": 8}


class Difficulty(NamedTuple):
    """Measured difficulty of a deal.

    Attributes:
        random, greedy, careful: share of the plays that each policy wins.
        forced: share of the moves in ``random``'s plays that had no alternative.
    """

    random: float
    greedy: float
    careful: float
    forced: float

    @property
    def level(self) -> str:
        """Return the level of difficulty, one of :data:`LEVELS`.

        A deal is easy if ``greedy`` wins at least half of its plays, or if ``careful`` wins at
        least three in four. A deal is hard if ``careful`` wins at most one in four of its plays,
        and ``greedy`` and ``random`` win at most one in twenty.

        >>> Difficulty(random=0.0, greedy=0.1, careful=0.5, forced=0.2).level
        'medium'
        """
        if self.greedy >= 0.5 or self.careful >= 0.75:
            return "easy"
        if self.careful <= 0.25 and self.greedy <= 0.05 and self.random <= 0.05:
            return "hard"
        return "medium"


def difficulty(game: Game, deal: int) -> Difficulty:
    """Measure how difficult a deal is; the result is the same on every machine.

    Raises:
        InvalidDealError: if the deal number is invalid.
        SolverMissingError: if there is no solver for this machine.

    >>> from cadogan.model.position import game
    >>> difficulty(game("clock-patience"), 1).level
    'hard'
    """
    plays = {
        policy: [play(game, [deal], policy, seed)[0] for seed in range(count)]
        for policy, count in PLAYS.items()
    }
    shares = {policy: sum(one.won for one in plays[policy]) / PLAYS[policy] for policy in PLAYS}
    moves = sum(one.moves for one in plays["random"])
    forced = sum(one.forced for one in plays["random"])
    return Difficulty(**shares, forced=forced / moves if moves else 1.0)


def has_level(game: Game, deal: int, level: str, stop: Callable[[], bool] = lambda: False) -> bool:
    """Return whether a deal has a level as defined by :func:`difficulty`, using fewer plays.

    The fast policies play first. No further play begins once the answer is certain. Most deals need
    only a few plays of ``careful``, which takes a thousand times as long as the others. The
    function calls ``stop`` every few moves; if the result is True, return False.

    Raises:
        InvalidDealError: if the deal number is invalid.
        SolverMissingError: if there is no solver for this machine.

    >>> from cadogan.model.position import game
    >>> [has_level(game("clock-patience"), 1, level) for level in LEVELS]
    [False, False, True]
    """
    won = dict.fromkeys(PLAYS, 0)
    left = dict(PLAYS)
    for policy, count in PLAYS.items():
        for seed in range(count):
            # More wins never make a deal harder, so the two extremes are that all remaining plays
            # are lost, and that all are won.
            hardest, easiest = _level(won), _level({one: won[one] + left[one] for one in PLAYS})
            between = LEVELS[LEVELS.index(easiest) : LEVELS.index(hardest) + 1]
            if level not in between or len(between) == 1:
                return level in between
            plays = [] if stop() else play(game, [deal], policy, seed, stop)
            if not plays:
                return False
            left[policy] -= 1
            won[policy] += plays[0].won
    return _level(won) == level


def _level(won: dict[str, int]) -> str:
    return Difficulty(**{one: won[one] / PLAYS[one] for one in PLAYS}, forced=0.0).level
