"""Exchange: cards of two piles that change places, such as wrong first cards of foundations."""

from __future__ import annotations

from cadogan.mechanics.exchange.compile import check_exchange, exchange_rules
from cadogan.mechanics.mechanic import Feature, Mechanic

MECHANIC = Mechanic(
    checks=(("tableau", check_exchange),),
    compile=exchange_rules,
    features={
        "exchange.begins": Feature("right places", "each card has only one correct place"),
        "exchange.used": Feature("swaps", "cards change places"),
    },
    shape=("swapped",),
)
