"""Games in which whole suits, or whole sets of one rank, leave the table: Spider and its kin."""

from collections.abc import Mapping
from itertools import pairwise

from .cards import numbered, one_lower, rank, same_suit, suit
from .table import Game, State, deal_rows


class Spider(Game):
    """Simple Simon and Mrs Mop, and the frame of the others (fact sheet C, part 2).

    A whole suit goes, all thirteen together, from the top of a pile to the first free foundation.
    """

    groups = True
    heights: tuple[int, ...]
    hidden: tuple[int, ...] = ()
    homes: tuple[str, ...]

    def __init__(self, game_id: str, decks: int, heights: tuple[int, ...]) -> None:
        """Keep the id and the heights of the columns."""
        self.id, self.decks, self.heights = game_id, decks, heights
        self.homes = numbered("f", 4 * decks)
        self.columns = numbered("t", len(heights))
        self.names = (*self.homes, *self.columns)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the columns by rows."""
        deal_rows(state, hand, dict(zip(self.columns, self.heights, strict=True)))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let runs of a suit go down in rank on any card or into a space; whole suits go home."""
        run = state.piles[source][-count:]
        if source[0] != "t" or not all(
            same_suit(a, b) and one_lower(b, a) for a, b in pairwise(run)
        ):
            return False
        if target[0] == "f":
            first = next((name for name in self.homes if not state.piles[name]), None)
            return target == first and count == 13
        column = state.piles[target]
        return not column or one_lower(run[0], column[-1])


class SingleCards(Spider):
    """The form of the published odds (fact sheet C, 1.2): cards go home one by one."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let top cards go home in suit from the ace."""
        if target[0] != "f":
            return super().may_move(state, source, target, count)
        card, home = state.piles[source][-1], state.piles[target]
        number = int(target[1:]) - 1
        if source[0] != "t" or count > 1 or suit(card) != "CDHS"[number % 4]:
            return False
        if number >= 4 and state.piles[f"f{number - 3}"] == home:
            return False
        return rank(card) == len(home) + 1


class Beehive(Game):
    """Beehive (fact sheet C, part 2): six piles by rank; four of a rank leave of themselves."""

    id = "beehive"
    homes = numbered("f", 13)
    columns = numbered("t", 6)
    names = (*homes, *columns, "r", "w", "s")
    turned = 3
    redeals = None
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal six cards, then the hive."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let cards of one rank come together, and into spaces."""
        run = state.piles[source][-count:]
        if source[0] not in "trw" or target[0] != "t" or len({card[0] for card in run}) > 1:
            return False
        column = state.piles[target]
        return not column or column[-1][0] == run[0][0]

    def moved(self, state: State, source: str, target: str) -> None:
        """Take four of a rank away, and fill spaces from the hive."""
        top = state.piles[target]
        if target[0] == "t" and len(top) >= 4 and len({card[0] for card in top[-4:]}) == 1:
            home = next(name for name in self.homes if not state.piles[name])
            state.piles[home] = top[-4:]
            del top[-4:]
        for name in self.columns:
            if not state.piles[name] and state.piles["r"]:
                state.piles[name].append(state.piles["r"].pop())


SIMON = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
GAMES: tuple[Game, ...] = (
    Spider("simple-simon", 1, SIMON),
    SingleCards("simple-simon-single", 1, SIMON),
    Spider("mrs-mop", 2, (8,) * 13),
    SingleCards("mrs-mop-single", 2, (8,) * 13),
    Beehive(),
)
