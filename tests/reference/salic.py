"""Salic Law and its relatives: kings or queens begin columns as the stock is dealt."""

from .cards import RANKS, numbered, rank
from .table import Game, State, first_of_likes


class SalicLaw(Game):
    """Salic Law; the queens are not in the pack."""

    id = "salic-law"
    decks = 2
    ranks = RANKS.replace("Q", "")
    columns = dealt_to = numbered("t", 8)
    names = (*numbered("f", 8), *columns, "s")
    head = "K"  # the rank that begins a column
    last = 11  # the rank that completes a foundation
    waits = False  # whether a foundation waits for its king

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Begin the first column with the first king, which swaps places with the first card."""
        at = next(i for i, card in enumerate(hand) if card[0] == self.head)
        hand[0], hand[at] = hand[at], hand[0]
        state.piles["t1"].append(hand.pop(0))

    def deal(self, state: State) -> None:
        """Deal a card to the newest column; a king begins the next column while one is free."""
        card = state.piles["s"].pop()
        begun = [name for name in self.columns if state.piles[name]]
        if card[0] == self.head and len(begun) < len(self.columns):
            begun.append(self.columns[len(begun)])
        state.piles[begun[-1]].append(card)

    def goes_up(self, state: State, target: str, card: str) -> bool:
        """Return whether a card builds from ace to jack, regardless of suit."""
        return len(state.piles[target]) < self.last and rank(card) == len(state.piles[target]) + 1

    def alike(self, target: str) -> tuple[str, ...]:
        """List the foundations that begin and build like the target."""
        return self.names[:8]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the cards on kings on foundations, and on bare kings once the stock is empty."""
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
        return not state.piles["s"] and self.accepts(card, state.piles[target])

    def accepts(self, card: str, cards: list[str]) -> bool:
        """Return whether a column accepts a card: only a bare king or an empty column does."""
        return len(cards) < 2

    def won(self, state: State) -> bool:
        """Return whether the stock is empty and each column holds only its king."""
        return not state.piles["s"] and all(len(state.piles[name]) == 1 for name in self.columns)


class FaerieQueen(SalicLaw):
    """Faerie Queen: foundations go up to the queen, and columns build down."""

    id = "faerie-queen"
    ranks = RANKS
    last = 12

    def accepts(self, card: str, cards: list[str]) -> bool:
        """Return whether a card builds down regardless of suit; a bare king accepts any card."""
        return len(cards) < 2 or rank(cards[-1]) == rank(card) + 1


class Intrigue(SalicLaw):
    """Intrigue: eight foundations up from six, eight down from five to the ace, then the king."""

    id = "intrigue"
    ranks = RANKS
    names = (*numbered("f", 16), *SalicLaw.columns, "s")
    head = "Q"

    def goes_up(self, state: State, target: str, card: str) -> bool:
        """Return whether the card is the next of the six ranks of its foundation."""
        order = "6789TJ" if target in self.names[:8] else "5432AK"
        height = len(state.piles[target])
        return height < 6 and card[0] == order[height]

    def alike(self, target: str) -> tuple[str, ...]:
        """List the foundations that begin and build like the target."""
        return self.names[:8] if target in self.names[:8] else self.names[8:16]


class LaggardLady(Intrigue):
    """Laggard Lady: a foundation begins only after its queen."""

    id = "laggard-lady"
    waits = True
