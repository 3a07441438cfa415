"""Algerian in all its variants, and Carthage."""

from collections.abc import Mapping

from .cards import (
    SUITS,
    numbered,
    one_higher_round,
    one_lower,
    one_lower_round,
    same_suit,
    take_out,
)
from .table import Game, State, ace_up, deal_rows, first_of_likes, from_stock, king_down

DEPOTS = numbered("t", 8)
RESERVES = numbered("r", 6)
UPWARD = ("f1", "f2", "f3", "f4")


class Algerian(Game):
    """Algerian: no base out, empty depots, reserve 6 x 4."""

    id = "algerian"
    decks = 2
    names = (*numbered("f", 8), *DEPOTS, *RESERVES, "s")
    aces_out = False
    kings_out = False
    depot_heights: Mapping[str, int] = dict.fromkeys(DEPOTS, 0)
    reserve_height = 4
    reserve_fill = "stock gone"  # or "any time", or "never"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the bases that start out, then deal the depots and the reserve by rows."""
        for number, suit in enumerate(SUITS, start=1):
            if self.aces_out:
                state.piles[f"f{number}"] = take_out(hand, ["A" + suit])
            if self.kings_out:
                state.piles[f"f{number + 4}"] = take_out(hand, ["K" + suit])
        deal_rows(state, hand, self.depot_heights)
        deal_rows(state, hand, dict.fromkeys(RESERVES, self.reserve_height))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations and depots, and on empty reserves when permitted."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "f", "f":
                return len(state.piles[source]) > 1 and self.founds(state, target, moved)
            case (("t" | "r"), "f"):
                return self.founds(state, target, moved)
            case (("t" | "r"), "t"):
                return not state.piles[target] or self.packs(moved, state.piles[target][-1])
            case (("t" | "r"), "r"):
                return not state.piles[target] and self.may_fill_reserve(state)
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build in suit: the left four up from the ace, the right four down from the king."""
        build = ace_up if target in UPWARD else king_down
        return build(state, target, moved)

    def packs(self, moved: str, on: str) -> bool:
        """Return whether a card goes on another, up or down in suit, round the corner."""
        next_to = one_higher_round(moved, on) or one_lower_round(moved, on)
        return same_suit(moved, on) and next_to

    def may_fill_reserve(self, state: State) -> bool:
        """Return whether an empty reserve pile may receive a card."""
        if self.reserve_fill == "stock gone":
            return not state.piles["s"]
        return self.reserve_fill == "any time"

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal two cards to each reserve pile; deal the last eight, one to each depot."""
        if len(state.piles["s"]) <= 8:
            for name in DEPOTS:
                state.piles[name] += from_stock(state, 1)
        else:
            for name in RESERVES:
                state.piles[name] += from_stock(state, 2)


class AlgerianTarbart(Algerian):
    """Algerian after Tarbart: four aces and four kings start out, two cards on each depot."""

    id = "algerian-tarbart"
    aces_out = True
    kings_out = True
    depot_heights = dict.fromkeys(DEPOTS, 2)


class AlgerianKings(Algerian):
    """Algerian with a king of each suit out, depots 8 x 1, and reserve 6 x 6 filled at any time."""

    id = "algerian-kings"
    kings_out = True
    depot_heights = dict.fromkeys(DEPOTS, 1)
    reserve_height = 6
    reserve_fill = "any time"


class AlgerianDoubled(Algerian):
    """Algerian with no base out, four depots of two cards and four of one."""

    id = "algerian-doubled"
    depot_heights = dict.fromkeys(DEPOTS[:4], 2) | dict.fromkeys(DEPOTS[4:], 1)


class AlgerianClosed(Algerian):
    """Algerian in which empty reserves stay empty."""

    id = "algerian-closed"
    reserve_fill = "never"


class AlgerianTarbartClosed(AlgerianTarbart):
    """Tarbart's Algerian in which empty reserves stay empty."""

    id = "algerian-tarbart-closed"
    reserve_fill = "never"


class AlgerianKingsClosed(AlgerianKings):
    """Algerian with the kings out, in which empty reserves stay empty."""

    id = "algerian-kings-closed"
    reserve_fill = "never"


class AlgerianDoubledClosed(AlgerianDoubled):
    """Algerian with four doubled depots, in which empty reserves stay empty."""

    id = "algerian-doubled-closed"
    reserve_fill = "never"


class Carthage(Algerian):
    """Carthage: eight foundations go up, depots pack down, reserve 6 x 6."""

    id = "carthage"
    depot_heights = dict.fromkeys(DEPOTS, 1)
    reserve_height = 6
    reserve_fill = "any time"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the moves of Algerian, except those from foundations."""
        return source[0] != "f" and super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build up in suit from the ace; of two equal foundations, list only the first."""
        likes = (f"f{(int(target[1:]) - 1) % 4 + 1}", f"f{(int(target[1:]) - 1) % 4 + 5}")
        return ace_up(state, target, moved) and first_of_likes(state, target, likes)

    def packs(self, moved: str, on: str) -> bool:
        """Return whether a card goes on another, down in suit; nothing goes on an ace."""
        return same_suit(moved, on) and one_lower(moved, on)

    def deal(self, state: State) -> None:
        """Deal two cards to each reserve pile."""
        for name in RESERVES:
            state.piles[name] += from_stock(state, 2)


GAMES: tuple[Game, ...] = (
    Algerian(),
    AlgerianClosed(),
    AlgerianTarbart(),
    AlgerianTarbartClosed(),
    AlgerianKings(),
    AlgerianKingsClosed(),
    AlgerianDoubled(),
    AlgerianDoubledClosed(),
    Carthage(),
)
