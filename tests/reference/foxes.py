"""Sly Fox: the stock is placed in batches of twenty, during which the reserve is locked."""

from collections.abc import Mapping, Sequence

from .cards import heights, numbered, of_each_suit
from .table import Game, State, from_stock


class SlyFox(Game):
    """Sly Fox: four aces and four kings, and a reserve of twenty cards.

    The notes record whether a card has been turned, and how many of the batch are placed.
    """

    id = "sly-fox"
    decks = 2
    places = numbered("r", 20)
    names = (*numbered("f", 8), *places, "w", "s")
    bases = of_each_suit("AK")
    layout = (heights("r", [1] * 20),)
    notes: Mapping[str, int] = {"turned": 0, "placed": 20}
    downward = numbered("f", 8)[4:]
    builds_from = "wr"
    turned = 1

    def may_turn(self, state: State) -> bool:
        """Allow turning a card once the last one has been placed."""
        return super().may_turn(state) and not state.piles["w"]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow turned cards anywhere, and reserve cards on foundations between batches."""
        if target[0] == "r":
            return source == "w"
        if source[0] == "r" and state.notes["placed"] < 20 and state.holds(("s", "w")):
            return False
        return super().may_move(state, source, target, count)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move and count placed cards; fill gaps until a card has been turned."""
        state = super().make(before, text, shuffled)
        if text == "s-w":
            state.notes["turned"] = 1
            if state.notes["placed"] == 20:
                state.notes["placed"] = 0
        elif text.startswith("w-r"):
            state.notes["placed"] += 1
        for name in self.places:
            if not state.piles[name] and not state.notes["turned"]:
                state.piles[name] = from_stock(state, 1)
        self.face(state)
        return state
