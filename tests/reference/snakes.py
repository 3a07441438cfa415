"""Snake and Kings: one long line of cards that bends at every king, with cells."""

from .cards import alternates_down, is_king, numbered
from .table import Game, State


class Snake(Game):
    """Snake: there are nine columns and seven cells, and empty columns stay empty."""

    id = "snake"
    decks = 2
    columns = numbered("t", 9)
    cells = numbered("c", 7)
    names: tuple[str, ...] = (*numbered("f", 8), *columns, *cells)
    builds_from = packs_from = "tc"
    cells_from = "t"
    packs = staticmethod(alternates_down)
    groups = True

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the line: each king begins a new column; cards before the first have their own."""
        at = 0
        while hand:
            card = hand.pop(0)
            at += is_king(card) and bool(state.piles["t1"])
            state.piles[self.columns[at]].append(card)

    def reach(self, state: State, target: str) -> int:
        """Return how many cards can move one by one; empty columns do not help."""
        return 1 + sum(not state.piles[name] for name in self.cells)


class Kings(Snake):
    """Kings: the line begins with a king; the cards before the first king come last."""

    id = "kings"
    columns = numbered("t", 8)
    names = (*numbered("f", 8), *columns, *numbered("c", 8))

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Rotate the pack until a king comes first, then deal the line."""
        while not is_king(hand[0]):
            hand.append(hand.pop(0))
        super().lay_out(state, hand)

    def reach(self, state: State, target: str) -> int:
        """Return 104, because runs of any length may move."""
        return 104
