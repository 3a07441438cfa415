"""Games that pack down in alternating colours and move runs: Klondike, FreeCell and Canfield."""

from collections.abc import Mapping

from .cards import alternates_down, alternates_down_round, heights, numbered
from .table import Game, Layout, State, base_of, deal_base, deal_rows, from_base


class Klondike(Game):
    """Klondike: the player turns one card at a time, in any number of passes."""

    id = "klondike"
    names = (*numbered("f", 4), *numbered("t", 7), "w", "s")
    layout = (heights("t", range(1, 8)),)
    hidden = heights("t", range(7))
    builds_from = "tw"
    packs_from = fills_from = "twf"
    packs = staticmethod(alternates_down)
    kings_only = groups = True
    turned = 1
    redeals: int | None = None


class KlondikeWholeRuns(Klondike):
    """Klondike where part of a run moves only if the card below it can go to a foundation."""

    id = "klondike-whole-runs"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Refuse to split a run unless the card left behind can go to a foundation."""
        if not super().may_move(state, source, target, count):
            return False
        if source[0] != "t" or target[0] == "f":
            return True
        left = state.piles[source][:-count]
        if len(left) <= state.down[source]:
            return True  # no face-up card is left behind
        if not alternates_down(state.piles[source][-count], left[-1]):
            return True  # a run begins here
        return any(self.founds(state, home, left[-1]) for home in numbered("f", 4))


class KlondikeDrawThree(Klondike):
    """Klondike in which the player turns three cards at a time."""

    id = "klondike-draw-3"
    turned = 3


class Harp(Klondike):
    """Harp: with two packs, only single cards move, except runs to empty columns."""

    id = "harp"
    decks = 2
    names = (*numbered("f", 8), *numbered("t", 9), "w", "s")
    layout = (heights("t", range(1, 10)),)
    hidden = heights("t", range(9))
    packs_from = fills_from = "tw"
    redeals = 3

    def reach(self, state: State, target: str) -> int:
        """Allow several cards to move only to an empty column."""
        return 1 if state.piles[target] else 104


class FreeCell(Game):
    """FreeCell: there are four cells, and a run moves if its cards could move there one by one."""

    id = "freecell"
    names = (*numbered("f", 4), *numbered("t", 8), *numbered("c", 4))
    layout: Layout = (heights("t", [7, 7, 7, 7, 6, 6, 6, 6]),)
    builds_from = packs_from = fills_from = "tc"
    cells_from = "t"
    packs = staticmethod(alternates_down)
    groups = True

    def reach(self, state: State, target: str) -> int:
        """Return how many cards can move; other empty columns help, but not the target."""
        empty = [name for name, cards in state.piles.items() if not cards and name != target]
        cells = sum(name[0] == "c" for name in empty)
        columns = sum(name[0] == "t" for name in empty)
        return int((cells + 1) * 2**columns)


class Canfield(Game):
    """Canfield: there is a reserve of thirteen and a dealt base; the player turns three cards."""

    id = "canfield"
    names = (*numbered("f", 4), *numbered("t", 4), "r", "w", "s")
    layout = (heights("t", [1] * 4),)
    hidden: Mapping[str, int] = {"r": 12}
    builds_from = packs_from = "twr"
    fills_from = "w"
    packs = staticmethod(alternates_down_round)
    turned = 3
    redeals = None
    groups = True
    filled = numbered("t", 4)
    fillers = ("r",)

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the reserve with its top face up, the base to its foundation, and four columns."""
        deal_rows(state, hand, {"r": 13})
        deal_base(state, hand)
        super().lay_out(state, hand)

    def founds(self, state: State, target: str, card: str) -> bool:
        return from_base(state, target, card)


class CanfieldBaseLowest(Canfield):
    """Canfield as in the published study, with the base rank as the lowest."""

    id = "canfield-base-lowest"
    fills_from = "twr"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Refuse cards on the base rank."""
        if target[0] == "t":
            below = [*state.piles[target][-1:], *state.piles[source][-count:-1]]
            if any(card[0] == base_of(state) for card in below):
                return False
        return super().may_move(state, source, target, count)
