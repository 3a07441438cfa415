"""Baker's Dozen, its four relatives, and Bisley."""

from collections.abc import Mapping

from .cards import (
    SUITS,
    is_king,
    numbered,
    one_higher,
    one_lower,
    other_colour,
    same_suit,
    take_out,
)
from .table import Game, State, ace_up, deal_rows, king_down

THIRTEEN = numbered("t", 13)


class BakersDozen(Game):
    """Baker's Dozen (fact sheet, A5): kings sunk, down any suit, spaces never filled."""

    id = "bakers-dozen"
    names = (*numbered("f", 4), *THIRTEEN)
    column_heights: Mapping[str, int] = dict.fromkeys(THIRTEEN, 4)
    sinks_kings = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the columns by rows, then put each column's kings under its other cards."""
        deal_rows(state, hand, self.column_heights)
        if self.sinks_kings:
            for name in self.column_heights:
                cards = state.piles[name]
                kings = [card for card in cards if is_king(card)]
                state.piles[name] = kings + [card for card in cards if not is_king(card)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a column's top go to its foundation or on another column."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "t", "f":
                return ace_up(state, target, moved)
            case "t", "t":
                column = state.piles[target]
                return self.packs(moved, column[-1]) if column else self.fills(moved)
        return False

    def packs(self, moved: str, on: str) -> bool:
        """Pack down regardless of suit."""
        return one_lower(moved, on)

    def fills(self, moved: str) -> bool:
        """Fill no space."""
        return False


class SpanishPatience(BakersDozen):
    """Spanish Patience (fact sheet, A6): any card fills a space; kings are sunk all the same."""

    id = "spanish-patience"

    def fills(self, moved: str) -> bool:
        """Fill a space with any card."""
        return True


class SpanishPatienceOfTheStudy(SpanishPatience):
    """Spanish Patience as the study plays it: kings stay, foundation tops may come back."""

    id = "spanish-patience-worrying-back"
    sinks_kings = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let the top of a foundation go where a column's top may go, but for foundations."""
        if source[0] != "f":
            return super().may_move(state, source, target, count)
        moved, column = state.piles[source][-1], state.piles[target]
        return target[0] == "t" and (not column or self.packs(moved, column[-1]))


class CastlesInSpain(SpanishPatience):
    """Castles in Spain (founding document): akin to Spanish Patience, in alternating colours."""

    id = "castles-in-spain"

    def packs(self, moved: str, on: str) -> bool:
        """Pack down in alternating colours."""
        return one_lower(moved, on) and other_colour(moved, on)


class PortugueseSolitaire(BakersDozen):
    """Portuguese Solitaire (founding document): as Baker's Dozen, but kings fill spaces."""

    id = "portuguese-solitaire"

    def fills(self, moved: str) -> bool:
        """Fill a space with a king."""
        return is_king(moved)


class GoodMeasure(BakersDozen):
    """Good Measure (fact sheet, A8): the aces of spades and hearts out, ten columns of five."""

    id = "good-measure"
    names = (*numbered("f", 4), *numbered("t", 10))
    column_heights = dict.fromkeys(numbered("t", 10), 5)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Found two aces, then deal as in Baker's Dozen."""
        state.piles["f3"] = take_out(hand, ["AH"])
        state.piles["f4"] = take_out(hand, ["AS"])
        super().lay_out(state, hand, options)


class Bisley(Game):
    """Bisley (fact sheet, A10): aces out; foundations up from aces and down from kings."""

    id = "bisley"
    names = (*numbered("f", 8), *THIRTEEN)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay four rows of thirteen; the aces have the first four places of the first row."""
        for number, suit in enumerate(SUITS, start=1):
            state.piles[f"f{number}"] = take_out(hand, ["A" + suit])
        deal_rows(state, hand, dict.fromkeys(THIRTEEN[4:], 1))
        deal_rows(state, hand, dict.fromkeys(THIRTEEN, 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a column's top go to its suit's foundations, or up or down in suit on a column."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "t", "f":
                build = ace_up if target in ("f1", "f2", "f3", "f4") else king_down
                return build(state, target, moved)
            case "t", "t":
                column = state.piles[target]
                if not column or not same_suit(moved, column[-1]):
                    return False
                return one_higher(moved, column[-1]) or one_lower(moved, column[-1])
        return False


GAMES: tuple[Game, ...] = (
    BakersDozen(),
    SpanishPatience(),
    SpanishPatienceOfTheStudy(),
    CastlesInSpain(),
    PortugueseSolitaire(),
    GoodMeasure(),
    Bisley(),
)
