"""Builders with unusual rules: a chosen base, a plot, a rotation of suits, rows, a shift."""

from collections.abc import Mapping, Sequence

from .cards import (
    in_order,
    is_ace,
    numbered,
    one_higher,
    one_higher_round,
    one_lower,
    one_lower_round,
    other_colour,
    owner,
    rank,
    same_suit,
    suit,
    take_out,
)
from .klondike import alternates_down_round
from .table import Game, State, ace_up, deal_rows, first_of_likes, from_stock, king_down


class QueenOfItaly(Game):
    """Queen of Italy: the player chooses the base; then five more cards come."""

    id = "queen-of-italy"
    decks = 2
    founded = numbered("f", 8)
    places = numbered("t", 9)
    names = (*founded, *places, "r", "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the terrace of eleven and four cards; the other piles wait for the choice."""
        deal_rows(state, hand, {"r": 11})
        deal_rows(state, hand, dict.fromkeys(numbered("t", 4), 1))

    def chosen(self, state: State) -> bool:
        """Return whether a card lies on a foundation."""
        return any(state.piles[name] for name in self.founded)

    def may_turn(self, state: State) -> bool:
        """Allow no turning of the stock before the base is chosen."""
        return self.chosen(state) and super().may_turn(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Require the choice of the base first; then allow building and packing."""
        if not self.chosen(state):
            return source in numbered("t", 4) and target == "f1"
        moved, cards = state.piles[source][-1], state.piles[target]
        match source[0], target[0]:
            case (("t" | "w" | "r"), "f"):
                return self.founds(state, target, moved) and first_of_likes(
                    state, target, self.founded
                )
            case (("t" | "w"), "t"):
                return bool(cards) and alternates_down_round(moved, cards[-1])
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build up in alternating colours from the base, ace after king, to thirteen cards."""
        cards = state.piles[target]
        if not cards:
            return rank(moved) == rank(state.piles["f1"][0])
        fits = other_colour(moved, cards[-1]) and one_higher_round(moved, cards[-1])
        return len(cards) < 13 and fits

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill each empty pile from the waste, or else from the stock."""
        for place in self.places:
            if not state.piles[place] and state.piles["w"]:
                state.piles[place].append(state.piles["w"].pop())
            elif not state.piles[place]:
                state.piles[place] += from_stock(state, 1)


class Duchess(Game):
    """Duchess: the base is one of the four top cards of the reserve."""

    id = "duchess"
    fans = numbered("r", 4)
    names = (*numbered("f", 4), *numbered("t", 4), *fans, "w", "s")
    turned = 1
    redeals = 1
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four fans of three and four columns of one."""
        deal_rows(state, hand, dict.fromkeys(self.fans, 3))
        deal_rows(state, hand, dict.fromkeys(numbered("t", 4), 1))

    def bases(self, state: State) -> list[str]:
        """List the bottom cards of the foundations."""
        return [state.piles[name][0] for name in numbered("f", 4) if state.piles[name]]

    def may_turn(self, state: State) -> bool:
        """Allow no turning of the stock before the base is chosen."""
        return bool(self.bases(state)) and super().may_turn(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Begin with the reserve, which also fills empty columns until the waste does."""
        lifted, cards = state.piles[source][-count:], state.piles[target]
        bases = self.bases(state)
        if not bases:
            return source[0] == "r" and target[0] == "f" and owner(target) == suit(lifted[0])
        match source[0], target[0]:
            case (("t" | "w" | "r"), "f"):
                if count > 1 or suit(lifted[0]) != owner(target):
                    return False
                if not cards:
                    return rank(lifted[0]) == rank(bases[0])
                return len(cards) < 13 and one_higher_round(lifted[0], cards[-1])
            case (("t" | "w" | "r"), "t"):
                if cards:
                    return in_order([cards[-1], *lifted], alternates_down_round)
                left = any(state.piles[name] for name in self.fans)
                return source[0] == ("r" if left else "w")
        return False


class ThePlot(Game):
    """The Plot: the second foundation waits until the first has thirteen cards."""

    id = "the-plot"
    decks = 2
    founded = numbered("f", 8)
    names = (*founded, *numbered("t", 12), "r", "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the reserve with its top face up, the base, and twelve single cards."""
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12
        state.piles["f1"] = [hand.pop(0)]
        deal_rows(state, hand, dict.fromkeys(numbered("t", 12), 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Until the first foundation is complete, only base cards fill piles; none is packed."""
        moved, cards = state.piles[source][-1], state.piles[target]
        base = rank(state.piles["f1"][0])
        later = len(state.piles["f1"]) == 13
        match source[0], target[0]:
            case (("t" | "w" | "r"), "f"):
                if not later and target != "f1":
                    return False
                if not cards:
                    return rank(moved) == base and first_of_likes(state, target, self.founded[1:])
                fits = len(cards) < 13 and one_higher_round(moved, cards[-1])
                return fits and (target == "f1" or first_of_likes(state, target, self.founded[1:]))
            case (("w" | "s"), "t") if not cards:
                return later or rank(moved) == base
            case (("t" | "w"), "t") if cards:
                if not later and base in (rank(moved), rank(cards[-1])):
                    return False
                return one_lower_round(moved, cards[-1])
        return False


class Following(Game):
    """Following: each suit has another suit that follows it."""

    id = "following"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    turned = 1
    redeals = 1
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal six single cards."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 6), 1))

    def follows(self, upper: str, lower: str) -> bool:
        """Return whether the suits follow: hearts, clubs, diamonds, spades, then hearts again."""
        return suit(lower) + suit(upper) in ("HC", "CD", "DS", "SH")

    def packs(self, upper: str, lower: str) -> bool:
        """Return whether `upper` goes on `lower` when packing down in the order of suits."""
        return self.follows(upper, lower) and one_lower(upper, lower)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build and pack in the order of suits; any card or run fills an empty pile."""
        lifted, cards = state.piles[source][-count:], state.piles[target]
        match source[0], target[0]:
            case (("t" | "w"), "f"):
                if count > 1:
                    return False
                if not cards:
                    return is_ace(lifted[0]) and first_of_likes(state, target, numbered("f", 4))
                return self.follows(lifted[0], cards[-1]) and one_higher(lifted[0], cards[-1])
            case (("t" | "w" | "s"), "t") if not cards:
                return in_order(lifted, self.packs)
            case (("t" | "w"), "t"):
                return bool(cards) and in_order([cards[-1], *lifted], self.packs)
        return False


class BritishConstitution(Game):
    """British Constitution: cards move up through four rows."""

    id = "british-constitution"
    decks = 2
    ranks = "A23456789TJ"
    places = numbered("t", 32)
    names = (*numbered("f", 8), *places, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces on foundations and deal four rows of eight."""
        for name in numbered("f", 8):
            state.piles[name] = take_out(hand, ["A" + owner(name)])
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def row(self, place: str) -> int:
        """Return the row number of a place; the top row is 0."""
        return self.places.index(place) // 8

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build from the top row, pack it from the top two rows, fill a row from the one below."""
        if source == "s" or source[0] == "f":
            return False
        moved, cards = state.piles[source][-1], state.piles[target]
        if target[0] == "f":
            first = (int(target[1:]) - 1) % 4 + 1
            founds = self.row(source) == 0 and ace_up(state, target, moved)
            return founds and first_of_likes(state, target, (f"f{first}", f"f{first + 4}"))
        if not cards:
            return self.row(source) == self.row(target) + 1
        packs = other_colour(moved, cards[-1]) and one_lower(moved, cards[-1])
        return self.row(target) == 0 and self.row(source) < 2 and packs

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill an empty pile of the bottom row from the stock at once."""
        if source in self.places[24:] and not state.piles[source]:
            state.piles[source] += from_stock(state, 1)


class Crescent(Game):
    """Crescent: three shifts bring the bottom card of each pile to its top."""

    id = "crescent"
    decks = 2
    moon = numbered("t", 16)
    names = (*numbered("f", 8), *moon)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place a king and an ace of each suit; deal six rows with only the tops face up."""
        for name in numbered("f", 4):
            state.piles[name] = take_out(hand, ["K" + owner(name)])
        for name in numbered("f", 8)[4:]:
            state.piles[name] = take_out(hand, ["A" + owner(name)])
        deal_rows(state, hand, dict.fromkeys(self.moon, 6))
        for name in self.moon:
            state.down[name] = 5

    def bare_table(self) -> State:
        """Return an empty table that counts shifts."""
        state = super().bare_table()
        state.counters["shifts"] = 0
        return state

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build from piles and foundations, except their bottom card; pack in suit."""
        moved, cards = state.piles[source][-1], state.piles[target]
        match source[0], target[0]:
            case (("t" | "f"), "f"):
                if source[0] == "f" and len(state.piles[source]) == 1:
                    return False
                if target in numbered("f", 4):
                    return king_down(state, target, moved)
                return ace_up(state, target, moved)
            case "t", "t":
                if not cards or not same_suit(moved, cards[-1]):
                    return False
                top = cards[-1]
                return one_higher_round(moved, top) or one_lower_round(moved, top)
        return False

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the shift."""
        texts = super().moves(state)
        return texts | {"shift"} if state.counters["shifts"] < 3 else texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; a shift puts the bottom card of each pile on its top."""
        if text != "shift":
            return super().make(before, text, shuffled)
        state = before.copy()
        state.counters["shifts"] += 1
        for name in self.moon:
            cards = state.piles[name]
            state.piles[name] = cards[1:] + cards[:1]
        return state


GAMES: tuple[Game, ...] = (
    QueenOfItaly(),
    Duchess(),
    ThePlot(),
    Following(),
    BritishConstitution(),
    Crescent(),
)
