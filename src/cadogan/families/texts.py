"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from cadogan.families.removal.texts import removal_clauses, told_no_match
from cadogan.families.rows.texts import (
    KEPT_IN_REDEAL,
    grid_rules,
    row_rules,
    told_gap,
    told_reach,
)
from cadogan.families.score.texts import score_clauses, score_object
from cadogan.families.whole.texts import told_not_whole, whole_rule
from cadogan.language.definition import Definition

__all__ = [
    "KEPT_IN_REDEAL",
    "family_clauses",
    "grid_rules",
    "row_rules",
    "score_clauses",
    "score_object",
    "told_gap",
    "told_no_match",
    "told_not_whole",
    "told_reach",
    "whole_rule",
]


def family_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's families, clause by clause."""
    return [*removal_clauses(definition)]
