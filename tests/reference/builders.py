"""Builders with unusual rules: a chosen base, a plot, a rotation of suits, rows, a shift."""

from collections.abc import Mapping

from .cards import (
    alternates_down,
    alternates_down_round,
    heights,
    is_ace,
    numbered,
    of_each_suit,
    one_higher,
    one_higher_round,
    one_lower,
    one_lower_round,
    other_colour,
    owner,
    suit,
    suited_near_round,
)
from .table import Game, State, base_of, first_of_likes, from_base


class QueenOfItaly(Game):
    """Queen of Italy: the player chooses the base; then the deal continues with five more cards."""

    id = "queen-of-italy"
    decks = 2
    founded = numbered("f", 8)
    names = (*founded, *numbered("t", 9), "r", "w", "s")
    layout = ({"r": 11}, heights("t", [1] * 4))
    builds_from = "twr"
    packs_from = "tw"
    packs = staticmethod(alternates_down_round)
    turned = 1
    filled = numbered("t", 9)
    fillers = ("w", "s")

    def may_turn(self, state: State) -> bool:
        """Allow turning the stock only once the base is chosen."""
        return bool(base_of(state)) and super().may_turn(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Require the choice of the base first; then allow building and packing."""
        if not base_of(state):
            return source[0] == "t" and target == "f1"
        return super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up in alternating colours from the base, ace after king, to thirteen cards."""
        cards = state.piles[target]
        if not first_of_likes(state, target, self.founded):
            return False
        if not cards:
            return card[0] == base_of(state)
        fits = other_colour(card, cards[-1]) and one_higher_round(card, cards[-1])
        return len(cards) < 13 and fits


class Duchess(Game):
    """Duchess: the base is one of the four top cards of the reserve."""

    id = "duchess"
    fans = numbered("r", 4)
    names = (*numbered("f", 4), *numbered("t", 4), *fans, "w", "s")
    layout = (heights("r", [3] * 4), heights("t", [1] * 4))
    builds_from = packs_from = "twr"
    packs = staticmethod(alternates_down_round)
    turned = 1
    redeals = 1
    groups = True

    def may_turn(self, state: State) -> bool:
        """Allow turning the stock only once the base is chosen."""
        return bool(base_of(state)) and super().may_turn(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Begin with the reserve, which also fills empty columns until the waste does."""
        if not base_of(state):
            card = state.piles[source][-1]
            return source[0] == "r" and target[0] == "f" and owner(target) == suit(card)
        if target[0] == "t" and not state.piles[target]:
            return source[0] == ("r" if state.holds(self.fans) else "w")
        return super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        return from_base(state, target, card)


class ThePlot(Game):
    """The Plot: the second foundation waits until the first has thirteen cards."""

    id = "the-plot"
    decks = 2
    founded = numbered("f", 8)
    names = (*founded, *numbered("t", 12), "r", "w", "s")
    layout = ({"r": 13}, {"f1": 1}, heights("t", [1] * 12))
    hidden: Mapping[str, int] = {"r": 12}
    builds_from = "twr"
    packs_from = "tw"
    fills_from = "ws"
    packs = staticmethod(one_lower_round)
    turned = 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Until the first foundation is complete, only base cards fill piles; none is packed."""
        if not super().may_move(state, source, target, count):
            return False
        if len(state.piles["f1"]) == 13 or target == "f1":
            return True
        card, pile, base = state.piles[source][-1], state.piles[target], base_of(state)
        if pile:
            return target[0] == "t" and base not in (card[0], pile[-1][0])
        return target[0] == "t" and card[0] == base

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up from the base, ace after king, in any suit, to thirteen cards."""
        cards = state.piles[target]
        if target != "f1" and not first_of_likes(state, target, self.founded[1:]):
            return False
        if not cards:
            return card[0] == base_of(state)
        return len(cards) < 13 and one_higher_round(card, cards[-1])


def follows(upper: str, lower: str) -> bool:
    """Return whether the suits follow: hearts, clubs, diamonds, spades, then hearts again."""
    return suit(lower) + suit(upper) in ("HC", "CD", "DS", "SH")


class Following(Game):
    """Following: each suit has another suit that follows it."""

    id = "following"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    layout = (heights("t", [1] * 6),)
    builds_from = packs_from = "tw"
    fills_from = "tws"
    packs = staticmethod(lambda upper, lower: follows(upper, lower) and one_lower(upper, lower))
    turned = 1
    redeals = 1
    groups = True

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up in the order of suits; of several empty foundations, list only the first."""
        cards = state.piles[target]
        if not cards:
            return is_ace(card) and first_of_likes(state, target, numbered("f", 4))
        return follows(card, cards[-1]) and one_higher(card, cards[-1])


class BritishConstitution(Game):
    """British Constitution: cards move up through four rows.

    A row is filled from the row below it; only the top row is packed, from the top two rows.
    """

    id = "british-constitution"
    decks = 2
    ranks = "A23456789TJ"
    places = numbered("t", 32)
    names = (*numbered("f", 8), *places, "s")
    bases = of_each_suit("AA")
    layout = (heights("t", [1] * 32),)
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(alternates_down)
    filled = places[24:]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building from the top row, packing on it, and filling from the next row."""
        if source[0] != "t":
            return False
        row = self.places.index(source) // 8
        if target[0] == "f":
            allowed = row == 0
        elif state.piles[target]:
            allowed = row < 2 and target in self.places[:8]
        else:
            allowed = row == self.places.index(target) // 8 + 1
        return allowed and super().may_move(state, source, target, count)


class Crescent(Game):
    """Crescent: three shifts bring the bottom card of each pile to its top."""

    id = "crescent"
    decks = 2
    moon = numbered("t", 16)
    names = (*numbered("f", 8), *moon)
    bases = of_each_suit("KA")
    layout = (heights("t", [6] * 16),)
    hidden = heights("t", [5] * 16)
    notes: Mapping[str, int] = {"shifts": 0}
    downward = numbered("f", 4)
    builds_from = "tf"
    packs_from = "t"
    packs = staticmethod(suited_near_round)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the shift."""
        texts = super().moves(state)
        return texts | {"shift"} if state.notes["shifts"] < 3 else texts

    def special(self, state: State, text: str) -> None:
        """Put the bottom card of each pile on its top."""
        state.notes["shifts"] += 1
        for name in self.moon:
            cards = state.piles[name]
            state.piles[name] = cards[1:] + cards[:1]
