"""Hidden cards: squared piles, and cards face down until the stock is empty."""

from __future__ import annotations

from cadogan.mechanics.hidden_cards.compile import check_late, check_squared, squared_fields
from cadogan.mechanics.mechanic import Mechanic

MECHANIC = Mechanic(
    checks=(("", check_late), ("", check_squared)),
    compile=squared_fields,
    needs=("face.squared",),
)
