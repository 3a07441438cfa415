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
    """Baker's Dozen: kings sink, any suit packs down, empty columns stay empty."""

    id = "bakers-dozen"
    names = (*numbered("f", 4), *THIRTEEN)
    column_heights: Mapping[str, int] = dict.fromkeys(THIRTEEN, 4)
    sinks_kings = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the columns by rows, then move each column's kings below its other cards."""
        deal_rows(state, hand, self.column_heights)
        if self.sinks_kings:
            for name in self.column_heights:
                cards = state.piles[name]
                kings = [card for card in cards if is_king(card)]
                state.piles[name] = kings + [card for card in cards if not is_king(card)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a column's top card to go to its foundation or to another column."""
        moved = state.piles[source][-1]
        match source[0], target[0]:
            case "t", "f":
                return ace_up(state, target, moved)
            case "t", "t":
                column = state.piles[target]
                return self.packs(moved, column[-1]) if column else self.fills(moved)
        return False

    def packs(self, moved: str, on: str) -> bool:
        """Return whether a card goes on another, down regardless of suit."""
        return one_lower(moved, on)

    def fills(self, moved: str) -> bool:
        """Return False: no card fills an empty column."""
        return False


class SpanishPatience(BakersDozen):
    """Spanish Patience: any card fills an empty column; kings sink as well."""

    id = "spanish-patience"

    def fills(self, moved: str) -> bool:
        """Return True: any card fills an empty column."""
        return True


class SpanishPatienceOfTheStudy(SpanishPatience):
    """Spanish Patience as in the published study: kings stay, foundation tops may come back."""

    id = "spanish-patience-worrying-back"
    sinks_kings = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a foundation's top card on the columns where a column's top could go."""
        if source[0] != "f":
            return super().may_move(state, source, target, count)
        moved, column = state.piles[source][-1], state.piles[target]
        return target[0] == "t" and (not column or self.packs(moved, column[-1]))


class CastlesInSpain(SpanishPatience):
    """Castles in Spain: Spanish Patience packed in alternating colours."""

    id = "castles-in-spain"

    def packs(self, moved: str, on: str) -> bool:
        """Return whether a card goes on another, down in alternating colours."""
        return one_lower(moved, on) and other_colour(moved, on)


class PortugueseSolitaire(BakersDozen):
    """Portuguese Solitaire: Baker's Dozen, but kings fill empty columns."""

    id = "portuguese-solitaire"

    def fills(self, moved: str) -> bool:
        """Return whether the card is a king, which alone fills an empty column."""
        return is_king(moved)


class GoodMeasure(BakersDozen):
    """Good Measure: the major aces start out, ten columns of five."""

    id = "good-measure"
    names = (*numbered("f", 4), *numbered("t", 10))
    column_heights = dict.fromkeys(numbered("t", 10), 5)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place two aces, then deal as in Baker's Dozen."""
        state.piles["f3"] = take_out(hand, ["AH"])
        state.piles["f4"] = take_out(hand, ["AS"])
        super().lay_out(state, hand, options)


class Bisley(Game):
    """Bisley: aces start out; foundations go up from aces, down from kings."""

    id = "bisley"
    names = (*numbered("f", 8), *THIRTEEN)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rows of thirteen, in which the aces take the first four places."""
        for number, suit in enumerate(SUITS, start=1):
            state.piles[f"f{number}"] = take_out(hand, ["A" + suit])
        deal_rows(state, hand, dict.fromkeys(THIRTEEN[4:], 1))
        deal_rows(state, hand, dict.fromkeys(THIRTEEN, 3))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a top card on its suit's foundations, or up or down in suit on a column."""
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
