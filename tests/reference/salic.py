"""Salic Law and its kin: kings or queens begin the columns while the stock is dealt."""

from collections.abc import Mapping

from .cards import RANKS, numbered, rank
from .table import Game, State, first_of_likes


class SalicLaw(Game):
    """Salic Law (fact sheet, part C); the queens lie beside and are not in the pack."""

    id = "salic-law"
    decks = 2
    ranks = RANKS.replace("Q", "")
    columns = numbered("t", 8)
    names = (*numbered("f", 8), *columns, "s")
    head = "K"  # the rank that begins a column
    last = 11  # that of the card that completes a foundation
    waits = False  # whether a foundation waits for its king

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Begin the first column with the first king; the card in its place goes back there."""
        at = next(i for i, card in enumerate(hand) if card[0] == self.head)
        hand[0], hand[at] = hand[at], hand[0]
        state.piles["t1"].append(hand.pop(0))

    def may_deal(self, state: State) -> bool:
        """Deal while there is a stock."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal a card on the column begun last; a king begins the next, while there is one."""
        card = state.piles["s"].pop()
        begun = [name for name in self.columns if state.piles[name]]
        if card[0] == self.head and len(begun) < len(self.columns):
            begun.append(self.columns[len(begun)])
        state.piles[begun[-1]].append(card)

    def goes_up(self, state: State, target: str, card: str) -> bool:
        """Judge building ace to jack, whatever the suits."""
        return len(state.piles[target]) < self.last and rank(card) == len(state.piles[target]) + 1

    def alike(self, target: str) -> tuple[str, ...]:
        """List the foundations that are begun and built like one."""
        return self.names[:8]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Play what lies on the kings up, and on a bare king once the stock is out."""
        if source[0] != "t" or len(state.piles[source]) < 2:
            return False
        card = state.piles[source][-1]
        if target[0] == "f":
            if not self.goes_up(state, target, card):
                return False
            if self.waits:
                begins = not state.piles[target]
                return not (begins and not state.piles[f"t{int(target[1:]) % 8 or 8}"])
            return first_of_likes(state, target, self.alike(target))
        return not state.piles["s"] and self.packs(state, card, state.piles[target])

    def packs(self, state: State, card: str, cards: list[str]) -> bool:
        """Judge a move to a column: only to a bare king, or into a column never begun."""
        return len(cards) < 2

    def won(self, state: State) -> bool:
        """Win when nothing lies on the kings any more."""
        return not state.piles["s"] and all(len(state.piles[name]) == 1 for name in self.columns)


class FaerieQueen(SalicLaw):
    """Faerie Queen: the queens go up as well, and columns are built down."""

    id = "faerie-queen"
    ranks = RANKS
    last = 12

    def packs(self, state: State, card: str, cards: list[str]) -> bool:
        """Judge building down whatever the suits; a bare king takes any card."""
        return len(cards) < 2 or rank(cards[-1]) == rank(card) + 1


class Intrigue(SalicLaw):
    """Intrigue: eight foundations from six up, eight from five down and on with the king."""

    id = "intrigue"
    ranks = RANKS
    names = (*numbered("f", 16), *SalicLaw.columns, "s")
    head = "Q"

    def goes_up(self, state: State, target: str, card: str) -> bool:
        """Judge by the six cards of either kind."""
        order = "6789TJ" if target in self.names[:8] else "5432AK"
        height = len(state.piles[target])
        return height < 6 and card[0] == order[height]

    def alike(self, target: str) -> tuple[str, ...]:
        """List the foundations that are begun and built like one."""
        return self.names[:8] if target in self.names[:8] else self.names[8:16]


class LaggardLady(Intrigue):
    """Laggard Lady: a foundation waits for its queen."""

    id = "laggard-lady"
    waits = True


GAMES = (SalicLaw(), FaerieQueen(), Intrigue(), LaggardLady())
