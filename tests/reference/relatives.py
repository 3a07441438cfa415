"""Games with a special rule: both ends of a pile, deals that skip piles, or kings.

Labyrinth, Russian Aces, Scorpion Towers, Strategy +, Curds and Whey, Grounds for a Divorce, and
Tower of Hanoy.
"""

from collections.abc import Mapping

from .blocks import Scorpion
from .cards import (
    heights,
    in_order,
    is_ace,
    is_king,
    numbered,
    of_each_suit,
    one_lower_round,
    owner,
    rank,
    suited_down,
)
from .leaving import AcesUp
from .planners import SirTommy
from .spiders import Spider
from .table import Game, State, from_stock, register, up_from_ace


class Labyrinth(Game):
    """Labyrinth: both end cards of a column may go to foundations."""

    id = "labyrinth"
    homes = numbered("f", 4)
    columns = filled = dealt_to = numbered("t", 8)
    names = (*homes, *columns, "s")
    bases = of_each_suit("A")
    layout = (heights("t", [1] * 8),)
    notes: Mapping[str, int] = {"rows": 1}  # 2 from the second row on
    builds_from = "t"

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of bottom cards."""
        far = set()
        for name in self.columns:
            cards = state.piles[name]
            for home in self.homes:
                if len(cards) > 1 and self.founds(state, home, cards[0]):
                    far.add(f"{name}@{len(cards)}-{home}")
        return super().moves(state) | far

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill an empty column from the stock while the first row is the only one."""
        if state.notes["rows"] == 1:
            self.fill_gaps(state)

    def deal(self, state: State) -> None:
        """Deal one card to each column as another row."""
        super().deal(state)
        state.notes["rows"] = 2


class RussianAces(AcesUp):
    """Russian Aces: while piles are empty, deals go only to these."""

    id = "russian-aces"

    def deal(self, state: State) -> None:
        """Deal one card to each empty pile, or to each pile if none is empty."""
        empty = [name for name in self.dealt_to if not state.piles[name]]
        for name in empty or self.dealt_to:
            state.piles[name] += from_stock(state, 1)


class ScorpionTowers(Scorpion):
    """Scorpion Towers: with ten columns and four cells, a rule depends on the kings."""

    id = "scorpion-towers"
    columns = numbered("t", 10)
    names = (*columns, *numbered("c", 4))
    layout = (heights("t", [5] * 10), heights("c", [0, 1, 1, 0]))
    hidden: Mapping[str, int] = {}
    packs_from = fills_from = "tc"
    cells_from = "t"
    blocks = False
    dealt_to = ()

    def fills(self, state: State, card: str) -> bool:
        """Allow only kings in empty columns until all four are bottom cards."""
        low = [name for name in self.columns if state.piles[name] and is_king(state.piles[name][0])]
        return is_king(card) or len(low) == 4


class StrategyPlus(SirTommy):
    """Strategy +: six heaps; until the stock is empty, only its aces go up."""

    id = "strategy-plus"
    names = (*numbered("f", 4), *numbered("t", 6), "s")

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up in suit; while the stock has cards, accept only aces."""
        early = state.piles["s"] and not is_ace(card)
        return not early and owner(target) == card[1] and up_from_ace(state, target, card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let no card in a heap move until the stock is empty."""
        early = source[0] == "t" and state.piles["s"]
        return not early and super().may_move(state, source, target, count)


class CurdsAndWhey(Scorpion):
    """Curds and Whey: runs go down in suit or share a rank."""

    id = "curds-and-whey"
    names = numbered("t", 13)
    layout = (heights("t", [4] * 13),)
    hidden: Mapping[str, int] = {}
    packs = staticmethod(lambda upper, lower: upper[0] == lower[0] or suited_down(upper, lower))
    dealt_to = ()

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs of one of the two kinds on a fitting card, and kings on empty columns."""
        run = state.piles[source][-count:]
        even = in_order(run, suited_down) or len({card[0] for card in run}) == 1
        return even and super().may_move(state, source, target, count)


class GroundsForADivorce(Spider):
    """Grounds for a Divorce: a king goes on an ace, and deals skip empty columns."""

    packs = staticmethod(one_lower_round)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock and a column hold cards."""
        return bool(state.piles["s"]) and state.holds(self.columns)

    def deal(self, state: State) -> None:
        """Deal one card to each column that holds cards."""
        for name in [name for name in self.columns if state.piles[name]]:
            state.piles[name] += from_stock(state, 1)


class TowerOfHanoy(Game):
    """Tower of Hanoy: there are nine cards, and lower cards go on higher ones."""

    id = "tower-of-hanoy"
    names = numbered("t", 3)
    ranks = "A23456789"
    suits = "S"
    layout = (heights("t", [3] * 3),)
    packs_from = fills_from = "t"
    packs = staticmethod(lambda upper, lower: rank(upper) < rank(lower))

    def won(self, state: State) -> bool:
        """Return whether one pile runs from nine to ace."""
        piles = state.piles.values()
        return any(len(cards) == 9 and in_order(cards, suited_down) for cards in piles)


register(GroundsForADivorce("grounds-for-a-divorce", 2, (5,) * 10, "stock"))
