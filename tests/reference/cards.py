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


def card(rank_number: int, suit_letter: str) -> str:
    """Return the card with this rank number (1..13) and suit."""
    return RANKS[rank_number - 1] + suit_letter


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


def in_order(cards: Sequence[str], goes_on: Callable[[str, str], bool]) -> bool:
    """Return whether each card may lie on the card before it."""
    return all(goes_on(upper, lower) for lower, upper in pairwise(cards))


def numbered(letter: str, count: int) -> tuple[str, ...]:
    """Return the names of `count` piles of one kind: t1, t2, ..."""
    return tuple(f"{letter}{number}" for number in range(1, count + 1))


def owner(foundation: str) -> str:
    """Return the suit that owns a foundation: f1 C, f2 D, f3 H, f4 S, f5 C, ..."""
    return SUITS[(int(foundation[1:]) - 1) % 4]


def take_out(hand: list[str], wanted: Iterable[str]) -> list[str]:
    """Remove the wanted cards from the hand, earliest copies first, and return them."""
    taken = list(wanted)
    for text in taken:
        hand.remove(text)
    return taken
