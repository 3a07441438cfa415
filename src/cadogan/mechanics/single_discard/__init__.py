"""Single discards: cards leave play one by one, by suit, by rank, or if a top card beats them."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.single_discard.compile import check_discards, check_stay, discard_rules
from cadogan.mechanics.single_discard.text import discard_clauses

MECHANIC = Mechanic(
    checks=(("discard", check_discards), ("", check_stay)),
    compile=discard_rules,
    features={
        "single_discard.used": Feature("leave one by one", "cards leave play one by one"),
        "single_discard.must": Feature(
            "must leave", "while a card can leave, no other move is legal"
        ),
        "single_discard.replaced": Feature("replaced", "the stock replaces a card that leaves"),
        "single_discard.stays": Feature("some may stay", "some cards may be left in play"),
    },
    shape=("leaves", "beats"),
    clauses=discard_clauses,
)
