"""The stock, what it deals, and how the cards are used again."""

from __future__ import annotations

from cadogan.compiling.conditions import Conditions
from cadogan.compiling.piles import Fields, Piles

__all__ = ["dealing", "redealing", "redeals_counted"]


def dealing(piles: Piles, conditions: Conditions) -> Fields:
    """Return what the stock deals, and what its last deal is."""
    stock, waste = piles.named("stock"), piles.named("waste")
    group = piles.one("stock")
    deal = piles.stock_deal(str(group.deal)) if group and group.deal else None
    last = piles.stock_deal(group.last) if group and group.last else None
    dealt = piles.named(deal.group) if deal else range(0)
    last_dealt = piles.named(last.group) if last else range(0)
    rows = int(group is not None and group.order.startswith("rows"))
    return {
        "stock": stock[0] if stock else -1,
        "waste": waste[0] if waste else -1,
        "deal_count": deal.count if deal else 0,
        "deal_first": dealt.start,
        "deal_end": dealt.stop,
        "deal_rows": rows,
        "deal_when": conditions.number(group.when, f"{group.name}.when") if group else 0,
        "last_count": last.count if last else 0,
        "last_first": last_dealt.start,
        "last_end": last_dealt.stop,
        "last_rows": rows,
        "last_at": group.last_at if group else 0,
    }


def redealing(piles: Piles, conditions: Conditions) -> Fields:
    """Return how often and how the cards are used again."""
    redeal = piles.definition.redeal
    if redeal is None:
        again, times, when = range(0), 0, 0
    else:
        again = piles.named(redeal.from_.split()[0])
        times = -1 if isinstance(redeal.times, str) else redeal.times
        when = conditions.number(redeal.when, "redeal.when")
    dealt = [_dealt_to(piles, p) for p in range(len(piles.of))]
    order = redeal.order if redeal else ""
    return {
        "redeal_times": times,
        "redeal_waste": int(redeal is not None and redeal.from_ == "waste"),
        "redeal_shuffled": int(order.startswith("shuffled")),
        "redeal_last_first": int(order == "last pile first"),
        "redeal_first": again.start,
        "redeal_end": again.stop,
        "redeal_rounds": max((dealt[p] for p in again), default=0),
        "redeal_rows": int(any(piles.of[p].order.startswith("rows") for p in again)),
        "redeal_deal": dealt,
        "redeal_when": when,
    }


def _dealt_to(piles: Piles, p: int) -> int:
    """Return how many cards a pile is dealt at the start."""
    deal = piles.of[p].deal
    if isinstance(deal, list):
        return deal[p - piles.first[piles.of[p].name]]
    return 0 if isinstance(deal, str) else deal


def redeals_counted(piles: Piles, conditions: Conditions) -> Fields:
    """Return how far redeals are counted, once all conditions are numbered.

    They are where they are limited; where they shuffle, because each draws another order; and else
    where a rule asks whether there has been one.
    """
    redeal = piles.definition.redeal
    if redeal is None or isinstance(redeal.times, int):
        return {"redeal_counted": redeal.times if redeal else 0}
    asked = int(conditions.asks("redealt"))
    return {"redeal_counted": 10**9 if redeal.order.startswith("shuffled") else asked}
