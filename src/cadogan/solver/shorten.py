"""Winning lines made shorter, since people will watch them."""

from __future__ import annotations

from typing import Any

from cadogan import engine
from cadogan.solver.machine import Memory, machine, numbers

__all__ = ["shortened"]

_MOST_TRIES = 20_000  # replays, a few hundredths of a millisecond each


def shortened(tables: Any, memory: Memory, codes: list[int]) -> list[int]:
    """Return a line that wins as well, without moves that it does not need.

    Tried are, as long as something is gained: leaving out a move, leaving out two of the same
    pile, and one move in place of two that carry the same cards on.

    Args:
        tables: the game's tables, as a record.
        memory: whose working state is at the position before the line.
        codes: the moves.
    """
    replays = machine().replays
    room = numbers(len(codes) + 1)
    out = memory.out
    tries = 0

    def wins(line: list[int]) -> bool:
        nonlocal tries
        tries += 1
        room[: len(line)] = line
        return bool(replays(tables, memory.state, room, len(line), out))

    best = codes
    gained = True
    while gained and tries < _MOST_TRIES:
        gained = False
        for i in range(len(best) - 1, -1, -1):
            for candidate in _shorter(best, i):
                if wins(candidate):
                    best = candidate
                    gained = True
                    break
                if tries >= _MOST_TRIES:
                    return best
    return best


def _shorter(line: list[int], i: int) -> list[list[int]]:
    """Return the lines to try that change or leave out the move at ``i``."""
    if i >= len(line):
        return []
    move = line[i]
    found = [line[:i] + line[i + 1 :]]
    if engine.kind_of(move) != engine.MOVE:
        return found
    source, target, count = engine.source_of(move), engine.target_of(move), engine.count_of(move)
    for j in range(i + 1, len(line)):
        other = line[j]
        if (
            engine.kind_of(other) == engine.MOVE
            and engine.source_of(other) == target
            and engine.count_of(other) == count
        ):
            rest = line[i + 1 : j]
            if engine.target_of(other) == source:
                found.append(line[:i] + rest + line[j + 1 :])
            else:
                onward = engine.encode(engine.MOVE, source, engine.target_of(other), count)
                found.append(line[:i] + rest + [onward] + line[j + 1 :])
                found.append([*line[:i], onward, *rest, *line[j + 1 :]])
            break
    return found
