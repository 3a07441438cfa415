"""Deal numbers of other programs: Microsoft's, FreeCell Pro's, PySol's and Green Felt's.

The algorithms are public. Each function returns the cards of a deal number in dealing order.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cadogan.core.cards import RANKS, SUITS
from cadogan.core.errors import InvalidDealError
from cadogan.i18n import translate

MOST_DEALS = 10**12
_SPECIAL = {  # Microsoft's two deals that cannot be won: ranks and suits in dealing order
    -1: ("AQ3T587694J2K", "CDHS"),
    -2: ("A7K6Q5J4T3928", "SHDC"),
}
_VISTA = (-3, -4)  # two more Microsoft deals, won immediately; their cards are not published
_PYSOL_SHORT = 32000  # from this deal number on, PySol shuffles with the Mersenne Twister


class Numbering(NamedTuple):
    """One program's way of numbering deals.

    Attributes:
        name: the name of the program.
        most: the last deal number; the first is 1.
        key_at: the amount added to a deal number to get the key for shuffles during play.
        special: additional deal numbers outside the range.
    """

    name: str
    most: int
    key_at: int = 0
    special: tuple[int, ...] = ()


NUMBERINGS = {
    "": Numbering("Cadogan", MOST_DEALS),
    "ms": Numbering("Microsoft FreeCell", 2**33 - 1, 1 << 50, tuple(_SPECIAL)),
    "pysol": Numbering("PySol", 10**20, 1 << 51),
    "greenfelt": Numbering("Green Felt", 2**31 - 2, 1 << 52),
}
ACE_OF_SPADES = 39
# PySol's dealing order for each game: equal to Cadogan's (None), or named as in pysol_places.
PYSOL_LAYOUTS: dict[str, str | None] = {
    "all-in-a-row": "ace last",
    "bakers-game": None,
    "beleaguered-castle": None,
    "black-hole": None,
    "eight-off": None,  # PySol deals the cards for the cells to different cells
    "fore-cell": None,
    "freecell": None,
    "golf": None,
    "gypsy": None,
    "klondike": "klondike",
    "klondike-vegas": "klondike",
    "seahaven-towers": None,
    "streets-and-alleys": None,
    "the-fan": "fan",
    "thumb-and-pouch": "klondike",
    "whitehead": "klondike",
    "yukon": "yukon",
}
_NUMBER = re.compile(rf"(?:({'|'.join(filter(None, NUMBERINGS))}):)?(-?[0-9]{{1,30}})")


def split_number(text: str) -> tuple[str, int] | None:
    """Return the numbering of a deal ("" for Cadogan's own) and its deal number, or None.

    >>> split_number("ms:-1"), split_number("617"), split_number("seven")
    (('ms', -1), ('', 617), None)
    """
    found = _NUMBER.fullmatch(text)
    return (found[1] or "", int(found[2])) if found else None


def read_number(text: str | int) -> str:
    """Return a deal number in canonical form: ``"7"``, or ``"ms:7"`` for Microsoft's.

    Raises:
        InvalidDealError: if the text is not a deal number, or is out of range.

    >>> read_number(7), read_number(" MS:11982 "), read_number("pysol:100000")
    ('7', 'ms:11982', 'pysol:100000')
    """
    if isinstance(text, int) and not isinstance(text, bool) and not 1 <= text <= MOST_DEALS:
        raise InvalidDealError(
            translate(
                "this deal number is out of range: deals are numbered 1 to {most}", most=MOST_DEALS
            )
        )
    found = split_number(str(text).strip().lower())
    if isinstance(text, bool) or not found:
        raise InvalidDealError(
            translate(
                "{text} is not a deal number: write a whole number from 1 to {most}, or another"
                " program's number, such as ms:617, pysol:617 or greenfelt:617",
                text=repr(str(text)[:40]),
                most=MOST_DEALS,
            )
        )
    prefix, number = found
    _, most, _, special = NUMBERINGS[prefix]
    if not 1 <= number <= most and number not in special:
        reason = translate(
            "deal number {number} is out of range: deals are numbered from 1 to {most}",
            number=number,
            most=most,
        )
        if special:
            reason += translate(", and also {numbers}", numbers=", ".join(map(str, special)))
        if prefix == "ms" and number in _VISTA:
            reason += translate(
                "; the cards of {program}'s deal {number} are not known",
                program="Windows Vista",
                number=number,
            )
        raise InvalidDealError(reason)
    return f"{prefix}:{number}" if prefix else str(number)


def _microsoft_draws(seed: int) -> Iterator[int]:
    """Yield the random numbers of Microsoft's C library, as FreeCell Pro extends them."""
    state = seed % 2**32
    while True:
        state = (state * 214013 + 2531011) % 2**32
        if seed < 2**31:
            yield state >> 16 & 0x7FFF
        elif seed < 2**32:
            yield state >> 16 | 0x8000
        else:
            yield (state >> 16) + 1


def _shuffled(cards: list[int], below: Callable[[int], int]) -> list[int]:
    """Shuffle the pack from its end; return the cards in dealing order, the last card first."""
    for last in range(len(cards) - 1, 0, -1):
        at = below(last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return cards[::-1]


def microsoft_order(number: int) -> list[int]:
    """Return the 52 cards of a Microsoft FreeCell deal in dealing order.

    The pack AC AD AH AS 2C ... is shuffled from its end by a linear congruential generator (214013,
    2531011; the upper 15 bits of 31). Deal numbers from 2^31 on are FreeCell Pro's, which sets bit
    15. From 2^32 on, FreeCell Pro uses 17 bits of each random number. The numbers -1 and -2 are
    Microsoft's two special deals.

    >>> from cadogan.core.cards import card_text
    >>> " ".join(card_text(c) for c in microsoft_order(1)[:8])
    'JD 2D 9H JC 5D 7H 7C 5H'
    """
    if number in _SPECIAL:
        ranks, suits = _SPECIAL[number]
        return [SUITS.index(suit) * 13 + RANKS.index(rank) for rank in ranks for suit in suits]
    draws = _microsoft_draws(number)
    pack = [suit * 13 + rank for rank in range(13) for suit in range(4)]
    return _shuffled(pack, lambda size: next(draws) % size)


def _pack(suits: str) -> list[int]:
    return [SUITS.index(suit) * 13 + rank for suit in suits for rank in range(13)]


def pysol_order(number: int, decks: int = 1) -> list[int]:
    """Return the cards of a PySol deal in dealing order.

    Below 32,000 the numbers are Microsoft's (with one pack). From 32,000 on, the Mersenne Twister
    shuffles a pack in the order clubs, spades, hearts, diamonds.

    >>> pysol_order(617) == microsoft_order(617), pysol_order(100_000)[:2]
    (True, [4, 14])
    """
    if number < _PYSOL_SHORT and decks == 1:
        return microsoft_order(number)
    draws = _microsoft_draws(number)
    twister = random.Random(number)  # noqa: S311 (PySol's own generator)
    if number < _PYSOL_SHORT:
        return _shuffled(_pack("CSHD") * decks, lambda size: next(draws) % size)
    return _shuffled(_pack("CSHD") * decks, lambda size: int(twister.random() * size))


def pysol_places(layout: str, piles: int) -> list[int]:
    """Return the number of the pile (from 0) to which PySol deals each card."""
    rows = [range(first, piles) for first in range(1, piles)]
    if layout == "klondike":
        return [p for row in (*rows, range(piles)) for p in reversed(row)]
    if layout == "yukon":
        return [p for row in (*rows, *[range(1, piles)] * 4, range(piles)) for p in row]
    return [*[*range(piles - 1)] * 3, piles - 1]  # fan


def greenfelt_order(number: int) -> list[int]:
    """Return the 52 cards of a Green Felt deal in dealing order.

    The pack starts in the order clubs, diamonds, hearts, spades. In seven passes, each card
    changes places with one drawn by Lehmer's generator (16807 modulo 2^31 - 1). The last card is
    dealt first.
    """
    cards = _pack("CDHS")
    state = number
    for at in [*range(52)] * 7:
        state = state * 16807 % (2**31 - 1)
        other = state % 52
        cards[at], cards[other] = cards[other], cards[at]
    return cards[::-1]
