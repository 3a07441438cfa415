"""Royal Parade: three rows that the player first sorts, then builds up by threes."""

from collections.abc import Mapping, Sequence

from .cards import RANKS, heights, numbered, rank, same_suit
from .table import Game, State


class RoyalParade(Game):
    """Royal Parade; the pack has no aces."""

    id = "royal-parade"
    decks = 2
    ranks = RANKS[1:]
    places = numbered("t", 24)
    depots = dealt_to = numbered("r", 8)
    names = (*places, *depots, "s")
    layout = (heights("t", [1] * 24),)

    def first(self, place: str) -> str:
        """Return the base rank of a place: 2, 3 or 4, by its row."""
        return "234"[self.places.index(place) // (len(self.places) // 3)]

    def is_wrong(self, state: State, place: str) -> bool:
        """Return whether a card lies in the rows and is not the base of its place."""
        cards = state.piles[place]
        return place[0] == "t" and bool(cards) and cards[0][0] != self.first(place)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a base in an empty place, and building by threes in suit on a base."""
        if target[0] not in "tf" or source[0] in "fs" or self.is_wrong(state, target):
            return False
        if source[0] == "t" and not self.is_wrong(state, source):
            return False
        card, cards = state.piles[source][-1], state.piles[target]
        if not cards:
            return card[0] == self.first(target)
        return rank(card) - rank(cards[-1]) == 3 and same_suit(card, cards[-1])

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including exchanges that put two misplaced cards in place."""
        wrong = [place for place in self.places if self.is_wrong(state, place)]
        return super().moves(state) | {
            f"{one}={two}"
            for i, one in enumerate(wrong)
            for two in wrong[i + 1 :]
            if state.piles[one][0][0] == self.first(two)
            and state.piles[two][0][0] == self.first(one)
        }

    def won(self, state: State) -> bool:
        """Return whether every place holds four cards."""
        return all(len(cards) == 4 for name, cards in state.piles.items() if name[0] in "tf")


class ReversedParade(RoyalParade):
    """Royal Parade after Bergholt: the last row dealt may be reversed."""

    id = "royal-parade-reversed"
    notes: Mapping[str, int] = {"fresh": 0}  # whether the last row has just been dealt

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the reversal of a last row just dealt."""
        return super().moves(state) | ({"reverse"} if state.notes["fresh"] else set())

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; any move ends the chance to reverse the last row."""
        state = super().make(before, text, shuffled)
        state.notes["fresh"] = int(text == "deal" and not state.piles["s"])
        return state

    def special(self, state: State, text: str) -> None:
        """Reverse the last row."""
        row = [state.piles[depot].pop() for depot in self.depots]
        for depot, card in zip(self.depots, reversed(row), strict=True):
            state.piles[depot].append(card)


class VirginiaReel(RoyalParade):
    """Virginia Reel: the left places, `f1` to `f3`, start with their bases."""

    id = "virginia-reel"
    places = numbered("t", 21)
    lead = numbered("f", 3)
    names = (*lead, *places, *RoyalParade.depots, "s")
    layout = (heights("t", [1] * 21),)

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Begin the left places with the first two, three and four of the pack, then deal."""
        for name, first in zip(self.lead, "234", strict=True):
            found = next(card for card in hand if card[0] == first)
            hand.remove(found)
            state.piles[name] = [found]
        super().lay_out(state, hand)

    def may_deal(self, state: State) -> bool:
        """Allow a deal only when there is no gap."""
        return super().may_deal(state) and all(state.piles[place] for place in self.places)
