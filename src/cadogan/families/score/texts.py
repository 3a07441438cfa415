"""What is said of a score."""

from __future__ import annotations

from cadogan.families.score.tables import PAYMENTS
from cadogan.language.definition import Definition
from cadogan.language.words import HANDS, count_word

__all__ = ["score_clauses", "score_object"]

_POKER = (
    "a pair", "two pairs", "three of a kind", "a straight", "a flush", "a full house",
    "four of a kind", "a straight flush", "a royal flush",
)  # fmt: skip


def _points(number: int) -> str:
    return f"{count_word(number)} point{'s' * (number != 1)}"


def score_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of how points are made."""
    some = definition.score
    if some is None:
        return []
    told = []
    if some.start:
        what = "costs" if some.start < 0 else "begins with"
        told.append(f"the game {what} {_points(abs(some.start))}")
    if some.hands == "none":
        told.append(f"each card on a foundation counts {_points(some.card)}")
        return [", and ".join(told)]
    told.append(HANDS[some.hands])
    if pays := PAYMENTS.get(some.hands):
        each = [f"{name} {pay}" for name, pay in zip(_POKER, pays, strict=True)]
        told.append(f"there count {', '.join(each[:-1])} and {each[-1]}")
    return told


def score_object(definition: Definition) -> str:
    """Say when the game is won, as the end of a sentence."""
    some = definition.score
    if some is None:
        return ""
    full = "the square is full and " if some.hands != "none" else ""
    points = _points(some.target) if some.target else "nought"
    return f"the game is won when {full}the score is {points} or more"
