"""Clocks whose hours are foundations: Big Ben and Grandfather's Clock."""

from collections.abc import Mapping

from .cards import numbered, one_higher_round, one_lower, one_lower_round, rank, same_suit, take_out
from .table import Game, State, deal_rows, from_stock

HOURS = numbered("f", 12)
PILES = numbered("t", 12)
CLOCKWISE_FROM_TWELVE = ("t12", *PILES[:11])


def goes_on_hour(state: State, foundation: str, moved: str) -> bool:
    """Return whether a card builds up in suit, ace after king, on an hour not yet reached."""
    cards = state.piles[foundation]
    if not cards or rank(cards[-1]) == int(foundation[1:]):
        return False
    return same_suit(moved, cards[-1]) and one_higher_round(moved, cards[-1])


class BigBen(Game):
    """Big Ben."""

    id = "big-ben"
    decks = 2
    names = (*HOURS, *PILES, "w", "s")
    turned = 1
    bases = ("6C", "7H", "8S", "9D", "TC", "JH", "QS", "KD", "2C", "3H", "4S", "5D")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Set up the inner circle, then deal three cards to each pile of the outer circle."""
        for hour, base in zip(HOURS, self.bases, strict=True):
            state.piles[hour] = take_out(hand, [base])
        deal_rows(state, hand, dict.fromkeys(PILES, 3))

    def gaps(self, state: State) -> bool:
        """Return whether a pile of the outer circle has fewer than three cards."""
        return any(len(state.piles[name]) < 3 for name in PILES)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on both circles, except on outer piles of fewer than three cards."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "w"), "f"):
                return goes_on_hour(state, target, moved)
            case (("t" | "w"), "t"):
                on = state.piles[target]
                if len(on) < 3:
                    return False
                return same_suit(moved, on[-1]) and one_lower_round(moved, on[-1])
        return False

    def may_turn(self, state: State) -> bool:
        """Allow turning a card only when there are no gaps."""
        return bool(state.piles["s"]) and not self.gaps(state)

    def may_refill(self, state: State) -> bool:
        """Allow a refill while there are gaps and the stock has cards."""
        return bool(state.piles["s"]) and self.gaps(state)

    def refill(self, state: State) -> None:
        """Fill gaps clockwise from twelve, one card a pile and round, while the stock lasts."""
        while self.gaps(state) and state.piles["s"]:
            for name in CLOCKWISE_FROM_TWELVE:
                if len(state.piles[name]) < 3:
                    state.piles[name] += from_stock(state, 1)


class GrandfathersClock(Game):
    """Grandfather's Clock: eight columns of five, down any suit."""

    id = "grandfathers-clock"
    names = (*HOURS, *numbered("t", 8))
    bases = ("TH", "JS", "QD", "KC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Set up the circle, then deal the columns by rows."""
        for hour, base in zip(HOURS, self.bases, strict=True):
            state.piles[hour] = take_out(hand, [base])
        deal_rows(state, hand, dict.fromkeys(numbered("t", 8), 5))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a top card on the circle, down on a column, or on an empty column."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "t", "f":
                return goes_on_hour(state, target, moved)
            case "t", "t":
                return not state.piles[target] or one_lower(moved, state.piles[target][-1])
        return False


GAMES: tuple[Game, ...] = (BigBen(), GrandfathersClock())
