"""Filling: piles that are filled automatically when empty, or that the player may refill."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.mechanics.piles import Piles
from cadogan.rules.phases import filling as how_filled
from cadogan.rules.phrases import Met
from cadogan.state.compiled import FillRules, RefillRules


def filling(piles: Piles, conditions: Conditions) -> FillRules:
    """Return the piles from which each empty pile is filled automatically."""
    fill = {g.name: how_filled(g) for g in piles.groups}
    fills = [
        [*dict.fromkeys(q for ref in fill[g.name][0] for q in piles.named(ref))] for g in piles.of
    ]
    ways = max(map(len, fills), default=0)
    return FillRules(
        ways=ways,
        sources=[q for f in fills for q in (f + [-1] * ways)[:ways]] or [-1],
        cards=[g.fill_cards if fill[g.name][0] else 0 for g in piles.of],
        when=[conditions.number(fill[g.name][1], f"{g.name}.then.when") for g in piles.of],
        met=[int(g.met_in_dealing == Met.WHAT_BEGINS_IS_ALWAYS_REPLACED) for g in piles.of],
    )


def refilling(piles: Piles) -> RefillRules:
    """Return the piles that the player may refill, and the order in which they are refilled.

    Raises:
        InvalidDefinitionError: if piles of two groups may be refilled.
    """
    refilled = [g for g in piles.groups if g.refill]
    if len(refilled) > 1:
        raise piles.error(refilled[1], "refill", "only one group may have 'refill'")
    order = [
        piles.first[g.name] + (g.refill_first - 1 + i) % g.piles
        for g in refilled
        for i in range(g.piles)
    ]
    return RefillRules(
        piles=len(order),
        order=order or [0],
        height=[g.refill for g in piles.of],
        below=[g.refill_below or g.refill for g in piles.of],
        rows=int(all(g.refill_order == "rows" for g in refilled)),
    )
