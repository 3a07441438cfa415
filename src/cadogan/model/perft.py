"""Perft: counts of paths and positions, by number of moves from a position.

The name comes from chess programs. Two engines with equal counts agree on the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cadogan import engine
from cadogan.model.position import Position
from cadogan.state.snapshot import Snapshot, freeze, most_moves, new_state, thaw


class Counts(NamedTuple):
    """Counts by ply; the start is ply 0.

    Attributes:
        paths: the number of move sequences, by their length (a path may continue after a win).
        states: the number of positions first reached at each ply; positions differ if their texts
            differ.
    """

    paths: list[int]
    states: list[int]


def perft(position: Position, depth: int) -> Counts:
    """Return the counts of paths and positions up to ``depth`` moves from a position.

    The function stores the number of paths to each position, so it expands a position only once per
    ply.

    >>> from cadogan.model.position import game
    >>> perft(game("freecell").deal(1), 1).paths[0]
    1
    """
    R = position.game.compiled_rules
    S = new_state(R)
    out = [0] * most_moves(R)
    layer: Counter[Snapshot] = Counter({position.snapshot: 1})
    seen = {position.snapshot}
    paths, states = [1], [1]
    for _ in range(depth):
        after: Counter[Snapshot] = Counter()
        for snapshot, ways in layer.items():
            thaw(R, S, snapshot)
            for i in range(engine.generate(R, S, out)):
                engine.make(R, S, out[i])
                after[freeze(R, S)] += ways
                engine.unmake(R, S)
        layer = after
        paths.append(sum(layer.values()))
        states.append(len(layer.keys() - seen))
        seen |= layer.keys()
    return Counts(paths, states)
