"""What the key of deals that pass piles over means in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.core.errors import InvalidKeyError
from cadogan.rules.definition import Definition
from cadogan.rules.vocabulary import SKIPS


def check_skips(definition: Definition) -> None:
    """Check that a stock which passes piles over has several to deal to.

    Raises:
        InvalidKeyError: saying what would be right.
    """
    for stock in definition.of_kind("stock"):
        texts = [text for text in (stock.deal, stock.last) if isinstance(text, str) and text]
        if stock.skips and not all(" to each " in text for text in texts):
            raise InvalidKeyError(
                "skips", "only a deal to several piles passes some over: '1 to each tableau'"
            )


def skip_fields(definition: Definition) -> Mapping[str, Any]:
    """Return the field of ``CompiledRules`` that says what a deal passes over."""
    skips = next((stock.skips for stock in definition.of_kind("stock")), "")
    return {"skipping.way": [*SKIPS].index(skips) + 1 if skips else 0}
