"""Facts for the pruning *places*: which places in a grid could ever take which cards.

The section *places* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS
from cadogan.model.position import Game
from cadogan.solver.facts import GridFacts
from cadogan.solver.reach import any_goes, groups_of
from cadogan.state.compiled import STRIDE
from cadogan.state.state import NOTHING

_MOST_PLACES = 62  # number of bits in a set
# Cards go to places of a grid according to the card on the left. The proof allows for cards that
# leave play at the start. The proof also allows for redeals, if the search tests only positions
# after the last redeal.
PROOF = Proof.of(
    """
    grid, fixed rows, awaits another, discard pile, lifts nothing, lifts a card,
    redeals the tableau, redeals shuffled, redeals keep, won: rows
    """
)


def grid_facts(game: Game, without: Collection[str] = ()) -> GridFacts:
    """Return the facts about the places that each card could reach.

    >>> from cadogan.model.position import game
    >>> grid = grid_facts(game("gaps-one-deal"))
    >>> grid.used, bin(grid.opens[1]), grid.before[2]  # of the two and three of clubs
    (1, '0b1000000000000100000000000010000000000001', 1)
    """
    R = game.compiled_rules
    ends, opens, before = 0, [0] * CARDS, [NOTHING] * CARDS
    if "places" in without or not _applies(game):
        return GridFacts(used=0, ends=ends, opens=opens, before=before)
    lower = [0] * CARDS
    for p in range(R.rows.grid_first, R.rows.grid_end):
        place = 1 << p - R.rows.grid_first
        accept = R.accept.sets[R.accept.rule_at[p * (R.room + 1)] * STRIDE :][:STRIDE]
        if R.accept.indicator[p] < 0:
            ends |= place
            for card in range(CARDS):
                opens[card] |= place * (accept[NOTHING] >> card & 1)
        else:
            for left in range(CARDS):
                for card in range(CARDS):
                    lower[card] |= (accept[left] >> card & 1) << left
    used = all(below.bit_count() <= 1 for below in lower)
    if used:
        before = [below.bit_length() - 1 if below else NOTHING for below in lower]
    return GridFacts(used=int(used), ends=ends, opens=opens, before=before)


def _applies(game: Game) -> bool:
    """Return whether single cards go to places in a grid according to the card on their left.

    In addition, only a redeal may move cards in another way, and no card may occur twice in the
    grid.
    """
    R = game.compiled_rules
    grid = range(R.rows.grid_first, R.rows.grid_end)
    groups = groups_of(R, grid)
    others = {*range(R.groups)} - groups
    return (
        len(grid) <= _MOST_PLACES
        and all(R.accept.full[p] == 1 for p in grid)
        and all(
            R.accept.indicator[p] == (p - 1 if (p - grid.start) % R.rows.length else -1)
            for p in grid
        )
        and not any_goes(R, range(R.groups), others)
        and not any_goes(R, others, groups)
    )
