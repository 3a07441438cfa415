"""Compilation of the key for deals that skip piles."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.vocabulary import SKIPS
from cadogan.state.compiled import SkippingRules


def check_skips(definition: Definition) -> None:
    """Check that a stock whose deals skip piles deals to several piles."""
    for stock in definition.of_kind("stock"):
        texts = [text for text in (stock.deal, stock.last) if isinstance(text, str) and text]
        if stock.skips and not all(" to each " in text for text in texts):
            raise InvalidKeyError(
                "skips",
                "only a deal to several piles can skip some: write, for example, '1 to each"
                " tableau'",
            )


def skipping_rules(piles: Piles) -> SkippingRules:
    """Return the code for the piles that a deal skips."""
    stock = piles.one("stock")
    return SkippingRules(way=[*SKIPS].index(stock.skips) + 1 if stock and stock.skips else 0)
