"""What the engine asks the families for: their moves, why others are refused, how they are made.

The engine calls these only where a game has a family (``Tables.families``), and is compiled
without them for the games that have none.
"""

from __future__ import annotations

import sys

from cadogan.families.removal import code as removal
from cadogan.families.removal.code import make_removal, refuse_removal, removals
from cadogan.families.rows import code as rows
from cadogan.families.rows.code import close_up, far, in_order, in_reach, one_pile, redeal_loose
from cadogan.families.score import code as scoring
from cadogan.families.score.code import score_reached
from cadogan.families.whole import code as whole
from cadogan.families.whole.code import collect, leaves, refuse_whole
from cadogan.state import ALL_OUT, NO_WAY, ONE_PILE, REMOVE, ROWS_IN_ORDER, SCORED, State, kind_of
from cadogan.tables import Tables

__all__ = [
    "CODE",
    "far",
    "follow",
    "in_reach",
    "leaves",
    "make_more",
    "more_moves",
    "redeal_loose",
    "refuse_more",
    "refuse_whole",
    "won_otherwise",
]


def more_moves(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the moves of the families to ``out``, from ``n`` on; return where they end."""
    if T.removal:
        n = removals(T, S, out, n)
    return n


def make_more(T: Tables, S: State, move: int) -> None:
    """Make a move of a family."""
    kind = kind_of(move)
    if kind == REMOVE:
        make_removal(T, S, move)


def follow(T: Tables, S: State) -> None:
    """Do what follows of itself in families, after the deal and after every move."""
    if T.wholes:
        collect(T, S)
    if T.closing:
        close_up(T, S)


def refuse_more(T: Tables, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why a move of a family is not legal, or 0 if it is."""
    if kind == REMOVE and T.removal:
        return refuse_removal(T, S, a, b, k)
    return NO_WAY


def won_otherwise(T: Tables, S: State) -> bool:
    """Say whether the game is won here, where it is won as a family's games are."""
    if T.win == ALL_OUT:
        return S.height[T.discard] == T.total
    if T.win == ONE_PILE:
        return one_pile(T, S)
    if T.win == ROWS_IN_ORDER:
        return in_order(T, S)
    if T.win == SCORED:
        return score_reached(T, S)
    return False


# What is compiled, lowest first.
CODE = (removal, scoring, whole, rows, sys.modules[__name__])
