"""Random plays, and a comparison of tests for positions along them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import new_state, thaw
from cadogan.state.state import State
from tests.brute import decide

__all__ = ["Searched", "Test", "compare", "lost_though_won", "random_play", "searched"]

Test = Callable[[CompiledRules, State, Analysis], bool]


class Searched(NamedTuple):
    """The records of a search: compiled rules, working state and analysis."""

    R: CompiledRules
    S: State
    A: Analysis


def searched(
    position: Position, analysis: Analysis | None = None, without: Collection[str] = ()
) -> Searched:
    """Return the records of a search at a position."""
    R = position.game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    return Searched(R, S, analysis or analyse(position.game, position.snapshot.base, without))


def random_play(
    start: Position, rng: random.Random, most: int = 60, up: float = 0.0
) -> Iterator[Position]:
    """Yield the positions in a random play, including the first.

    Args:
        start: the first position.
        rng: the random number generator.
        most: the maximum number of moves.
        up: the probability of choosing only among moves to foundations, if there are any.
    """
    position = start
    yield position
    for _ in range(most):
        moves = position.move_texts()
        if not moves:
            return
        raised = [text for text in moves if "-f" in text] if up else []
        position = position.play(rng.choice(raised if raised and rng.random() < up else moves))
        yield position


def compare(
    game: Game,
    fast: Test,
    slow: Test,
    deals: Iterable[int],
    *,
    every: int = 1,
    most: int = 60,
    up: float = 0.0,
) -> Counter[bool]:
    """Compare a test for positions with its simple twin in random plays; count the answers."""
    rng = random.Random(game.id)
    answers: Counter[bool] = Counter()
    for deal in deals:
        start = game.deal(deal)
        R, S, A = searched(start)
        base = start.snapshot.base
        for position in islice(random_play(start, rng, most, up), 0, None, every):
            if position.snapshot.base != base:
                base = position.snapshot.base
                A = analyse(game, base)
            thaw(R, S, position.snapshot)
            answer = slow(R, S, A)
            assert fast(R, S, A) == answer, position.to_line()
            answers[answer] += 1
    return answers


def lost_though_won(position: Position, test: Test, analysis: Analysis | None = None) -> bool:
    """Return whether a test wrongly reports a position as lost that brute force wins."""
    return test(*searched(position, analysis)) and decide(position) is True
