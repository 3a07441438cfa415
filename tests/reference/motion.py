"""Perpetual Motion, and Weddings, a form of Monte Carlo in which the cards move straight up."""

from itertools import combinations

from .cards import heights, numbered
from .removals import adjacent
from .table import Game, State


class PerpetualMotion(Game):
    """Perpetual Motion: the stock deals to four heaps."""

    id = "perpetual-motion"
    heaps = dealt_to = gathered = numbered("t", 4)
    names = (*heaps, "s", "d")
    redeals = None

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a top card to go on the leftmost pile whose top card has the same rank."""
        if source[0] != "t" or target[0] != "t":
            return False
        tops = {name: state.piles[name][-1][0] for name in self.heaps if state.piles[name]}
        return target == next(name for name in tops if tops[name] == tops[source])

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the removal of four cards of the same rank."""
        tops = {(state.piles[name] or [""])[-1][:1] for name in self.heaps}
        four = len(tops) == 1 and "" not in tops
        return super().moves(state) | ({"t1+t2+t3+t4"} if four else set())


class Weddings(Game):
    """Weddings: adjacent equal ranks leave, other cards move up, and the stock fills gaps."""

    id = "weddings"
    places = numbered("t", 25)
    names = (*places, "s", "d")
    layout = (heights("t", [1] * 25),)
    redeals = None
    gathered = ()  # each card stays in its file

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

    def redeal(self, state: State, hand: list[str]) -> None:
        """Move the cards up and fill the gaps from the stock."""
        state.piles |= self.risen(state)

    def moves(self, state: State) -> set[str]:
        """List the adjacent pairs of equal rank, and the redeal."""
        full = [name for name in self.places if state.piles[name]]
        return super().moves(state) | {
            f"{one}+{two}"
            for one, two in combinations(full, 2)
            if adjacent(one, two) and state.piles[one][0][0] == state.piles[two][0][0]
        }
