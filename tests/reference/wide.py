"""Squares, rings and braids: free exchanges, gaps with two neighbours, a shared direction."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from .cards import RANKS, heights, numbered, owner, rank, suit, suited_down
from .table import Game, State, base_of, deal_base, first_of_likes

AMERICAN = {
    "nothing": 0, "pair": 2, "two pairs": 5, "three": 10, "straight": 15, "flush": 20,
    "full house": 25, "four": 50, "straight flush": 75, "royal flush": 100,
}  # fmt: skip


def poker(hand: Sequence[str]) -> str:
    """Return the name of a poker hand."""
    times = sorted(Counter(card[0] for card in hand).values(), reverse=True)
    ranks = sorted(map(rank, hand))
    royal = ranks == [1, 10, 11, 12, 13]
    straight = royal or ranks == [*range(ranks[0], ranks[0] + 5)]
    flush = len({suit(card) for card in hand}) == 1
    names = {
        "royal flush": royal and flush,
        "straight flush": straight and flush,
        "four": times[0] == 4,
        "full house": times == [3, 2],
        "flush": flush,
        "straight": straight,
        "three": times[0] == 3,
        "two pairs": times[:2] == [2, 2],
        "pair": times[0] == 2,
        "nothing": True,
    }
    return next(name for name, holds in names.items() if holds)


class PokerShuffle(Game):
    """Poker Shuffle: any two of twenty-five cards may change places."""

    id = "poker-shuffle"
    places = numbered("t", 25)
    names = (*places, "d")
    layout = (heights("t", [1] * 25),)

    def moves(self, state: State) -> set[str]:
        """List an exchange for every pair of places."""
        return {f"{one}={two}" for one, two in combinations(self.places, 2)}

    def won(self, state: State) -> bool:
        """Return whether the ten lines score at least two hundred."""
        cards = [state.piles[place][0] for place in self.places]
        lines = [cards[at : at + 5] for at in range(0, 25, 5)]
        lines += map(list, zip(*lines, strict=True))
        return sum(AMERICAN[poker(line)] for line in lines) >= 200


class Maze(Game):
    """Maze: a ring of 54 places, whose gaps fit both neighbours."""

    id = "maze"
    places = numbered("t", 54)
    names = (*places, "d")

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal rows of 8, 8, 9, 9, 9 and 9 cards, and remove the kings."""
        for i, name in enumerate(self.places):
            if i not in (8, 17):
                card = hand.pop(0)
                state.piles["d" if card[0] == "K" else name].append(card)
        state.piles["d"].sort()

    def card(self, state: State, place: int) -> str:
        """Return the card at a place of the ring, or "" for a gap."""
        return (state.piles[self.places[place % 54]] or [""])[0]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card that fits the gap's left or right neighbour, or an ace after a queen."""
        if "d" in (source[0], target[0]) or state.piles[target]:
            return False
        card, at = state.piles[source][0], self.places.index(target)
        left, right = self.card(state, at - 1), self.card(state, at + 1)
        after_queen = left[:1] == "Q" and card[0] == "A"
        follows = bool(left) and suited_down(left, card)
        return after_queen or follows or (bool(right) and suited_down(card, right))

    def won(self, state: State) -> bool:
        """Return whether the cards, read around the ring, form four whole suits."""
        ring = "".join(self.card(state, at) for at in range(54))
        start = ring.find("A")
        ring = ring[start:] + ring[:start]
        suits = [ring[at : at + 24] for at in range(0, 96, 24)]
        return all(some == "".join(rank + some[1] for rank in RANKS[:12]) for some in suits)


class Braid(Game):
    """Braid: the first card on a base sets the direction of all foundations."""

    id = "braid"
    decks = 2
    sides = filled = numbered("r", 5)[1:]
    fillers = ("r1",)
    homes = numbered("f", 8)
    names = (*homes, "r1", *sides, *numbered("c", 8), "w", "s")
    around = dict.fromkeys(sides, 1) | heights("c", [1] * 8)
    layout = ({"r1": 20}, around)
    builds_from = "rcw"
    cells_from = "w"
    turned = 1
    redeals = 2

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the braid, the cards around it and the first base."""
        super().lay_out(state, hand)
        deal_base(state, hand)

    def way(self, state: State) -> int:
        """Return 1 if the foundations go up, -1 if they go down, or 0 while undecided."""
        for home in self.homes:
            if len(state.piles[home]) > 1:
                one, two = map(rank, state.piles[home][:2])
                return 1 if (two - one) % 13 == 1 else -1
        return 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building; the waste fills helpers, and sides once the braid is empty."""
        if target in self.sides:
            return source == "w" and not state.piles[target] and not state.piles["r1"]
        return super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build thirteen cards in suit; of two equal foundations, only the first accepts."""
        pile, likes = state.piles[target], [n for n in self.homes if owner(n) == owner(target)]
        if owner(target) != suit(card) or len(pile) == 13:
            return False
        if not first_of_likes(state, target, likes):
            return False
        if not pile:
            return card[0] == base_of(state)
        step = (rank(card) - rank(pile[-1])) % 13
        return step in {1: (1,), -1: (12,), 0: (1, 12)}[self.way(state)]


class LongBraid(Braid):
    """Long Braid: a braid of twenty-four cards."""

    id = "long-braid"
    layout = ({"r1": 24}, Braid.around)
