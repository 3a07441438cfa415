"""What the engine asks the families for: their moves, why others are refused, how they are made.

The engine calls these only where a game has a family (``Tables.families``), and is compiled
without them for the games that have none.
"""

from __future__ import annotations

import sys

from cadogan.families.marriage import code as marriage
from cadogan.families.marriage.code import make_marriage, marriages, refuse_marriage
from cadogan.families.removal import code as removal
from cadogan.families.removal.code import make_removal, refuse_removal, removals
from cadogan.families.rotation import code as rotation
from cadogan.families.rotation.code import (
    begin_rotation,
    deal_next,
    in_reach,
    pile_to_redeal,
    redeal_pile,
)
from cadogan.families.score import code as scoring
from cadogan.families.score.code import score_reached
from cadogan.families.weaving import code as weaving
from cadogan.families.weaving.code import deal_woven, may_weave, playable, weave
from cadogan.state import ALL_OUT, MARRY, NO_WAY, REMOVE, SCORED, WEAVE, State, kind_of
from cadogan.tables import Tables

__all__ = [
    "CODE",
    "begin_rotation",
    "deal_next",
    "deal_woven",
    "in_reach",
    "make_more",
    "may_weave",
    "more_moves",
    "pile_to_redeal",
    "playable",
    "redeal_pile",
    "refuse_more",
    "won_otherwise",
]


def more_moves(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the moves of the families to ``out``, from ``n`` on; return where they end."""
    if T.removal:
        n = removals(T, S, out, n)
    if T.marriage:
        n = marriages(T, S, out, n)
    return n


def make_more(T: Tables, S: State, move: int) -> None:
    """Make a move of a family."""
    kind = kind_of(move)
    if kind == REMOVE:
        make_removal(T, S, move)
    elif kind == MARRY:
        make_marriage(T, S, move)
    elif kind == WEAVE:
        weave(T, S)


def refuse_more(T: Tables, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why a move of a family is not legal, or 0 if it is."""
    if kind == REMOVE and T.removal:
        return refuse_removal(T, S, a, b, k)
    if kind == MARRY and T.marriage:
        return refuse_marriage(T, S, a, b, k)
    return NO_WAY


def won_otherwise(T: Tables, S: State) -> bool:
    """Say whether the game is won here, where it is won as a family's games are."""
    if T.win == ALL_OUT:
        return S.height[T.discard] == T.total
    if T.win == SCORED:
        return score_reached(T, S)
    return False


# What is compiled, lowest first.
CODE = (removal, marriage, rotation, scoring, weaving, sys.modules[__name__])
