"""Grand Duchess: reserves that lie face down until the stock is empty."""

from collections.abc import Mapping, Sequence

from .cards import numbered
from .table import Game, State, ace_up, from_stock, king_down

EIGHT = numbered("f", 8)
FOUR = numbered("t", 4)


class GrandDuchess(Game):
    """Grand Duchess: each deal gives four cards face up and two face down."""

    id = "grand-duchess"
    decks = 2
    names = (*EIGHT, *FOUR, "r1", "r2", "s")
    redeals = 3
    dark = ("s", "r1", "r2")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations, those of the two reserves once they lie face up."""
        if source[0] not in "tr" or target[0] != "f" or state.down[source]:
            return False
        card = state.piles[source][-1]
        fits = ace_up if target in EIGHT[:4] else king_down
        return fits(state, target, card)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of buried cards in the two reserves."""
        texts = super().moves(state)
        for name in ("r1", "r2"):
            cards = state.piles[name]
            for depth in range(2, 0 if state.down[name] else len(cards) + 1):
                card = cards[-depth]
                if card == cards[-depth + 1]:
                    continue
                for home in EIGHT:
                    fits = ace_up if home in EIGHT[:4] else king_down
                    if fits(state, home, card):
                        texts.add(f"{name}@{depth}-{home}")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, perhaps of a buried card; reserves stay face down while stock is left."""
        if "@" in text:
            state = before.copy()
            name, _, rest = text.partition("@")
            depth, _, home = rest.partition("-")
            state.piles[home].append(state.piles[name].pop(-int(depth)))
        else:
            state = super().make(before, text, shuffled)
        for name in ("r1", "r2"):
            state.down[name] = len(state.piles[name]) if state.piles["s"] else 0
        return state

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile; after the last redeal, only to the four columns."""
        names = [*FOUR] if state.counters["redeals"] == 3 else [*FOUR, "r1", "r2"]
        for name, card in zip(names, from_stock(state, len(names)), strict=False):
            state.piles[name].append(card)

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and a pile holds a card."""
        return not state.piles["s"] and any(state.piles[name] for name in (*FOUR, "r1", "r2"))

    def gather(self, state: State) -> list[str]:
        """List the cards from the last column to the first, then those of the reserves."""
        return [card for name in (*FOUR[::-1], "r2", "r1") for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Make the gathered cards the stock."""
        for name in (*FOUR, "r1", "r2"):
            state.piles[name] = []
        self.put_stock(state, hand)


GAMES = (GrandDuchess(),)
