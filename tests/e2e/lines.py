"""Deals with the moves that win them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A deal and the moves that win it, all made by hand."""

    game: str
    deal: str
    moves: list[str]


def line(game: str, deal: str, moves: str) -> Line:
    """Return the line that a string of moves describes.

    >>> line("klondike", "1", "s-w s-w").moves
    ['s-w', 's-w']
    """
    return Line(game, deal, moves.split())


GRANDFATHERS_CLOCK = line(
    "grandfathers-clock",
    "6710",
    """
    t6-f4 t1-f6 t1-f3 t1-f11 t8-f9 t8-f2 t3-t1 t3-f9 t3-f10 t4-f10 t4-f6 t7-f6 t7-f12 t7-f7
    t1-f7 t2-f7 t2-f9 t2-f5 t4-f5 t4-f3 t4-f5 t3-t7 t5-t6 t6-t8 t6-t3 t6-f11 t8-f11 t6-f4 t6-f10
    t7-f4 t7-f4 t7-f8 t1-f8 t1-f12 t8-f12 t8-f2 t2-f2 t8-f1 t3-f1 t3-f1 t2-f3 t5-f3 t5-f8 t5-f1
    t5-f2
    """,
)
BAKERS_DOZEN = line(
    "bakers-dozen",
    "6399",
    """
    t8-f3 t10-f2 t11-t10 t11-t7 t12-t7 t12-f2 t11-t10 t5-t11 t5-f2 t12-t11 t6-t11 t6-t12 t6-f4
    t3-t11 t3-f1 t3-f1 t2-f1 t9-t11 t9-f2 t2-t9 t8-t3 t8-f3 t8-f4 t10-f4 t5-f4 t5-f4 t10-f1
    t2-t6 t2-f3 t12-f3 t10-f3 t7-f3 t7-f3 t10-f4 t12-f2 t4-f2 t4-f1 t1-f1 t1-f1 t11-f1 t11-f1
    t13-f3 t9-f3 t9-f3 t7-t9 t7-f4 t9-f4 t9-f4 t11-f4 t6-f4 t3-f4 t11-f3 t6-f3 t13-t10 t1-t11
    t1-f2 t4-f2 t4-f1 t7-f2 t7-f4 t11-f1 t13-f2 t10-f2 t10-f1 t3-f1 t11-f2 t11-f3 t13-f2
    """,
)
KLONDIKE = line(
    "klondike",
    "9925",
    """
    t4-f2 t2-t6 s-w w-f4 s-w s-w s-w s-w s-w s-w w-f1 s-w s-w s-w s-w s-w s-w s-w s-w s-w w-f2
    s-w w-f3 w-t6 s-w s-w s-w w-f4 s-w s-w s-w w-f3 w-t3 t4-t3 t4-t6 t4-f2 t1-f2 s-w w-t1 w-t1
    w-t4 t6-t4x4 redeal s-w s-w s-w w-f3 s-w s-w w-f2 s-w s-w s-w s-w s-w s-w s-w w-t2 t3-t2x3
    w-t1 t7-t1 t7-f4 t2-f4 t7-t1 t6-t1 t7-t1 t7-t4 s-w w-f4 t5-t7 t5-f3 t2-f3 t2-f4 t7-t3x2
    t7-f1 w-f1 t6-f1 t6-f4 t4-f4 t6-t7 redeal s-w s-w s-w s-w s-w w-f1 s-w w-f3 t2-f3 s-w w-f3
    t6-f3 t3-f3 w-t6 t3-t6x2 t3-f1 t1-f1 t2-f1 w-t7 t5-t7 t5-f2 t5-f1 w-t7 w-f2 t1-f2 t1-f4
    t4-f2 t1-f2 t4-f1 t1-f1 t4-f3 t4-f1 t7-f4 t6-f4 t6-f3 t6-f1 t7-f2 t1-f2 t4-f2 t7-f4 t1-f4
    t7-f3
    """,
)
TRIPEAKS = line(
    "tripeaks",
    "20260808",
    """
    t21-f deal deal t20-f t19-f t24-f t23-f t25-f deal t26-f deal t22-f deal t13-f t14-f t10-f
    t27-f t11-f t12-f t15-f deal t28-f t17-f t16-f t6-f deal deal t7-f t5-f t2-f t18-f deal t4-f
    t8-f t9-f deal t3-f deal deal deal t1-f
    """,
)
