"""Games with a special rule: both ends of a pile, deals that skip piles, or kings.

Labyrinth, Russian Aces, Scorpion Towers, Strategy +, Curds and Whey, Grounds for a Divorce, and
Tower of Hanoy.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .blocks import Scorpion
from .cards import (
    is_ace,
    is_king,
    numbered,
    one_lower,
    one_lower_round,
    owner,
    rank,
    same_suit,
    take_out,
)
from .leaving import AcesUp
from .planners import SirTommy
from .spiders import Spider
from .table import Game, State, ace_up, deal_rows, from_stock

COLUMNS = numbered("t", 8)


class Labyrinth(Game):
    """Labyrinth: both end cards of a column may go to foundations."""

    id = "labyrinth"
    names = (*numbered("f", 4), *COLUMNS, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces on foundations and deal the first row."""
        for number, ace in enumerate(("AC", "AD", "AH", "AS"), start=1):
            state.piles[f"f{number}"] = take_out(hand, [ace])
        deal_rows(state, hand, dict.fromkeys(COLUMNS, 1))

    def begin(self, state: State) -> None:
        """Note that only the first row has been dealt."""
        state.notes["rows"] = 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the top card of a column on a foundation."""
        return (
            source[0] == "t" and target[0] == "f" and ace_up(state, target, state.piles[source][-1])
        )

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of bottom cards."""
        far = set()
        for name in COLUMNS:
            cards = state.piles[name]
            for home in numbered("f", 4):
                if len(cards) > 1 and ace_up(state, home, cards[0]):
                    far.add(f"{name}@{len(cards)}-{home}")
        return super().moves(state) | far

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, perhaps of the bottom card of a column."""
        if "@" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        source, _, home = text.replace("@", "-").split("-")
        state.piles[home].append(state.piles[source].pop(0))
        return state

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill an empty column from the stock while the first row is the only one."""
        if state.notes["rows"] == 1:
            state.piles[source] += from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each column as another row."""
        state.notes["rows"] = 2
        for name in COLUMNS:
            state.piles[name] += from_stock(state, 1)


class RussianAces(AcesUp):
    """Russian Aces: while piles are empty, deals go only to these."""

    id = "russian-aces"

    def deal(self, state: State) -> None:
        """Deal one card to each empty pile, or to each pile if none is empty."""
        piles = numbered("t", 4)
        for name in [name for name in piles if not state.piles[name]] or piles:
            state.piles[name] += from_stock(state, 1)


class ScorpionTowers(Scorpion):
    """Scorpion Towers: ten columns, four cells, a rule about kings."""

    id = "scorpion-towers"
    columns = numbered("t", 10)
    names = (*columns, *numbered("c", 4))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal ten columns of five, and one card each to the second and the third cell."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 5))
        for name in ("c2", "c3"):
            state.piles[name] = [hand.pop(0)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs down in suit; only kings fill columns until all four are bottom cards."""
        lifted, pile = state.piles[source][-count:], state.piles[target]
        head = lifted[0]
        if not all(one_lower(b, a) and same_suit(a, b) for a, b in pairwise(lifted)):
            return False
        if target[0] == "c":
            return source[0] == "t" and count == 1 and not pile
        if pile:
            return one_lower(head, pile[-1]) and same_suit(head, pile[-1])
        low = [name for name in self.columns if state.piles[name] and is_king(state.piles[name][0])]
        return is_king(head) or len(low) == 4

    def may_deal(self, state: State) -> bool:
        """Allow no deals: the game has no stock."""
        return False

    def won(self, state: State) -> bool:
        """Return whether the cells are empty and each column is empty or holds a whole suit."""
        return all(
            "".join(card[0] for card in cards) == "KQJT98765432A"
            and len({c[1] for c in cards}) == 1
            for cards in state.piles.values()
            if cards
        )


class StrategyPlus(SirTommy):
    """Strategy +: six heaps; until the stock is empty, only its aces go up."""

    id = "strategy-plus"
    names = (*numbered("f", 4), *numbered("t", 6), "s")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow aces from the stock on foundations, and heaps once the stock is empty."""
        card = state.piles[source][-1]
        if target[0] == "t":
            return source == "s"
        if source == "s":
            return is_ace(card) and owner(target) == card[1]
        return not state.piles["s"] and ace_up(state, target, card)


class CurdsAndWhey(Scorpion):
    """Curds and Whey: runs go down in suit or share a rank."""

    id = "curds-and-whey"
    columns = numbered("t", 13)
    names = columns

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal thirteen columns of four."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 4))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs down in suit or of a rank on a fitting card, and kings on empty columns."""
        run, pile = state.piles[source][-count:], state.piles[target]
        downward = all(one_lower(b, a) and same_suit(a, b) for a, b in pairwise(run))
        alike = all(a[0] == b[0] for a, b in pairwise(run))
        if not (downward or alike):
            return False
        if not pile:
            return is_king(run[0])
        head, top = run[0], pile[-1]
        return head[0] == top[0] or (one_lower(head, top) and same_suit(head, top))

    def may_deal(self, state: State) -> bool:
        """Allow no deals: the game has no stock."""
        return False

    def won(self, state: State) -> bool:
        """Win when each column is empty or holds king to ace in suit."""
        return all(
            "".join(card[0] for card in cards) == "KQJT98765432A"
            and all(same_suit(card, cards[0]) for card in cards)
            for cards in state.piles.values()
            if cards
        )


class GroundsForADivorce(Spider):
    """Grounds for a Divorce: round the corner; deals skip empty columns."""

    def __init__(self) -> None:
        """Set up ten columns of five face-up cards."""
        super().__init__("grounds-for-a-divorce", 2, (5,) * 10, "stock")

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock and a column hold cards."""
        return bool(state.piles["s"]) and any(state.piles[name] for name in self.columns)

    def deal(self, state: State) -> None:
        """Deal one card to each column that holds cards."""
        for name in [name for name in self.columns if state.piles[name]]:
            state.piles[name] += from_stock(state, 1)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow runs in suit on any next rank, king on ace, and thirteen cards on a foundation."""
        run = state.piles[source][-count:]
        if source[0] != "t" or not all(
            same_suit(a, b) and one_lower_round(b, a) for a, b in pairwise(run)
        ):
            return False
        if target[0] == "f":
            first = next((name for name in self.homes if not state.piles[name]), None)
            return target == first and count == 13
        return not state.piles[target] or one_lower_round(run[0], state.piles[target][-1])


class TowerOfHanoy(Game):
    """Tower of Hanoy: nine cards; lower cards go on higher ones."""

    id = "tower-of-hanoy"
    names = numbered("t", 3)
    ranks = "A23456789"
    suits = "S"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal three piles of three."""
        deal_rows(state, hand, dict.fromkeys(self.names, 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card on any higher card and on an empty pile."""
        pile = state.piles[target]
        return not pile or rank(state.piles[source][-1]) < rank(pile[-1])

    def won(self, state: State) -> bool:
        """Return whether one pile runs from nine to ace."""
        piles = ["".join(card[0] for card in cards) for cards in state.piles.values()]
        return "98765432A" in piles


GAMES: tuple[Game, ...] = (
    Labyrinth(),
    RussianAces(),
    ScorpionTowers(),
    StrategyPlus(),
    CurdsAndWhey(),
    GroundsForADivorce(),
    TowerOfHanoy(),
)
