"""Which piles may change places without a difference, and which foundations can become twins."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.piles import Fields, Piles
from cadogan.mechanics.compile import placed_piles, told_apart
from cadogan.state.compiled import Tables

__all__ = ["classes"]


def classes(piles: Piles, conditions: Conditions, T: Tables) -> Fields:
    """Return the class of each pile, one for piles that may change places.

    They may not when a deal, a refill or a gathering goes through them in order, or when another
    pile or a condition refers to one of them. The rule of an empty foundation tells its suit.
    """
    alone = _in_order(T)
    alone |= {p for p, group in enumerate(piles.of) if group.limited_by or T.indicator[p] >= 0}
    alone |= {q for q in T.indicator if q >= 0}
    alone |= placed_piles(
        piles.definition, tuple(g.name for g in piles.of), tuple(g.kind for g in piles.of)
    )
    if conditions.asks("first foundation complete"):
        alone.add(0)
    known: dict[tuple[object, ...], int] = {}
    klass = []
    beside = told_apart(T.cover_at, T.cover)
    for p in range(T.piles):
        rules = tuple(T.rule_at[p * (T.room + 1) : (p + 1) * (T.room + 1)])
        key = (T.group[p], rules, T.lock[p], p if p in alone else -1, beside[p])
        klass.append(known.setdefault(key, p + 1))
    first = [klass.index(k) for k in klass]
    return {
        "klass": klass,
        "twins": [q if p < T.foundations and q < p else -1 for p, q in enumerate(first)],
    }


def _in_order(T: Tables) -> set[int]:
    """Return the piles that the rules go through one after another."""
    return {
        *range(T.deal_first, T.deal_end),
        *range(T.last_first, T.last_end),
        *T.refill_order[: T.refill_piles],
        *range(T.redeal_first, T.redeal_end),
    }
