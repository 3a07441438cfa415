"""Games with locked piles, hidden piles or indicators: Casket, Backbone, Interregnum, Zodiac."""

from collections.abc import Mapping, Sequence

from .cards import numbered, one_higher, one_higher_round, one_lower, same_suit
from .table import (
    Game,
    State,
    ace_up,
    deal_piles,
    deal_rows,
    first_of_likes,
    from_stock,
    king_down,
    turn_up,
)


def founds_up(state: State, target: str, moved: str) -> bool:
    """Return whether a foundation, the first of two equal ones, accepts a card."""
    first = (int(target[1:]) - 1) % 4 + 1
    likes = (f"f{first}", f"f{first + 4}")
    return ace_up(state, target, moved) and first_of_likes(state, target, likes)


def packs_down(state: State, target: str, moved: str) -> bool:
    """Return whether a card packs down in suit on a pile that holds cards."""
    column = state.piles[target]
    return bool(column) and same_suit(moved, column[-1]) and one_lower(moved, column[-1])


class Casket(Game):
    """Casket: jewels fill gaps in the lid; the stock has three wastes."""

    id = "casket"
    decks = 2
    columns = numbered("t", 8)
    lid = numbered("r", 5)
    jewels = "r6"
    names = (*numbered("f", 8), *columns, *lid, jewels, "w1", "w2", "w3", "s")
    dark = ("s", jewels)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the casket, its lid, and thirteen jewels, which stay face down."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))
        deal_rows(state, hand, dict.fromkeys(self.lid, 1))
        deal_piles(state, hand, {self.jewels: 13})

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Deal, and keep all jewels face down, including the top one."""
        state = super().start(cards, options)
        state.down[self.jewels] = len(state.piles[self.jewels])
        return state

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move to the named waste or elsewhere; jewels stay face down until in the lid."""
        if text.startswith("s-w"):
            state = before.copy()
            state.piles[text.removeprefix("s-")] += from_stock(state, 1)
            turn_up(state)
        else:
            state = super().make(before, text, shuffled)
        state.down[self.jewels] = len(state.piles[self.jewels])
        return state

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow stock cards anywhere they fit; without jewels, the player fills the lid."""
        if self.jewels in (source, target):
            return False
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "r" | "w" | "s"), "f"):
                return founds_up(state, target, moved)
            case (("t" | "r" | "w" | "s"), "t"):
                return packs_down(state, target, moved)
            case "s", "w":
                return True
            case (("t" | "w" | "s"), "r"):
                return not state.piles[target] and not state.piles[self.jewels]
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Replace a card of the lid with a jewel, and one of the casket with a stock card."""
        if source in self.lid and not state.piles[source] and state.piles[self.jewels]:
            state.piles[source].append(state.piles[self.jewels].pop())
        if source in self.columns and not state.piles[source]:
            state.piles[source] += from_stock(state, 1)


class Backbone(Game):
    """Backbone: two columns locked by a single card; one redeal."""

    id = "backbone"
    decks = 2
    ribs = numbered("t", 8)
    names = (*numbered("f", 8), *ribs, "r1", "r2", "r3", "w", "s")
    turned = 1
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one column after the other, the card that locks them, and the ribs."""
        deal_piles(state, hand, {"r1": 11, "r2": 11, "r3": 1})
        deal_rows(state, hand, dict.fromkeys(self.ribs, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Pack ribs down in suit and fill them with any card; a card on r3 locks the columns."""
        if source in ("r1", "r2") and state.piles["r3"]:
            return False
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "r" | "w"), "f"):
                return founds_up(state, target, moved)
            case (("t" | "r" | "w"), "t"):
                return not state.piles[target] or packs_down(state, target, moved)
        return False


class Interregnum(Game):
    """Interregnum: a foundation begins one rank above its indicator."""

    id = "interregnum"
    decks = 2
    indicators = numbered("r", 8)
    columns = numbered("t", 8)
    names = (*numbered("f", 8), *columns, *indicators, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the indicators, then the first row."""
        deal_rows(state, hand, dict.fromkeys(self.indicators, 1))
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build twelve cards up in any suit; the indicator would be the thirteenth."""
        if source[0] != "t" or target[0] != "f" or len(state.piles[target]) == 12:
            return False
        below = (state.piles[target] or state.piles[f"r{target[1:]}"])[-1]
        return one_higher_round(state.piles[source][-1], below)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each column."""
        for column in self.columns:
            state.piles[column] += from_stock(state, 1)

    def won(self, state: State) -> bool:
        """Return whether every foundation holds twelve cards."""
        return all(len(state.piles[name]) == 12 for name in numbered("f", 8))


class Zodiac(Game):
    """Zodiac: every card is packed on the zodiac before foundations begin."""

    id = "zodiac"
    decks = 2
    signs = numbered("t", 24)
    equator = numbered("c", 8)
    names = (*numbered("f", 8), *signs, *equator, "w", "s")
    turned = 1
    redeals = None

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each sign, then one to each place of the equator."""
        deal_rows(state, hand, dict.fromkeys(self.signs, 1))
        deal_rows(state, hand, dict.fromkeys(self.equator, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Pack on the zodiac until stock and waste are empty; then only build foundations."""
        found = not state.piles["s"] and not state.piles["w"]
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "c"), "f"):
                return found and self.founds(state, target, moved)
            case (("c" | "w"), "t"):
                top = state.piles[target][-1] if state.piles[target] else ""
                if found or not top or not same_suit(moved, top):
                    return False
                return one_higher(moved, top) or one_lower(moved, top)
            case "w", "c":
                return not state.piles[target]
        return False

    def founds(self, state: State, target: str, moved: str) -> bool:
        """Build in suit: four foundations up from the ace, four down from the king."""
        if target in numbered("f", 4):
            return ace_up(state, target, moved)
        return king_down(state, target, moved)


GAMES: tuple[Game, ...] = (Casket(), Backbone(), Interregnum(), Zodiac())
