"""Perpetual Motion, and Weddings, a form of Monte Carlo in which the cards move straight up."""

from collections.abc import Mapping
from itertools import combinations

from .cards import numbered
from .table import Game, State, deal_rows, from_stock


class PerpetualMotion(Game):
    """Perpetual Motion."""

    id = "perpetual-motion"
    heaps = numbered("t", 4)
    names = (*heaps, "s", "d")
    redeals = None

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out: the whole pack becomes the stock."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a top card to go on the leftmost pile whose top card has the same rank."""
        if source[0] != "t" or target[0] != "t":
            return False
        rank = state.piles[source][-1][0]
        alike = [name for name in self.heaps if state.piles[name][-1:] and
                 state.piles[name][-1][0] == rank]  # fmt: skip
        return target == alike[0]

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal a card to each heap."""
        for heap in self.heaps:
            state.piles[heap] += from_stock(state, 1)

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and a heap holds a card."""
        return not state.piles["s"] and any(state.piles[name] for name in self.heaps)

    def gather(self, state: State) -> list[str]:
        """Gather the heaps from left to right; the first bottom card is dealt first again."""
        return [card for name in self.heaps for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Make the gathered cards the stock again."""
        for name in self.heaps:
            state.piles[name] = []
        self.put_stock(state, hand)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the removal of four cards of the same rank."""
        tops = {state.piles[name][-1][0] for name in self.heaps if state.piles[name]}
        four = len(tops) == 1 and all(state.piles[name] for name in self.heaps)
        return super().moves(state) | ({"t1+t2+t3+t4"} if four else set())

    def make(self, before: State, text: str, shuffled: object) -> State:
        """Remove the four cards, and keep the cards out of play in order."""
        if "+" not in text:
            return super().make(before, text, None)
        state = before.copy()
        for name in text.split("+"):
            state.piles["d"].append(state.piles[name].pop())
        state.piles["d"].sort(key=lambda c: ("CDHS".index(c[1]), "A23456789TJQK".index(c[0])))
        return state

    def won(self, state: State) -> bool:
        """Return whether all cards are out of play."""
        return len(state.piles["d"]) == 52


class Weddings(PerpetualMotion):
    """Weddings: adjacent equal ranks leave, other cards move up, and the stock fills gaps."""

    id = "weddings"
    places = numbered("t", 25)
    names = (*places, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal five rows of five cards."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow no moves by hand."""
        return False

    def may_deal(self, state: State) -> bool:
        """Allow no deals; the stock only fills gaps."""
        return False

    def risen(self, state: State) -> dict[str, list[str]]:
        """Return the piles after the cards have moved up and the stock has filled the gaps."""
        stock, found = list(state.piles["s"]), {}
        for file in range(5):
            some = [state.piles[name] for name in self.places[file::5] if state.piles[name]]
            for row, name in enumerate(self.places[file::5]):
                found[name] = list(some[row]) if row < len(some) else []
        for name in self.places:
            if not found[name] and stock:
                found[name] = [stock.pop()]
        return {**found, "s": stock}

    def may_redeal(self, state: State) -> bool:
        """Allow moving up when it changes the position."""
        return any(state.piles[name] != cards for name, cards in self.risen(state).items())

    def gather(self, state: State) -> list[str]:
        """Return an empty list: each card stays in its file, so nothing is gathered."""
        return []

    def redeal(self, state: State, hand: list[str]) -> None:
        """Move the cards up and fill the gaps from the stock."""
        state.piles |= self.risen(state)

    def moves(self, state: State) -> set[str]:
        """List the adjacent pairs of equal rank, and the redeal."""
        texts = {"redeal"} if self.may_redeal(state) else set()
        for one, two in combinations(range(25), 2):
            a, b = state.piles[self.places[one]], state.piles[self.places[two]]
            across, along = abs(one % 5 - two % 5), abs(one // 5 - two // 5)
            if a and b and a[0][0] == b[0][0] and max(across, along) == 1:
                texts.add(f"{self.places[one]}+{self.places[two]}")
        return texts


GAMES = (PerpetualMotion(), Weddings())
