"""Where piles are put together into one: what may ever lie on what, or the other way round.

docs/solver.md gives the argument, under the name of the switch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS
from cadogan.model.position import Game
from cadogan.solver.safe_moves import may_go, rules_ever
from cadogan.state.compiled import INTO, STRIDE, Tables

__all__ = ["PROOF", "part_fields"]

# Whole piles are laid on others, where their top cards fit. It does no harm where a row closes up,
# the stock deals into it (nothing is asked before it is empty), or cards lie aside from the start.
PROOF = Proof(
    frozenset(
        (
            *("other suits", "lifts nothing", "lifts a pile by its top card", "reach", "closes up"),
            *("top cards alone", "deals to piles", "deals skip", "discard pile"),
            "won: one pile",
        )
    )
)


def part_fields(game: Game, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.solver.analysis.analysis.Guide` that say which piles go
    together.

    Args:
        game: the game.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import guide
    >>> row = guide(game("accordion"))
    >>> row.parts, bin(row.partners[0]).count("1")  # 12 of its suit, 3 of its rank, and itself
    (1, 16)
    >>> row.leftwards, guide(game("klondike")).parts
    (1, 0)
    """
    T = game.tables
    if "apart" in without or not _fit(game):
        return {"parts": 0, "leftwards": 0, "partners": [0] * CARDS}
    partners = [1 << card for card in range(CARDS)]
    for p in range(T.tableau_first, T.tableau_end):
        for rule in rules_ever(T, p, range(1, T.room + 1)):
            for top in range(CARDS):
                for card in range(CARDS):
                    if T.accept[rule * STRIDE + top] >> card & 1:
                        partners[top] |= 1 << card
                        partners[card] |= 1 << top
    return {"parts": 1, "leftwards": int(_leftwards(T)), "partners": partners}


def _leftwards(T: Tables) -> bool:
    """Say whether a pile only ever goes on one at its left, and into no space.

    How far piles go is said within their group alone; to another one they go any way.
    """
    row = range(T.tableau_first, T.tableau_end)
    groups = {T.group[p] for p in row}
    return (
        len(groups) == 1
        and all(T.reach[p] for p in row)
        and not any(may_go(T, g, g) & INTO for g in groups)
    )


def _fit(game: Game) -> bool:
    """Say whether the tableau is to be one pile, by whole piles laid on others and nothing else."""
    T = game.tables
    tableau = {T.group[p] for p in range(T.tableau_first, T.tableau_end)}
    others = {*range(T.groups)} - tableau
    return not any(may_go(T, a, b) for a in range(T.groups) for b in others) and not any(
        may_go(T, a, b) for a in others for b in tableau
    )
