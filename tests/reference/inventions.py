"""Invented games, for features of the rules language that the catalogue does not use."""

from collections.abc import Mapping, Sequence

from .cards import numbered, one_lower, rank, suit
from .removals import Display
from .rows import PushPin
from .table import Game, State, ace_up, deal_rows


class Fifteens(Display):
    """Fifteens: cards that add up to fifteen leave; so do ten, jack, queen and king together."""

    id = "fifteens"
    places = 12
    largest = 12

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept cards that add up to fifteen, or one of each rank from ten to king."""
        if len(cards) > 1 and sum(map(rank, cards)) == 15:
            return True
        return len(cards) == 4 and {card[0] for card in cards} == set("TJQK")


class FourRanks(Display):
    """Four Ranks: four cards of different ranks leave."""

    id = "four-ranks"
    places = 7
    largest = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept four cards of different ranks."""
        return len(cards) == 4 and len({card[0] for card in cards}) == 4


class FourSuits(FourRanks):
    """Four Suits: four cards of different suits leave."""

    id = "four-suits"

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept four cards of different suits."""
        return len(cards) == 4 and len({card[1] for card in cards}) == 4


class BuiltWaste(Game):
    """Built Waste: cards of the columns may be packed down in suit on the waste."""

    id = "built-waste"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal six columns of three."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 6), 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building up in suit on foundations and packing down on columns."""
        card = state.piles[source][-1]
        if source[0] not in "tw":
            return False
        if target[0] == "f":
            return ace_up(state, target, card)
        if not state.piles[target]:
            return False
        return one_lower(card, state.piles[target][-1])

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those from the columns to the waste."""
        texts = super().moves(state)
        for source in numbered("t", 6):
            cards, waste = state.piles[source], state.piles["w"]
            if cards and (not waste or self._follows(cards[-1], waste[-1])):
                texts.add(f"{source}-w")
        return texts

    def _follows(self, card: str, top: str) -> bool:
        return one_lower(card, top) and suit(card) == suit(top)


class SameSuitApart(PushPin):
    """Same Suit Apart: cards leave from between two cards of the same suit."""

    id = "same-suit-apart"

    def match(self, one: str, two: str) -> bool:
        """Return whether two cards are of the same suit."""
        return suit(one) == suit(two)


class SameRankApart(PushPin):
    """Same Rank Apart: cards leave from between two cards of the same rank."""

    id = "same-rank-apart"

    def match(self, one: str, two: str) -> bool:
        """Return whether two cards are of the same rank."""
        return one[0] == two[0]


class SameColourApart(PushPin):
    """Same Colour Apart: cards leave from between two cards of the same colour."""

    id = "same-colour-apart"

    def match(self, one: str, two: str) -> bool:
        """Return whether two cards are of the same colour."""
        return (suit(one) in "DH") == (suit(two) in "DH")


class Thirteens(SameSuitApart):
    """Thirteens: kings and pairs that add up to thirteen may leave the row of piles as well."""

    id = "thirteens"

    def __init__(self) -> None:
        """Set the row of thirteen piles."""
        super().__init__(13)
        self.names = (*self.tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four cards to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 4))

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a king, or two cards that add up to thirteen."""
        return sum(map(rank, cards)) == 13

    def moves(self, state: State) -> set[str]:
        """List the removals between matching cards, and those that add up to thirteen."""
        return super().moves(state) | super(PushPin, self).moves(state)

    def won(self, state: State) -> bool:
        """Return whether at most three cards are left."""
        return sum(len(state.piles[name]) for name in self.tops) <= 3
