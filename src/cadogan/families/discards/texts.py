"""What discards are called, why they are refused, and their clauses of the rules page."""

from __future__ import annotations

from cadogan.cards import RANK_NAMES, RANKS, SUIT_NAMES, card_name
from cadogan.families.discards.tables import BEATEN
from cadogan.language.definition import Definition, Group

__all__ = ["discard_clauses", "told_forced", "told_not_leaving", "told_some_cards"]


def told_some_cards(text: str) -> str:
    """Name ranks and suits in the plural.

    >>> told_some_cards("A"), told_some_cards("D H S")
    ('aces', 'diamonds, hearts and spades')
    """
    names = []
    for letter in text.split():
        if letter in RANKS:
            name = RANK_NAMES[RANKS.index(letter)]
            names.append(name + ("es" if name.endswith("x") else "s"))
        else:
            names.append(SUIT_NAMES["CDHS".index(letter)])
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "".join(names)


def _group(definition: Definition) -> Group | None:
    found = definition.of_kind("discard")
    return found[0] if found and found[0].leaves else None


def _bare(definition: Definition) -> str:
    """Say of which piles the top cards count, where piles lie on piles."""
    return " on which none lies" if any(g.covered_by for g in definition.groups) else ""


def discard_clauses(definition: Definition) -> list[str]:
    """Return the clauses of the rules page."""
    group = _group(definition)
    if group is None:
        return []
    told = []
    if group.leaves == BEATEN:
        verb = "leaves" if group.must else "may leave"
        told.append(
            f"the top card of a pile {verb} play while the top card of another pile"
            f"{_bare(definition)} is a higher one of its suit"
        )
    else:
        many = "leave" if group.must else "may leave"
        told.append(f"{told_some_cards(group.leaves)} {many} play when they lie on top of a pile")
    if group.must:
        told.append("while a card can leave play, nothing else is done")
    if group.replaced:
        told.append("the next card of the stock takes the place of each card that leaves, at once")
    return told


def told_not_leaving(definition: Definition, cards: list[int]) -> str:
    """Say that a card does not leave play, or that several do not do so together."""
    group = _group(definition)
    if group is None:
        return f"No cards leave play by themselves in {definition.name}."
    if len(cards) > 1:
        return f"Cards leave play one by one in {definition.name}."
    name = f"The {card_name(cards[0])}"
    if group.leaves == BEATEN:
        other = f"no other pile{_bare(definition)}"
        return f"{name} does not leave play: {other} shows a higher card of its suit."
    return f"{name} does not leave play: only {told_some_cards(group.leaves)} do."


def told_forced() -> str:
    """Say that something else must be done first."""
    return "A card can leave play, and must do so first."
