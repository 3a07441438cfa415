"""What discards are called, why they are refused, and their clauses of the rules page."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.i18n import said
from cadogan.i18n.grammar import card_name, listed, ranks, suit_cards
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.single_discard.compile import BEATEN
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group

__all__ = ["discard_clauses", "told_must_leave", "told_not_leaving", "told_some_cards"]


def told_some_cards(text: str) -> Phrase:
    """Name ranks and suits in the plural.

    >>> print(told_some_cards("A"), told_some_cards("D H S"), sep="; ")
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
    """Say of which piles the top cards count, where piles lie on piles."""
    covered = any(g.covered_by for g in definition.groups)
    return said(" that is not covered") if covered else ""


def discard_clauses(definition: Definition) -> list[str]:
    """Return the clauses of the rules page."""
    group = _group(definition)
    if group is None:
        return []
    told = []
    if group.leaves == BEATEN:
        text = (
            "the top card of a pile may leave play while the top card of another pile{bare} is a"
            " higher card of the same suit"
        )
        if group.must:
            text = (
                "the top card of a pile leaves play while the top card of another pile{bare} is a"
                " higher card of the same suit"
            )
        told.append(said(text, bare=_bare(definition)))
    else:
        text = "{cards} may leave play when they lie on top of a pile"
        if group.must:
            text = "{cards} leave play when they lie on top of a pile"
        told.append(said(text, cards=told_some_cards(group.leaves)))
    if group.must:
        told.append(said("while a card can leave play, no other move may be made"))
    if group.replaced:
        told.append(said("each card that leaves is replaced at once by the next card of the stock"))
    return told


def told_not_leaving(definition: Definition, cards: list[int]) -> str:
    """Say that a card does not leave play, or that several do not do so together."""
    group = _group(definition)
    if group is None:
        text = "No cards leave play by themselves in {game}."
        return said(text, game=said(definition.name))
    if len(cards) > 1:
        return said("Cards leave play one by one in {game}.", game=said(definition.name))
    card = card_name(cards[0])
    if group.leaves == BEATEN:
        text = (
            "The {card} does not leave play: no other pile{bare} shows a higher card of its suit."
        )
        return said(text, card=card, bare=_bare(definition))
    text = "The {card} does not leave play: only {cards} do."
    return said(text, card=card, cards=told_some_cards(group.leaves))


def told_must_leave() -> str:
    """Say that something else must be done first."""
    return said("A card can leave play, and must do so first.")
