"""Algerian in all its variants, and Carthage."""

from .cards import heights, numbered, of_each_suit, suited_down, suited_near_round
from .table import Game, Layout, State, from_stock

DEPOTS = numbered("t", 8)
RESERVES = numbered("r", 6)


class Algerian(Game):
    """Algerian: no card starts on a foundation or a depot; the reserve has six piles of four."""

    id = "algerian"
    decks = 2
    names = (*numbered("f", 8), *DEPOTS, *RESERVES, "s")
    layout: Layout = (heights("r", [4] * 6),)
    downward = numbered("f", 8)[4:]
    builds_from = "trf"
    packs_from = fills_from = "tr"
    packs = staticmethod(suited_near_round)
    dealt_to = RESERVES
    reserve_fill = "stock gone"  # or "any time", or "never"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on empty reserves when permitted."""
        if target[0] == "r":
            wait = state.piles["s"] and self.reserve_fill == "stock gone"
            barred = wait or self.reserve_fill == "never" or state.piles[target]
            return source[0] in "tr" and not barred
        return super().may_move(state, source, target, count)

    def deal(self, state: State) -> None:
        """Deal two cards to each reserve pile; deal the last eight, one to each depot."""
        if len(state.piles["s"]) <= 8:
            for name in DEPOTS:
                state.piles[name] += from_stock(state, 1)
        else:
            for name in RESERVES:
                state.piles[name] += from_stock(state, 2)


class AlgerianTarbart(Algerian):
    """Algerian after Tarbart: four aces and four kings on foundations, two cards on each depot."""

    id = "algerian-tarbart"
    bases = of_each_suit("AK")
    layout = (heights("t", [2] * 8), *Algerian.layout)


class AlgerianKings(Algerian):
    """Algerian: four kings on foundations, one card on each depot, six reserve piles of six."""

    id = "algerian-kings"
    bases = of_each_suit(" K")
    layout = (heights("t", [1] * 8), heights("r", [6] * 6))
    reserve_fill = "any time"


class AlgerianDoubled(Algerian):
    """Algerian with four depots of two cards and four of one; no card starts on a foundation."""

    id = "algerian-doubled"
    layout = (heights("t", [2, 2, 2, 2, 1, 1, 1, 1]), *Algerian.layout)


class AlgerianClosed(Algerian):
    """Algerian in which empty reserves stay empty."""

    id = "algerian-closed"
    reserve_fill = "never"


class AlgerianTarbartClosed(AlgerianTarbart):
    """Tarbart's Algerian in which empty reserves stay empty."""

    id = "algerian-tarbart-closed"
    reserve_fill = "never"


class AlgerianKingsClosed(AlgerianKings):
    """Algerian with kings on foundations, in which empty reserves stay empty."""

    id = "algerian-kings-closed"
    reserve_fill = "never"


class AlgerianDoubledClosed(AlgerianDoubled):
    """Algerian with four doubled depots, in which empty reserves stay empty."""

    id = "algerian-doubled-closed"
    reserve_fill = "never"


class Carthage(Algerian):
    """Carthage: eight foundations go up, and depots pack down."""

    id = "carthage"
    layout = (heights("t", [1] * 8), heights("r", [6] * 6))
    downward = ()
    builds_from = "tr"
    packs = staticmethod(suited_down)
    reserve_fill = "any time"

    def deal(self, state: State) -> None:
        """Deal two cards to each reserve pile."""
        for name in RESERVES:
            state.piles[name] += from_stock(state, 2)
