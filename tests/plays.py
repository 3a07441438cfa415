"""Random plays, and a comparison of tests for positions along them."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.facts import Analysis
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, freeze, new_state, thaw
from cadogan.state.state import LIFTS, State, kind_of, target_of
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


def walk(
    R: CompiledRules, S: State, rng: random.Random, most: int = 60, up: float = 0.0
) -> Iterator[None]:
    """Play at random on a working state, and yield at each position, including the first.

    Args:
        R: the game's rules.
        S: the working state at the first position.
        rng: the random number generator.
        most: the maximum number of moves.
        up: the probability of choosing only among moves to foundations, if there are any.
    """
    out = [0] * MOST_MOVES
    yield
    for _ in range(most):
        moves = out[: engine.generate(R, S, out)]
        if not moves:
            return
        raised = [m for m in moves if kind_of(m) <= LIFTS and target_of(m) < R.foundations]
        S.num[Num.LOG] = 0
        engine.make(R, S, rng.choice(raised if up and raised and rng.random() < up else moves))
        yield


def random_play(
    start: Position, rng: random.Random, most: int = 60, up: float = 0.0
) -> Iterator[Position]:
    """Yield the positions in a random play, including the first; see `walk`."""
    R = start.game.compiled_rules
    S = new_state(R, hashed=False)
    thaw(R, S, start.snapshot)
    for _ in walk(R, S, rng, most, up):
        yield Position(start.game, freeze(R, S))


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
    R = game.compiled_rules
    S = new_state(R)
    analysed = functools.cache(functools.partial(analyse, game))
    for deal in deals:
        thaw(R, S, game.deal(deal).snapshot)
        for _ in islice(walk(R, S, rng, most, up), 0, None, every):
            A = analysed(S.num[Num.BASE])
            answer = slow(R, S, A)
            assert fast(R, S, A) == answer, Position(game, freeze(R, S)).to_line()
            answers[answer] += 1
    return answers


def lost_though_won(position: Position, test: Test, analysis: Analysis | None = None) -> bool:
    """Return whether a test reports as lost a position that brute force wins."""
    return test(*searched(position, analysis)) and decide(position) is True
