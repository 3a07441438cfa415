"""What exchanges are called, why they are refused, and their clauses of the rules page."""

from __future__ import annotations

from cadogan.cards import RANK_NAMES, card_name, rank_of
from cadogan.language.definition import Group
from cadogan.language.words import EXCHANGED, an, rank_word
from cadogan.state import KEPT, NO_CARD, NO_MATCH, NO_WAY, SAME_PILE, TOO_MANY

__all__ = ["exchange_clauses", "told_exchange", "told_right", "told_wrong"]


def _right(group: Group) -> str:
    return an(rank_word(group.space))


def exchange_clauses(group: Group) -> list[str]:
    """Say what is right and wrong in the piles of a group, and what becomes of it."""
    if not group.wrong:
        return []
    told = [
        f"a pile that begins with {_right(group)} keeps its cards and is built on",
        "any other first card is wrong: nothing is laid on it, but it may be taken",
    ]
    if group.wrong == EXCHANGED:
        told.append(
            "two wrong cards may change places when each then begins the pile to which it comes"
        )
    return told


def told_wrong(group: Group, card: int) -> str:
    """Say that nothing is laid on a wrong card."""
    return f"Nothing is laid on the {card_name(card)}: such a pile begins with {_right(group)}."


def told_right(group: Group, here: str) -> str:
    """Say that cards stay where they are right."""
    return f"The cards on {here} stay there: it is begun with {_right(group)}."


def told_exchange(where: str, group: Group, cards: list[int], code: int) -> str:
    """Say why two cards do not change places.

    Args:
        where: the pile that stands in the way, as people call it.
        group: its group.
        cards: the top cards of the two piles.
        code: the engine's reason.
    """
    if code == SAME_PILE:
        return "Two cards that change places lie on different piles."
    if code == NO_CARD:
        return f"There is no card on {where}."
    if code == NO_WAY:
        return f"No card of {where} changes places with another."
    if code == KEPT:
        return told_right(group, where)
    if code == TOO_MANY:
        return f"Only a card that lies alone changes places; on {where} lie several."
    if code != NO_MATCH:
        return f"Nothing may be taken from {where}."
    one, two = (RANK_NAMES[rank_of(card) - 1] for card in cards)
    return (
        f"The {card_name(cards[0])} and the {card_name(cards[1])} do not change places: {an(one)}"
        f" and {an(two)} would not both begin the piles to which they come."
    )
