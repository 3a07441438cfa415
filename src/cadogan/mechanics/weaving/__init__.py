"""Weaving: cards that the deal sets aside go one by one under the piles of their ranks."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.weaving.compile import check_weave, weaving_rules

MECHANIC = Mechanic(
    checks=(("weave", check_weave),),
    compile=weaving_rules,
    features={"weaving.used": Feature("weaves", "exiles are woven in")},
    shape=("exiles", "hand", "home"),
    placed=lambda piles: {*piles.named("tableau")} if piles.definition.weave else set(),
)
