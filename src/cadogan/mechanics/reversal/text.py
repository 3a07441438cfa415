"""Wording for a last row that a player may reverse."""

from __future__ import annotations

from cadogan.i18n import translate
from cadogan.rules.group import Group


def reversal_clauses(stock: Group) -> list[str]:
    """State that the player may reverse the last row."""
    if not stock.last_reversed:
        return []
    return [
        translate(
            "when the last cards from the stock have been dealt, the player may reverse the row"
            " that they form before any other move. The first card changes places with the last,"
            " the second with the last but one and so on"
        )
    ]


def explain_no_row() -> str:
    """Explain why the player cannot reverse a row now."""
    return translate(
        "Only the row of the last deal may be reversed, and only immediately after that deal."
    )
