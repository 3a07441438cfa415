"""Grand Duchess: reserves that lie face down until the stock is empty."""

from .cards import numbered
from .table import Game, State, buried, from_stock

EIGHT = numbered("f", 8)
FOUR = numbered("t", 4)
HIDDEN = ("r1", "r2")


class GrandDuchess(Game):
    """Grand Duchess: each deal gives four cards face up and two face down."""

    id = "grand-duchess"
    decks = 2
    names = (*EIGHT, *FOUR, *HIDDEN, "s")
    dark = ("s", *HIDDEN)
    downward = EIGHT[4:]
    builds_from = "tr"
    dealt_to = (*FOUR, *HIDDEN)
    redeals = 3
    gathered = (*FOUR[::-1], "r2", "r1")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations; those of the two reserves must lie face up."""
        return not state.down[source] and super().may_move(state, source, target, count)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of buried cards in the two reserves."""
        open_piles = [name for name in HIDDEN if not state.down[name]]
        below = [buried(state, name, EIGHT, self.founds) for name in open_piles]
        return super().moves(state).union(*below)

    def face(self, state: State) -> None:
        """Keep the reserves face down while cards are left in the stock."""
        super().face(state)
        for name in HIDDEN:
            state.down[name] = len(state.piles[name]) if state.piles["s"] else 0

    def deal(self, state: State) -> None:
        """Deal one card to each pile; after the last redeal, only to the four columns."""
        for name in FOUR if state.notes["redeals"] == 3 else self.dealt_to:
            state.piles[name] += from_stock(state, 1)
