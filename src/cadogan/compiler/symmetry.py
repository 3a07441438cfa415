"""Symmetry: piles that are interchangeable, and foundations that may become identical."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.mechanics.overlap.compile import overlap_classes
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.registry import placed_piles
from cadogan.state.compiled import CompiledRules


def classes(piles: Piles, conditions: Conditions, R: CompiledRules) -> tuple[list[int], list[int]]:
    """Return the class of each pile, and for each foundation an earlier one that may be its twin.

    A pile is interchangeable only if no deal, refill or gathering treats the piles in a certain
    order. A pile is not interchangeable if another pile or a condition refers to it. Foundations
    that begin with different suits are in different classes, because their rules for the first card
    differ.
    """
    alone = _in_order(R)
    alone |= {
        p for p, group in enumerate(piles.of) if group.limited_by or R.accept.indicator[p] >= 0
    }
    alone |= {q for q in R.accept.indicator if q >= 0}
    alone |= placed_piles(piles)
    if conditions.asks("first foundation complete"):
        alone.add(0)
    known: dict[tuple[object, ...], int] = {}
    klass = []
    beside = overlap_classes(R.overlap)
    for p in range(R.piles):
        rules = tuple(R.accept.rule_at[p * (R.room + 1) : (p + 1) * (R.room + 1)])
        key = (R.group[p], rules, R.accept.lock[p], p if p in alone else -1, beside[p])
        klass.append(known.setdefault(key, p + 1))
    first = [klass.index(k) for k in klass]
    return klass, [q if p < R.foundations and q < p else -1 for p, q in enumerate(first)]


def _in_order(R: CompiledRules) -> set[int]:
    """Return the piles that the rules treat in a certain order."""
    return {
        *range(R.deal.first, R.deal.end),
        *range(R.last_deal.first, R.last_deal.end),
        *R.refill.order[: R.refill.piles],
        *range(R.redeal.first, R.redeal.end),
    }
