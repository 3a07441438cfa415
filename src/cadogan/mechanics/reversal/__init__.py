"""Reversal: a player may reverse the row that the stock's last deal makes."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.reversal.compile import check_reversal, reversal_rules

MECHANIC = Mechanic(
    checks=(("stock", check_reversal),),
    compile=reversal_rules,
    counts=lambda R: R.piles if R.reversal.used else 0,
    features={"reversal.used": Feature("reverses", "the row of the last deal may be reversed")},
)
