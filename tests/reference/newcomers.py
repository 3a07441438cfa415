"""Games of books and programs: what differs from game to game, once more and by hand.

Mount Olympus, Blockade, Sixes and Sevens, Contradance, Royal Rendezvous, Lanes, Whitehorse, Acme,
Brigade, Phoenix, Double FreeCell, Bear River, Gay Gordons, The Wish, Ten Across and others.
"""

from collections.abc import Mapping, Sequence

from .blocks import Scorpion, Yukon
from .cards import (
    in_order,
    is_king,
    numbered,
    one_higher_round,
    one_lower,
    one_lower_round,
    owner,
    rank,
    same_suit,
    suit,
    take_out,
)
from .castles import KingAlbert
from .klondike import FreeCell, alternates_down
from .removals import Removal, adding_to
from .table import Game, State, ace_up, deal_rows, first_of_likes, from_stock, turn_up


def suited_down(upper: str, lower: str) -> bool:
    """Return whether `upper` is one rank lower than `lower` and of its suit."""
    return one_lower(upper, lower) and same_suit(upper, lower)


def lies_out(state: State, hand: list[str], homes: Sequence[str], of: str) -> None:
    """Lay out a card of the rank on each foundation before the deal."""
    for name in homes:
        state.piles[name] = take_out(hand, [of + owner(name)])


def listed_once(state: State, target: str, homes: Sequence[str]) -> bool:
    """Return whether no earlier foundation of these, of the same suit, holds the same cards."""
    return first_of_likes(state, target, [name for name in homes if owner(name) == owner(target)])


def from_waste_or_stock(state: State) -> list[str]:
    """Take the card that fills a space at once, if there is one."""
    waste = state.piles["w"]
    return [waste.pop()] if waste else from_stock(state, 1)


class Chained(Game):
    """Frame for games whose foundations each go through a row of ranks written out."""

    decks = 2
    rows: Mapping[str, str]  # of each foundation the ranks in the order in which they go there

    def homes_like(self, target: str) -> tuple[str, ...]:
        """List the foundations that go the same way."""
        return tuple(name for name in self.rows if self.rows[name] == self.rows[target])

    def founds(self, state: State, target: str, card: str) -> bool:
        """Take the next rank of the row, in suit; of two equal foundations only the first."""
        height = len(state.piles[target])
        fits = height < len(self.rows[target]) and card == self.rows[target][height] + owner(target)
        return fits and listed_once(state, target, self.homes_like(target))


class MountOlympus(Chained):
    """Mount Olympus: aces and twos go up by twos, nine piles go down by twos in suit."""

    id = "mount-olympus"
    rows = dict.fromkeys(numbered("f", 8), "A3579JK") | {f"f{n}": "2468TQ" for n in range(9, 17)}
    columns = numbered("t", 9)
    names = (*rows, *columns, "s")
    groups = True
    filled_late = True  # whether any card or run fills a space once the stock is out

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take the aces and the twos out and deal nine cards."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let tops go up and runs by twos in suit go down."""
        run, pile = state.piles[source][-count:], state.piles[target]
        if source[0] in "fs":
            return False
        if target[0] == "f":
            return count == 1 and self.founds(state, target, run[0])
        if not in_order(run, self.follows):
            return False
        return self.follows(run[0], pile[-1]) if pile else self.filled_late

    @staticmethod
    def follows(upper: str, lower: str) -> bool:
        """Return whether a card lies two ranks below another of its suit."""
        return same_suit(upper, lower) and rank(upper) == rank(lower) - 2

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a space from the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Deal while there is a stock."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Lay a card on every pile, as far as they go."""
        for name in self.columns:
            state.piles[name] += from_stock(state, 1)


class OldMountOlympus(MountOlympus):
    """Mount Olympus of Lady Cadogan: a waste, gone through twice, and single cards."""

    id = "mount-olympus-cadogan"
    names = (*MountOlympus.rows, *MountOlympus.columns, "w", "s")
    groups = False
    filled_late = False
    turned = 1
    redeals = 1

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a space from the waste, or else from the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_waste_or_stock(state)

    def may_deal(self, state: State) -> bool:
        """Deal no rows."""
        return False


class Blockade(Game):
    """Blockade: twelve piles go down in suit; the stock fills spaces and deals rows."""

    id = "blockade"
    decks = 2
    homes = numbered("f", 8)
    columns = numbered("t", 12)
    names = (*homes, *columns, "s")
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal twelve cards."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let tops go up in suit and runs of a suit down; anything fills a late space."""
        run, pile = state.piles[source][-count:], state.piles[target]
        if source[0] != "t":
            return False
        if target[0] == "f":
            fits = count == 1 and ace_up(state, target, run[0])
            return fits and listed_once(state, target, self.homes)
        return in_order([*pile[-1:], *run], suited_down)

    moved = MountOlympus.moved
    may_deal = MountOlympus.may_deal
    deal = MountOlympus.deal


class BlockadeSingle(Blockade):
    """Blockade of the old books: single cards alone."""

    id = "blockade-single"
    groups = False


class SixesAndSevens(Chained):
    """Sixes and Sevens: down to the aces and up to the kings, with nine places for the waste."""

    id = "sixes-and-sevens"
    rows = dict.fromkeys(numbered("f", 8), "65432A") | {f"f{n}": "789TJQK" for n in range(9, 17)}
    places = numbered("r", 9)
    names = (*rows, *places, "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take out what begins the foundations and deal the places."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let places and waste go up, and the waste fill a place."""
        if target[0] == "f":
            return source[0] not in "fs" and self.founds(state, target, state.piles[source][-1])
        return source == "w" and not state.piles[target]


class Contradance(SixesAndSevens):
    """Contradance: fives down to the ace and on to the king, sixes up to the queen."""

    id = "contradance"
    rows = dict.fromkeys(numbered("f", 8), "5432AK") | {f"f{n}": "6789TJQ" for n in range(9, 17)}
    places = ()
    names = (*rows, "w", "s")
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take the fives and the sixes out."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])


class RoyalRendezvous(SixesAndSevens):
    """Royal Rendezvous: of each suit one whole row, one of odd cards and one of even ones."""

    id = "royal-rendezvous"
    rows = (
        dict.fromkeys(numbered("f", 4), "A23456789TJQK")
        | {f"f{n}": "A3579JK" for n in range(5, 9)}
        | {f"f{n}": "2468TQ" for n in range(9, 13)}
    )
    places = numbered("r", 16)
    names = (*rows, *places, "w", "s")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let places and waste go up alone."""
        return target[0] == "f" and super().may_move(state, source, target, count)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a place at once from the waste, or else from the stock."""
        if source[0] == "r":
            state.piles[source] += from_waste_or_stock(state)


class Lanes(Game):
    """Lanes: aces out, six columns of three, single cards in alternating colours, two passes."""

    id = "lanes"
    columns = numbered("t", 6)
    names = (*numbered("f", 4), *columns, "w", "s")
    turned = 1
    redeals: int | None = 1
    height = 3
    aces_out = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take the aces out and deal the columns."""
        if self.aces_out:
            lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, dict.fromkeys(self.columns, self.height))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let columns and waste go up and pack; anything fills a space."""
        run, pile = state.piles[source][-count:], state.piles[target]
        if source[0] in "fs":
            return False
        if target[0] == "f":
            return count == 1 and ace_up(state, target, run[0])
        return in_order([*pile[-1:], *run], alternates_down)


class Whitehorse(Lanes):
    """Whitehorse: seven single cards, runs, three turned at a time; the waste fills spaces."""

    id = "whitehorse"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "w", "s")
    groups = True
    turned = 3
    redeals = None
    height = 1
    aces_out = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let kings alone fill a space, which comes about when nothing else is left for it."""
        if target[0] == "t" and not state.piles[target]:
            head = state.piles[source][-count]
            return is_king(head) and super().may_move(state, source, target, count)
        return super().may_move(state, source, target, count)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a space at once, from the waste before the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_waste_or_stock(state)


class GoldMine(Lanes):
    """Gold Mine: seven empty columns, runs, three turned at a time once; tops come back."""

    id = "gold-mine"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "w", "s")
    groups = True
    turned = 3
    redeals = 0
    height = 0
    aces_out = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a foundation's top card come back as well."""
        if source[0] == "f" and target[0] == "t":
            return in_order([*state.piles[target][-1:], state.piles[source][-1]], alternates_down)
        return super().may_move(state, source, target, count)


class Acme(Game):
    """Acme: aces out, a reserve of thirteen, four piles down in suit, single cards, two passes."""

    id = "acme"
    columns = numbered("t", 4)
    names = (*numbered("f", 4), "r", *columns, "w", "s")
    turned = 1
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take the aces out; deal the reserve, of which the top lies open, and four cards."""
        lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let single cards go up and pack; anything fills a space when the reserve is out."""
        card, pile = state.piles[source][-1], state.piles[target]
        if source[0] in "fs" or target == "r":
            return False
        if target[0] == "f":
            return ace_up(state, target, card)
        return in_order([*pile[-1:], card], suited_down)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a space at once from the reserve."""
        if source[0] == "t" and not state.piles[source] and state.piles["r"]:
            state.piles[source].append(state.piles["r"].pop())


class Brigade(KingAlbert):
    """Brigade: seven columns of five, thirteen cards aside, down whatever the suit."""

    id = "brigade"
    heights = (5,) * 7
    held = (1,) * 13
    aces_out = True

    def packs(self, upper: str, lower: str) -> bool:
        """Pack down whatever the suit."""
        return one_lower(upper, lower)


class DoubleFreeCell(FreeCell):
    """Double FreeCell: four aces out, twice round on each, ten columns of ten, six cells."""

    id = "double-freecell"
    decks = 2
    columns = numbered("t", 10)
    names = (*numbered("f", 4), *columns, *numbered("c", 6))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take an ace of each suit out and deal the rest."""
        lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, dict.fromkeys(self.columns, 10))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a second ace follow the king of its suit."""
        if target[0] != "f":
            return super().may_move(state, source, target, count)
        card, home = state.piles[source][-1], state.piles[target]
        fits = suit(card) == owner(target) and one_higher_round(card, home[-1])
        return source[0] != "f" and count == 1 and fits and len(home) < 26


class BearRiver(Game):
    """Bear River: eighteen fans of three at most, up or down in suit; three take new cards."""

    id = "bear-river"
    columns = numbered("t", 18)
    names = (*numbered("f", 4), *columns)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the base, fifteen fans of three and three of two."""
        base = hand.pop(0)
        (home,) = (name for name in numbered("f", 4) if owner(name) == suit(base))
        state.piles[home] = [base]
        deal_rows(state, hand, dict.fromkeys(self.columns[:15], 3))
        deal_rows(state, hand, dict.fromkeys(self.columns[15:], 2))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let tops go up from the base, round the corner, and pack where there is room."""
        card, pile = state.piles[source][-1], state.piles[target]
        if source[0] in "fs":
            return False
        if target[0] == "f":
            (base,) = {rank(state.piles[f][0]) for f in numbered("f", 4) if state.piles[f]}
            fits = one_higher_round(card, pile[-1]) if pile else rank(card) == base
            return suit(card) == owner(target) and fits and len(pile) < 13
        if not pile:
            return target in self.columns[15:]
        near = one_higher_round(card, pile[-1]) or one_lower_round(card, pile[-1])
        return len(pile) < 3 and near and same_suit(card, pile[-1])


class GayGordons(Removal):
    """Gay Gordons: pairs of eleven, kings with queens, jacks with jacks."""

    id = "gay-gordons"
    tops = (*numbered("t", 10), "r")
    names = (*tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal ten columns of five and two cards aside."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 10), 5))
        deal_rows(state, hand, {"r": 2})

    def agree(self, cards: Sequence[str]) -> bool:
        """Take one of the three kinds of pair."""
        ranks = sorted(card[0] for card in cards)
        return adding_to(11)(cards) or ranks in (["K", "Q"], ["J", "J"])


class Wish(Removal):
    """The Wish and Isabel: pairs of a rank from piles of four, of which the tops lie open."""

    def __init__(self, game_id: str, ranks: str, columns: int) -> None:
        """Keep the id, the ranks of the pack and the number of piles."""
        self.id, self.ranks = game_id, ranks
        self.tops = numbered("t", columns)
        self.names = (*self.tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal piles of four."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 4))
        state.down |= dict.fromkeys(self.tops, 3)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Turn up what is uncovered."""
        state = super().make(before, text, shuffled)
        turn_up(state)
        state.down["d"] = 0
        return state

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of a rank."""
        return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


class TenAcross(Scorpion):
    """Ten Across: ten columns of five, blocks down in suit, two cells that begin filled."""

    id = "ten-across"
    columns = numbered("t", 10)
    names = (*columns, *numbered("c", 2))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal by rows; the face-down cards rise to the middle."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 5))
        for name, hidden in zip(self.columns, (0, 1, 2, 3, 4, 4, 3, 2, 1, 0), strict=True):
            state.down[name] = hidden
        deal_rows(state, hand, dict.fromkeys(numbered("c", 2), 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let blocks pack and kings fill spaces; a cell takes one card of a column."""
        head, pile = state.piles[source][-count], state.piles[target]
        if target[0] == "c":
            return source[0] == "t" and count == 1 and not pile
        return suited_down(head, pile[-1]) if pile else is_king(head)

    def may_deal(self, state: State) -> bool:
        """Deal nothing: there is no stock."""
        return False

    def won(self, state: State) -> bool:
        """Win when the cells are empty and every column is empty or a suit in order."""
        return all(
            len(cards) == 13 and is_king(cards[0]) and in_order(cards, suited_down)
            for cards in state.piles.values()
            if cards
        )


class ChineseDiscipline(Yukon):
    """Chinese Discipline: Yukon in seven columns of seven, and three cards for the first three."""

    id = "chinese-discipline"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal by rows; three to six cards of the last four columns lie face down."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 7))
        for name, hidden in zip(self.columns, (0, 0, 0, 3, 4, 5, 6), strict=True):
            state.down[name] = hidden

    def may_deal(self, state: State) -> bool:
        """Deal the last three cards at any time."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Put one card on each of the first three columns."""
        for name in self.columns[:3]:
            state.piles[name] += from_stock(state, 1)


class ChineseSolitaire(ChineseDiscipline):
    """Chinese Solitaire: any block fills a space."""

    id = "chinese-solitaire"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let anything fill a space."""
        if source[0] == target[0] == "t" and not state.piles[target]:
            return True
        return super().may_move(state, source, target, count)


GAMES: tuple[Game, ...] = (
    MountOlympus(),
    OldMountOlympus(),
    Blockade(),
    BlockadeSingle(),
    SixesAndSevens(),
    Contradance(),
    RoyalRendezvous(),
    Lanes(),
    Whitehorse(),
    GoldMine(),
    Acme(),
    Brigade(),
    DoubleFreeCell(),
    BearRiver(),
    GayGordons(),
    Wish("the-wish", "789TJQKA", 8),
    Wish("isabel", "A23456789TJQK", 13),
    TenAcross(),
    ChineseDiscipline(),
    ChineseSolitaire(),
)
