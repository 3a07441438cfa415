"""Hidden cards: squared piles, and cards face down until the stock is empty."""

from __future__ import annotations

from cadogan.mechanics.hidden_cards.compile import check_late, check_squared
from cadogan.mechanics.mechanic import Mechanic

MECHANIC = Mechanic(
    checks=(("", check_late), ("", check_squared)),
    needs=lambda R: R.face.squared or R.face.late,
)
