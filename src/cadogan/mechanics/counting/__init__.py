"""Counting: the player calls the ranks in order, and a card leaves play when its rank is called."""

from __future__ import annotations

from cadogan.mechanics.counting.compile import check_counting, counting_rules
from cadogan.mechanics.counting.text import counting_clauses, counting_counters
from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.state.codes import Counting
from cadogan.state.compiled import CompiledRules


def _most(R: CompiledRules) -> int:
    places = R.tableau_end - R.tableau_first
    passes = places if R.counting.way == Counting.IN_ROWS else R.counting.barren + 1
    return passes * R.counting.calls - 1 if R.counting.way else 0


def _placed(piles: Piles) -> set[int]:
    count = piles.definition.count
    return {*piles.named("tableau")} if count and count.of == "tableau" else set()


MECHANIC = Mechanic(
    checks=(("count", check_counting),),
    compile=counting_rules,
    counts=_most,
    features={
        "counting.way": Feature("counts", "cards are counted as they are turned, or along rows")
    },
    shape=("calls", "called", "barren", "again"),
    placed=_placed,
    clauses=counting_clauses,
    counters=counting_counters,
)
