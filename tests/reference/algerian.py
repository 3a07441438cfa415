"""Algerian in all its forms, and Carthage."""

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
    """Algerian (fact sheet, A2; founding document): nothing out, depots empty, reserve 6 x 4."""

    id = "algerian"
    decks = 2
    names = (*numbered("f", 8), *DEPOTS, *RESERVES, "s")
    aces_out = False
    kings_out = False
    depot_heights: Mapping[str, int] = dict.fromkeys(DEPOTS, 0)
    reserve_height = 4
    reserve_fill = "stock gone"  # or "any time", or "never"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Found the bases that are put out, deal the depots, then the reserve, by rows."""
        for number, suit in enumerate(SUITS, start=1):
            if self.aces_out:
                state.piles[f"f{number}"] = take_out(hand, ["A" + suit])
            if self.kings_out:
                state.piles[f"f{number + 4}"] = take_out(hand, ["K" + suit])
        deal_rows(state, hand, self.depot_heights)
        deal_rows(state, hand, dict.fromkeys(RESERVES, self.reserve_height))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let exposed cards go to foundations and depots, and fill reserves when allowed."""
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
        """Build the left four up from the ace, the right four down from the king, in suit."""
        build = ace_up if target in UPWARD else king_down
        return build(state, target, moved)

    def packs(self, moved: str, on: str) -> bool:
        """Pack up or down in suit; ace and king are neighbours."""
        next_to = one_higher_round(moved, on) or one_lower_round(moved, on)
        return same_suit(moved, on) and next_to

    def may_fill_reserve(self, state: State) -> bool:
        """Return whether one card may be put on an emptied reserve pile."""
        if self.reserve_fill == "stock gone":
            return not state.piles["s"]
        return self.reserve_fill == "any time"

    def may_deal(self, state: State) -> bool:
        """Deal whenever there is a stock."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal two cards to each reserve pile; the last eight one to each depot."""
        if len(state.piles["s"]) <= 8:
            for name in DEPOTS:
                state.piles[name] += from_stock(state, 1)
        else:
            for name in RESERVES:
                state.piles[name] += from_stock(state, 2)


class AlgerianTarbart(Algerian):
    """Algerian after Tarbart: four aces and four kings out, two cards on each depot."""

    id = "algerian-tarbart"
    aces_out = True
    kings_out = True
    depot_heights = dict.fromkeys(DEPOTS, 2)


class AlgerianKings(Algerian):
    """Algerian, one king a suit out, depots 8 x 1, reserve 6 x 6, its spaces free at any time."""

    id = "algerian-kings"
    kings_out = True
    depot_heights = dict.fromkeys(DEPOTS, 1)
    reserve_height = 6
    reserve_fill = "any time"


class AlgerianDoubled(Algerian):
    """Algerian, no base out, four depots of two cards and four of one."""

    id = "algerian-doubled"
    depot_heights = dict.fromkeys(DEPOTS[:4], 2) | dict.fromkeys(DEPOTS[4:], 1)


class AlgerianClosed(Algerian):
    """Algerian whose emptied reserves stay empty."""

    id = "algerian-closed"
    reserve_fill = "never"


class AlgerianTarbartClosed(AlgerianTarbart):
    """Tarbart's Algerian whose emptied reserves stay empty."""

    id = "algerian-tarbart-closed"
    reserve_fill = "never"


class AlgerianKingsClosed(AlgerianKings):
    """Algerian with the kings out whose emptied reserves stay empty."""

    id = "algerian-kings-closed"
    reserve_fill = "never"


class AlgerianDoubledClosed(AlgerianDoubled):
    """Algerian with four doubled depots whose emptied reserves stay empty."""

    id = "algerian-doubled-closed"
    reserve_fill = "never"


class Carthage(Algerian):
    """Carthage (fact sheet, A3): eight foundations up, packing down, reserve 6 x 6."""

    id = "carthage"
    depot_heights = dict.fromkeys(DEPOTS, 1)
    reserve_height = 6
    reserve_fill = "any time"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Leave the foundations alone; for the rest move as in Algerian."""
        return source[0] != "f" and super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build up from the ace in suit; of two equal foundations of a suit take the first."""
        likes = (f"f{(int(target[1:]) - 1) % 4 + 1}", f"f{(int(target[1:]) - 1) % 4 + 5}")
        return ace_up(state, target, moved) and first_of_likes(state, target, likes)

    def packs(self, moved: str, on: str) -> bool:
        """Pack down in suit; nothing goes on an ace."""
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
