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
from cadogan.state.codes import Route
from cadogan.state.compiled import STRIDE, CompiledRules

# Whole piles are laid on others, where their top cards fit. It does no harm where a row closes up,
# the stock deals into it (nothing is asked before it is empty), or cards lie aside from the start.
PROOF = Proof.of(
    """
    other suits, lifts nothing, lifts a pile by its top card, reach, closes up, top cards alone,
    deals to piles, deals skip, discard pile, won: one pile
    """
)


def component_fields(game: Game, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of ``Analysis`` that say which piles go together.

    Args:
        game: the game.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> row = analyse(game("accordion"))
    >>> parts = row.components
    >>> parts.used, bin(parts.partners[0]).count("1")  # 12 of its suit, 3 of its rank, and itself
    (1, 16)
    >>> row.components.leftwards, analyse(game("klondike")).components.used
    (1, 0)
    """
    R = game.compiled_rules
    if "apart" in without or not _fit(game):
        return {"components.used": 0, "components.leftwards": 0, "components.partners": [0] * CARDS}
    partners = [1 << card for card in range(CARDS)]
    for p in range(R.tableau_first, R.tableau_end):
        for rule in rules_ever(R, p, range(1, R.room + 1)):
            for top in range(CARDS):
                for card in range(CARDS):
                    if R.accept.sets[rule * STRIDE + top] >> card & 1:
                        partners[top] |= 1 << card
                        partners[card] |= 1 << top
    return {
        "components.used": 1,
        "components.leftwards": int(_leftwards(R)),
        "components.partners": partners,
    }


def _leftwards(R: CompiledRules) -> bool:
    """Say whether a pile only ever goes on one at its left, and into no space.

    How far piles go is said within their group alone; to another one they go any way.
    """
    row = range(R.tableau_first, R.tableau_end)
    groups = {R.group[p] for p in row}
    return (
        len(groups) == 1
        and all(R.rows.reach[p] for p in row)
        and not any(may_go(R, g, g) & Route.INTO for g in groups)
    )


def _fit(game: Game) -> bool:
    """Say whether the tableau is to be one pile, by whole piles laid on others and nothing else."""
    R = game.compiled_rules
    tableau = {R.group[p] for p in range(R.tableau_first, R.tableau_end)}
    others = {*range(R.groups)} - tableau
    return not any(may_go(R, a, b) for a in range(R.groups) for b in others) and not any(
        may_go(R, a, b) for a in others for b in tableau
    )
