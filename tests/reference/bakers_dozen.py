"""Baker's Dozen, its four relatives, and Bisley."""

from collections.abc import Mapping

from .cards import alternates_down, heights, is_king, numbered, of_each_suit, one_lower, suited_near
from .table import Game, State

THIRTEEN = numbered("t", 13)


class BakersDozen(Game):
    """Baker's Dozen: kings sink, any suit packs down, empty columns stay empty."""

    id = "bakers-dozen"
    names = (*numbered("f", 4), *THIRTEEN)
    layout = (heights("t", [4] * 13),)
    builds_from = packs_from = "t"
    packs = staticmethod(one_lower)
    sinks_kings = True

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the columns by rows, then move each column's kings below its other cards."""
        super().lay_out(state, hand)
        for name in self.names if self.sinks_kings else ():
            state.piles[name].sort(key=is_king, reverse=True)


class SpanishPatience(BakersDozen):
    """Spanish Patience: any card fills an empty column; kings sink as well."""

    id = "spanish-patience"
    fills_from = "t"


class SpanishPatienceOfTheStudy(SpanishPatience):
    """Spanish Patience as in the published study: kings stay, foundation tops may come back."""

    id = "spanish-patience-worrying-back"
    sinks_kings = False
    packs_from = fills_from = "tf"


class CastlesInSpain(SpanishPatience):
    """Castles in Spain: Spanish Patience packed in alternating colours."""

    id = "castles-in-spain"
    packs = staticmethod(alternates_down)


class PortugueseSolitaire(BakersDozen):
    """Portuguese Solitaire: Baker's Dozen, but kings fill empty columns."""

    id = "portuguese-solitaire"
    fills_from = "t"
    kings_only = True


class GoodMeasure(BakersDozen):
    """Good Measure: two aces start on foundations, and there are ten columns of five."""

    id = "good-measure"
    names = (*numbered("f", 4), *numbered("t", 10))
    bases: Mapping[str, str] = {"f3": "AH", "f4": "AS"}
    layout = (heights("t", [5] * 10),)


class Bisley(Game):
    """Bisley: four rows of thirteen, whose first four places hold the aces as foundations.

    Foundations go up from aces and down from kings; columns are packed up or down in suit.
    """

    id = "bisley"
    names = (*numbered("f", 8), *THIRTEEN)
    bases = of_each_suit("A")
    layout = (dict.fromkeys(THIRTEEN[4:], 1), heights("t", [3] * 13))
    downward = numbered("f", 8)[4:]
    builds_from = packs_from = "t"
    packs = staticmethod(suited_near)
