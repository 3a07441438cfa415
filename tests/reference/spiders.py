"""Games in which whole suits, or four cards of a rank, leave the table: Spider and others."""

from collections.abc import Mapping

from .cards import heights, in_order, numbered, one_lower, same_suit, suited_down
from .table import Game, State, register


class Spider(Game):
    """Simple Simon and Mrs Mop, and the base class of similar games.

    A whole suit of thirteen cards goes from the top of a pile to the first empty foundation.
    """

    groups = True
    packs_from = fills_from = "t"
    packs = staticmethod(one_lower)

    def __init__(
        self, game_id: str, decks: int, numbers: tuple[int, ...], *marks: str, suits: str = "CDHS"
    ) -> None:
        """Set the id, the heights of the columns, and how the game differs from Mrs Mop.

        The marks are:

        - ``stock``: the stock deals rows;
        - ``hidden``: only the tops lie face up;
        - ``free``: the stock may deal while a column is empty;
        - ``at once``: whole suits leave automatically.
        """
        self.id, self.decks, self.marks, self.suits = game_id, decks, marks, suits
        self.homes = numbered("f", 4 * decks)
        self.columns = numbered("t", len(numbers))
        self.names = (*self.homes, *self.columns, *(["s"] if "stock" in marks else []))
        self.dealt_to = self.columns if "stock" in marks else ()
        self.layout = (heights("t", numbers),)
        self.hidden = heights("t", [n - 1 for n in numbers] if "hidden" in marks else [])

    def may_deal(self, state: State) -> bool:
        """Allow a deal while no column is empty, or at any time with the mark ``free``."""
        full = all(state.piles[name] for name in self.columns)
        return super().may_deal(state) and ("free" in self.marks or full)

    def deal(self, state: State) -> None:
        """Deal one card to each column while the stock lasts."""
        super().deal(state)
        self.go_home(state)

    def moved(self, state: State, source: str, target: str) -> None:
        """Remove whole suits in games where they leave automatically."""
        self.go_home(state)

    def go_home(self, state: State) -> None:
        """Move whole suits from columns to foundations, with the mark ``at once``."""
        for name in self.columns if "at once" in self.marks else ():
            run = state.piles[name][-13:]
            up = len(state.piles[name]) - state.down[name]
            if up >= 13 and in_order(run, suited_down):
                home = next(home for home in self.homes if not state.piles[home])
                state.piles[home] = run
                del state.piles[name][-13:]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs in suit on the next rank or empty columns; whole suits leave."""
        run = state.piles[source][-count:]
        if source[0] != "t" or not in_order(run, same_suit) or not in_order(run, self.packs):
            return False
        if target[0] == "f":
            first = next((name for name in self.homes if not state.piles[name]), None)
            return target == first and count == 13
        return super().may_move(state, source, target, count)


class SingleCards(Spider):
    """Spider as in the published odds: single cards go to foundations."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow single top cards on foundations, up in suit from the ace."""
        if target[0] != "f":
            return super().may_move(state, source, target, count)
        single = source[0] == "t" and count == 1
        return single and self.founds(state, target, state.piles[source][-1])


class Beehive(Game):
    """Beehive: piles of one rank; four of a rank leave automatically."""

    id = "beehive"
    homes = numbered("f", 13)
    filled = numbered("t", 6)
    fillers = ("r",)
    names = (*homes, *filled, "r", "w", "s")
    layout = (heights("t", [1] * 6), {"r": 13})
    hidden: Mapping[str, int] = {"r": 12}
    packs_from = fills_from = "trw"
    packs = staticmethod(lambda upper, lower: upper[0] == lower[0])
    turned = 3
    redeals = None
    groups = True

    def moved(self, state: State, source: str, target: str) -> None:
        """Remove four cards of a rank, and fill empty piles from the hive."""
        top = state.piles[target]
        if target[0] == "t" and len(top) >= 4 and in_order(top[-4:], self.packs):
            home = next(name for name in self.homes if not state.piles[name])
            state.piles[home] = top[-4:]
            del top[-4:]
        self.fill_gaps(state)


SPIDER = (6,) * 4 + (5,) * 6
SIMON = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
register(
    Spider("simple-simon", 1, SIMON),
    SingleCards("simple-simon-single", 1, SIMON),
    Spider("mrs-mop", 2, (8,) * 13),
    SingleCards("mrs-mop-single", 2, (8,) * 13),
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
