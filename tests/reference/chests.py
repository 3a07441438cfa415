"""Games with locked piles, hidden piles or indicators: Casket, Backbone, Interregnum, Zodiac."""

from .cards import heights, numbered, one_higher_round, suited_near
from .table import Game, State

EIGHT = numbered("f", 8)


class Casket(Game):
    """Casket: jewels fill gaps in the lid; the stock has three wastes."""

    id = "casket"
    decks = 2
    columns = filled = numbered("t", 8)
    lid = numbered("r", 5)
    jewels = "r6"
    names = (*EIGHT, *columns, *lid, jewels, "w1", "w2", "w3", "s")
    layout = (heights("t", [1] * 8), heights("r", [1] * 5), {jewels: 13})
    dark = ("s", jewels)
    builds_from = packs_from = "trws"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow stock cards anywhere they fit; without jewels, the player fills the lid."""
        match source[0], target[0]:
            case _ if self.jewels in (source, target):
                return False
            case "s", "w":
                return True
            case (("t" | "w" | "s"), "r"):
                return not state.piles[target] and not state.piles[self.jewels]
        return super().may_move(state, source, target, count)

    def moved(self, state: State, source: str, target: str) -> None:
        """Replace a card of the lid with a jewel, and one of the casket with a stock card."""
        for name in self.lid:
            if not state.piles[name] and state.piles[self.jewels]:
                state.piles[name].append(state.piles[self.jewels].pop())
        super().moved(state, source, target)

    def face(self, state: State) -> None:
        """Keep all jewels face down, including the top one."""
        super().face(state)
        state.down[self.jewels] = len(state.piles[self.jewels])


class Backbone(Game):
    """Backbone: a single card locks two columns, and there is one redeal."""

    id = "backbone"
    decks = 2
    names = (*EIGHT, *numbered("t", 8), "r1", "r2", "r3", "w", "s")
    layout = ({"r1": 11}, {"r2": 11}, {"r3": 1}, heights("t", [1] * 8))
    builds_from = packs_from = fills_from = "trw"
    turned = 1
    redeals = 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let no card in the columns move while a card on r3 locks them."""
        locked = source in ("r1", "r2") and state.piles["r3"]
        return not locked and super().may_move(state, source, target, count)


class Interregnum(Game):
    """Interregnum: a foundation begins one rank above its indicator."""

    id = "interregnum"
    decks = 2
    dealt_to = numbered("t", 8)
    names = (*EIGHT, *dealt_to, *numbered("r", 8), "s")
    layout = (heights("r", [1] * 8), heights("t", [1] * 8))
    builds_from = "t"

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build twelve cards up in any suit; the indicator would be the thirteenth."""
        below = (state.piles[target] or state.piles[f"r{target[1:]}"])[-1]
        return len(state.piles[target]) < 12 and one_higher_round(card, below)

    def won(self, state: State) -> bool:
        """Return whether every foundation holds twelve cards."""
        return all(len(state.piles[name]) == 12 for name in EIGHT)


class Zodiac(Game):
    """Zodiac: every card is packed on the zodiac before foundations begin."""

    id = "zodiac"
    decks = 2
    names = (*EIGHT, *numbered("t", 24), *numbered("c", 8), "w", "s")
    layout = (heights("t", [1] * 24), heights("c", [1] * 8))
    downward = EIGHT[4:]
    builds_from = "tc"
    packs_from = "cw"
    cells_from = "w"
    packs = staticmethod(suited_near)
    turned = 1
    redeals = None

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Pack on the zodiac until stock and waste are empty; then only build foundations."""
        packing = state.holds(("s", "w"))
        if (target[0] == "f" and packing) or (target[0] == "t" and not packing):
            return False
        return super().may_move(state, source, target, count)
