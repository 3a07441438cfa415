"""Marriages: two cards that begin a foundation go there together, from two piles."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.paired_start.compile import check_paired_start, paired_start_fields

MECHANIC = Mechanic(
    checks=(("foundation", check_paired_start),),
    compile=lambda setting: paired_start_fields(setting.definition, setting.of),
    needs=("paired_start.used",),
)
