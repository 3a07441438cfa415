"""Cards as two-letter texts, and the relations between cards that patience rules use."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank(card: str) -> int:
    """Return the rank number of a card: ace 1, jack 11, queen 12, king 13."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """Return the suit of a card, one letter of CDHS."""
    return card[1]


def by_suit(card: str) -> tuple[int, int]:
    """Return the sort key for cards that are out of play: by suit, then from ace to king."""
    return SUITS.index(suit(card)), rank(card)


def pack(decks: int, ranks: str = RANKS, suits: str = SUITS) -> list[str]:
    """List every card of `decks` packs."""
    return [r + s for _ in range(decks) for s in suits for r in ranks]


def is_ace(text: str) -> bool:
    """Return whether a card is an ace."""
    return text[0] == "A"


def is_king(text: str) -> bool:
    """Return whether a card is a king."""
    return text[0] == "K"


def same_suit(one: str, other: str) -> bool:
    """Return whether two cards are of the same suit."""
    return suit(one) == suit(other)


def other_colour(one: str, other: str) -> bool:
    """Return whether one card is red (D, H) and the other black (C, S)."""
    return (suit(one) in "DH") != (suit(other) in "DH")


def one_higher(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank above `lower`; nothing is above a king."""
    return rank(upper) == rank(lower) + 1


def one_lower(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank below `lower`; nothing is below an ace."""
    return rank(upper) == rank(lower) - 1


def one_higher_round(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank above `lower`, where the ace follows the king."""
    return rank(upper) == rank(lower) % 13 + 1


def one_lower_round(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank below `lower`, where the king follows the ace."""
    return one_higher_round(lower, upper)


def suited_down(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank below `lower` and of the same suit."""
    return one_lower(upper, lower) and same_suit(upper, lower)


def suited_near(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank above or below `lower` and of the same suit."""
    return suited_down(upper, lower) or suited_down(lower, upper)


def suited_near_round(upper: str, lower: str) -> bool:
    """Return whether two cards of a suit are adjacent in rank, with ace and king as neighbours."""
    near = one_higher_round(upper, lower) or one_lower_round(upper, lower)
    return near and same_suit(upper, lower)


def alternates_down(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank below `lower` and of the other colour."""
    return one_lower(upper, lower) and other_colour(upper, lower)


def alternates_down_round(upper: str, lower: str) -> bool:
    """Return whether `upper` goes on `lower` down in alternating colours, king on ace included."""
    return one_lower_round(upper, lower) and other_colour(upper, lower)


def in_order(cards: Sequence[str], goes_on: Callable[[str, str], bool]) -> bool:
    """Return whether each card may lie on the card before it."""
    return all(goes_on(upper, lower) for lower, upper in pairwise(cards))


def numbered(letter: str, count: int) -> tuple[str, ...]:
    """Return the names of `count` piles of one kind: t1, t2, ..."""
    return tuple(f"{letter}{number}" for number in range(1, count + 1))


def heights(letter: str, numbers: Iterable[int]) -> dict[str, int]:
    """Return a number of cards for each pile of one kind: t1, t2, ..."""
    return {f"{letter}{at}": number for at, number in enumerate(numbers, start=1)}


def of_each_suit(ranks: str) -> dict[str, str]:
    """Return bases: four foundations with the first rank, four with the next; " " omits four."""
    cards = enumerate((r + s for r in ranks for s in SUITS), start=1)
    return {f"f{at}": card for at, card in cards if card[0] != " "}


def owner(foundation: str) -> str:
    """Return the suit that owns a foundation: f1 C, f2 D, f3 H, f4 S, f5 C, ..."""
    return SUITS[(int(foundation[1:]) - 1) % 4]
