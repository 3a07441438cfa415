"""Compilation of the keys for dealing pile by pile."""

from __future__ import annotations

from cadogan.core.cards import RANKS, of_rank
from cadogan.core.errors import InvalidKeyError, miscounted
from cadogan.mechanics.piles import Piles, groups_with
from cadogan.rules.definition import Definition, dealt_of, ranks_dealt
from cadogan.rules.group import Group, laid_out
from cadogan.rules.phrases import DealOrder, Face, RedealFrom, RedealOrder
from cadogan.state.compiled import RoundRobinRules

KING = RANKS.index("K") + 1


def next_group(definition: Definition) -> str:
    """Return the group or kind to which the stock deals pile by pile, or ""."""
    for stock in definition.of_kind("stock"):
        if isinstance(stock.deal, str) and " to the next " in stock.deal:
            return stock.deal.rpartition(" ")[2]
    return ""


def _piles(definition: Definition, ref: str) -> list[Group]:
    return [group for group in definition.groups if ref in (group.name, group.kind)]


def check_turns(definition: Definition) -> None:
    """Check a stock that deals to the next pile."""
    ref = next_group(definition)
    for stock in definition.of_kind("stock"):
        if stock.next_at and not ref:
            raise InvalidKeyError(
                "next_at", "this has no effect unless the stock deals '1 to the next tableau'"
            )
        if stock.begins_at > 1 and (not ref or stock.next_at):
            problem = "the stock must deal '1 to the next tableau', to each pile in turn"
            raise InvalidKeyError("begins_at", problem)
        piles = sum(group.piles for group in _piles(definition, ref))
        if stock.begins_at > max(piles, 1):
            raise InvalidKeyError("begins_at", f"the piles of [{ref}] are numbered 1 to {piles}")
        if stock.batch and (not str(stock.deal).endswith(" to waste") or stock.last):
            raise InvalidKeyError(
                "batch", "the stock must be turned: deal = '1 to waste', and no 'last'"
            )
        if stock.batch and (stock.times or definition.count is not None):
            other = "'times'" if stock.times else "[count]"
            raise InvalidKeyError("batch", f"this cannot be combined with {other}")
        if stock.batch and sum(group.piles for group in definition.of_kind("waste")) != 1:
            raise InvalidKeyError("batch", "this needs a single waste pile")
        if " to the next " in stock.last:
            raise InvalidKeyError(
                "last", "only 'deal' may go to the next pile, and only without 'last'"
            )
        if ref and stock.last:
            raise InvalidKeyError("last", "a stock that deals to the next pile cannot have 'last'")
        if ref and (stock.times or definition.count is not None):
            other = "'times'" if stock.times else "[count]"
            raise InvalidKeyError(
                "deal", f"a deal to the next pile cannot be combined with {other}"
            )
    if ref and any(group.most for group in _piles(definition, ref)):
        raise InvalidKeyError(
            "deal", f"a deal to the next pile cannot be combined with 'most' in [{ref}]"
        )


def check_kings(definition: Definition) -> None:
    """Check groups that get all cards of the deal and begin a new pile at each king."""
    for group in definition.groups:
        if group.order != DealOrder.A_KING_BEGINS_EACH:
            continue
        kings = dealt_of(definition, KING) if KING in ranks_dealt(definition) else 0
        if not kings:
            raise InvalidKeyError(f"{group.name}.order", "no kings are left to deal")
        if group.piles not in (kings, kings + 1):
            raise InvalidKeyError(
                f"{group.name}.piles",
                f"each of the {kings} kings begins a pile: write {kings}, or {kings + 1} if the"
                " cards before the first king also get a pile",
            )
        faces = (Face.UP, Face.DOWN, Face.TOP_UP, Face.DOWN_BUT_THE_LAST)
        for key, fits in (("most", group.most == 0), ("face", group.face in faces)):
            if not fits:
                problem = (
                    "the number of cards dealt to each pile depends on the deal: leave this out"
                )
                raise InvalidKeyError(f"{group.name}.{key}", problem)
        for other in definition.groups:
            bases = other.kind == "foundation" and not isinstance(other.placed, str)
            if laid_out(other) and not (bases and not other.deal):
                problem = f"this deals all remaining cards, but [{other.name}] also gets some"
                raise InvalidKeyError(f"{group.name}.order", problem)


def check_falls(definition: Definition) -> None:
    """Check the places in the deal from which foundations take cards."""
    ref = next_group(definition)
    piles = sum(group.piles for group in _piles(definition, ref))
    for group, key in groups_with(definition, "foundation", "falls_on"):
        if not ref or not any(stock.turned for stock in definition.of_kind("stock")):
            raise InvalidKeyError(
                key,
                "this has no effect unless the stock is turned and deals '1 to the next tableau'",
            )
        if len(group.falls_on) != group.piles:
            raise InvalidKeyError(key, miscounted(len(group.falls_on), group.piles))
        if any(stock.next_at for stock in definition.of_kind("stock")):
            raise InvalidKeyError(key, "this cannot be combined with 'next_at' in [stock]")
        if any(not 1 <= n <= piles for some in group.falls_on for n in some):
            raise InvalidKeyError(key, f"the piles of [{ref}] are numbered 1 to {piles}")


def check_rotation(definition: Definition) -> None:
    """Check a redeal that takes up one pile after another."""
    redeal = definition.redeal
    if redeal is not None and redeal.order == RedealOrder.STRAIGHT_UP:
        rows = definition.remove is not None and definition.remove.touching
        if not rows or redeal.from_ != RedealFrom.TABLEAU_AND_STOCK:
            raise InvalidKeyError(
                "order",
                "this needs cards in rows: write from = 'tableau and stock', and 'touching'"
                " in [remove]",
            )
    if redeal is None or redeal.order != RedealOrder.PILE_BY_PILE:
        return
    piles = sum(group.piles for group in definition.of_kind("tableau"))
    if isinstance(redeal.times, str) or redeal.times > piles:
        raise InvalidKeyError(
            "times", f"each redeal takes up another pile, so this must be at most {piles}"
        )


def round_robin_rules(piles: Piles) -> RoundRobinRules:
    """Return the compiled rules for dealing and redealing pile by pile."""
    definition, stock = piles.definition, piles.one("stock")
    falls_on = [-1] * len(piles.of)
    for group in definition.of_kind("foundation"):
        for p, places in zip(piles.own(group), group.falls_on, strict=False):
            falls_on[p] = sum(1 << n - 1 for n in {*places})
    source, order = (redeal.from_, redeal.order) if (redeal := definition.redeal) else ("", "")
    up = order == RedealOrder.STRAIGHT_UP
    return RoundRobinRules(
        piles=len(piles.named(next_group(definition))),
        begin=stock.begins_at - 1 if stock else 0,
        falls_on=falls_on,
        next_at=of_rank(RANKS.index(stock.next_at) + 1) if stock and stock.next_at else 0,
        redeal_by_pile=int(up or order == RedealOrder.PILE_BY_PILE),
        redeal_up=definition.remove.touching if up and definition.remove else 0,
        deal_times=stock.times if stock else 0,
        batch=stock.batch if stock else 0,
        redeal_stock=int(source == RedealFrom.TABLEAU_AND_STOCK),
    )
