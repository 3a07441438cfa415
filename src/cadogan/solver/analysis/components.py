"""Facts for the pruning *apart*: which piles may ever be laid on which, in games won with one pile.

The section *apart* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in
from cadogan.model.position import Game
from cadogan.solver.facts import ComponentFacts
from cadogan.solver.reach import any_goes, groups_of, may_go, rules_ever, taken_by
from cadogan.state.codes import Route
from cadogan.state.compiled import CompiledRules

# A player lays whole piles on others if their top cards fit. The proof allows for rows that close
# up, and for cards that the deal sets aside. The proof also allows for a stock that deals into the
# row, since the search tests no position while the stock holds cards.
PROOF = Proof.of(
    """
    other suits, lifts nothing, lifts a pile by its top card, reach, closes up, top cards alone,
    deals to piles, deals skip, discard pile, won: one pile
    """
)


def component_facts(game: Game, without: Collection[str] = ()) -> ComponentFacts:
    """Return the facts about which piles may ever be laid on each other.

    >>> from cadogan.model.position import game
    >>> row, klondike = (component_facts(game(name)) for name in ("accordion", "klondike"))
    >>> row.used, bin(row.partners[0]).count("1")  # 12 of its suit, 3 of its rank, and itself
    (1, 16)
    >>> row.leftwards, klondike.used
    (1, 0)
    """
    R = game.compiled_rules
    row = range(R.tableau_first, R.tableau_end)
    tableau = groups_of(R, row)
    others = {*range(R.groups)} - tableau
    # the proof requires that all moves lay whole piles of the tableau on others
    alone = not any_goes(R, range(R.groups), others) and not any_goes(R, others, tableau)
    if "apart" in without or not alone:
        return ComponentFacts(used=0, leftwards=0, partners=[0] * CARDS)
    partners = [1 << card for card in range(CARDS)]
    for rule in {rule for p in row for rule in rules_ever(R, p, range(1, R.room + 1))}:
        for top, cards in enumerate(taken_by(R, rule)):
            for card in cards_in(cards):
                partners[top] |= 1 << card
                partners[card] |= 1 << top
    return ComponentFacts(used=1, leftwards=int(_leftwards(R, row, tableau)), partners=partners)


def _leftwards(R: CompiledRules, row: range, groups: Collection[int]) -> bool:
    """Return whether piles go only on piles to their left, and never into empty piles.

    The limit on the distance of a move applies only within a group; piles can move to another group
    in any direction.
    """
    return (
        len(groups) == 1
        and all(R.rows.reach[p] for p in row)
        and not any(may_go(R, g, g) & Route.INTO for g in groups)
    )
