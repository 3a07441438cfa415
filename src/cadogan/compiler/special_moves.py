"""What is done at a table beside building and dealing: shifting piles, drawing buried cards."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.piles import Fields, Piles
from cadogan.rules.phases import taken

# where a pile's cards are at hand without being drawn, all of them or those at its ends
_AT_HAND = ("any card", "top or bottom card")


def shifting(piles: Piles) -> Fields:
    """Return which piles are shifted, and how often."""
    shift = piles.definition.shift
    shifted = piles.named(shift.group) if shift else range(0)
    return {
        "shift.times": shift.times if shift else 0,
        "shift.first": shifted.start,
        "shift.end": shifted.stop,
    }


def drawing(piles: Piles, conditions: Conditions) -> Fields:
    """Return from which piles a buried card may be drawn, and how often."""
    merci = piles.definition.merci
    return {
        "merci.times": merci.times if merci else 0,
        "merci.when": conditions.number(merci.when, "merci.when") if merci else 0,
        "merci.piles": [int(g.kind == "tableau" and taken(g) not in _AT_HAND) for g in piles.of],
    }
