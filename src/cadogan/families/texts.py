"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from cadogan.families.marriage.texts import marriage_clause, told_alone, told_marriage
from cadogan.families.removal.texts import removal_clauses, told_no_match
from cadogan.families.rotation.texts import (
    NEXT_PILE,
    reach_clauses,
    told_no_reach,
    told_rotation,
)
from cadogan.families.score.texts import score_clauses, score_object
from cadogan.families.weaving.texts import told_woven_deal, weaving_clauses
from cadogan.language.definition import Definition

__all__ = [
    "NEXT_PILE",
    "family_clauses",
    "marriage_clause",
    "reach_clauses",
    "score_clauses",
    "score_object",
    "told_alone",
    "told_marriage",
    "told_no_match",
    "told_no_reach",
    "told_rotation",
    "told_woven_deal",
    "weaving_clauses",
]


def family_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's families, clause by clause."""
    return [*removal_clauses(definition)]
