"""Squares, rings and braids: cards exchanged at will, gaps with two neighbours, one way for all."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from .cards import RANKS, numbered, one_higher, same_suit, suit
from .table import Game, State, deal_rows

LINE_OF_FIVE = {"pair": 2, "two pairs": 5, "three": 10, "straight": 15, "flush": 20}
LINE_OF_FIVE |= {"full house": 25, "four": 50, "straight flush": 75, "royal flush": 100}


def poker(hand: Sequence[str]) -> int:
    """Count a hand of poker by the American table."""
    times = sorted((sum(c[0] == rank for c in hand) for rank in RANKS), reverse=True)
    ranks = sorted(RANKS.index(card[0]) for card in hand)
    high = ranks == [0, 9, 10, 11, 12]
    straight = high or ranks == list(range(ranks[0], ranks[0] + 5))
    flush = len({suit(card) for card in hand}) == 1
    if straight and flush:
        return LINE_OF_FIVE["royal flush" if high else "straight flush"]
    by_times = {(4, 1): "four", (3, 2): "full house"}
    if (best := by_times.get((times[0], times[1]))) is not None:
        return LINE_OF_FIVE[best]
    if flush:
        return LINE_OF_FIVE["flush"]
    if straight:
        return LINE_OF_FIVE["straight"]
    names = {(3, 1): "three", (2, 2): "two pairs", (2, 1): "pair"}
    return LINE_OF_FIVE.get(names.get((times[0], times[1]), ""), 0)


class PokerShuffle(Game):
    """Poker Shuffle (fact sheet C, part 2): any two of twenty-five cards are exchanged."""

    id = "poker-shuffle"
    places = numbered("t", 25)
    names = (*places, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the square; the rest of the pack is put by, sorted."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))
        state.piles["d"] = sorted(hand, key=lambda c: ("CDHS".index(c[1]), RANKS.index(c[0])))
        hand.clear()

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Move no card by itself."""
        return False

    def moves(self, state: State) -> set[str]:
        """List every pair of places."""
        return {f"{one}={two}" for one, two in combinations(self.places, 2)}

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Exchange two cards."""
        state = before.copy()
        one, two = text.split("=")
        state.piles[one], state.piles[two] = state.piles[two], state.piles[one]
        return state

    def won(self, state: State) -> bool:
        """Return whether the ten lines count two hundred."""
        cards = [state.piles[place][0] for place in self.places]
        lines = [cards[at : at + 5] for at in range(0, 25, 5)]
        return sum(map(poker, [*lines, *map(list, zip(*lines, strict=True))])) >= 200


class Maze(Game):
    """Maze (fact sheet C, 2.1): a ring of 54 places, whose gaps look to both sides."""

    id = "maze"
    places = numbered("t", 54)
    names = (*places, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal rows of 8, 8, 9, 9, 9 and 9, and take the kings out."""
        for i, name in enumerate(self.places):
            if i not in (8, 17):
                card = hand.pop(0)
                state.piles[name] = [] if card[0] == "K" else [card]
        state.piles["d"] = ["KC", "KD", "KH", "KS"]

    def card(self, state: State, place: int) -> str:
        """Name the card of a place of the ring, "" for a gap."""
        return (state.piles[self.places[place % 54]] or [""])[0]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Fill a gap: above its left neighbour, below its right one, an ace behind a queen."""
        if "d" in (source[0], target[0]) or state.piles[target]:
            return False
        card, at = state.piles[source][0], self.places.index(target)
        left, right = self.card(state, at - 1), self.card(state, at + 1)
        if left and left[0] == "Q" and card[0] == "A":
            return True
        if left and same_suit(left, card) and one_higher(card, left):
            return True
        return bool(right) and same_suit(right, card) and one_higher(right, card)

    def won(self, state: State) -> bool:
        """Return whether the cards, read round, are four whole suits."""
        ring = "".join(self.card(state, at) for at in range(54))
        start = ring.find("A")
        ring = ring[start:] + ring[:start]
        suits = [ring[at : at + 24] for at in range(0, 96, 24)]
        return all(some == "".join(rank + some[1] for rank in RANKS[:12]) for some in suits)


class Braid(Game):
    """Braid (fact sheet C, 2.1): the first card on a first card sets the way for all eight."""

    id = "braid"
    decks = 2
    turned = 1
    redeals = 2
    sides = numbered("r", 5)[1:]
    helpers = numbered("c", 8)
    homes = numbered("f", 8)
    names = (*homes, "r1", *sides, *helpers, "w", "s")
    length = 20

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the braid, the cards around it and the first card of the foundations."""
        state.piles["r1"] = [hand.pop(0) for _ in range(self.length)]
        for name in (*self.sides, *self.helpers):
            state.piles[name] = [hand.pop(0)]
        base = hand.pop(0)
        state.piles[f"f{'CDHS'.index(suit(base)) + 1}"] = [base]

    def way(self, state: State) -> int:
        """Return whether the foundations go up (1) or down (-1), or 0 while it is open."""
        for home in self.homes:
            if len(state.piles[home]) > 1:
                one, two = (RANKS.index(card[0]) for card in state.piles[home][:2])
                return 1 if (two - one) % 13 == 1 else -1
        return 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build the foundations; fill helpers from the waste, and the sides once the braid is out.

        Of two foundations that show the same the first is played to.
        """
        if source[0] == "f" or source == "s":
            return False
        if target in self.helpers:
            return source == "w" and not state.piles[target]
        if target in self.sides:
            return source == "w" and not state.piles[target] and not state.piles["r1"]
        if target[0] != "f":
            return False
        card, pile, number = state.piles[source][-1], state.piles[target], int(target[1]) - 1
        if "CDHS"[number % 4] != suit(card) or len(pile) == 13:
            return False
        if number >= 4 and state.piles[self.homes[number - 4]] == pile:
            return False
        if not pile:
            first = next(state.piles[home][0] for home in self.homes if state.piles[home])
            return card[0] == first[0]
        step = (RANKS.index(card[0]) - RANKS.index(pile[-1][0])) % 13
        return step in {1: (1,), -1: (12,), 0: (1, 12)}[self.way(state)]

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill the places at the sides from the braid."""
        for name in self.sides:
            if not state.piles[name] and state.piles["r1"]:
                state.piles[name] = [state.piles["r1"].pop()]


class LongBraid(Braid):
    """Long Braid: a braid of twenty-four."""

    id = "long-braid"
    length = 24


GAMES: tuple[Game, ...] = (PokerShuffle(), Maze(), Braid(), LongBraid())
