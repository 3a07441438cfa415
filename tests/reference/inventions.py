"""Games that no catalogue has: for words of the language that only inventors use so far."""

from collections.abc import Mapping, Sequence

from .cards import numbered, one_lower, rank, suit
from .removals import Display
from .rows import PushPin
from .table import Game, State, ace_up, deal_rows


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


class BuiltWaste(Game):
    """A waste on which cards of the columns are packed down in suit."""

    id = "built-waste"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal six columns of three."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 6), 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build up in suit on foundations, pack in the columns and down in suit on the waste."""
        card = state.piles[source][-1]
        if source[0] not in "tw":
            return False
        if target[0] == "f":
            return ace_up(state, target, card)
        if not state.piles[target]:
            return False
        return one_lower(card, state.piles[target][-1])

    def moves(self, state: State) -> set[str]:
        """Lay cards of the columns on the waste, too."""
        texts = super().moves(state)
        for source in numbered("t", 6):
            cards, waste = state.piles[source], state.piles["w"]
            if cards and (not waste or self._follows(cards[-1], waste[-1])):
                texts.add(f"{source}-w")
        return texts

    def _follows(self, card: str, top: str) -> bool:
        return one_lower(card, top) and suit(card) == suit(top)


class SameSuitApart(PushPin):
    """Up to five cards leave between two of one suit."""

    id = "same-suit-apart"

    def match(self, one: str, two: str) -> bool:
        """Ask for one suit."""
        return suit(one) == suit(two)


class SameRankApart(PushPin):
    """Up to thirty cards leave between two of one rank."""

    id = "same-rank-apart"

    def match(self, one: str, two: str) -> bool:
        """Ask for one rank."""
        return one[0] == two[0]


class SameColourApart(PushPin):
    """One card leaves between two of one colour."""

    id = "same-colour-apart"

    def match(self, one: str, two: str) -> bool:
        """Ask for one colour."""
        return (suit(one) in "DH") == (suit(two) in "DH")


class Thirteens(SameSuitApart):
    """A row of piles from which pairs of thirteen and kings leave, too."""

    id = "thirteens"

    def __init__(self) -> None:
        """Keep the row."""
        super().__init__(13)
        self.names = (*self.tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four cards to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 4))

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a king, or two cards of thirteen."""
        return sum(map(rank, cards)) == 13

    def moves(self, state: State) -> set[str]:
        """List what lies between others, and what adds up."""
        return super().moves(state) | super(PushPin, self).moves(state)

    def won(self, state: State) -> bool:
        """Win when three cards are left."""
        return sum(len(state.piles[name]) for name in self.tops) <= 3
