"""What removals are called, why they are refused, and their clause of the rules page."""

from __future__ import annotations

from cadogan.cards import RANK_NAMES, card_name
from cadogan.families.removal.tables import parse_set
from cadogan.language.definition import Definition
from cadogan.language.words import count_word

__all__ = ["removal_clauses", "told_no_match"]


def _a(rank: int) -> str:
    name = RANK_NAMES[rank - 1]
    return f"an {name}" if name in {"ace", "eight"} else f"a {name}"


def _set(text: str) -> str:
    """Say one phrase of ``sets``.

    >>> _set("13"), _set("K"), _set("J Q K")
    ('two cards that add up to thirteen', 'a king by itself', 'a jack, a queen and a king')
    """
    some = parse_set(text)
    suit = " of one suit" if some.in_suit else ""
    if some.total:
        return f"two cards{suit} that add up to {count_word(some.total)}"
    if len(some.ranks) == 1:
        return f"{_a(some.ranks[0])} by itself"
    if some.ranks:
        if len(set(some.ranks)) == 1:
            return f"{count_word(len(some.ranks))} {RANK_NAMES[some.ranks[0] - 1]}s{suit}"
        names = [_a(rank) for rank in some.ranks]
        return f"{', '.join(names[:-1])} and {names[-1]}{suit}"
    return {
        "same rank": "two cards of one rank",
        "same suit": "two cards of one suit",
        "four of a rank": "the four cards of one rank",
        "agreeing": "two, three or four cards, each of the suit or the rank of another of them",
    }[some.word]


def _sets(definition: Definition) -> str:
    told = [_set(text) for text in definition.remove.sets] if definition.remove else []
    return f"{', '.join(told[:-1])} or {told[-1]}" if told[1:] else "".join(told)


def removal_clauses(definition: Definition) -> list[str]:
    """Return the clauses of the rules page."""
    if not definition.remove:
        return []
    told = f"cards leave play together: {_sets(definition)}"
    if any("1" <= text[:1] <= "9" for text in definition.remove.sets):
        told += "; an ace counts one, a jack eleven, a queen twelve and a king thirteen"
    return [told]


def told_no_match(definition: Definition, cards: list[int]) -> str:
    """Say that cards do not leave play together."""
    names = [f"the {card_name(card)}" for card in cards]
    if len(cards) == 1:
        return f"{names[0].capitalize()} does not leave play by itself: {_sets(definition)} may."
    told = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{told[0].upper()}{told[1:]} do not leave play together: {_sets(definition)} may."
