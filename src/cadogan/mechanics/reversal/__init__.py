"""Reversal: the row of a stock's last deal, which may be turned end for end."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.reversal.compile import check_reversal, reversal_fields

MECHANIC = Mechanic(
    checks=(("stock", check_reversal),),
    compile=lambda setting: reversal_fields(setting.definition),
    needs=("reversal.used",),
)
