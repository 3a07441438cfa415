"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.families.covers.texts import cover_clauses
from cadogan.families.removal.texts import removal_section, told_no_match
from cadogan.families.score.texts import score_clauses, score_object
from cadogan.language.definition import Definition

__all__ = [
    "cover_clauses",
    "family_clauses",
    "family_sections",
    "score_clauses",
    "score_object",
    "told_no_match",
]


# What each family adds to the section on special moves.
_CLAUSES: tuple[Callable[[Definition], list[str]], ...] = ()


def family_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's families, clause by clause."""
    return [clause for tell in _CLAUSES for clause in tell(definition)]


def family_sections(definition: Definition) -> list[tuple[str, list[str]]]:
    """Return the sections of the rules page that families write: titles and paragraphs."""
    return [("Leaving play", removal_section(definition))]
