"""Compilation of the key for a last row that a player may reverse."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.group import ever, references
from cadogan.rules.phrases import SinkWay, Whole
from cadogan.rules.vocabulary import parse_stock_deal
from cadogan.state.compiled import ReversalRules


def check_reversal(definition: Definition) -> None:
    """Check that the stock's last deal makes a row, which no other rule immediately changes."""
    for stock in definition.of_kind("stock"):
        if not stock.last_reversed:
            continue
        key = "last_reversed"
        deal = parse_stock_deal(str(stock.deal), references(definition.groups))
        if not deal.each or deal.count != 1 or deal.group.startswith("foundation"):
            raise InvalidKeyError(
                key,
                "this needs a deal of one card to each pile in play, such as '1 to each tableau'",
            )
        for other in ("last", "skips", "times", "batch"):
            if getattr(stock, other):
                raise InvalidKeyError(key, f"this cannot be combined with {other!r}")
        if definition.count or definition.weave:
            raise InvalidKeyError(
                key, f"this cannot be combined with [{'count' if definition.count else 'weave'}]"
            )
        for group in definition.groups:
            fills = [ref for refs in ever(group, "fill") for ref in refs]
            here = {group.name, group.kind}.intersection(deal.groups)
            if here and (group.most or group.sink_way == SinkWay.AS_EXPOSED or group.closes):
                raise InvalidKeyError(
                    key, "every card dealt to the row must fit on its pile, and stay on top"
                )
            if group.whole == Whole.AT_ONCE or any(ref != "stock" for ref in fills):
                raise InvalidKeyError(
                    key, "no other card may move automatically when the row is dealt"
                )


def reversal_rules(piles: Piles) -> ReversalRules:
    """Return the compiled rules for reversing a row."""
    return ReversalRules(used=int(any(group.last_reversed for group in piles.groups)))
