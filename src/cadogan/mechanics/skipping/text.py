"""Wording for deals that skip piles."""

from __future__ import annotations

from cadogan.i18n import translate
from cadogan.mechanics.skipping.moves import ALL_BUT_ONE, EMPTY_PILES
from cadogan.rules.vocabulary import SKIPS
from cadogan.state.compiled import CompiledRules

# the description of the deal already explains this value
FIRST_EMPTY = "all but the first empty pile"


def skip_clauses(skips: str) -> list[str]:
    """State which piles a deal skips.

    >>> skip_clauses("empty piles")
    ['a deal skips the empty piles']
    """
    return [translate(SKIPS[skips])] if skips and skips != FIRST_EMPTY else []


def explain_skipped(R: CompiledRules) -> str:
    """State that a deal would skip every pile that has room for another card."""
    if R.skipping.way == EMPTY_PILES:
        return translate(
            "The stock does not deal to empty piles, and no other pile has room for a card."
        )
    if R.skipping.way == ALL_BUT_ONE:
        return translate("The stock deals only to an empty pile, and there is none.")
    return translate("No pile that the stock deals to can hold another card.")
