"""Shuttles: a card that reaches its foundation turns up the next card to play."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.shuttles.compile import check_aside, check_shuttles, shuttle_rules
from cadogan.mechanics.shuttles.text import shuttle_clauses, shuttle_counters


def _placed(piles: Piles) -> set[int]:
    opens = shuttle_rules(piles).opens
    return {p for pair in enumerate(opens) if pair[1] >= 0 for p in pair}


MECHANIC = Mechanic(
    checks=(("foundation", check_shuttles), ("foundation", check_aside)),
    compile=shuttle_rules,
    counts=lambda R: R.shuttles.chances,
    features={
        "shuttles.used": Feature(
            "shuttles", "a card that goes to a foundation turns up another card"
        ),
        "shuttles.chances": Feature("chances", "a card that would turn up no card changes places"),
    },
    shape=("opens", "chanced"),
    placed=_placed,
    clauses=shuttle_clauses,
    counters=shuttle_counters,
)
