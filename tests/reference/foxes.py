"""Sly Fox: the stock is placed in batches of twenty, during which the reserve is locked."""

from collections.abc import Mapping

from .cards import numbered, rank, suit
from .table import Game, State, deal_rows, from_stock


class SlyFox(Game):
    """Sly Fox."""

    id = "sly-fox"
    decks = 2
    turned = 1
    places = numbered("r", 20)
    names = (*numbered("f", 8), *places, "w", "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place four aces and four kings, and deal twenty cards."""
        for i, one in enumerate("CDHS", 1):
            for name, card in ((f"f{i}", f"A{one}"), (f"f{i + 4}", f"K{one}")):
                hand.remove(card)
                state.piles[name].append(card)
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def begin(self, state: State) -> None:
        """Note that no card has been turned and that no batch is in progress (20 placed)."""
        state.notes = {"turned": 0, "placed": 20}

    def may_turn(self, state: State) -> bool:
        """Allow turning a card once the last one has been placed."""
        return bool(state.piles["s"]) and not state.piles["w"]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow turned cards anywhere, and reserve cards on foundations between batches."""
        card = state.piles[source][-1]
        if target[0] == "r":
            return source == "w"
        if source[0] not in "rw" or target[0] != "f":
            return False
        on_hand = state.piles["s"] or state.piles["w"]
        if source[0] == "r" and state.notes["placed"] < 20 and on_hand:
            return False
        top = state.piles[target][-1]
        step = 1 if int(target[1:]) < 5 else -1
        return suit(card) == suit(top) and rank(card) == rank(top) + step

    def make(self, before: State, text: str, shuffled: object) -> State:
        """Make a move and count placed cards; fill gaps until a card has been turned."""
        state = super().make(before, text, None)
        if text == "s-w":
            state.notes["turned"] = 1
            if state.notes["placed"] == 20:
                state.notes["placed"] = 0
        elif text.startswith("w-r"):
            state.notes["placed"] += 1
        for name in self.places:
            if not state.piles[name] and not state.notes["turned"]:
                state.piles[name] = from_stock(state, 1)
        state.down["s"] = len(state.piles["s"])
        return state


GAMES = (SlyFox(),)
