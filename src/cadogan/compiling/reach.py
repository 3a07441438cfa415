"""Whether all the cards can come to lie on the foundations of a game."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan.cards import card_name, card_text, pack
from cadogan.compiling.piles import Piles
from cadogan.tables import Tables

__all__ = ["check_reach"]


def check_reach(piles: Piles, T: Tables) -> None:
    """Check that all the cards can come to lie on the foundations.

    Raises:
        BadDefinition: naming a card that cannot, or how many.
    """
    error, decks = piles.definition.error, piles.definition.decks
    room = sum(T.full[: T.foundations])
    if room < T.total:
        raise error(
            "foundation.piles",
            f"the foundations hold {room} cards in all, but all {T.total} cards are to go there",
        )
    waits = any(rule >= T.based for rule in T.rule_at[: T.foundations * (T.room + 1)])
    for base in piles.ranks if waits else [0]:
        taken = [0] * 52
        for f in range(T.foundations):
            for cards in _taken(T, f, base):
                for card in range(52):
                    taken[card] += cards >> card & 1
        for card in sorted({*pack(1, piles.ranks)}):
            if taken[card] < decks:
                raise error(
                    "foundation.build",
                    f"of the card {card_text(card)} the foundations take {taken[card]}, but all"
                    f" {decks} are to go there"
                    if taken[card]
                    else f"no foundation ever takes the {card_name(card)}, but all cards are to go"
                    " there",
                )


def _taken(T: Tables, f: int, base: int) -> Iterator[int]:
    """Yield for each height of a foundation the cards that it could take there.

    ``base`` is the base card + 1, or 0 where nothing depends on it.
    """
    tops = {52} if T.indicator[f] < 0 else {*range(52)}
    for rule in T.rule_at[f * (T.room + 1) :][: T.full[f]]:
        at = 0
        for top in tops:
            at |= T.accept[(rule + base if rule >= T.based else rule) * 53 + top]
        yield at
        tops = {card for card in range(52) if at >> card & 1}
