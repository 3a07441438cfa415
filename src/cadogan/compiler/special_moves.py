"""Special moves other than deals and redeals: shifts of bottom cards, and draws of buried cards."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.mechanics.piles import Piles
from cadogan.rules.phases import taken
from cadogan.state.compiled import MerciRules, ShiftRules

# ways of lifting that let buried cards leave a pile without a draw: all cards, or the bottom card
_AT_HAND = ("any card", "top or bottom card")


def shifting(piles: Piles) -> ShiftRules:
    """Return the piles that a player may shift, and the number of shifts."""
    shift = piles.definition.shift
    shifted = piles.named(shift.group) if shift else range(0)
    return ShiftRules(shift.times if shift else 0, shifted.start, shifted.stop)


def drawing(piles: Piles, conditions: Conditions) -> MerciRules:
    """Return the piles from which a player may draw a buried card, and the number of draws."""
    merci = piles.definition.merci
    return MerciRules(
        times=merci.times if merci else 0,
        when=conditions.number(merci.when, "merci.when") if merci else 0,
        piles=[int(g.kind == "tableau" and taken(g) not in _AT_HAND) for g in piles.of],
    )
