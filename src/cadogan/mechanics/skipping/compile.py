"""Compiled key of deals that pass piles over."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.vocabulary import SKIPS
from cadogan.state.compiled import SkippingRules


def check_skips(definition: Definition) -> None:
    """Check that a stock which passes piles over has several to deal to."""
    for stock in definition.of_kind("stock"):
        texts = [text for text in (stock.deal, stock.last) if isinstance(text, str) and text]
        if stock.skips and not all(" to each " in text for text in texts):
            raise InvalidKeyError(
                "skips", "only a deal to several piles passes some over: '1 to each tableau'"
            )


def skipping_rules(piles: Piles) -> SkippingRules:
    """Return what a deal passes over."""
    stock = piles.one("stock")
    return SkippingRules(way=[*SKIPS].index(stock.skips) + 1 if stock and stock.skips else 0)
