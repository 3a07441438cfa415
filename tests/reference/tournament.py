"""Tournament and La Nivernaise."""

from collections.abc import Callable, Mapping

from .cards import is_ace, is_king, numbered
from .table import Game, State, ace_up, deal_piles, deal_rows, from_stock, king_down

CELLS = numbered("c", 8)
COLUMNS = numbered("t", 6)
UPWARD = ("f1", "f2", "f3", "f4")


class Tournament(Game):
    """Tournament: eight cells, six columns of four cards, two redeals."""

    id = "tournament"
    decks = 2
    names = (*numbered("f", 8), *COLUMNS, *CELLS, "s")
    redeals = 2
    needs_ace_or_king = True
    cells_take_from_stock = False
    deal_fours: Callable[[State, list[str], Mapping[str, int]], None] = staticmethod(deal_piles)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal eight cells, which must hold an ace or a king, then four cards to each column."""
        deal_rows(state, hand, dict.fromkeys(CELLS, 1))
        found = any(is_ace(card) or is_king(card) for name in CELLS for card in state.piles[name])
        if self.needs_ace_or_king and not found:
            raise ValueError("the first eight cards hold no ace and no king: deal again")
        self.deal_fours(state, hand, dict.fromkeys(COLUMNS, 4))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building from columns and cells, and a column's top card in an empty cell."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "f", "f":
                return len(state.piles[source]) > 1 and self.founds(state, target, moved)
            case (("t" | "c"), "f"):
                return self.founds(state, target, moved)
            case "t", "c":
                return not state.piles[target]
            case "s", "c":
                return self.cells_take_from_stock and not state.piles[target]
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build in suit: the left four up from the ace, the right four down from the king."""
        build = ace_up if target in UPWARD else king_down
        return build(state, target, moved)

    def moved(self, state: State, source: str, target: str) -> None:
        """Deal four cards from the stock to a column that became empty."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_stock(state, 4)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal four cards to each column."""
        self.deal_fours(state, from_stock(state, 24), dict.fromkeys(COLUMNS, 4))

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and a column holds a card."""
        return not state.piles["s"] and any(state.piles[name] for name in COLUMNS)

    def gather(self, state: State) -> list[str]:
        """List the cards of the columns from the left; the first bottom card comes first again."""
        return [card for name in COLUMNS for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal six columns of four again; the other cards become the stock."""
        for name in COLUMNS:
            state.piles[name] = []
        self.deal_fours(state, hand, dict.fromkeys(COLUMNS, 4))
        self.put_stock(state, hand)


class LaNivernaise(Tournament):
    """La Nivernaise: deals go by rows; the stock may fill cells as well."""

    id = "la-nivernaise"
    redeals = 1
    needs_ace_or_king = False
    cells_take_from_stock = True
    deal_fours = staticmethod(deal_rows)


class LaNivernaiseOpen(LaNivernaise):
    """La Nivernaise with fully visible piles, which does not change the legal moves."""

    id = "la-nivernaise-open"


GAMES: tuple[Game, ...] = (Tournament(), LaNivernaise(), LaNivernaiseOpen())
