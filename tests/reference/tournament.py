"""Tournament and La Nivernaise."""

from .cards import heights, is_ace, is_king, numbered
from .table import Game, State, deal_piles, deal_rows, from_stock

CELLS = numbered("c", 8)
COLUMNS = numbered("t", 6)


class Tournament(Game):
    """Tournament: there are eight cells, six columns of four cards, and two redeals."""

    id = "tournament"
    decks = 2
    names = (*numbered("f", 8), *COLUMNS, *CELLS, "s")
    laid_again = heights("t", [4] * 6)
    layout = (heights("c", [1] * 8), laid_again)
    lay = staticmethod(deal_piles)
    downward = numbered("f", 8)[4:]
    builds_from = "tcf"
    cells_from = "t"
    dealt_to = gathered = COLUMNS
    redeals = 2
    needs_ace_or_king = True

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal eight cells, which must hold an ace or a king, then four cards to each column."""
        super().lay_out(state, hand)
        found = any(is_ace(card) or is_king(card) for name in CELLS for card in state.piles[name])
        if self.needs_ace_or_king and not found:
            raise ValueError("the first eight cards hold no ace and no king: deal again")

    def moved(self, state: State, source: str, target: str) -> None:
        """Deal four cards from the stock to a column that became empty."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_stock(state, 4)

    def deal(self, state: State) -> None:
        """Deal four cards to each column."""
        self.lay(state, from_stock(state, 24), self.laid_again)


class LaNivernaise(Tournament):
    """La Nivernaise: deals go by rows; the stock may fill cells as well."""

    id = "la-nivernaise"
    lay = staticmethod(deal_rows)
    cells_from = "ts"
    redeals = 1
    needs_ace_or_king = False


class LaNivernaiseOpen(LaNivernaise):
    """La Nivernaise with fully visible piles, which does not change the legal moves."""

    id = "la-nivernaise-open"
