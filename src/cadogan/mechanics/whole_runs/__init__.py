"""Whole runs, or sets of one rank, that leave the tableau together: Spider, Beehive."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.whole_runs.compile import check_in_built_runs, check_whole, whole_fields

MECHANIC = Mechanic(
    checks=(("foundation.whole", check_whole), ("win", check_in_built_runs)),
    compile=lambda setting: whole_fields(setting.definition, setting.of),
    needs=("whole_runs.used",),
)
