"""Wording for discards: names, refusals, and clauses for the rules page."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import card_name, listed, ranks, suit_cards
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.single_discard.compile import BEATEN
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group


def explain_some_cards(text: str) -> Phrase:
    """Name the given ranks and suits in the plural.

    >>> print(explain_some_cards("A"), explain_some_cards("D H S"), sep="; ")
    aces; diamonds, hearts and spades
    """
    return listed(
        ranks(RANKS.index(letter) + 1) if letter in RANKS else suit_cards("CDHS".index(letter))
        for letter in text.split()
    )


def _group(definition: Definition) -> Group | None:
    found = definition.of_kind("discard")
    return found[0] if found and found[0].leaves else None


def _bare(definition: Definition) -> str:
    """State which cards count as top cards, if piles overlap."""
    covered = any(g.covered_by for g in definition.groups)
    return translate(" that is not covered") if covered else ""


def discard_clauses(definition: Definition) -> list[str]:
    """Return the clauses about discards for the rules page."""
    group = _group(definition)
    if group is None:
        return []
    clauses = []
    if group.leaves == BEATEN:
        text = msgid(
            "the top card of a pile may leave play if the top card of another pile{bare} is a"
            " higher card of the same suit"
        )
        if group.must:
            text = msgid(
                "the top card of a pile leaves play if the top card of another pile{bare} is a"
                " higher card of the same suit"
            )
        clauses.append(translate(text, bare=_bare(definition)))
    else:
        text = msgid("{cards} may leave play when they lie on top of a pile")
        if group.must:
            text = msgid("{cards} leave play when they lie on top of a pile")
        clauses.append(translate(text, cards=explain_some_cards(group.leaves)))
    if group.must:
        clauses.append(translate("while a card can leave play, no other move may be made"))
    if group.replaced:
        text = msgid(
            "each card that leaves is immediately replaced by the next card from the stock"
        )
        clauses.append(translate(text))
    return clauses


def explain_not_leaving(definition: Definition, cards: list[int]) -> str:
    """State that a card cannot leave play, or that several cannot leave together."""
    group = _group(definition)
    if group is None or len(cards) > 1:
        text = msgid("Cards leave play one by one in {game}.")
        if group is None:
            text = msgid("No cards leave play one by one in {game}.")
        return translate(text, game=translate(definition.name))
    card = card_name(cards[0])
    if group.leaves == BEATEN:
        text = msgid(
            "The {card} does not leave play: no other pile{bare} shows a higher card of its suit."
        )
        return translate(text, card=card, bare=_bare(definition))
    text = msgid("The {card} does not leave play: only {cards} do.")
    return translate(text, card=card, cards=explain_some_cards(group.leaves))


def explain_must_leave() -> str:
    """State that another card must leave play first."""
    return translate("A card can leave play and must do so first.")
