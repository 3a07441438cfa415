"""Which piles may change places without a difference, and which foundations can become twins."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.piles import Fields, Piles
from cadogan.mechanics.compile import overlap_classes, placed_piles
from cadogan.state.compiled import CompiledRules

__all__ = ["classes"]


def classes(piles: Piles, conditions: Conditions, R: CompiledRules) -> Fields:
    """Return the class of each pile, one for piles that may change places.

    They may not when a deal, a refill or a gathering goes through them in order, or when another
    pile or a condition refers to one of them. The rule of an empty foundation tells its suit.
    """
    alone = _in_order(R)
    alone |= {p for p, group in enumerate(piles.of) if group.limited_by or R.indicator[p] >= 0}
    alone |= {q for q in R.indicator if q >= 0}
    alone |= placed_piles(
        piles.definition, tuple(g.name for g in piles.of), tuple(g.kind for g in piles.of)
    )
    if conditions.asks("first foundation complete"):
        alone.add(0)
    known: dict[tuple[object, ...], int] = {}
    klass = []
    beside = overlap_classes(R.cover_at, R.cover)
    for p in range(R.piles):
        rules = tuple(R.rule_at[p * (R.room + 1) : (p + 1) * (R.room + 1)])
        key = (R.group[p], rules, R.lock[p], p if p in alone else -1, beside[p])
        klass.append(known.setdefault(key, p + 1))
    first = [klass.index(k) for k in klass]
    return {
        "klass": klass,
        "twins": [q if p < R.foundations and q < p else -1 for p, q in enumerate(first)],
    }


def _in_order(R: CompiledRules) -> set[int]:
    """Return the piles that the rules go through one after another."""
    return {
        *range(R.deal_first, R.deal_end),
        *range(R.last_first, R.last_end),
        *R.refill_order[: R.refill_piles],
        *range(R.redeal_first, R.redeal_end),
    }
