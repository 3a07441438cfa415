"""Games in which whole suits, or four cards of a rank, leave the table: Spider and others."""

from collections.abc import Mapping
from itertools import pairwise

from .cards import numbered, one_lower, rank, same_suit, suit
from .table import Game, State, deal_rows


class Spider(Game):
    """Simple Simon and Mrs Mop, and the base class of similar games.

    A whole suit of thirteen cards goes from the top of a pile to the first empty foundation.
    """

    groups = True
    heights: tuple[int, ...]
    hidden: tuple[int, ...] = ()
    homes: tuple[str, ...]

    def __init__(
        self, game_id: str, decks: int, heights: tuple[int, ...], *marks: str, suits: str = "CDHS"
    ) -> None:
        """Set the id, the heights of the columns, and how the game differs from Mrs Mop.

        The marks are:

        - ``stock``: the stock deals rows;
        - ``hidden``: only the tops lie face up;
        - ``free``: the stock may deal while a column is empty;
        - ``at once``: whole suits leave automatically.
        """
        self.id, self.decks, self.heights, self.marks = game_id, decks, heights, marks
        self.suits = suits
        self.homes = numbered("f", 4 * decks)
        self.columns = numbered("t", len(heights))
        self.names = (*self.homes, *self.columns, *(["s"] if "stock" in marks else []))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the columns by rows."""
        deal_rows(state, hand, dict(zip(self.columns, self.heights, strict=True)))
        if "hidden" in self.marks:
            for name, height in zip(self.columns, self.heights, strict=True):
                state.down[name] = height - 1

    def may_deal(self, state: State) -> bool:
        """Allow a deal while no column is empty, or at any time with the mark ``free``."""
        if not state.piles.get("s"):
            return False
        return "free" in self.marks or all(state.piles[name] for name in self.columns)

    def deal(self, state: State) -> None:
        """Deal one card to each column while the stock lasts."""
        for name in self.columns:
            if state.piles["s"]:
                state.piles[name].append(state.piles["s"].pop())
        self.go_home(state)

    def moved(self, state: State, source: str, target: str) -> None:
        """Remove whole suits in games where they leave automatically."""
        self.go_home(state)

    def go_home(self, state: State) -> None:
        """Move whole suits from columns to foundations, with the mark ``at once``."""
        for name in self.columns if "at once" in self.marks else ():
            run = state.piles[name][-13:]
            up = len(state.piles[name]) - state.down[name]
            in_order = [card[0] for card in run] == [*"KQJT98765432A"]
            if up >= 13 and in_order and len({card[1] for card in run}) == 1:
                home = next(home for home in self.homes if not state.piles[home])
                state.piles[home] = run
                del state.piles[name][-13:]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs in suit on the next rank or empty columns; whole suits leave."""
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
    """Spider as in the published odds: single cards go to foundations."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow single top cards on foundations, up in suit from the ace."""
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
    """Beehive: piles of one rank; four of a rank leave automatically."""

    id = "beehive"
    homes = numbered("f", 13)
    columns = numbered("t", 6)
    names = (*homes, *columns, "r", "w", "s")
    turned = 3
    redeals = None
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal six single cards, then the hive."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow cards of one rank on a card of that rank or on an empty pile."""
        run = state.piles[source][-count:]
        if source[0] not in "trw" or target[0] != "t" or len({card[0] for card in run}) > 1:
            return False
        column = state.piles[target]
        return not column or column[-1][0] == run[0][0]

    def moved(self, state: State, source: str, target: str) -> None:
        """Remove four cards of a rank, and fill empty piles from the hive."""
        top = state.piles[target]
        if target[0] == "t" and len(top) >= 4 and len({card[0] for card in top[-4:]}) == 1:
            home = next(name for name in self.homes if not state.piles[name])
            state.piles[home] = top[-4:]
            del top[-4:]
        for name in self.columns:
            if not state.piles[name] and state.piles["r"]:
                state.piles[name].append(state.piles["r"].pop())


SPIDER = (6,) * 4 + (5,) * 6
SIMON = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
GAMES: tuple[Game, ...] = (
    Spider("simple-simon", 1, SIMON),
    SingleCards("simple-simon-single", 1, SIMON),
    Spider("mrs-mop", 2, (8,) * 13),
    SingleCards("mrs-mop-single", 2, (8,) * 13),
    Beehive(),
    Spider("spider", 2, SPIDER, "stock", "hidden"),
    Spider("spider-two-suits", 2, SPIDER, "stock", "hidden", suits="HHSS"),
    Spider("spider-one-suit", 2, SPIDER, "stock", "hidden", suits="SSSS"),
    Spider("spider-at-once", 2, SPIDER, "stock", "hidden", "at once"),
    Spider("relaxed-spider", 2, SPIDER, "stock", "hidden", "free"),
    SingleCards("spider-single", 2, SPIDER, "stock", "hidden", "free"),
    Spider("spiderette", 1, (1, 2, 3, 4, 5, 6, 7), "stock", "hidden"),
    SingleCards("spiderette-single", 1, (1, 2, 3, 4, 5, 6, 7), "stock", "hidden", "free"),
    Spider("will-o-the-wisp", 1, (3,) * 7, "stock", "hidden"),
    SingleCards("will-o-the-wisp-single", 1, (3,) * 7, "stock", "free"),
)
