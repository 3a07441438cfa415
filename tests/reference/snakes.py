"""Snake and Kings: one long line of cards that bends at every king, and cells."""

from collections.abc import Mapping

from .cards import in_order, numbered, one_lower, other_colour
from .table import Game, State, ace_up, first_of_likes


def alternates_down(upper: str, lower: str) -> bool:
    """Judge building down in alternating colours."""
    return one_lower(upper, lower) and other_colour(upper, lower)


class Snake(Game):
    """Snake (fact sheet C, 2.1): nine columns, seven cells, spaces are never filled."""

    id = "snake"
    decks = 2
    groups = True
    columns = numbered("t", 9)
    cells = numbered("c", 7)
    names = (*numbered("f", 8), *columns, *cells)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay the line: each king turns to the next column; before the first is one of its own."""
        at = 0
        while hand:
            card = hand.pop(0)
            at += card[0] == "K" and bool(state.piles["t1"])
            state.piles[self.columns[at]].append(card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Found, build on what lies there, and put single cards of columns into empty cells."""
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
        """Count the cards that can be carried one by one: empty columns are of no use."""
        return 1 + sum(not state.piles[name] for name in self.cells)


class Kings(Snake):
    """Kings: the line begins with a king, so what comes before him is its end."""

    id = "kings"
    columns = numbered("t", 8)
    cells = numbered("c", 8)
    names = (*numbered("f", 8), *columns, *cells)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Turn the pack until a king lies in front."""
        while hand[0][0] != "K":
            hand.append(hand.pop(0))
        at = -1
        while hand:
            card = hand.pop(0)
            at += card[0] == "K"
            state.piles[self.columns[at]].append(card)

    def reach(self, state: State) -> int:
        """Carry runs of any length."""
        return 104


GAMES = (Snake(), Kings())
