"""Compilation of the keys for foundations that take whole runs."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import Direction, Start, WinWay
from cadogan.rules.vocabulary import WHOLES
from cadogan.state.compiled import WholeRunRules


def check_whole(definition: Definition) -> None:
    """Check the key ``whole`` of all foundations."""
    for group in definition.of_kind("foundation"):
        if not group.whole:
            continue
        for key in ("deal", "placed", "goal", "limited_by", "to", "opens", "paired"):
            if getattr(group, key):
                raise ValueError(f"foundations that take whole runs cannot have {key!r}")
        if any(then.to for then in group.then):
            raise ValueError("whole runs stay on their foundations: leave out 'to'")
        if group.start not in [*RANKS, Start.ANY_CARD]:
            raise ValueError("a whole run must begin with a rank, such as 'K', or 'any card'")
        if not isinstance(group.build, str) or group.build in (Direction.NONE, Direction.ANY_CARD):
            raise ValueError("'build' must be a single phrase: how a whole run is built")


def check_in_built_runs(definition: Definition) -> None:
    """Check that the tableau has enough piles for the runs that win the game."""
    if definition.win == WinWay.TABLEAU_IN_BUILT_RUNS and not definition.of_kind("tableau"):
        raise ValueError("this needs a [tableau]")


def whole_run_rules(piles: Piles) -> WholeRunRules:
    """Return the code for each foundation that takes whole runs."""
    ways = ["", *WHOLES]
    way = [ways.index(g.whole) for g in piles.of]
    return WholeRunRules(used=int(any(way)), way=way)
