"""Rules for the stock: its deals and its redeals."""

from __future__ import annotations

from cadogan.compiler.conditions import Conditions
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Redeal
from cadogan.rules.group import laid_out
from cadogan.rules.phrases import RedealFrom, RedealOrder
from cadogan.rules.vocabulary import DEALT_OUT, StockDeal
from cadogan.state.compiled import DealRules, LastDealRules, RedealRules, StockRules

_BOTH = "tableau and reserve"  # gathered together


def stocking(piles: Piles) -> StockRules:
    """Return the numbers of the piles for stock and waste."""
    stock, waste = piles.named("stock"), piles.named("waste")
    return StockRules(pile=stock.start if stock else -1, waste=waste.start if waste else -1)


def dealing(piles: Piles, conditions: Conditions) -> tuple[DealRules, LastDealRules]:
    """Return the rules for deals from the stock, and for the last deal."""
    group = piles.one("stock")
    if group is None:
        return DealRules(0, 0, 0, 0, 0, [0] * len(piles.of), 0), LastDealRules(0, 0, 0, 0, 0, 0)
    deal = piles.stock_deal(str(group.deal)) if group.deal else None
    last = piles.stock_deal(group.last) if group.last else None
    dealt, last_dealt = _dealt(piles, "deal", deal), _dealt(piles, "last", last)
    out, last_out = _left_out(dealt, group.deal_to), _left_out(last_dealt, group.last_to)
    rows = int(group.order.startswith("rows"))
    return DealRules(
        cards=deal.count if deal else 0,
        first=dealt.start,
        end=dealt.stop,
        rows=rows,
        when=conditions.number(group.when, f"{group.name}.when"),
        misses=[(p in out) + 2 * (p in last_out) for p in range(len(piles.of))],
        counted=0,
    ), LastDealRules(
        cards=last.count if last else 0,
        first=last_dealt.start,
        end=last_dealt.stop,
        rows=rows,
        at=group.last_at,
        when=conditions.number(group.last_when, f"{group.name}.last_when"),
    )


def _left_out(dealt: range, numbers: list[int]) -> set[int]:
    """Return the piles that a deal leaves out if only piles with certain numbers get cards."""
    return {*dealt} - {dealt.start + n - 1 for n in numbers} if numbers else set()


def _dealt(piles: Piles, key: str, deal: StockDeal | None) -> range:
    """Return the piles to which a deal goes; if it names two groups, they must be adjacent."""
    if deal is None:
        return range(0)
    if len(deal.groups) == 1:
        return piles.named(deal.group)
    one, other = map(piles.named, deal.groups)
    kinds = {piles.of[p].kind for p in (*one, *other)}
    if one.stop != other.start or not kinds <= {"tableau", "reserve"}:
        why = "one deal can go only to consecutive groups, such as 'tableau and reserve'"
        raise piles.definition.error(f"stock.{key}", why)
    return range(one.start, other.stop)


def redealing(piles: Piles, conditions: Conditions) -> RedealRules:
    """Return the rules for redeals."""
    dealt = [_dealt_to(piles, p) for p in range(len(piles.of))]
    redeal = piles.definition.redeal
    if redeal is None:
        return RedealRules(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, dealt, 0)
    again = _gathered(piles, redeal)
    return RedealRules(
        times=-1 if isinstance(redeal.times, str) else redeal.times,
        counted=0,
        waste=int(redeal.from_ == RedealFrom.WASTE),
        shuffled=int(redeal.order.startswith("shuffled")),
        last_first=int(redeal.order == RedealOrder.LAST_PILE_FIRST),
        from_top=int(redeal.order == RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP),
        first=again.start,
        under=piles.named("tableau").stop if redeal.from_ == _BOTH else again.stop,
        end=again.stop,
        rounds=max((dealt[p] for p in again), default=0),
        rows=int(any(piles.of[p].order.startswith("rows") for p in again)),
        dealt=dealt,
        when=conditions.number(redeal.when, "redeal.when"),
    )


def _gathered(piles: Piles, redeal: Redeal) -> range:
    """Return the piles whose cards a redeal gathers."""
    if redeal.from_ != _BOTH:
        return piles.named(redeal.from_.split()[0])
    if redeal.order not in (
        RedealOrder.SHUFFLED,
        RedealOrder.FIRST_PILE_FIRST,
        RedealOrder.LAST_PILE_FIRST,
    ):
        raise piles.definition.error(
            "redeal.order",
            f"{_BOTH} together must be 'shuffled', 'first pile first' or 'last pile first'",
        )
    for group in piles.definition.of_kind("reserve"):
        if laid_out(group) or group.order in DEALT_OUT:
            why = (
                f"a redeal gathers the cards of [{group.name}] but deals none back to it: write"
                " deal = 0"
            )
            raise piles.error(group, "deal", why)
    return piles.named_both(redeal.from_)


def _dealt_to(piles: Piles, p: int) -> int:
    """Return how many cards a pile gets in the deal at the start."""
    deal = piles.of[p].deal
    if isinstance(deal, list):
        return deal[p - piles.first[piles.of[p].name]]
    return 0 if isinstance(deal, str) else deal


def redeals_counted(piles: Piles, conditions: Conditions) -> int:
    """Return the highest possible count of redeals, once all conditions have numbers.

    The game counts redeals if they are limited, or if a rule depends on whether the player has made
    one. The game also counts redeals that shuffle, because each of them puts the cards in a
    different order.
    """
    redeal = piles.definition.redeal
    if redeal is None:
        return 0
    if isinstance(redeal.times, int):
        return redeal.times
    return 10**9 if redeal.order.startswith("shuffled") else int(conditions.asks("redealt"))
