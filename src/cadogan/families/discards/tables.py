"""What the keys of ``[discard]`` mean in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.cards import CARDS, rank_of, suit_of
from cadogan.language.definition import Definition
from cadogan.language.where import Where, checked
from cadogan.language.words import parse_sequence, parse_some_cards

__all__ = ["BEATEN", "check_discards", "discard_fields"]

BEATEN = "lower in suit"  # than the top card of another pile


def _parse(text: str) -> int:
    """Return the cards that leave by themselves; 0 where they must be beaten."""
    return 0 if text == BEATEN else parse_some_cards(text)


def check_discards(definition: Definition, where: Where) -> None:
    """Check the keys of ``[discard]``.

    Raises:
        BadDefinition: naming the key and what would be right.
    """
    for group in definition.of_kind("discard"):
        there = where.at("discard")
        if group.leaves:
            try:
                _parse(group.leaves)
            except ValueError as error:
                raise there.at("leaves").error(f"{error}; or {BEATEN!r}") from None
            if definition.remove:
                raise there.at("leaves").error("[remove] says already which cards leave play")
            if not definition.of_kind("tableau"):
                raise there.at("leaves").error("cards leave the tableau: there is no [tableau]")
        if group.replaced and not definition.of_kind("stock"):
            raise there.at("replaced").error("a card of the stock comes instead: there is none")
    if " but " in definition.win:
        checked(where.at("win"), parse_some_cards, definition.win.partition(" but ")[2])


def discard_fields(definition: Definition, kinds: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of :class:`~cadogan.tables.Tables` that say what leaves by itself.

    Args:
        definition: the game's.
        kinds: the kind of each pile.
    """
    group = next(iter(definition.of_kind("discard")), None)
    text = group.leaves if group else ""
    stay = definition.win.partition(" but ")[2]
    fields: dict[str, Any] = {
        "discards": int(bool(text)),
        "leaves": _parse(text) if text else 0,
        "beats": [0] * CARDS,
        "must": int(group is not None and group.must),
        "replaced": int(group is not None and group.replaced),
        "stays": parse_some_cards(stay) if stay else 0,
    }
    if text:
        fields["removes"] = [int(kind == "tableau") for kind in kinds]
    if text == BEATEN:
        order = parse_sequence(definition.ranks)
        known = [card for card in range(CARDS) if rank_of(card) in order]
        for card in known:
            fields["beats"][card] = sum(
                1 << other
                for other in known
                if suit_of(other) == suit_of(card)
                and order.index(rank_of(other)) > order.index(rank_of(card))
            )
    return fields
