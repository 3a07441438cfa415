"""Whole runs, or sets of one rank, that leave the tableau together, as in Spider and Beehive."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.whole_runs.compile import check_in_built_runs, check_whole, whole_run_rules

MECHANIC = Mechanic(
    checks=(("foundation.whole", check_whole), ("win", check_in_built_runs)),
    compile=whole_run_rules,
    features={"whole_runs.way": Feature("whole runs", "foundations take whole runs")},
    shape=("used",),
)
