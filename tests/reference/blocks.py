"""Games that move any block of face-up cards: Yukon and Scorpion."""

from collections.abc import Mapping

from .cards import alternates_down, heights, numbered
from .table import Game, Layout, State, whole_suits

COLUMNS = numbered("t", 7)


class Yukon(Game):
    """Yukon: the bottom card of a block packs down in alternating colours."""

    id = "yukon"
    names = (*numbered("f", 4), *COLUMNS)
    layout = (heights("t", (1, 6, 7, 8, 9, 10, 11)),)
    hidden = heights("t", range(7))
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(alternates_down)
    groups = blocks = kings_only = True


class Scorpion(Game):
    """Scorpion: a block packs down in suit; the columns build whole suits."""

    id = "scorpion"
    names = (*COLUMNS, "s")
    layout: Layout = (heights("t", [7] * 7),)
    hidden: Mapping[str, int] = heights("t", [3] * 4)
    packs_from = fills_from = "t"
    groups = blocks = kings_only = True
    dealt_to = COLUMNS[:3]

    def won(self, state: State) -> bool:
        return whole_suits(state)
