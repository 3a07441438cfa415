"""Replay and shortening of winning lines."""

from __future__ import annotations

from typing import Any

from cadogan.solver.host import Memory
from cadogan.solver.search.shorten import ROW

# Number of examined positions, of which the kernel examines three to ten million a second. Nearly
# every line stops getting shorter before that. In Bisley the attempts never end.
_BUDGET = 60_000
_KNOWN = 1 << 14  # number of entries for failed attempts and for effects of moves, a power of two


def shortened(tables: Any, memory: Memory, codes: list[int]) -> list[int]:
    """Return a winning line with its unnecessary moves removed.

    The memory's working state must be at the position where the line begins. The result depends on
    nothing but the line, and is never longer than the line. If a line does not win, the function
    returns it unchanged.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.host import borrowed, search_kernel, packed, records
    >>> p = game("bakers-dozen").deal(1)
    >>> with borrowed(search_kernel(p.game.compiled_rules)) as memory:
    ...     tables = records(p.game, 0, frozenset())[1]
    ...     memory.start(tables, p.snapshot, packed(p.game.compiled_rules, p.snapshot))
    ...     shortened(tables, memory, [p.legal_moves[0].code]) == [p.legal_moves[0].code]
    True
    """
    left, line = _follow(tables, memory, codes, _BUDGET)
    return codes if left < 0 else line[: ROW * left : ROW]


def holds(tables: Any, memory: Memory, codes: list[int]) -> bool:
    """Return whether the compiled engine can follow a line of legal moves to a win.

    The memory's working state must be at the position where the line begins. If a line is too long
    for the undo log, the result is False.
    """
    return _follow(tables, memory, codes, 1)[0] >= 0


def _follow(tables: Any, memory: Memory, codes: list[int], budget: int) -> tuple[int, Any]:
    count = len(codes)
    code = memory.code
    line, fresh = code.array(ROW * (count + 2)), code.array(ROW * (count + 2))
    line[: ROW * count : ROW] = codes
    table = code.array(1 << (4 * count + 4).bit_length())
    known = code.array(_KNOWN)
    left = code.shorten(
        tables, memory.state, line, count, fresh, table, known, memory.out, memory.score, budget
    )
    return int(left), line
