"""Hidden cards: squared piles, and cards that are face down until the stock is empty."""

from __future__ import annotations

from cadogan.mechanics.hidden_cards.compile import check_late, check_squared
from cadogan.mechanics.mechanic import Feature, Mechanic

MECHANIC = Mechanic(
    checks=(("", check_late), ("", check_squared)),
    features={
        "face.late": Feature("late", "some cards are turned up when the stock is empty"),
        "face.squared": Feature(
            "squared", "in some piles the player may look only at the uppermost cards"
        ),
    },
)
