"""Games that no catalogue has: for words of the language that only inventors use so far."""

from collections.abc import Sequence

from .cards import rank
from .removals import Display


class Fifteens(Display):
    """Fifteens: any cards that add up to fifteen, and ten, jack, queen and king together."""

    id = "fifteens"
    places = 12
    largest = 12

    def agree(self, cards: Sequence[str]) -> bool:
        """Take cards that add up to fifteen, or one of each rank from the ten up."""
        if len(cards) > 1 and sum(map(rank, cards)) == 15:
            return True
        return len(cards) == 4 and {card[0] for card in cards} == set("TJQK")


class FourRanks(Display):
    """Four cards of different ranks leave."""

    id = "four-ranks"
    places = 7
    largest = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Take four cards, no two of a rank."""
        return len(cards) == 4 and len({card[0] for card in cards}) == 4


class FourSuits(FourRanks):
    """Four cards, one of each suit, leave."""

    id = "four-suits"

    def agree(self, cards: Sequence[str]) -> bool:
        """Take four cards of four suits."""
        return len(cards) == 4 and len({card[1] for card in cards}) == 4
