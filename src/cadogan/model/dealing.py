"""Numbered deals, and the order in which their cards are dealt.

A deal number gives the same cards forever. :func:`cadogan.engine.engine.shuffle` shuffles the pack,
starting in the order of :func:`cadogan.core.cards.pack`, with the key ``mix(number)``. Games with
the same pack share their deals: deal 7 of Spanish Patience is deal 7 of Baker's Dozen. A game that
rejects some deals (Tournament) shuffles the cards again until it accepts a deal.
"""

from __future__ import annotations

from cadogan.core.errors import InvalidDealError
from cadogan.engine.dealing import arrange, dealt_counts, is_rejected, places_in_order, without
from cadogan.i18n import translate
from cadogan.model import deal_numbers
from cadogan.model.deal_numbers import ACE_OF_SPADES, NUMBERINGS, PYSOL_LAYOUTS
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot
from cadogan.state.state import mix, shuffle

_MOST_TRIES = 10_000


def deal_key(number: str) -> int:
    """Return the key of a deal number, from which all its shuffles follow."""
    prefix, _, digits = number.rpartition(":")
    return mix(int(digits) + NUMBERINGS[prefix].key_at & (1 << 64) - 1)


def deal(rules: CompiledGame, number: str | int) -> tuple[Snapshot, str]:
    """Return the start of a numbered deal, and the deal number in canonical form.

    Raises:
        InvalidDealError: if the deal number is invalid, or not valid for this game.
    """
    name = deal_numbers.read_number(number)
    key = deal_key(name)
    prefix, _, digits = name.rpartition(":")
    if prefix == "pysol":
        return arrange(rules, pysol_cards(rules, int(digits)), key), name
    if prefix:
        if len(rules.cards) != 52 or len(set(rules.cards)) != 52:
            raise InvalidDealError(
                translate(
                    "{program} numbers only deals of one full pack, but {name} has {many} cards:"
                    " give a plain number",
                    program=NUMBERINGS[prefix].name,
                    name=translate(rules.definition.name),
                    many=len(rules.cards),
                )
            )
        orders = {"ms": deal_numbers.microsoft_order, "greenfelt": deal_numbers.greenfelt_order}
        return arrange(rules, orders[prefix](int(digits)), key), name
    for attempt in range(_MOST_TRIES):
        cards = rules.cards
        shuffle(cards, len(cards), key if attempt == 0 else mix(key ^ attempt))
        if not is_rejected(rules, cards):
            return arrange(rules, cards, key), name
    raise InvalidDealError(
        translate(
            "the rules of {name} reject deal {deal} after every shuffle",
            deal=name,
            name=translate(rules.definition.name),
        )
    )


def pysol_cards(rules: CompiledGame, number: int) -> list[int]:
    """Return the cards of a PySol deal in the dealing order of this game.

    PySol deals some games in a different order. For such a game, the function lays out the cards as
    PySol does.
    """
    d = rules.definition
    if d.id not in PYSOL_LAYOUTS:
        raise InvalidDealError(
            translate(
                "PySol's numbers are supported for {games}, but not for {name}: give a plain"
                " number",
                games=", ".join(PYSOL_LAYOUTS),
                name=translate(d.name),
            )
        )
    cards = without(deal_numbers.pysol_order(number, d.decks), rules.placed.values())
    layout = PYSOL_LAYOUTS[d.id]
    if layout is None:
        return cards
    if layout == "ace last":
        return [*(card for card in cards if card != ACE_OF_SPADES), ACE_OF_SPADES]
    (group,) = d.of_kind("tableau")
    first, counts = rules.first[group.name], dealt_counts(rules, group)
    places = deal_numbers.pysol_places(layout, len(counts))
    if [places.count(i) for i in range(len(counts))] != counts:
        raise InvalidDealError(
            translate(
                "PySol deals differently for {name}: give a plain number", name=translate(d.name)
            )
        )
    piles: dict[int, list[int]] = {first + i: [] for i in range(len(counts))}
    for place, card in zip(places, cards, strict=False):
        piles[first + place].append(card)
    return [piles[p].pop(0) for p in places_in_order(rules, group)] + cards[len(places) :]
