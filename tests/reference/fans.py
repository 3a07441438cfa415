"""Builders in suit with single cards: Forty Thieves, La Belle Lucie, British Square."""

from collections.abc import Mapping

from .cards import is_ace, is_king, numbered, one_higher, one_lower, owner, rank, same_suit, suit
from .table import Game, State, ace_up, deal_piles, deal_rows, first_of_likes


class FortyThieves(Game):
    """Forty Thieves: ten columns of four, one pass through the stock."""

    id = "forty-thieves"
    decks = 2
    names = (*numbered("f", 8), *numbered("t", 10), "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal ten columns of four by rows."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 10), 4))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building, packing down in suit, and any card on an empty column."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "w"), "f"):
                first = (int(target[1:]) - 1) % 4 + 1
                likes = (f"f{first}", f"f{first + 4}")
                return ace_up(state, target, moved) and first_of_likes(state, target, likes)
            case (("t" | "w"), "t"):
                column = state.piles[target]
                if not column:
                    return True
                return same_suit(moved, column[-1]) and one_lower(moved, column[-1])
        return False


class LaBelleLucie(Game):
    """La Belle Lucie: fans of three, two redeals, no merci."""

    id = "la-belle-lucie"
    fans = numbered("t", 18)
    names = (*numbered("f", 4), *fans)
    redeals = 2
    shuffles = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal fans of three, one after the other; the last may be short."""
        deal_piles(state, hand, dict.fromkeys(self.fans, 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building, and packing down in suit; empty fans stay empty."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "t", "f":
                return ace_up(state, target, moved)
            case "t", "t":
                fan = state.piles[target]
                return bool(fan) and same_suit(moved, fan[-1]) and one_lower(moved, fan[-1])
        return False

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal while a fan holds a card."""
        return any(state.piles[name] for name in self.fans)

    def gather(self, state: State) -> list[str]:
        """List the cards of all fans."""
        return [card for name in self.fans for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal fans of three again."""
        for name in self.fans:
            state.piles[name] = []
        deal_piles(state, hand, dict.fromkeys(self.fans, 3))


class BritishSquare(Game):
    """British Square: foundations go up, then down; piles keep their direction.

    A note counts the bottom cards of each pile that lie as dealt, or as put in an empty pile.
    The cards above those were packed, and the first of them sets the pile's direction.
    """

    id = "british-square"
    decks = 2
    columns = numbered("t", 4)
    column_height = 4
    names: tuple[str, ...] = (*numbered("f", 4), *columns, "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the columns by rows."""
        deal_rows(state, hand, dict.fromkeys(self.columns, self.column_height))

    def begin(self, state: State) -> None:
        """Note for each pile that every card lies as dealt."""
        for name in self.columns:
            state.notes[name] = len(state.piles[name])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building and packing from columns and waste; waste and stock fill columns."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case (("t" | "w"), "f"):
                return self.founds(state.piles[target], target, moved)
            case (("t" | "w"), "t") if state.piles[target]:
                return self.packs(state, target, moved)
            case (("w" | "s"), "t"):
                return not state.piles[target]
        return False

    def founds(self, cards: list[str], target: str, moved: str) -> bool:
        """Build a suit from ace to king, then a second king, and down to the ace."""
        if suit(moved) != owner(target):
            return False
        if not cards:
            return is_ace(moved)
        if len(cards) < 13:
            return one_higher(moved, cards[-1])
        if len(cards) == 13:
            return is_king(moved)
        return one_lower(moved, cards[-1])

    def packs(self, state: State, target: str, moved: str) -> bool:
        """Pack in suit, up or down, in the direction of the pile's first packed card."""
        cards, dealt = state.piles[target], state.notes[target]
        if not same_suit(moved, cards[-1]):
            return False
        up, down = one_higher(moved, cards[-1]), one_lower(moved, cards[-1])
        if len(cards) == dealt:
            return up or down
        return up if rank(cards[dealt]) > rank(cards[dealt - 1]) else down

    def moved(self, state: State, source: str, target: str) -> None:
        """Update the notes when a dealt card leaves or a card fills an empty pile."""
        if source[0] == "t":
            state.notes[source] = min(state.notes[source], len(state.piles[source]))
        if target[0] == "t" and len(state.piles[target]) == 1:
            state.notes[target] = 1


class BritishSquareAmerican(BritishSquare):
    """British Square with sixteen piles of one card."""

    id = "british-square-american"
    columns = numbered("t", 16)
    column_height = 1
    names = (*numbered("f", 4), *columns, "w", "s")


GAMES: tuple[Game, ...] = (FortyThieves(), LaBelleLucie(), BritishSquare(), BritishSquareAmerican())
