"""Wording for exchanges: names, refusals, and clauses for the rules page."""

from __future__ import annotations

from cadogan.core.cards import rank_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import a, card_name, rank, rank_of_letter
from cadogan.i18n.phrase import Phrase
from cadogan.rules.group import Group
from cadogan.rules.phrases import Wrong
from cadogan.state.codes import Refusal


def _right(group: Group) -> Phrase:
    return a(rank_of_letter(group.space))


def exchange_clauses(group: Group) -> list[str]:
    """State which cards of a group change places, and which are misplaced in its piles."""
    if group.exchange:
        text = msgid("any two tableau cards may change places, as often as the player likes")
        return [translate(text)]
    if not group.wrong:
        return []
    text = msgid(
        "a pile that begins with {rank} is properly begun: its cards stay there, and it may be"
        " built on"
    )
    clauses = [
        translate(text, rank=_right(group)),
        translate(
            "any other first card is misplaced: nothing may be laid on it, but it may be taken"
        ),
    ]
    if group.wrong == Wrong.MAY_LEAVE_OR_CHANGE_PLACES:
        clauses.append(
            translate("two misplaced cards may change places if both are then properly placed")
        )
    return clauses


def explain_wrong(group: Group, card: int) -> str:
    """State that a player cannot lay a card on a wrong card."""
    text = msgid("Nothing may be laid on the {card}: its pile must begin with {rank}.")
    return translate(text, card=card_name(card), rank=_right(group))


def explain_right(group: Group, here: Phrase) -> str:
    """State that right cards stay in their places."""
    text = msgid("The cards on {pile} stay there, because the pile begins with {rank}.")
    return translate(text, pile=here, rank=_right(group))


def explain_no_exchange(where: Phrase, group: Group, cards: list[int], code: int) -> str:
    """Explain why the top cards of two piles do not change places; the engine gives the reason.

    ``where`` is the name of the pile that causes the refusal, and ``group`` is the group of that
    pile.
    """
    if code == Refusal.KEPT:
        return explain_right(group, where)
    if code == Refusal.TOO_MANY:
        text = msgid("Only a card that lies alone may change places; several cards lie on {pile}.")
        return translate(text, pile=where)
    if code != Refusal.NO_MATCH:
        return translate("Nothing may be taken from {pile}.", pile=where)
    one, two = cards
    text = msgid(
        "The {one} and the {two} may not change places: {first} and {second} would not both be"
        " properly placed in their new piles."
    )
    if group.exchange:
        text = msgid("It would make no difference: both cards are the {one}.")
    first, second = (a(rank(rank_of(card))) for card in cards)
    names = {"one": card_name(one), "two": card_name(two)}
    return translate(text, **names, first=first, second=second)
