"""Spaces that are filled at once, and short piles that are refilled from the stock by choice."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.piles import Fields, Piles
from cadogan.rules.phases import filling as how_filled
from cadogan.rules.phrases import Met


def filling(piles: Piles, conditions: Conditions) -> Fields:
    """Return from which piles each pile is filled of itself."""
    fill = {g.name: how_filled(g) for g in piles.groups}
    fills = [
        [*dict.fromkeys(q for ref in fill[g.name][0] for q in piles.named(ref))] for g in piles.of
    ]
    ways = max(map(len, fills), default=0)
    return {
        "fill.ways": ways,
        "fill.sources": [q for f in fills for q in (f + [-1] * ways)[:ways]] or [-1],
        "fill.cards": [g.fill_cards if fill[g.name][0] else 0 for g in piles.of],
        "fill.met": [int(g.met_in_dealing == Met.WHAT_BEGINS_IS_ALWAYS_REPLACED) for g in piles.of],
        "fill.when": [conditions.number(fill[g.name][1], f"{g.name}.then.when") for g in piles.of],
    }


def refilling(piles: Piles) -> Fields:
    """Return which piles are refilled, in which order.

    Raises:
        InvalidDefinitionError: when these are of two groups.
    """
    refilled = [g for g in piles.groups if g.refill]
    if len(refilled) > 1:
        raise piles.error(refilled[1], "refill", "only one group can be refilled")
    order = [
        piles.first[g.name] + (g.refill_first - 1 + i) % g.piles
        for g in refilled
        for i in range(g.piles)
    ]
    return {
        "refill.piles": len(order),
        "refill.order": order or [0],
        "refill.height": [g.refill for g in piles.of],
        "refill.below": [g.refill_below or g.refill for g in piles.of],
        "refill.rows": int(all(g.refill_order == "rows" for g in refilled)),
    }
