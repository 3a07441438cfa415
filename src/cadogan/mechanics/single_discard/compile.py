"""What the keys of ``[discard]`` mean in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.core.cards import CARDS, rank_of, suit_of
from cadogan.core.errors import InvalidKeyError
from cadogan.i18n.grammar import card_name
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import SinkWay, WinWay
from cadogan.rules.vocabulary import cards_kept, cards_left, kind_of_win, parse_some_cards

BEATEN = "lower in suit"  # than the top card of another pile


def _parse(text: str) -> int:
    """Return the cards that leave by themselves; 0 where they must be beaten."""
    return 0 if text == BEATEN else parse_some_cards(text)


def check_discards(definition: Definition) -> None:
    """Check the keys of ``[discard]``.

    Raises:
        InvalidKeyError: saying what would be right.
    """
    for group in definition.of_kind("discard"):
        sink = any(g.sink_way == SinkWay.OUT_OF_PLAY for g in definition.groups)
        leave = definition.remove or definition.count or sink or group.leaves or group.deal
        # 'must' and 'replaced' without 'leaves' are refused by their own names
        if not leave and not group.must and not group.replaced:
            raise ValueError(
                "no card ever goes there: write a [remove], a [count] or 'leaves', or leave it out"
            )
        if group.leaves:
            try:
                _parse(group.leaves)
            except ValueError as error:
                raise InvalidKeyError("leaves", f"{error}; or {BEATEN!r}") from None
            if definition.remove or definition.count:
                other = "[remove]" if definition.remove else "[count]"
                raise InvalidKeyError("leaves", f"{other} says already which cards leave play")
            if not definition.of_kind("tableau"):
                raise InvalidKeyError("leaves", "cards leave the tableau: there is no [tableau]")
            _check_all_leave(definition, _parse(group.leaves))
        if group.replaced and not definition.of_kind("stock"):
            raise InvalidKeyError(
                "replaced", "a card of the stock comes instead: there is no [stock]"
            )


def check_stay(definition: Definition) -> None:
    """Check that not all the cards may stay where those that do not must leave play.

    Raises:
        InvalidKeyError: saying what would be right.
    """
    stay = cards_kept(definition.win)
    if stay and all(parse_some_cards(stay) >> card & 1 for card in _pack(definition)):
        raise InvalidKeyError("win", "all the cards may stay: the game would be won at once")
    pack = len(definition.pack)
    if cards_left(definition.win) >= pack:
        raise InvalidKeyError("win", f"the pack has {pack} cards: the game would be won at once")


def _pack(definition: Definition) -> list[int]:
    """Return each card that the pack has, once."""
    ranks = parse_sequence(definition.ranks)
    some = (card for card in range(CARDS) if "CDHS"[suit_of(card)] in definition.suits)
    return [card for card in some if rank_of(card) in ranks]


def _check_all_leave(definition: Definition, some: int) -> None:
    """Check that the cards leave that must, unless others of them may leave otherwise."""
    otherwise = definition.count or any(
        g.sink_way == SinkWay.OUT_OF_PLAY for g in definition.groups
    )
    if kind_of_win(definition.win) != WinWay.ALL_OUT_OF_PLAY or otherwise or not some:
        return
    stay = cards_kept(definition.win)
    some |= parse_some_cards(stay) if stay else 0
    for card in _pack(definition):
        if not some >> card & 1:
            raise InvalidKeyError(
                "leaves", f"the {card_name(card)} never leaves play, but the game asks that it does"
            )


def discard_fields(definition: Definition, kinds: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of ``CompiledRules`` that say what leaves by itself.

    Args:
        definition: the game's.
        kinds: the kind of each pile.
    """
    group = next(iter(definition.of_kind("discard")), None)
    text = group.leaves if group else ""
    stay = cards_kept(definition.win)
    fields: dict[str, Any] = {
        "single_discard.used": int(bool(text)),
        "single_discard.leaves": _parse(text) if text else 0,
        "single_discard.beats": [0] * CARDS,
        "single_discard.must": int(group is not None and group.must),
        "single_discard.replaced": int(group is not None and group.replaced),
        "single_discard.stays": parse_some_cards(stay) if stay else 0,
    }
    if text:
        fields["removal.piles"] = [int(kind == "tableau") for kind in kinds]
    if text == BEATEN:
        order = parse_sequence(definition.ranks)
        known = [card for card in range(CARDS) if rank_of(card) in order]
        for card in known:
            fields["single_discard.beats"][card] = sum(
                1 << other
                for other in known
                if suit_of(other) == suit_of(card)
                and order.index(rank_of(other)) > order.index(rank_of(card))
            )
    return fields
