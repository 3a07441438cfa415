"""Snake and Kings: one long line of cards that bends at every king, with cells."""

from collections.abc import Mapping

from .cards import in_order, numbered, one_lower, other_colour
from .table import Game, State, ace_up, first_of_likes


def alternates_down(upper: str, lower: str) -> bool:
    """Return whether `upper` goes on `lower`, down in alternating colours."""
    return one_lower(upper, lower) and other_colour(upper, lower)


class Snake(Game):
    """Snake: nine columns, seven cells; empty columns stay empty."""

    id = "snake"
    decks = 2
    groups = True
    columns = numbered("t", 9)
    cells = numbered("c", 7)
    names = (*numbered("f", 8), *columns, *cells)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the line: each king begins a new column; cards before the first have their own."""
        at = 0
        while hand:
            card = hand.pop(0)
            at += card[0] == "K" and bool(state.piles["t1"])
            state.piles[self.columns[at]].append(card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building, packing on columns, and a column's top card in an empty cell."""
        if source[0] == "f":
            return False
        lifted, there = state.piles[source][-count:], state.piles[target]
        if target[0] == "f":
            likes = (f"f{(int(target[1]) - 1) % 4 + 1}", f"f{(int(target[1]) - 1) % 4 + 5}")
            founds = count == 1 and ace_up(state, target, lifted[0])
            return founds and first_of_likes(state, target, likes)
        if target[0] == "c":
            return source[0] == "t" and count == 1 and not there
        if not there or count > self.reach(state):
            return False
        return in_order([there[-1], *lifted], alternates_down)

    def reach(self, state: State) -> int:
        """Return how many cards can move one by one; empty columns do not help."""
        return 1 + sum(not state.piles[name] for name in self.cells)


class Kings(Snake):
    """Kings: the line begins with a king; the cards before the first king come last."""

    id = "kings"
    columns = numbered("t", 8)
    cells = numbered("c", 8)
    names = (*numbered("f", 8), *columns, *cells)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Rotate the pack until a king comes first, then deal the line."""
        while hand[0][0] != "K":
            hand.append(hand.pop(0))
        at = -1
        while hand:
            card = hand.pop(0)
            at += card[0] == "K"
            state.piles[self.columns[at]].append(card)

    def reach(self, state: State) -> int:
        """Return 104, because runs of any length may move."""
        return 104


GAMES = (Snake(), Kings())
