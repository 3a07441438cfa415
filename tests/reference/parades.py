"""Royal Parade: three rows that the player first sorts, then builds up by threes."""

from collections.abc import Mapping

from .cards import RANKS, numbered, same_suit
from .table import Game, State, deal_rows, from_stock


class RoyalParade(Game):
    """Royal Parade; the pack has no aces."""

    id = "royal-parade"
    decks = 2
    ranks = RANKS[1:]
    places = numbered("t", 24)
    depots = numbered("r", 8)
    names = (*places, *depots, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to every place of the rows."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def first(self, place: str) -> str:
        """Return the base rank of a place: 2, 3 or 4, by its row."""
        return "234"[self.places.index(place) // (len(self.places) // 3)]

    def is_wrong(self, state: State, place: str) -> bool:
        """Return whether the bottom card of a place is not its base."""
        cards = state.piles[place]
        return bool(cards) and cards[0][0] != self.first(place)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a base in an empty place, and building by threes in suit on a base."""
        if target[0] != "t" or (source[0] == "t" and not self.is_wrong(state, source)):
            return False
        if source == "s" or self.is_wrong(state, target):
            return False
        moved, cards = state.piles[source][-1], state.piles[target]
        if not cards:
            return moved[0] == self.first(target)
        steps = RANKS.index(moved[0]) - RANKS.index(cards[-1][0])
        return steps == 3 and same_suit(moved, cards[-1])

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each depot."""
        for depot in self.depots:
            state.piles[depot] += from_stock(state, 1)

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

    def make(self, before: State, text: str, shuffled: object) -> State:
        """Make a move, perhaps an exchange of two cards."""
        if "=" not in text:
            return super().make(before, text, None)
        state = before.copy()
        one, two = text.split("=")
        state.piles[one], state.piles[two] = state.piles[two], state.piles[one]
        return state

    def won(self, state: State) -> bool:
        """Return whether every place holds four cards."""
        return all(len(state.piles[place]) == 4 for place in self.places)


class ReversedParade(RoyalParade):
    """Royal Parade after Bergholt: the last row dealt may be reversed."""

    id = "royal-parade-reversed"

    def begin(self, state: State) -> None:
        """Note that the last row has not just been dealt."""
        state.notes["fresh"] = 0

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the reversal of a last row just dealt."""
        return super().moves(state) | ({"reverse"} if state.notes["fresh"] else set())

    def make(self, before: State, text: str, shuffled: object) -> State:
        """Make a move; any move ends the chance to reverse the last row."""
        if text != "reverse":
            state = super().make(before, text, shuffled)
            state.notes["fresh"] = int(text == "deal" and not state.piles["s"])
            return state
        state = before.copy()
        row = [state.piles[depot].pop() for depot in self.depots]
        for depot, card in zip(self.depots, reversed(row), strict=True):
            state.piles[depot].append(card)
        state.notes["fresh"] = 0
        return state


class VirginiaReel(RoyalParade):
    """Virginia Reel: the left places, `f1` to `f3`, start with their bases."""

    id = "virginia-reel"
    places = numbered("t", 21)
    lead = numbered("f", 3)
    names = (*lead, *places, *RoyalParade.depots, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Begin the left places with the first two, three and four of the pack, then deal."""
        for name, first in zip(self.lead, "234", strict=True):
            found = next(card for card in hand if card[0] == first)
            hand.remove(found)
            state.piles[name] = [found]
        super().lay_out(state, hand, options)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the moves of Royal Parade, and building on the left places."""
        if target[0] == "t":
            return source[0] != "f" and super().may_move(state, source, target, count)
        if (
            target[0] != "f"
            or source[0] in "fs"
            or (source[0] == "t" and not self.is_wrong(state, source))
        ):
            return False
        moved, on = state.piles[source][-1], state.piles[target][-1]
        return RANKS.index(moved[0]) - RANKS.index(on[0]) == 3 and same_suit(moved, on)

    def may_deal(self, state: State) -> bool:
        """Allow a deal only when there is no gap."""
        return super().may_deal(state) and all(state.piles[place] for place in self.places)

    def won(self, state: State) -> bool:
        """Return whether every place, including those on the left, holds four cards."""
        return all(len(state.piles[place]) == 4 for place in (*self.lead, *self.places))


GAMES: tuple[Game, ...] = (RoyalParade(), ReversedParade(), VirginiaReel())
