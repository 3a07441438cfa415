"""Exchange: piles whose first card may be the wrong one, and wrong cards that change places."""

from __future__ import annotations

from cadogan.mechanics.exchange.compile import check_exchange, exchange_fields
from cadogan.mechanics.mechanic import Mechanic

MECHANIC = Mechanic(
    checks=(("tableau", check_exchange),),
    compile=lambda setting: exchange_fields(setting.definition, setting.of),
    needs=("exchange.begins",),
)
