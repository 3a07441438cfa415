"""Games from books and programs, each reduced to the rules that distinguish it.

Mount Olympus, Blockade, Sixes and Sevens, Contradance, Royal Rendezvous, Lanes, Whitehorse, Acme.
Others are Brigade, Phoenix, Double FreeCell, Bear River, Gay Gordons, The Wish, and Ten Across.
"""

from collections.abc import Mapping, Sequence

from .blocks import Scorpion, Yukon
from .cards import (
    alternates_down,
    heights,
    numbered,
    of_each_suit,
    one_higher_round,
    one_lower,
    owner,
    rank,
    same_suit,
    suited_near_round,
)
from .castles import KingAlbert
from .klondike import FreeCell
from .removals import Removal, adding_to, same_ranks
from .table import Game, State, deal_base, first_of_likes, from_base, register


class Chained(Game):
    """Base class for games whose foundations follow written sequences of ranks."""

    decks = 2
    rows: Mapping[str, str]  # each foundation's ranks in building order; the first is laid out

    def __init__(self) -> None:
        """Set the bases."""
        self.bases = {name: row[0] + owner(name) for name, row in self.rows.items()}

    def founds(self, state: State, target: str, card: str) -> bool:
        """Accept the next rank in suit; of two equal foundations, only the first."""
        row, height = self.rows[target], len(state.piles[target])
        likes = [n for n in self.rows if self.rows[n] == row and owner(n) == owner(target)]
        fits = height < len(row) and card == row[height] + owner(target)
        return fits and first_of_likes(state, target, likes)


class MountOlympus(Chained):
    """Mount Olympus: foundations go up by twos from aces and twos; nine piles go down by twos.

    Once the stock is empty, any card or run fills an empty pile.
    """

    id = "mount-olympus"
    rows = dict.fromkeys(numbered("f", 8), "A3579JK") | {f"f{n}": "2468TQ" for n in range(9, 17)}
    columns = filled = dealt_to = numbered("t", 9)
    names = (*rows, *columns, "s")
    layout = (heights("t", [1] * 9),)
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(lambda one, two: same_suit(one, two) and rank(one) == rank(two) - 2)
    groups = True


class OldMountOlympus(MountOlympus):
    """Mount Olympus after Lady Cadogan: the waste has two passes, and only single cards move."""

    id = "mount-olympus-cadogan"
    names = (*MountOlympus.rows, *MountOlympus.columns, "w", "s")
    builds_from = packs_from = "tw"
    fills_from = ""
    groups = False
    dealt_to = ()
    fillers = ("w", "s")
    turned = 1
    redeals = 1


class Blockade(Game):
    """Blockade: twelve piles go down in suit; the stock fills empty piles and deals rows."""

    id = "blockade"
    decks = 2
    filled = dealt_to = numbered("t", 12)
    names = (*numbered("f", 8), *dealt_to, "s")
    layout = (heights("t", [1] * 12),)
    builds_from = packs_from = fills_from = "t"
    groups = True


class BlockadeSingle(Blockade):
    """Blockade as in the old books, in which only single cards move."""

    id = "blockade-single"
    groups = False


class SixesAndSevens(Chained):
    """Sixes and Sevens: foundations go down to aces and up to kings; the waste feeds nine piles."""

    id = "sixes-and-sevens"
    rows = dict.fromkeys(numbered("f", 8), "65432A") | {f"f{n}": "789TJQK" for n in range(9, 17)}
    names = (*rows, *numbered("r", 9), "w", "s")
    layout = (heights("r", [1] * 9),)
    builds_from = "rw"
    turned = 1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the waste's top card in an empty place."""
        if target[0] == "r":
            return source == "w" and not state.piles[target]
        return super().may_move(state, source, target, count)


class Contradance(Chained):
    """Contradance: foundations go down from five to ace, then king, and up from six to queen."""

    id = "contradance"
    rows = dict.fromkeys(numbered("f", 8), "5432AK") | {f"f{n}": "6789TJQ" for n in range(9, 17)}
    names = (*rows, "w", "s")
    builds_from = "w"
    turned = 1
    redeals = 1


class RoyalRendezvous(Chained):
    """Royal Rendezvous: each suit has a full sequence, one of odd ranks and one of even ranks."""

    id = "royal-rendezvous"
    rows = (
        dict.fromkeys(numbered("f", 4), "A23456789TJQK")
        | {f"f{n}": "A3579JK" for n in range(5, 9)}
        | {f"f{n}": "2468TQ" for n in range(9, 13)}
    )
    filled = numbered("r", 16)
    fillers = ("w", "s")
    names = (*rows, *filled, "w", "s")
    layout = (heights("r", [1] * 16),)
    builds_from = "rw"
    turned = 1


class Lanes(Game):
    """Lanes: the aces start on foundations; there are six columns of three, and two passes."""

    id = "lanes"
    names = (*numbered("f", 4), *numbered("t", 6), "w", "s")
    bases = of_each_suit("A")
    layout = (heights("t", [3] * 6),)
    builds_from = packs_from = fills_from = "tw"
    packs = staticmethod(alternates_down)
    turned = 1
    redeals = 1


class Whitehorse(Game):
    """Whitehorse: seven single cards, three turned at a time; the waste fills columns.

    Only kings fill a column that stays empty because waste and stock are empty.
    """

    id = "whitehorse"
    filled = numbered("t", 7)
    fillers = ("w", "s")
    names = (*numbered("f", 4), *filled, "w", "s")
    layout = (heights("t", [1] * 7),)
    builds_from = packs_from = fills_from = "tw"
    packs = staticmethod(alternates_down)
    groups = kings_only = True
    turned = 3
    redeals = None


class GoldMine(Game):
    """Gold Mine: seven columns start empty, and the only pass turns three cards at a time."""

    id = "gold-mine"
    names = (*numbered("f", 4), *numbered("t", 7), "w", "s")
    builds_from = "tw"
    packs_from = fills_from = "twf"
    packs = staticmethod(alternates_down)
    groups = True
    turned = 3


class Acme(Game):
    """Acme: the aces start on foundations, and there is a reserve of thirteen."""

    id = "acme"
    filled = numbered("t", 4)
    fillers = ("r",)
    names = (*numbered("f", 4), "r", *filled, "w", "s")
    bases = of_each_suit("A")
    layout = ({"r": 13}, heights("t", [1] * 4))
    hidden: Mapping[str, int] = {"r": 12}
    builds_from = packs_from = fills_from = "trw"
    turned = 1
    redeals = 1


class Brigade(KingAlbert):
    """Brigade: seven columns of five and a reserve of thirteen pack down regardless of suit."""

    id = "brigade"
    names = (*numbered("f", 4), *numbered("t", 7), *numbered("r", 13))
    bases = of_each_suit("A")
    layout = (heights("t", [5] * 7), heights("r", [1] * 13))
    packs = staticmethod(one_lower)


class DoubleFreeCell(FreeCell):
    """Double FreeCell: four foundations of 26 cards, ten columns of ten, and six cells."""

    id = "double-freecell"
    decks = 2
    names = (*numbered("f", 4), *numbered("t", 10), *numbered("c", 6))
    bases = of_each_suit("A")
    layout = (heights("t", [10] * 10),)

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build up in suit, with a second ace on the king."""
        home = state.piles[target]
        return same_suit(card, home[-1]) and one_higher_round(card, home[-1]) and len(home) < 26


class BearRiver(Game):
    """Bear River: eighteen fans of up to three, built in suit; three of them may be refilled."""

    id = "bear-river"
    columns = numbered("t", 18)
    names = (*numbered("f", 4), *columns)
    layout = (heights("t", [3] * 15), dict.fromkeys(columns[15:], 2))
    builds_from = packs_from = fills_from = "t"
    packs = staticmethod(suited_near_round)

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the base, fifteen fans of three cards and three fans of two."""
        deal_base(state, hand)
        super().lay_out(state, hand)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow packing where there is room, and filling the last three fans."""
        room = len(state.piles[target]) in (range(3) if target in self.columns[15:] else (1, 2))
        return (room or target[0] == "f") and super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        return from_base(state, target, card)


class GayGordons(Removal):
    """Gay Gordons: pairs that add up to eleven leave, and king with queen, and jack with jack."""

    id = "gay-gordons"
    tops = (*numbered("t", 10), "r")
    names = (*tops, "d")
    layout = (heights("t", [5] * 10), {"r": 2})

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept one of the three kinds of pair."""
        ranks = sorted(card[0] for card in cards)
        return adding_to(11)(cards) or ranks in (["K", "Q"], ["J", "J"])


class Wish(Removal):
    """The Wish and Isabel: pairs of equal rank leave from piles of four with top cards face up."""

    agree = staticmethod(same_ranks)

    def __init__(self, game_id: str, ranks: str, columns: int) -> None:
        """Set the id, the ranks of the pack and the number of piles."""
        self.id, self.ranks = game_id, ranks
        self.tops = numbered("t", columns)
        self.names = (*self.tops, "d")
        self.layout = (dict.fromkeys(self.tops, 4),)
        self.hidden = dict.fromkeys(self.tops, 3)


class TenAcross(Scorpion):
    """Ten Across: ten columns of five, blocks down in suit, two cells that start filled.

    Columns nearer the middle have more face-down cards.
    """

    id = "ten-across"
    names = (*numbered("t", 10), *numbered("c", 2))
    layout = (heights("t", [5] * 10), heights("c", [1] * 2))
    hidden = heights("t", (0, 1, 2, 3, 4, 4, 3, 2, 1, 0))
    packs_from = fills_from = "tc"
    cells_from = "t"
    dealt_to = ()


class ChineseDiscipline(Yukon):
    """Chinese Discipline: Yukon with seven columns of seven, and a deal of three cards."""

    id = "chinese-discipline"
    names = (*Yukon.names, "s")
    layout = (heights("t", [7] * 7),)
    hidden = heights("t", (0, 0, 0, 3, 4, 5, 6))
    dealt_to = numbered("t", 3)


class ChineseSolitaire(ChineseDiscipline):
    """Chinese Solitaire: any block fills an empty column."""

    id = "chinese-solitaire"
    kings_only = False


register(Wish("the-wish", "789TJQKA", 8), Wish("isabel", "A23456789TJQK", 13))
