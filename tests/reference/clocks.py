"""Clocks whose hours are foundations: Big Ben and Grandfather's Clock."""

from .cards import heights, numbered, one_higher_round, one_lower, one_lower_round, rank, same_suit
from .table import Game, State, from_stock

HOURS = numbered("f", 12)
PILES = numbered("t", 12)
CLOCKWISE_FROM_TWELVE = ("t12", *PILES[:11])


class Clock(Game):
    """Base class for clocks."""

    hours: tuple[str, ...]  # the cards that begin the foundations

    def __init__(self) -> None:
        """Set the bases."""
        self.bases = dict(zip(HOURS, self.hours, strict=True))

    def founds(self, state: State, target: str, card: str) -> bool:
        """Return whether a card builds up in suit, ace after king, on an hour not yet reached."""
        top = state.piles[target][-1]
        reached = rank(top) == int(target[1:])
        return not reached and same_suit(card, top) and one_higher_round(card, top)


class BigBen(Clock):
    """Big Ben: outer piles of three surround an inner circle of foundations."""

    id = "big-ben"
    decks = 2
    names = (*HOURS, *PILES, "w", "s")
    hours = ("6C", "7H", "8S", "9D", "TC", "JH", "QS", "KD", "2C", "3H", "4S", "5D")
    layout = (heights("t", [3] * 12),)
    builds_from = packs_from = "tw"
    packs = staticmethod(lambda one, two: same_suit(one, two) and one_lower_round(one, two))
    turned = 1

    def gaps(self, state: State) -> bool:
        """Return whether a pile of the outer circle has fewer than three cards."""
        return any(len(state.piles[name]) < 3 for name in PILES)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on both circles, except on outer piles of fewer than three cards."""
        gap = target[0] == "t" and len(state.piles[target]) < 3
        return not gap and super().may_move(state, source, target, count)

    def may_turn(self, state: State) -> bool:
        """Allow turning a card only when there are no gaps."""
        return super().may_turn(state) and not self.gaps(state)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including a refill while there are gaps and the stock has cards."""
        refill = state.piles["s"] and self.gaps(state)
        return super().moves(state) | ({"refill"} if refill else set())

    def special(self, state: State, text: str) -> None:
        """Fill gaps clockwise from twelve, one card per pile each round, while the stock lasts."""
        while self.gaps(state) and state.piles["s"]:
            for name in CLOCKWISE_FROM_TWELVE:
                if len(state.piles[name]) < 3:
                    state.piles[name] += from_stock(state, 1)


class GrandfathersClock(Clock):
    """Grandfather's Clock: eight columns of five are built down regardless of suit."""

    id = "grandfathers-clock"
    names = (*HOURS, *numbered("t", 8))
    hours = ("TH", "JS", "QD", "KC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C")
    layout = (heights("t", [5] * 8),)
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(one_lower)
