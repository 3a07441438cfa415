"""Squares, rings and braids: free exchanges, gaps with two neighbours, one direction for all."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from .cards import RANKS, numbered, one_higher, same_suit, suit
from .table import Game, State, deal_rows

LINE_OF_FIVE = {"pair": 2, "two pairs": 5, "three": 10, "straight": 15, "flush": 20}
LINE_OF_FIVE |= {"full house": 25, "four": 50, "straight flush": 75, "royal flush": 100}


def poker(hand: Sequence[str]) -> int:
    """Return the score of a poker hand by the American table."""
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
    """Poker Shuffle: any two of twenty-five cards may change places."""

    id = "poker-shuffle"
    places = numbered("t", 25)
    names = (*places, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the square; the other cards stay out of play, sorted."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))
        state.piles["d"] = sorted(hand, key=lambda c: ("CDHS".index(c[1]), RANKS.index(c[0])))
        hand.clear()

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow no moves of single cards."""
        return False

    def moves(self, state: State) -> set[str]:
        """List an exchange for every pair of places."""
        return {f"{one}={two}" for one, two in combinations(self.places, 2)}

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Return the state after two cards change places."""
        state = before.copy()
        one, two = text.split("=")
        state.piles[one], state.piles[two] = state.piles[two], state.piles[one]
        return state

    def won(self, state: State) -> bool:
        """Return whether the ten lines score at least two hundred."""
        cards = [state.piles[place][0] for place in self.places]
        lines = [cards[at : at + 5] for at in range(0, 25, 5)]
        return sum(map(poker, [*lines, *map(list, zip(*lines, strict=True))])) >= 200


class Maze(Game):
    """Maze: a ring of 54 places, whose gaps fit both neighbours."""

    id = "maze"
    places = numbered("t", 54)
    names = (*places, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal rows of 8, 8, 9, 9, 9 and 9 cards, and remove the kings."""
        for i, name in enumerate(self.places):
            if i not in (8, 17):
                card = hand.pop(0)
                state.piles[name] = [] if card[0] == "K" else [card]
        state.piles["d"] = ["KC", "KD", "KH", "KS"]

    def card(self, state: State, place: int) -> str:
        """Return the card at a place of the ring, or "" for a gap."""
        return (state.piles[self.places[place % 54]] or [""])[0]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card that fits the gap's left or right neighbour, or an ace after a queen."""
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
    turned = 1
    redeals = 2
    sides = numbered("r", 5)[1:]
    helpers = numbered("c", 8)
    homes = numbered("f", 8)
    names = (*homes, "r1", *sides, *helpers, "w", "s")
    length = 20

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the braid, the cards around it and the first base."""
        state.piles["r1"] = [hand.pop(0) for _ in range(self.length)]
        for name in (*self.sides, *self.helpers):
            state.piles[name] = [hand.pop(0)]
        base = hand.pop(0)
        state.piles[f"f{'CDHS'.index(suit(base)) + 1}"] = [base]

    def way(self, state: State) -> int:
        """Return 1 if the foundations go up, -1 if they go down, or 0 while undecided."""
        for home in self.homes:
            if len(state.piles[home]) > 1:
                one, two = (RANKS.index(card[0]) for card in state.piles[home][:2])
                return 1 if (two - one) % 13 == 1 else -1
        return 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building; the waste fills helpers, and sides once the braid is empty.

        Of two equal foundations, only the first accepts a card.
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
        """Fill empty places at the sides from the braid."""
        for name in self.sides:
            if not state.piles[name] and state.piles["r1"]:
                state.piles[name] = [state.piles["r1"].pop()]


class LongBraid(Braid):
    """Long Braid: a braid of twenty-four cards."""

    id = "long-braid"
    length = 24


GAMES: tuple[Game, ...] = (PokerShuffle(), Maze(), Braid(), LongBraid())
