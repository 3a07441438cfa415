"""Analysis of a play: descriptions of its steps, and verdicts on its positions.

Verdicts imply other verdicts. If a position can be won, every earlier position can be won. If it is
lost, every later position is lost. So a few of the solver's verdicts, in the right order, reveal
the move that lost the game.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from cadogan.model.position import Position
from cadogan.session.announce import describe_step
from cadogan.session.play import walk


def step_sentences(start: Position, steps: Sequence[str]) -> list[str]:
    """Return a description of each step.

    Raises:
        IllegalMoveError: if a step is not legal.

    >>> import cadogan
    >>> step_sentences(cadogan.game("freecell").deal("ms:1"), ["t1-c1"])
    ['Six of spades to cell 1.']
    """
    return [describe_step(path, moves) for path, moves in walk(start, steps)]


def filled(results: Sequence[str]) -> list[str]:
    """Add the verdicts that follow from known verdicts; leave the others empty.

    Args:
        results: ``won``, ``lost``, ``unknown`` or empty, at the deal and after each step.

    >>> filled(["", "unknown", "won", "", "lost", ""])
    ['won', 'won', 'won', '', 'lost', 'lost']
    """
    verdicts = list(results)
    last = max((i for i, result in enumerate(verdicts) if result == "won"), default=-1)
    first = next((i for i, result in enumerate(verdicts) if result == "lost"), len(verdicts))
    return ["won"] * (last + 1) + verdicts[last + 1 : first] + ["lost"] * (len(verdicts) - first)


def next_to_ask(results: Sequence[str]) -> int | None:
    """Return the index of the next position to solve, or None if all verdicts are known.

    The last position comes first, then the first one, and then the middle of the longest stretch
    without verdicts.

    >>> next_to_ask(["", "", "", ""]), next_to_ask(["won", "", "", "", "lost"])
    (3, 2)
    >>> next_to_ask(["won", "lost"]) is None
    True
    """
    verdicts = filled(results)
    for end in (len(verdicts) - 1, 0):
        if not verdicts[end]:
            return end
    longest, at, begun = 0, None, 0
    for i, result in enumerate([*verdicts, "won"]):
        if result:
            begun = i + 1
        elif i + 1 - begun > longest:
            longest = i + 1 - begun
            at = begun + (longest - 1) // 2
    return at


def thrown(results: Sequence[str]) -> int | None:
    """Return the number of the step that lost the game, or None if it is unknown.

    >>> thrown(["won", "won", "lost"]), thrown(["won", "", "lost"]), thrown(["won", "won"])
    (2, None, None)
    """
    verdicts = filled(results)
    pairs = itertools.pairwise(verdicts)
    return next((i for i, pair in enumerate(pairs, 1) if pair == ("won", "lost")), None)
