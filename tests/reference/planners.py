"""Games without packing in the tableau: Calculation, Sir Tommy, Osmosis, Aces and Kings."""

from collections.abc import Mapping

from .cards import is_ace, is_king, numbered, one_higher, one_lower, rank, same_suit, take_out
from .table import Game, State, deal_piles, deal_rows, first_of_likes, from_stock


class Calculation(Game):
    """Calculation: foundations that rise by 1, 2, 3 and 4, and four heaps."""

    id = "calculation"
    names = (*numbered("f", 4), *numbered("t", 4), "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the four lowest clubs on the foundations; the heaps start empty."""
        for number, base in enumerate(("AC", "2C", "3C", "4C"), start=1):
            state.piles[f"f{number}"] = take_out(hand, [base])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow stock to foundation or heap, and the top of a heap to a foundation."""
        match source[0], target[0]:
            case (("s" | "t"), "f"):
                return self.founds(state, target, state.piles[source][-1])
            case "s", "t":
                return True
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Return whether the rank follows in steps of the foundation's number."""
        cards, step = state.piles[target], int(target[1:])
        if not 0 < len(cards) < 13:
            return False
        return rank(moved) == (rank(cards[-1]) + step - 1) % 13 + 1


class SirTommy(Calculation):
    """Sir Tommy: foundations up from the ace regardless of suit; four heaps."""

    id = "sir-tommy"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out."""

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build up in any suit; of several empty foundations, list only the first."""
        cards = state.piles[target]
        fits = one_higher(moved, cards[-1]) if cards else is_ace(moved)
        return fits and first_of_likes(state, target, numbered("f", 4))


class Osmosis(Game):
    """Osmosis: a card follows the rank in the row above, in its row's suit."""

    id = "osmosis"
    names = (*numbered("f", 4), *numbered("r", 4), "w", "s")
    turned = 3
    redeals: int | None = None

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the reserve by rows with only the tops face up, then the base to the first row."""
        deal_rows(state, hand, dict.fromkeys(numbered("r", 4), 4))
        for name in numbered("r", 4):
            state.down[name] = 3
        state.piles["f1"] = [hand.pop(0)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the top cards of the reserves and the waste to go to the rows."""
        if source[0] not in "rw" or target[0] != "f":
            return False
        moved, row, number = state.piles[source][-1], state.piles[target], int(target[1:])
        above = state.piles[f"f{number - 1}"] if number > 1 else []
        if not row:
            return bool(above) and rank(moved) == rank(state.piles["f1"][0])
        if not same_suit(moved, row[0]):
            return False
        return number == 1 or any(rank(card) == rank(moved) for card in above)


class OsmosisDrawOne(Osmosis):
    """Osmosis, one card turned and two redeals."""

    id = "osmosis-draw-1"
    turned = 1
    redeals = 2


class AcesAndKings(Game):
    """Aces and Kings: eight foundations in any suit, and no packing."""

    id = "aces-and-kings"
    decks = 2
    names = (*numbered("f", 8), *numbered("t", 4), "r1", "r2", "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal two reserves of thirteen, one after the other, then four single cards."""
        deal_piles(state, hand, {"r1": 13, "r2": 13})
        deal_rows(state, hand, dict.fromkeys(numbered("t", 4), 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow any top card on a foundation; with no stock, fill from waste and reserves."""
        match source[0], target[0]:
            case (("f" | "r" | "t" | "w"), "f"):
                return self.founds(state, target, state.piles[source][-1])
            case (("r" | "w"), "t"):
                return not state.piles[target] and not state.piles["s"]
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build the first four up from aces, the others down from kings, in any suit."""
        cards = state.piles[target]
        if target in numbered("f", 4):
            fits = one_higher(moved, cards[-1]) if cards else is_ace(moved)
            return fits and first_of_likes(state, target, numbered("f", 4))
        fits = one_lower(moved, cards[-1]) if cards else is_king(moved)
        return fits and first_of_likes(state, target, numbered("f", 8)[4:])

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty from the stock at once."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_stock(state, 1)


GAMES: tuple[Game, ...] = (Calculation(), SirTommy(), Osmosis(), OsmosisDrawOne(), AcesAndKings())
