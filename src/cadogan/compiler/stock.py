"""The stock, what it deals, and how the cards are used again."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.piles import Fields, Piles
from cadogan.rules.definition import Redeal
from cadogan.rules.group import laid_out
from cadogan.rules.phrases import RedealFrom, RedealOrder
from cadogan.rules.vocabulary import DEALT_OUT, StockDeal

_BOTH = "tableau and reserve"  # gathered together


def dealing(piles: Piles, conditions: Conditions) -> Fields:
    """Return what the stock deals, and what its last deal is."""
    stock, waste = piles.named("stock"), piles.named("waste")
    group = piles.one("stock")
    deal = piles.stock_deal(str(group.deal)) if group and group.deal else None
    last = piles.stock_deal(group.last) if group and group.last else None
    dealt = _dealt(piles, "deal", deal)
    last_dealt = _dealt(piles, "last", last)
    rows = int(group is not None and group.order.startswith("rows"))
    return {
        "stock.pile": stock[0] if stock else -1,
        "stock.waste": waste[0] if waste else -1,
        "deal.cards": deal.count if deal else 0,
        "deal.first": dealt.start,
        "deal.end": dealt.stop,
        "deal.rows": rows,
        "deal.when": conditions.number(group.when, f"{group.name}.when") if group else 0,
        "last_deal.cards": last.count if last else 0,
        "last_deal.first": last_dealt.start,
        "last_deal.end": last_dealt.stop,
        "last_deal.rows": rows,
        "last_deal.at": group.last_at if group else 0,
        "last_deal.when": conditions.number(group.last_when, f"{group.name}.last_when")
        if group
        else 0,
        "deal.misses": [
            (group is not None and p in _left_out(dealt, group.deal_to))
            + 2 * (group is not None and p in _left_out(last_dealt, group.last_to))
            for p in range(len(piles.of))
        ],
    }


def _left_out(dealt: range, numbers: list[int]) -> set[int]:
    """Return the piles that a deal leaves out, where only those with some numbers get cards."""
    return {*dealt} - {dealt.start + n - 1 for n in numbers} if numbers else set()


def _dealt(piles: Piles, key: str, deal: StockDeal | None) -> range:
    """Return the piles that a deal goes to, those of two groups one after the other.

    Raises:
        InvalidDefinitionError: when two groups are none that are dealt to so.
    """
    if deal is None:
        return range(0)
    if len(deal.groups) == 1:
        return piles.named(deal.group)
    one, other = map(piles.named, deal.groups)
    kinds = {piles.of[p].kind for p in (*one, *other)}
    if one.stop != other.start or not kinds <= {"tableau", "reserve"}:
        told = "groups that follow each other, as 'tableau and reserve' do, are dealt to together"
        raise piles.definition.error(f"stock.{key}", told)
    return range(one.start, other.stop)


def redealing(piles: Piles, conditions: Conditions) -> Fields:
    """Return how often and how the cards are used again."""
    redeal = piles.definition.redeal
    if redeal is None:
        again, times, when = range(0), 0, 0
    else:
        again = _gathered(piles, redeal)
        times = -1 if isinstance(redeal.times, str) else redeal.times
        when = conditions.number(redeal.when, "redeal.when")
    dealt = [_dealt_to(piles, p) for p in range(len(piles.of))]
    order = redeal.order if redeal else ""
    both = redeal is not None and redeal.from_ == _BOTH
    return {
        "redeal.times": times,
        "redeal.waste": int(redeal is not None and redeal.from_ == RedealFrom.WASTE),
        "redeal.shuffled": int(order.startswith("shuffled")),
        "redeal.last_first": int(order == RedealOrder.LAST_PILE_FIRST),
        "redeal.from_top": int(order == RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP),
        "redeal.first": again.start,
        "redeal.under": piles.named("tableau").stop if both else again.stop,
        "redeal.end": again.stop,
        "redeal.rounds": max((dealt[p] for p in again), default=0),
        "redeal.rows": int(any(piles.of[p].order.startswith("rows") for p in again)),
        "redeal.dealt": dealt,
        "redeal.when": when,
    }


def _gathered(piles: Piles, redeal: Redeal) -> range:
    """Return the piles whose cards are used again.

    Raises:
        InvalidDefinitionError: when those of the reserve would be dealt out in a way that none
            tells.
    """
    if redeal.from_ != _BOTH:
        return piles.named(redeal.from_.split()[0])
    if redeal.order not in (
        RedealOrder.SHUFFLED,
        RedealOrder.FIRST_PILE_FIRST,
        RedealOrder.LAST_PILE_FIRST,
    ):
        raise piles.definition.error(
            "redeal.order",
            f"{_BOTH} together are 'shuffled', 'first pile first' or 'last pile first'",
        )
    for group in piles.definition.of_kind("reserve"):
        if laid_out(group) or group.order in DEALT_OUT:
            told = f"what is gathered of [{group.name}] is not laid out there again: write deal = 0"
            raise piles.error(group, "deal", told)
    return piles.named_both(redeal.from_)


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
        return {"redeal.counted": redeal.times if redeal else 0}
    asked = int(conditions.asks("redealt"))
    return {"redeal.counted": 10**9 if redeal.order.startswith("shuffled") else asked}
