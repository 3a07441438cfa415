"""Skipping: a stock that passes some piles over when it deals."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.skipping.compile import check_skips, skip_fields

MECHANIC = Mechanic(
    checks=(("stock", check_skips),),
    compile=lambda setting: skip_fields(setting.definition),
    needs=("skipping.way",),
)
