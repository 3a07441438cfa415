"""Open builders: relatives of FreeCell and King Albert, castles, Carpet, Fortune's Favor."""

from .cards import alternates_down, heights, numbered, of_each_suit, one_lower
from .table import Game, Layout, State

HOMES = numbered("f", 4)


class EightOff(Game):
    """Eight Off: four of the eight cells start filled, and only kings fill columns."""

    id = "eight-off"
    cells = numbered("c", 8)
    names: tuple[str, ...] = (*HOMES, *numbered("t", 8), *cells)
    layout: Layout = (heights("t", [6] * 8), heights("c", [1] * 4))
    builds_from = packs_from = fills_from = "tc"
    cells_from = "t"
    groups = kings_only = True

    def reach(self, state: State, target: str) -> int:
        """Return the number of empty cells plus one; empty columns do not help."""
        return 1 + sum(not state.piles[name] for name in self.cells)


class SeahavenTowers(EightOff):
    """Seahaven Towers: the middle two of four cells start filled, and only kings fill columns."""

    id = "seahaven-towers"
    cells = numbered("c", 4)
    names = (*HOMES, *numbered("t", 10), *cells)
    layout = (heights("t", [5] * 10), heights("c", [0, 1, 1, 0]))


class AmericanCanister(Game):
    """American Canister: runs move, any card fills a column, and there are no cells."""

    id = "american-canister"
    names = (*HOMES, *numbered("t", 8))
    layout = (heights("t", [7, 7, 7, 7, 6, 6, 6, 6]),)
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(alternates_down)
    groups = True


class BritishCanister(AmericanCanister):
    """British Canister: only single cards move, and only kings fill columns."""

    id = "british-canister"
    groups = False
    kings_only = True


class BeleagueredCastle(Game):
    """Beleaguered Castle: the aces start on foundations, and there are eight rows of six."""

    id = "beleaguered-castle"
    names = (*HOMES, *numbered("t", 8))
    bases = of_each_suit("A")
    layout = (heights("t", [6] * 8),)
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(one_lower)


class Stronghold(Game):
    """Stronghold: the aces start in the rows, and there is one cell."""

    id = "stronghold"
    names = (*HOMES, *numbered("t", 8), "c")
    layout = AmericanCanister.layout
    builds_from = packs_from = fills_from = "tc"
    cells_from = "t"
    packs = staticmethod(one_lower)


class AlphaStar(Game):
    """Alpha Star: the aces start on foundations; runs move between twelve piles of four."""

    id = "alpha-star"
    names = (*HOMES, *numbered("t", 12))
    bases = of_each_suit("A")
    layout = (heights("t", [4] * 12),)
    builds_from = packs_from = fills_from = "t"
    groups = True


class KingAlbert(Game):
    """King Albert: there are columns of one to nine cards, and a reserve of seven."""

    id = "king-albert"
    names: tuple[str, ...] = (*HOMES, *numbered("t", 9), *numbered("r", 7))
    layout: Layout = (heights("t", range(1, 10)), heights("r", [1] * 7))
    builds_from = "tr"
    packs_from = fills_from = "trf"
    packs = staticmethod(alternates_down)


class Raglan(KingAlbert):
    """Raglan: the aces start on foundations, and there is a reserve of six."""

    id = "raglan"
    names = (*HOMES, *numbered("t", 9), *numbered("r", 6))
    bases = of_each_suit("A")
    layout = (heights("t", [1, 2, 3, 4, 5, 6, 7, 7, 7]), heights("r", [1] * 6))


class NorthwestTerritory(KingAlbert):
    """Northwest Territory: only top cards lie face up, runs move, and only kings fill columns."""

    id = "northwest-territory"
    names = (*HOMES, *numbered("t", 8), *numbered("r", 16))
    layout = (heights("t", range(1, 9)), heights("r", [1] * 16))
    hidden = heights("t", range(8))
    groups = kings_only = True


class ThirtySix(Game):
    """Thirty-Six: runs move between six piles of six, and the stock has one pass."""

    id = "thirty-six"
    names = (*HOMES, *numbered("t", 6), "w", "s")
    layout = (heights("t", [6] * 6),)
    builds_from = packs_from = fills_from = "tw"
    packs = staticmethod(one_lower)
    groups = True
    turned = 1


class FortunesFavor(Game):
    """Fortune's Favor: the aces start on foundations; the waste or the stock fills empty piles."""

    id = "fortunes-favor"
    names = (*HOMES, *numbered("t", 12), "w", "s")
    bases = of_each_suit("A")
    layout = (heights("t", [1] * 12),)
    builds_from = packs_from = "tw"
    turned = 1
    filled = numbered("t", 12)
    fillers = ("w", "s")


class Carpet(Game):
    """Carpet: the waste fills empty piles among twenty single cards."""

    id = "carpet"
    names = (*HOMES, *numbered("t", 20), "w", "s")
    bases = of_each_suit("A")
    layout = (heights("t", [1] * 20),)
    builds_from = "tw"
    fills_from = "w"
    turned = 1
