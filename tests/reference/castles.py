"""Open builders: relatives of FreeCell and King Albert, castles, Carpet, Fortune's Favor."""

from collections.abc import Mapping

from .cards import in_order, is_king, numbered, one_lower, other_colour, owner, same_suit, take_out
from .table import Game, State, ace_up, deal_rows


class Open(Game):
    """Base class for games with columns, and single cards in a reserve or in cells."""

    heights: tuple[int, ...]
    held: tuple[int, ...] = ()  # number of cards dealt to each place beside the columns
    beside = "r"
    aces_out = False
    comes_back = False  # whether foundation tops may return to the columns
    kings_only = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return numbered("t", len(self.heights))

    @property
    def places(self) -> tuple[str, ...]:
        """Return the names of the places beside the columns."""
        count = len(self.held)
        return numbered(self.beside, count) if count != 1 else (self.beside,)

    @property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """Return the names of all piles."""
        more = ("w", "s") if self.turned else ()
        return (*numbered("f", 4), *self.columns, *self.places, *more)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces if the game does so, then deal the columns by rows and the places."""
        if self.aces_out:
            for ace in take_out(hand, ("AC", "AD", "AH", "AS")):
                (foundation,) = (f for f in numbered("f", 4) if owner(f) == ace[1])
                state.piles[foundation] = [ace]
        deal_rows(state, hand, dict(zip(self.columns, self.heights, strict=True)))
        if any(self.held):
            deal_rows(state, hand, dict(zip(self.places, self.held, strict=True)))

    def packs(self, upper: str, lower: str) -> bool:
        """Return whether `upper` goes on `lower` when building down in alternating colours."""
        return one_lower(upper, lower) and other_colour(upper, lower)

    def reach(self, state: State, target: str) -> int:
        """Return the most cards that may move together: one, or a run of any length."""
        return 52 if self.groups else 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow single cards on foundations and in cells, and runs on columns or empty columns."""
        lifted, there = state.piles[source][-count:], state.piles[target]
        if source == "s" or (source[0] == "f" and not (self.comes_back and target[0] == "t")):
            return False
        if target[0] == "f":
            return count == 1 and ace_up(state, target, lifted[0])
        if target[0] == "c":
            return source[0] == "t" and count == 1 and not there
        if target[0] != "t" or count > self.reach(state, target):
            return False
        if there:
            return in_order([there[-1], *lifted], self.packs)
        return in_order(lifted, self.packs) and self.fills(source, lifted[0])

    def fills(self, source: str, card: str) -> bool:
        """Return whether a card may fill an empty column: any card, or only a king."""
        return is_king(card) or not self.kings_only


class Suited(Open):
    """Base class for games that build columns down in suit."""

    def packs(self, upper: str, lower: str) -> bool:
        """Return whether `upper` goes on `lower` when building down in suit."""
        return one_lower(upper, lower) and same_suit(upper, lower)


class Regardless(Open):
    """Base class for games that build columns down regardless of suit."""

    def packs(self, upper: str, lower: str) -> bool:
        """Return whether `upper` goes on `lower` when building down regardless of suit."""
        return one_lower(upper, lower)


class EightOff(Suited):
    """Eight Off: eight cells, four of them filled; only kings fill columns."""

    id = "eight-off"
    heights: tuple[int, ...] = (6,) * 8
    held: tuple[int, ...] = (1, 1, 1, 1, 0, 0, 0, 0)
    beside = "c"
    kings_only = True
    groups = True

    def reach(self, state: State, target: str) -> int:
        """Return the number of empty cells plus one; empty columns do not help."""
        return 1 + sum(not state.piles[name] for name in self.places)


class SeahavenTowers(EightOff):
    """Seahaven Towers: four cells, the middle two filled; kings only."""

    id = "seahaven-towers"
    heights = (5,) * 10
    held = (0, 1, 1, 0)


class AmericanCanister(Open):
    """American Canister: runs move, any card fills a column, no cells."""

    id = "american-canister"
    heights = (7, 7, 7, 7, 6, 6, 6, 6)
    groups = True


class BritishCanister(AmericanCanister):
    """British Canister: only single cards move, and only kings fill columns."""

    id = "british-canister"
    groups = False
    kings_only = True


class BeleagueredCastle(Regardless):
    """Beleaguered Castle: the aces start on foundations; eight rows of six."""

    id = "beleaguered-castle"
    heights = (6,) * 8
    aces_out = True


class Stronghold(Regardless):
    """Stronghold: the aces start in the rows, and there is one cell."""

    id = "stronghold"
    heights = (7, 7, 7, 7, 6, 6, 6, 6)
    held = (0,)
    beside = "c"


class AlphaStar(Suited):
    """Alpha Star: the aces start on foundations; twelve piles of four, runs."""

    id = "alpha-star"
    heights = (4,) * 12
    aces_out = True
    groups = True


class KingAlbert(Open):
    """King Albert: columns of 1 to 9, a reserve of seven."""

    id = "king-albert"
    heights: tuple[int, ...] = tuple(range(1, 10))
    held: tuple[int, ...] = (1,) * 7
    comes_back = True


class Raglan(KingAlbert):
    """Raglan: the aces start on foundations; a reserve of six."""

    id = "raglan"
    heights = (1, 2, 3, 4, 5, 6, 7, 7, 7)
    held = (1,) * 6
    aces_out = True


class NorthwestTerritory(KingAlbert):
    """Northwest Territory: only tops face up; runs; only kings fill columns."""

    id = "northwest-territory"
    heights = tuple(range(1, 9))
    held = (1,) * 16
    groups = True
    kings_only = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal as in King Albert, then turn all but the tops of the columns face down."""
        super().lay_out(state, hand, options)
        for name in self.columns:
            state.down[name] = len(state.piles[name]) - 1


class ThirtySix(Regardless):
    """Thirty-Six: six piles of six, runs, one pass through the stock."""

    id = "thirty-six"
    heights = (6,) * 6
    groups = True
    turned = 1


class FortunesFavor(Suited):
    """Fortune's Favor: aces out; waste or stock fill empty piles."""

    id = "fortunes-favor"
    heights = (1,) * 12
    aces_out = True
    turned = 1

    def fills(self, source: str, card: str) -> bool:
        """Return False: only the waste and the stock fill empty piles."""
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty at once: from the waste, or else from the stock."""
        if source[0] == "t" and not state.piles[source]:
            hand = state.piles["w"] or state.piles["s"]
            if hand:
                state.piles[source].append(hand.pop())


class Carpet(Open):
    """Carpet: twenty single cards; the waste fills empty piles."""

    id = "carpet"
    heights = (1,) * 20
    aces_out = True
    turned = 1

    def packs(self, upper: str, lower: str) -> bool:
        """Return False: this game does not build in the tableau."""
        return False

    def fills(self, source: str, card: str) -> bool:
        """Return whether the card comes from the waste, which alone fills empty piles."""
        return source == "w"


GAMES: tuple[Game, ...] = (
    EightOff(),
    SeahavenTowers(),
    AmericanCanister(),
    BritishCanister(),
    BeleagueredCastle(),
    Stronghold(),
    AlphaStar(),
    KingAlbert(),
    Raglan(),
    NorthwestTerritory(),
    ThirtySix(),
    FortunesFavor(),
    Carpet(),
)
