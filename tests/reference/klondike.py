"""Games that pack down in alternating colours and move runs: Klondike, FreeCell and Canfield."""

from collections.abc import Mapping

from .cards import (
    in_order,
    is_king,
    numbered,
    one_higher_round,
    one_lower,
    one_lower_round,
    other_colour,
    owner,
    rank,
    suit,
)
from .table import Game, State, ace_up, deal_rows, first_of_likes


def alternates_down(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank below `lower` and of the other colour."""
    return one_lower(upper, lower) and other_colour(upper, lower)


def alternates_down_round(upper: str, lower: str) -> bool:
    """Return whether `upper` alternates down on `lower`, where the king goes on the ace."""
    return one_lower_round(upper, lower) and other_colour(upper, lower)


class Klondike(Game):
    """Klondike: one card turned at a time, and unlimited passes."""

    id = "klondike"
    names = (*numbered("f", 4), *numbered("t", 7), "w", "s")
    turned = 1
    redeals: int | None = None
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal seven columns of one to seven cards; only the tops lie face up."""
        heights = {name: number for number, name in enumerate(numbered("t", 7), start=1)}
        deal_rows(state, hand, heights)
        for name, height in heights.items():
            state.down[name] = height - 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs and foundation tops on columns, and kings on empty ones."""
        lifted = state.piles[source][-count:]
        match source[0], target[0]:
            case (("t" | "w"), "f"):
                return count == 1 and ace_up(state, target, lifted[0])
            case (("t" | "w" | "f"), "t"):
                if not in_order(lifted, alternates_down):
                    return False
                column = state.piles[target]
                return alternates_down(lifted[0], column[-1]) if column else is_king(lifted[0])
        return False


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
        return any(ace_up(state, home, left[-1]) for home in numbered("f", 4))


class KlondikeDrawThree(Klondike):
    """Klondike with three cards turned at a time."""

    id = "klondike-draw-3"
    turned = 3


class Harp(Klondike):
    """Harp: two packs; only single cards move, except runs to empty columns."""

    id = "harp"
    decks = 2
    names = (*numbered("f", 8), *numbered("t", 9), "w", "s")
    redeals = 3

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal nine columns of one to nine cards; only the tops lie face up."""
        heights = {name: number for number, name in enumerate(numbered("t", 9), start=1)}
        deal_rows(state, hand, heights)
        for name, height in heights.items():
            state.down[name] = height - 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Keep cards on the foundations; allow several cards to move only to an empty column."""
        if source[0] == "f" or (count > 1 and state.piles[target]):
            return False
        alike = [name for name in numbered("f", 8) if owner(name) == owner(target)]
        if target[0] == "f" and not first_of_likes(state, target, alike):
            return False
        return super().may_move(state, source, target, count)


class FreeCell(Game):
    """FreeCell: four cells; a run moves if its cards could move there one by one."""

    id = "freecell"
    names = (*numbered("f", 4), *numbered("t", 8), *numbered("c", 4))
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four columns of seven and four of six, by rows."""
        columns = numbered("t", 8)
        deal_rows(state, hand, {name: 7 if name in columns[:4] else 6 for name in columns})

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow moves from columns and cells to foundations and columns, and into empty cells."""
        lifted = state.piles[source][-count:]
        match source[0], target[0]:
            case (("t" | "c"), "f"):
                return count == 1 and ace_up(state, target, lifted[0])
            case "t", "c":
                return count == 1 and not state.piles[target]
            case (("t" | "c"), "t"):
                if not in_order(lifted, alternates_down) or count > self.reach(state, target):
                    return False
                column = state.piles[target]
                return not column or alternates_down(lifted[0], column[-1])
        return False

    def reach(self, state: State, target: str) -> int:
        """Return how many cards can move; other empty columns help, but not the target."""
        empty = [name for name, cards in state.piles.items() if not cards and name != target]
        cells = sum(name[0] == "c" for name in empty)
        columns = sum(name[0] == "t" for name in empty)
        return int((cells + 1) * 2**columns)


class Canfield(Game):
    """Canfield: a reserve of thirteen, a dealt base, three cards turned."""

    id = "canfield"
    names = (*numbered("f", 4), *numbered("t", 4), "r", "w", "s")
    turned = 3
    redeals = None
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the reserve with its top face up, the base to its foundation, and four columns."""
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12
        base = hand.pop(0)
        (foundation,) = (name for name in numbered("f", 4) if owner(name) == suit(base))
        state.piles[foundation] = [base]
        deal_rows(state, hand, dict.fromkeys(numbered("t", 4), 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building; once the reserve is empty, the waste fills empty columns."""
        lifted = state.piles[source][-count:]
        match source[0], target[0]:
            case (("t" | "w" | "r"), "f"):
                return count == 1 and self.founds(state, target, lifted[0])
            case (("t" | "w" | "r"), "t"):
                column = state.piles[target]
                if not column:
                    return source == "w" and not state.piles["r"]
                return in_order([column[-1], *lifted], alternates_down_round)
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build up in suit from the base rank, ace after king, to thirteen cards."""
        if suit(moved) != owner(target):
            return False
        cards = state.piles[target]
        if cards:
            return len(cards) < 13 and one_higher_round(moved, cards[-1])
        bases = [state.piles[name][0] for name in numbered("f", 4) if state.piles[name]]
        return rank(moved) == rank(bases[0])

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a column that became empty from the reserve at once."""
        if source[0] == "t" and not state.piles[source] and state.piles["r"]:
            state.piles[source].append(state.piles["r"].pop())


class CanfieldBaseLowest(Canfield):
    """Canfield of the study: the base rank is lowest; late empty columns take any run."""

    id = "canfield-base-lowest"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Refuse cards on the base rank; fill late empty columns from columns as well."""
        lifted = state.piles[source][-count:]
        (base,) = {rank(state.piles[name][0]) for name in numbered("f", 4) if state.piles[name]}
        if target[0] == "t" and source[0] in "twr":
            if any(rank(below) == base for below in lifted[:-1]):
                return False
            if not state.piles[target]:
                return not state.piles["r"] and in_order(lifted, alternates_down_round)
            if rank(state.piles[target][-1]) == base:
                return False
        return super().may_move(state, source, target, count)


GAMES: tuple[Game, ...] = (
    Klondike(),
    KlondikeDrawThree(),
    KlondikeWholeRuns(),
    Harp(),
    FreeCell(),
    Canfield(),
    CanfieldBaseLowest(),
)
