"""What deals that pass piles over are said to do."""

from __future__ import annotations

from cadogan.families.skipping.code import EMPTY_PILES
from cadogan.language.words import SKIPS
from cadogan.tables import Tables
from cadogan.tongues import said

__all__ = ["skip_clauses", "told_skipped"]


def skip_clauses(skips: str) -> list[str]:
    """Say which piles a deal passes over.

    >>> skip_clauses("empty piles")
    ['a deal passes over the empty piles']
    """
    return [said(SKIPS[skips])] if skips else []


def told_skipped(T: Tables) -> str:
    """Say that a deal would pass over every pile that could hold another card."""
    if T.deal_skips == EMPTY_PILES:
        return said("The stock deals to no empty pile, and no other can hold another card.")
    return said("No pile that the stock deals to can hold another card.")
