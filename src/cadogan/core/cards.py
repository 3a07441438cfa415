"""Cards as small integers, and their notation.

A card is the integer ``suit * 13 + rank - 1``. The suits C D H S are 0 to 3, and the ranks A to K
are 1 to 13. In a game with several packs, all copies of a card are the same integer. A joker has
neither rank nor suit. All jokers are the integer ``JOKER``, which is one greater than the integer
for no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cadogan.core.errors import InvalidPositionError

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS = 52
EVERY_CARD = (1 << CARDS) - 1  # set of all cards except the joker, with one bit for each
JOKER = CARDS + 1  # the integer CARDS stands for no card (cadogan.state.state.NOTHING)
HIDDEN = "??"

RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_JOKER = "Jo"
_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", SUITS * 2, "\ufe0f")


def rank_of(card: int) -> int:
    """Return the rank of a card, 1 (ace) to 13 (king).

    >>> rank_of(parse_card("TH"))
    10
    """
    return card % 13 + 1


def suit_of(card: int) -> int:
    """Return the suit of a card: 0 to 3 for clubs, diamonds, hearts and spades.

    >>> suit_of(parse_card("TH"))
    2
    """
    return card // 13


def set_of(cards: Iterable[int]) -> int:
    """Return a set of cards as an integer with one bit for each card."""
    return sum(1 << card for card in {*cards})


def cards_in(cards: int) -> list[int]:
    """Return the cards of a set, lowest first, except the joker.

    >>> cards_in(0b1011)
    [0, 1, 3]
    """
    found = []
    cards &= EVERY_CARD
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def card_text(card: int) -> str:
    """Return the notation of a card: its rank, then its suit.

    >>> card_text(0), card_text(51), card_text(JOKER)
    ('AC', 'KS', 'Jo')
    """
    if card == JOKER:
        return _JOKER
    return RANKS[card % 13] + SUITS[card // 13]


def parse_card(text: str) -> int:
    """Parse one card; accept ``10h``, lower case, suit symbols, and ``*`` for a joker.

    Raises:
        InvalidPositionError: if the text is not a card.

    >>> parse_card("TH") == parse_card("10♥") == parse_card("th")
    True
    >>> parse_card("Jo") == parse_card("*") == JOKER
    True
    """
    if not isinstance(text, str):
        raise InvalidPositionError(
            f"a card must be a string such as 'TH', not {type(text).__name__}"
        )
    word = text.strip().upper().replace("10", "T").translate(_SIGNS)
    if word in (_JOKER.upper(), "*"):
        return JOKER
    if len(word) != 2 or word[0] not in RANKS or word[1] not in SUITS:
        raise InvalidPositionError(
            f"{text!r} is not a card: write its rank (A 2 ... 9 T J Q K) and its suit (C D H"
            " S), such as TH"
        )
    return SUITS.index(word[1]) * 13 + RANKS.index(word[0])


def parse_cards(text: str) -> list[int]:
    """Parse cards written one after another, with or without spaces.

    >>> [card_text(c) for c in parse_cards("JS3D 10H")]
    ['JS', '3D', 'TH']
    """
    word = "".join(text.split()).upper().replace("10", "T").replace("\ufe0f", "")
    return [parse_card(word[i : i + 2]) for i in range(0, len(word), 2)]


def pack(
    decks: int = 1,
    ranks: Iterable[int] = range(1, 14),
    suits: Iterable[str] = SUITS,
    jokers: int = 0,
) -> list[int]:
    """Return an unshuffled pack: the cards of each deck by suit and rank, then the jokers.

    >>> len(pack(2)), len(pack(1, [1, 7, 8, 9, 10, 11, 12, 13])), pack(jokers=2)[-3:]
    (104, 32, [51, 53, 53])
    """
    some = sorted(set(ranks))
    places = [SUITS.index(suit) for suit in suits]
    plain = [suit * 13 + rank - 1 for _ in range(decks) for suit in places for rank in some]
    return plain + [JOKER] * jokers


def count_difference(have: Iterable[int], want: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return, sorted, the cards that ``have`` lacks and the cards that it has beyond ``want``.

    >>> count_difference([0, 0, 1], [0, 1, 2])
    ([2], [0])
    """
    a, b = Counter(have), Counter(want)
    return sorted((b - a).elements()), sorted((a - b).elements())


def of_rank(rank: int) -> int:
    """Return the set of the four cards of a rank, which is a number from 1 to 13.

    >>> of_rank(1).bit_count()
    4
    """
    return (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank - 1


def of_suit(suit: int) -> int:
    """Return the set of the thirteen cards of a suit, or of all cards if the suit is -1."""
    return EVERY_CARD if suit < 0 else ((1 << 13) - 1) << 13 * suit
