"""Games that move any block of face-up cards: Yukon and Scorpion."""

from collections.abc import Mapping

from .cards import in_order, is_king, numbered, one_lower, other_colour, same_suit
from .table import Game, State, ace_up, deal_rows, from_stock

COLUMNS = numbered("t", 7)


class Yukon(Game):
    """Yukon: the bottom card of a block packs down in alternating colours."""

    id = "yukon"
    names = (*numbered("f", 4), *COLUMNS)
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card, then columns of five face-up cards on one, two, ... six face-down ones."""
        for number, name in enumerate(COLUMNS):
            state.down[name] = number
        heights = {name: number + 5 if number else 1 for number, name in enumerate(COLUMNS)}
        deal_rows(state, hand, heights)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations, blocks on columns, and kings' blocks on empty ones."""
        head = state.piles[source][-count]
        match source[0], target[0]:
            case "t", "f":
                return count == 1 and ace_up(state, target, head)
            case "t", "t":
                column = state.piles[target]
                if not column:
                    return is_king(head)
                return one_lower(head, column[-1]) and other_colour(head, column[-1])
        return False


class Scorpion(Game):
    """Scorpion: a block packs down in suit; the columns build whole suits."""

    id = "scorpion"
    names = (*COLUMNS, "s")
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal seven columns of seven; in the first four, the bottom three lie face down."""
        deal_rows(state, hand, dict.fromkeys(COLUMNS, 7))
        for name in COLUMNS[:4]:
            state.down[name] = 3

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow blocks on columns, down in suit, and kings' blocks on empty columns."""
        if source[0] != "t" or target[0] != "t":
            return False
        head, column = state.piles[source][-count], state.piles[target]
        if not column:
            return is_king(head)
        return one_lower(head, column[-1]) and same_suit(head, column[-1])

    def may_deal(self, state: State) -> bool:
        """Allow the deal of the last three cards at any time."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each of the first three columns."""
        for name in COLUMNS[:3]:
            state.piles[name] += from_stock(state, 1)

    def won(self, state: State) -> bool:
        """Return whether each column is empty or holds king to ace in suit."""
        columns = [state.piles[name] for name in COLUMNS if state.piles[name]]
        return not state.piles["s"] and all(
            len(cards) == 13
            and is_king(cards[0])
            and in_order(cards, one_lower)
            and in_order(cards, same_suit)
            for cards in columns
        )


GAMES: tuple[Game, ...] = (Yukon(), Scorpion())
