"""Compilation of the table ``[count]``."""

from __future__ import annotations

from cadogan.core.cards import CARDS
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Count, Definition
from cadogan.rules.vocabulary import parse_stock_deal
from cadogan.state.codes import Counting
from cadogan.state.compiled import CountingRules


def called_in(definition: Definition) -> tuple[int, ...]:
    """Return the ranks in the order in which the player calls them."""
    count = definition.count
    return parse_sequence(count.ranks if count and count.ranks else definition.ranks)


def check_counting(definition: Definition) -> None:
    """Check the table ``[count]`` of a definition."""
    count = definition.count
    if count is None:
        return
    if not definition.of_kind("discard"):
        raise ValueError("cards that leave play need a place: [discard] is missing")
    if not definition.of_kind(count.of):
        raise InvalidKeyError("of", f"there is no [{count.of}]")
    if not {*called_in(definition)} & {*parse_sequence(definition.ranks)}:
        raise InvalidKeyError("ranks", "the pack has none of these ranks, so no card could be hit")
    stock = next(iter(definition.of_kind("stock")), None)
    if stock and stock.times:
        raise ValueError("this cannot be combined with stock.times")
    if count.of == "tableau":
        if count.passes or count.again:
            key = "passes" if count.passes else "again"
            raise InvalidKeyError(key, "this has an effect only with of = 'waste'")
        return
    if sum(g.piles for g in definition.of_kind("waste")) > 1:
        raise InvalidKeyError("of", "counting needs a single waste pile")
    deal = str(stock.deal) if stock else ""
    if deal != "1 to waste":
        raise InvalidKeyError(
            "of", "counting needs cards turned one by one: write stock.deal = '1 to waste'"
        )
    parse_stock_deal(deal, ["waste"])


def counting_rules(piles: Piles) -> CountingRules:
    """Return the compiled rules for counting."""
    count, order = piles.definition.count or Count(), called_in(piles.definition)
    way = Counting.IN_ROWS if count.of == "tableau" else Counting.AS_TURNED
    return CountingRules(
        way=int(way) if piles.definition.count else 0,
        calls=len(order),
        called=[order.index(c % 13 + 1) if c % 13 + 1 in order else -1 for c in range(CARDS)],
        barren=count.passes,
        again=int(count.again),
    )
