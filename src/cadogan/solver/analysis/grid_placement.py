"""Where cards come into rows of a grid: which places could ever take which card.

docs/solver.md gives the argument, under the name of the switch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS
from cadogan.model.position import Game
from cadogan.solver.safe_moves import may_go
from cadogan.state.compiled import STRIDE
from cadogan.state.state import NOTHING

_MOST_PLACES = 62  # so many fit a set
# Cards go to places that ask for their left neighbours. Those laid out of play at the start do no
# harm, nor do redeals, once the last is made.
PROOF = Proof.of(
    """
    grid, fixed rows, awaits another, discard pile, lifts nothing, lifts a card,
    redeals the tableau, redeals shuffled, redeals keep, won: rows
    """
)


def placement_fields(game: Game, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of ``Analysis`` that say where cards could come.

    Args:
        game: the game.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> grid = analyse(game("gaps-one-deal")).grid
    >>> grid.used, bin(grid.opens[1]), grid.before[2]  # of the two and three of clubs
    (1, '0b1000000000000100000000000010000000000001', 1)
    >>> analyse(game("klondike")).grid.used
    0
    """
    R = game.compiled_rules
    opens, before = [0] * CARDS, [NOTHING] * CARDS
    fields: dict[str, Any] = {
        "grid.used": 0,
        "grid.ends": 0,
        "grid.opens": opens,
        "grid.before": before,
    }
    fields |= {"work.been": [0] * (CARDS + 1), "work.stood": [0] * (CARDS + 1)}
    if "places" in without or not _fit(game):
        return fields
    lower = [0] * CARDS
    for p in range(R.rows.grid_first, R.rows.grid_end):
        place = 1 << p - R.rows.grid_first
        accept = R.accept.sets[R.accept.rule_at[p * (R.room + 1)] * STRIDE :][:STRIDE]
        if R.accept.indicator[p] < 0:
            fields["grid.ends"] |= place
            for card in range(CARDS):
                opens[card] |= place * (accept[NOTHING] >> card & 1)
        else:
            for left in range(CARDS):
                for card in range(CARDS):
                    lower[card] |= (accept[left] >> card & 1) << left
    if any(some.bit_count() > 1 for some in lower):
        return fields
    before[:] = [some.bit_length() - 1 if some else NOTHING for some in lower]
    return fields | {"grid.used": 1}


def _fit(game: Game) -> bool:
    """Say whether cards go, one by one, into places of a grid that ask for their left neighbours.

    And nothing else moves them but redeals, and no card stands there twice.
    """
    R = game.compiled_rules
    grid = range(R.rows.grid_first, R.rows.grid_end)
    groups = {R.group[p] for p in grid}
    others = {*range(R.groups)} - groups
    return (
        len(grid) <= _MOST_PLACES
        and all(R.accept.full[p] == 1 for p in grid)
        and all(R.accept.indicator[p] in {-1, p - 1} for p in grid)
        and all(
            (R.accept.indicator[p] < 0) == ((p - R.rows.grid_first) % R.rows.length == 0)
            for p in grid
        )
        and not any(may_go(R, a, b) for a in range(R.groups) for b in others)
        and not any(may_go(R, a, b) for a in others for b in groups)
    )
