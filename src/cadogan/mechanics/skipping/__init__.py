"""Skipping: deals from the stock that skip some piles."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.skipping.compile import check_skips, skipping_rules

MECHANIC = Mechanic(
    checks=(("stock", check_skips),),
    compile=skipping_rules,
    features={"skipping.way": Feature("deals skip", "a deal skips some piles")},
)
