"""Invented games, for features of the rules language that the catalogue does not use."""

from collections.abc import Sequence

from .cards import heights, numbered, one_lower, other_colour, rank, same_suit, suited_down
from .removals import Display
from .rows import Between
from .table import Game, State


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
    agree = staticmethod(lambda cards: len({card[0] for card in cards}) == 4)


class FourSuits(FourRanks):
    """Four Suits: four cards of different suits leave."""

    id = "four-suits"
    agree = staticmethod(lambda cards: len({card[1] for card in cards}) == 4)


class BuiltWaste(Game):
    """Built Waste: cards of the columns may be packed down in suit on the waste."""

    id = "built-waste"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    layout = (heights("t", [3] * 6),)
    builds_from = packs_from = "tw"
    packs = staticmethod(one_lower)
    turned = 1

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those from the columns to the waste."""
        texts = super().moves(state)
        for source in numbered("t", 6):
            cards, waste = state.piles[source], state.piles["w"]
            if cards and (not waste or suited_down(cards[-1], waste[-1])):
                texts.add(f"{source}-w")
        return texts


class PushPin(Between):
    """Push-Pin: one or two cards leave if their neighbours share a suit or a rank."""

    id = "push-pin"


class SameSuitApart(Between):
    """Same Suit Apart: cards leave from between two cards of the same suit."""

    id = "same-suit-apart"
    match = staticmethod(same_suit)


class SameRankApart(Between):
    """Same Rank Apart: cards leave from between two cards of the same rank."""

    id = "same-rank-apart"
    match = staticmethod(lambda one, two: one[0] == two[0])


class SameColourApart(Between):
    """Same Colour Apart: cards leave from between two cards of the same colour."""

    id = "same-colour-apart"
    match = staticmethod(lambda one, two: not other_colour(one, two))


class Thirteens(SameSuitApart):
    """Thirteens: kings and pairs that add up to thirteen may leave the row of piles as well."""

    id = "thirteens"
    largest = 2
    agree = staticmethod(lambda cards: sum(map(rank, cards)) == 13)

    def __init__(self) -> None:
        """Set the row of thirteen piles of four cards."""
        super().__init__(13)
        self.names = (*self.tops, "d")
        self.layout = (heights("t", [4] * 13),)

    def won(self, state: State) -> bool:
        """Return whether at most three cards are left."""
        return sum(len(state.piles[name]) for name in self.tops) <= 3
