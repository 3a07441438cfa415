"""Paired starts ("marriages"): two cards from two piles begin a foundation together."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.paired_start.compile import check_paired_start, paired_start_rules

MECHANIC = Mechanic(
    checks=(("foundation", check_paired_start),),
    compile=paired_start_rules,
    features={
        "paired_start.used": Feature("marriage", "foundations begin with two cards together")
    },
    shape=("piles",),
)
