"""Winning lines made shorter, since people will watch them."""

from __future__ import annotations

from typing import Any

from cadogan.solver.kernel.line import ROW
from cadogan.solver.machine import Memory, machine, numbers

__all__ = ["shortened"]

_BUDGET = 800_000  # moves looked at, some ten million a second


def shortened(tables: Any, memory: Memory, codes: list[int]) -> list[int]:
    """Return a line that wins as well, without moves that it does not need.

    The same line always becomes the same one, which is never longer; one that does not win comes
    back as it is.

    Args:
        tables: the game's tables, as a record.
        memory: whose working state is at the position before the line.
        codes: the moves.

    >>> from cadogan.position import game
    >>> from cadogan.solver.machine import borrowed, packed, records
    >>> p = game("bakers-dozen").deal(1)
    >>> with borrowed() as memory:
    ...     tables = records(p.game, 0, frozenset())[1]
    ...     memory.start(tables, p.snapshot, packed(p.game.tables, p.snapshot))
    ...     shortened(tables, memory, [p.legal[0].code]) == [p.legal[0].code]
    True
    """
    count = len(codes)
    line, fresh = numbers(ROW * (count + 2)), numbers(ROW * (count + 2))
    line[: ROW * count : ROW] = codes
    table = numbers(1 << (4 * count + 4).bit_length())
    left = machine(bool(tables.families)).shorten(
        tables, memory.state, line, count, fresh, table, memory.out, memory.score, _BUDGET
    )
    return codes if left < 0 else [int(code) for code in line[: ROW * left : ROW]]
