"""Starts of games that a page can show without Python.

The page shuffles the pack itself, as :func:`cadogan.model.dealing.deal` does. In most games, a
card's place on the table then depends only on its place in the pack. :func:`start_view` finds these
places by comparing deals. The function returns None for games whose start depends on the cards.
"""

from __future__ import annotations

import functools
from typing import Any

from cadogan.core.cards import HIDDEN, card_text
from cadogan.engine.dealing import without
from cadogan.model.dealing import deal_key
from cadogan.model.position import Game
from cadogan.session.view import counters, dealt
from cadogan.state.state import shuffle

_DEALS = range(1, 25)  # the deals that are compared


def start_view(game: Game) -> dict[str, Any] | None:
    """Return the start of a game's deals for the page, in the current language.

    Returns:
        The layout and the counters as in :func:`cadogan.session.view.dealt`, and three entries for
        the cards. ``pack`` lists the cards before the shuffle. ``placed`` lists the cards that
        leave the pack after the shuffle. ``piles`` lists the place of each card in the rest of the
        pack. If a card is the same in every deal, the list contains the card instead of its place.
        None stands for a hidden card.

    >>> from cadogan.model.position import game
    >>> shown = start_view(game("klondike"))
    >>> shown["piles"]["t2"], shown["pack"][:3]
    ([None, 7], ['AC', '2C', '3C'])
    >>> start_view(game("tournament")) is None
    True
    """
    rules, places = game.compiled, _places(game)
    if places is None:
        return None
    return {
        "name": game.name,
        "pack": [card_text(card) for card in rules.cards],
        "placed": [card_text(card) for card in rules.placed.values()],
        **_shown(game, 1),
        "piles": places,
    }


def _shown(game: Game, number: int) -> dict[str, Any]:
    position = game.deal(number)
    return dealt(position) | {"counters": counters(position)}


@functools.lru_cache(maxsize=1024)
def _places(game: Game) -> dict[str, list[int | str | None]] | None:
    """Return ``piles`` for :func:`start_view`, or None; they are the same in every language."""
    rules = game.compiled
    first: dict[str, Any] = {}
    places: dict[str, list[set[int | str] | None]] = {}
    for number in _DEALS:
        shown = _shown(game, number)
        cards = rules.cards
        shuffle(cards, len(cards), deal_key(str(number)))
        rest = [card_text(card) for card in without(cards, rules.placed.values())]
        found: dict[str, list[set[int | str] | None]] = {
            name: [
                None if card == HIDDEN else {card, *(i for i, c in enumerate(rest) if c == card)}
                for card in pile
            ]
            for name, pile in shown.pop("piles").items()
        }
        if not first:
            first, places = shown, found
        if shown != first or not _narrow(places, found):
            return None
    return {
        name: [None if one is None else min(one, key=str) for one in pile]
        for name, pile in places.items()
    }


def _narrow(
    places: dict[str, list[set[int | str] | None]], found: dict[str, list[set[int | str] | None]]
) -> bool:
    """Keep the places that another deal allows; return whether each card has one."""
    if {name: len(pile) for name, pile in places.items()} != {
        name: len(pile) for name, pile in found.items()
    }:
        return False
    for name, pile in places.items():
        for one, other in zip(pile, found[name], strict=True):
            if (one is None) != (other is None):
                return False
            if one is not None and other is not None:
                one.intersection_update(other)
                if not one:
                    return False
    return True
