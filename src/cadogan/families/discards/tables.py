"""What the keys of ``[discard]`` mean in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.cards import CARDS, rank_of, suit_of
from cadogan.errors import WrongKey
from cadogan.language.builds import parse_sequence
from cadogan.language.definition import Definition
from cadogan.language.words import parse_some_cards

__all__ = ["BEATEN", "check_discards", "discard_fields"]

BEATEN = "lower in suit"  # than the top card of another pile


def _parse(text: str) -> int:
    """Return the cards that leave by themselves; 0 where they must be beaten."""
    return 0 if text == BEATEN else parse_some_cards(text)


def check_discards(definition: Definition) -> None:
    """Check the keys of ``[discard]``.

    Raises:
        WrongKey: saying what would be right.
    """
    for group in definition.of_kind("discard"):
        if group.leaves:
            try:
                _parse(group.leaves)
            except ValueError as error:
                raise WrongKey("leaves", f"{error}; or {BEATEN!r}") from None
            if definition.remove:
                raise WrongKey("leaves", "[remove] says already which cards leave play")
            if not definition.of_kind("tableau"):
                raise WrongKey("leaves", "cards leave the tableau: there is no [tableau]")
        if group.replaced and not definition.of_kind("stock"):
            raise WrongKey("replaced", "a card of the stock comes instead: there is no [stock]")


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
