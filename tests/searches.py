"""Single searches by the solver, without the portfolio."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cadogan
from cadogan.solver.codes import Outcome
from cadogan.solver.host import borrowed, search_kernel
from cadogan.solver.portfolio import _Search


@contextmanager
def begun(game_id: str, number: int) -> Iterator[_Search]:
    """Yield a new search for a deal."""
    most = (math.inf, math.inf, 1 << 28)
    position = cadogan.game(game_id).deal(number)
    with borrowed(search_kernel(position.game.compiled_rules)) as lent:
        yield _Search(lent, position, most, 0, frozenset(), None, None, "found")


def cut_off(
    search: _Search,
    limits: tuple[int, ...],
    go: Callable[[int], int],
    between: Callable[[int], object],
) -> tuple[int, int, list[int]]:
    """Continue a search under one limit after another, and run other searches in between.

    Returns:
        The last outcome, the number of positions searched, and the moves if it wins.
    """
    looked = 0
    outcome: int = Outcome.MORE
    for limit in limits:
        before = search.nodes
        outcome = go(limit)
        looked += search.nodes - before
        if outcome != Outcome.MORE:
            break
        search.quick(3000, 32, 5)
        between(limit)
        search.beam(8)
    return outcome, looked, search.codes
