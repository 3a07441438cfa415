"""Games without packing in the tableau: Calculation, Sir Tommy, Osmosis, Aces and Kings."""

from collections.abc import Mapping

from .cards import heights, numbered, rank, same_suit
from .table import Game, State, base_of, down_from_king, first_of_likes, up_from_ace

FOUR = numbered("f", 4)


class Calculation(Game):
    """Calculation: foundations that rise by 1, 2, 3 and 4, and four heaps."""

    id = "calculation"
    names = (*FOUR, *numbered("t", 4), "s")
    bases: Mapping[str, str] = {"f1": "AC", "f2": "2C", "f3": "3C", "f4": "4C"}
    builds_from = "st"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow stock cards on any heap."""
        return super().may_move(state, source, target, count) or (source, target[0]) == ("s", "t")

    def founds(self, state: State, target: str, card: str) -> bool:
        """Return whether the rank follows in steps of the foundation's number."""
        cards, step = state.piles[target], int(target[1:])
        return len(cards) < 13 and rank(card) == (rank(cards[-1]) + step - 1) % 13 + 1


class SirTommy(Calculation):
    """Sir Tommy: foundations go up from the ace regardless of suit, and there are four heaps."""

    id = "sir-tommy"
    bases: Mapping[str, str] = {}

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up in any suit; of several empty foundations, list only the first."""
        return up_from_ace(state, target, card) and first_of_likes(state, target, FOUR)


class Osmosis(Game):
    """Osmosis: a card follows the rank in the row above, in its row's suit."""

    id = "osmosis"
    names = (*FOUR, *numbered("r", 4), "w", "s")
    layout = (heights("r", [4] * 4), {"f1": 1})
    hidden = heights("r", [3] * 4)
    builds_from = "rw"
    turned = 3
    redeals: int | None = None

    def founds(self, state: State, target: str, card: str) -> bool:
        """Begin a row with the rank of the base; then follow the ranks in the row above."""
        row, number = state.piles[target], int(target[1:])
        above = state.piles[f"f{number - 1}"] if number > 1 else []
        if not row:
            return bool(above) and card[0] == base_of(state)
        return same_suit(card, row[0]) and (number == 1 or card[0] in [c[0] for c in above])


class OsmosisDrawOne(Osmosis):
    """Osmosis in which the player turns one card at a time and has two redeals."""

    id = "osmosis-draw-1"
    turned = 1
    redeals = 2


class AcesAndKings(Game):
    """Aces and Kings: eight foundations take any suit, and no card is packed."""

    id = "aces-and-kings"
    decks = 2
    homes = numbered("f", 8)
    filled = numbered("t", 4)
    names = (*homes, *filled, "r1", "r2", "w", "s")
    layout = ({"r1": 13}, {"r2": 13}, heights("t", [1] * 4))
    turned = 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow any top card on a foundation; with no stock, fill from waste and reserves."""
        match source[0], target[0]:
            case (("f" | "r" | "t" | "w"), "f"):
                return self.founds(state, target, state.piles[source][-1])
            case (("r" | "w"), "t"):
                return not state.piles[target] and not state.piles["s"]
        return False

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build the first four up from aces, the others down from kings, in any suit."""
        if target in FOUR:
            return up_from_ace(state, target, card) and first_of_likes(state, target, FOUR)
        fits = down_from_king(state, target, card)
        return fits and first_of_likes(state, target, self.homes[4:])
