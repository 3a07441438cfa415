"""Open builders: FreeCell's kin, castles, King Albert and its kin, Carpet, Fortune's Favor."""

from collections.abc import Mapping

from .cards import in_order, is_king, numbered, one_lower, other_colour, owner, same_suit, take_out
from .table import Game, State, ace_up, deal_rows


class Open(Game):
    """Say what these games have in common: columns, and single cards in a reserve or in cells."""

    heights: tuple[int, ...]
    held: tuple[int, ...] = ()  # cards of each place beside the columns at the start
    beside = "r"
    aces_out = False
    comes_back = False  # foundation tops, to the columns
    kings_only = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the columns."""
        return numbered("t", len(self.heights))

    @property
    def places(self) -> tuple[str, ...]:
        """Name the places beside the columns."""
        count = len(self.held)
        return numbered(self.beside, count) if count != 1 else (self.beside,)

    @property
    def names(self) -> tuple[str, ...]:  # type: ignore[override]
        """Name the piles."""
        more = ("w", "s") if self.turned else ()
        return (*numbered("f", 4), *self.columns, *self.places, *more)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay the aces out if they are to lie out, deal the columns by rows, then the places."""
        if self.aces_out:
            for ace in take_out(hand, ("AC", "AD", "AH", "AS")):
                (foundation,) = (f for f in numbered("f", 4) if owner(f) == ace[1])
                state.piles[foundation] = [ace]
        deal_rows(state, hand, dict(zip(self.columns, self.heights, strict=True)))
        if any(self.held):
            deal_rows(state, hand, dict(zip(self.places, self.held, strict=True)))

    def packs(self, upper: str, lower: str) -> bool:
        """Build down in alternating colours."""
        return one_lower(upper, lower) and other_colour(upper, lower)

    def reach(self, state: State, target: str) -> int:
        """Move one card at a time, or a run of any length."""
        return 52 if self.groups else 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Found single cards, build, fill spaces; put single cards of columns into empty cells."""
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
        """Fill a space with any card, or with kings only."""
        return is_king(card) or not self.kings_only


class Suited(Open):
    """Build the columns down in suit."""

    def packs(self, upper: str, lower: str) -> bool:
        """Build down in suit."""
        return one_lower(upper, lower) and same_suit(upper, lower)


class Regardless(Open):
    """Build the columns down whatever the suit."""

    def packs(self, upper: str, lower: str) -> bool:
        """Build down regardless of suit."""
        return one_lower(upper, lower)


class EightOff(Suited):
    """Eight Off (fact sheet C, 1.1): eight cells, four filled; kings only."""

    id = "eight-off"
    heights: tuple[int, ...] = (6,) * 8
    held: tuple[int, ...] = (1, 1, 1, 1, 0, 0, 0, 0)
    beside = "c"
    kings_only = True
    groups = True

    def reach(self, state: State, target: str) -> int:
        """Carry one card more than there are free cells; a space takes none on its way."""
        return 1 + sum(not state.piles[name] for name in self.places)


class SeahavenTowers(EightOff):
    """Seahaven Towers (fact sheet C, 1.1): the middle two of four cells filled; kings only."""

    id = "seahaven-towers"
    heights = (5,) * 10
    held = (0, 1, 1, 0)


class AmericanCanister(Open):
    """American Canister (fact sheet C, 1.1): runs, spaces for any card, no cells."""

    id = "american-canister"
    heights = (7, 7, 7, 7, 6, 6, 6, 6)
    groups = True


class BritishCanister(AmericanCanister):
    """British Canister (fact sheet C, 1.1): single cards, and kings only."""

    id = "british-canister"
    groups = False
    kings_only = True


class BeleagueredCastle(Regardless):
    """Beleaguered Castle (fact sheet C, 1.1): aces out, eight rows of six."""

    id = "beleaguered-castle"
    heights = (6,) * 8
    aces_out = True


class Stronghold(Regardless):
    """Stronghold (fact sheet C, 1.1): the aces in the rows, and one cell."""

    id = "stronghold"
    heights = (7, 7, 7, 7, 6, 6, 6, 6)
    held = (0,)
    beside = "c"


class AlphaStar(Suited):
    """Alpha Star (fact sheet C, 1.1): aces out, twelve piles of four, runs."""

    id = "alpha-star"
    heights = (4,) * 12
    aces_out = True
    groups = True


class KingAlbert(Open):
    """King Albert (fact sheet C, 1.1): one to nine cards, a reserve of seven, worrying back."""

    id = "king-albert"
    heights: tuple[int, ...] = tuple(range(1, 10))
    held: tuple[int, ...] = (1,) * 7
    comes_back = True


class Raglan(KingAlbert):
    """Raglan (fact sheet C, 1.1): aces out, a reserve of six."""

    id = "raglan"
    heights = (1, 2, 3, 4, 5, 6, 7, 7, 7)
    held = (1,) * 6
    aces_out = True


class NorthwestTerritory(KingAlbert):
    """Northwest Territory (fact sheet C, 1.1): only tops face up, runs, kings only."""

    id = "northwest-territory"
    heights = tuple(range(1, 9))
    held = (1,) * 16
    groups = True
    kings_only = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Turn all but the tops of the columns down."""
        super().lay_out(state, hand, options)
        for name in self.columns:
            state.down[name] = len(state.piles[name]) - 1


class ThirtySix(Regardless):
    """Thirty-Six (fact sheet C, 1.1): six piles of six, runs, a stock gone through once."""

    id = "thirty-six"
    heights = (6,) * 6
    groups = True
    turned = 1


class FortunesFavor(Suited):
    """Fortune's Favor (fact sheet C, 1.1): aces out, spaces filled from the waste or the stock."""

    id = "fortunes-favor"
    heights = (1,) * 12
    aces_out = True
    turned = 1

    def fills(self, source: str, card: str) -> bool:
        """Leave that to the waste and the stock."""
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill an emptied place at once, from the waste if it has a card."""
        if source[0] == "t" and not state.piles[source]:
            hand = state.piles["w"] or state.piles["s"]
            if hand:
                state.piles[source].append(hand.pop())


class Carpet(Open):
    """Carpet (fact sheet C, 1.1): twenty cards to the foundations, spaces from the waste."""

    id = "carpet"
    heights = (1,) * 20
    aces_out = True
    turned = 1

    def packs(self, upper: str, lower: str) -> bool:
        """Build nothing."""
        return False

    def fills(self, source: str, card: str) -> bool:
        """Fill a space from the waste."""
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
