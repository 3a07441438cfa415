"""Games from books and programs, each reduced to the rules that distinguish it.

Mount Olympus, Blockade, Sixes and Sevens, Contradance, Royal Rendezvous, Lanes, Whitehorse, Acme.
Others are Brigade, Phoenix, Double FreeCell, Bear River, Gay Gordons, The Wish, and Ten Across.
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
    """Return whether `upper` is one rank below `lower` and of the same suit."""
    return one_lower(upper, lower) and same_suit(upper, lower)


def lies_out(state: State, hand: list[str], homes: Sequence[str], of: str) -> None:
    """Place a card of this rank on each foundation before the deal."""
    for name in homes:
        state.piles[name] = take_out(hand, [of + owner(name)])


def listed_once(state: State, target: str, homes: Sequence[str]) -> bool:
    """Return whether `target` is the first of equal foundations of its suit."""
    return first_of_likes(state, target, [name for name in homes if owner(name) == owner(target)])


def from_waste_or_stock(state: State) -> list[str]:
    """Remove the card that fills an empty pile, from the waste or else the stock, and return it."""
    waste = state.piles["w"]
    return [waste.pop()] if waste else from_stock(state, 1)


class Chained(Game):
    """Base class for games whose foundations follow written sequences of ranks."""

    decks = 2
    rows: Mapping[str, str]  # for each foundation, its ranks in building order

    def homes_like(self, target: str) -> tuple[str, ...]:
        """List the foundations that build the same sequence."""
        return tuple(name for name in self.rows if self.rows[name] == self.rows[target])

    def founds(self, state: State, target: str, card: str) -> bool:
        """Accept the next rank in suit; of two equal foundations, only the first."""
        height = len(state.piles[target])
        fits = height < len(self.rows[target]) and card == self.rows[target][height] + owner(target)
        return fits and listed_once(state, target, self.homes_like(target))


class MountOlympus(Chained):
    """Mount Olympus: foundations go up by twos from aces and twos; nine piles go down by twos."""

    id = "mount-olympus"
    rows = dict.fromkeys(numbered("f", 8), "A3579JK") | {f"f{n}": "2468TQ" for n in range(9, 17)}
    columns = numbered("t", 9)
    names = (*rows, *columns, "s")
    groups = True
    filled_late = True  # whether any card or run fills an empty pile once the stock is empty

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces and the twos on foundations and deal nine cards."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations, and runs by twos in suit on piles."""
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
        """Return whether `upper` is two ranks below `lower` and of the same suit."""
        return same_suit(upper, lower) and rank(upper) == rank(lower) - 2

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty from the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile while the stock lasts."""
        for name in self.columns:
            state.piles[name] += from_stock(state, 1)


class OldMountOlympus(MountOlympus):
    """Mount Olympus after Lady Cadogan: a waste with two passes, and only single cards move."""

    id = "mount-olympus-cadogan"
    names = (*MountOlympus.rows, *MountOlympus.columns, "w", "s")
    groups = False
    filled_late = False
    turned = 1
    redeals = 1

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty from the waste, or else from the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_waste_or_stock(state)

    def may_deal(self, state: State) -> bool:
        """Allow no deals of rows."""
        return False


class Blockade(Game):
    """Blockade: twelve piles go down in suit; the stock fills empty piles and deals rows."""

    id = "blockade"
    decks = 2
    homes = numbered("f", 8)
    columns = numbered("t", 12)
    names = (*homes, *columns, "s")
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal twelve single cards."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations, and runs in suit on piles or late empty ones."""
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
    """Blockade after the old books: only single cards move."""

    id = "blockade-single"
    groups = False


class SixesAndSevens(Chained):
    """Sixes and Sevens: foundations down to aces and up to kings, nine places for the waste."""

    id = "sixes-and-sevens"
    rows = dict.fromkeys(numbered("f", 8), "65432A") | {f"f{n}": "789TJQK" for n in range(9, 17)}
    places = numbered("r", 9)
    names = (*rows, *places, "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the sixes and sevens on foundations and deal the places."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])
        deal_rows(state, hand, dict.fromkeys(self.places, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow places and waste on foundations, and the waste on an empty place."""
        if target[0] == "f":
            return source[0] not in "fs" and self.founds(state, target, state.piles[source][-1])
        return source == "w" and not state.piles[target]


class Contradance(SixesAndSevens):
    """Contradance: foundations go down from five to ace, then king, and up from six to queen."""

    id = "contradance"
    rows = dict.fromkeys(numbered("f", 8), "5432AK") | {f"f{n}": "6789TJQ" for n in range(9, 17)}
    places = ()
    names = (*rows, "w", "s")
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the fives and the sixes on foundations."""
        for name, row in self.rows.items():
            lies_out(state, hand, [name], row[0])


class RoyalRendezvous(SixesAndSevens):
    """Royal Rendezvous: each suit has a full sequence, one of odd ranks and one of even ranks."""

    id = "royal-rendezvous"
    rows = (
        dict.fromkeys(numbered("f", 4), "A23456789TJQK")
        | {f"f{n}": "A3579JK" for n in range(5, 9)}
        | {f"f{n}": "2468TQ" for n in range(9, 13)}
    )
    places = numbered("r", 16)
    names = (*rows, *places, "w", "s")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow places and waste only on foundations."""
        return target[0] == "f" and super().may_move(state, source, target, count)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a place that became empty from the waste, or else from the stock."""
        if source[0] == "r":
            state.piles[source] += from_waste_or_stock(state)


class Lanes(Game):
    """Lanes: aces start out, six columns of three in alternating colours, two passes."""

    id = "lanes"
    columns = numbered("t", 6)
    names = (*numbered("f", 4), *columns, "w", "s")
    turned = 1
    redeals: int | None = 1
    height = 3
    aces_out = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces on foundations, if they start there, and deal the columns."""
        if self.aces_out:
            lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, dict.fromkeys(self.columns, self.height))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building and packing from columns and waste; any card fills an empty column."""
        run, pile = state.piles[source][-count:], state.piles[target]
        if source[0] in "fs":
            return False
        if target[0] == "f":
            return count == 1 and ace_up(state, target, run[0])
        return in_order([*pile[-1:], *run], alternates_down)


class Whitehorse(Lanes):
    """Whitehorse: seven single cards, three turned at a time; the waste fills columns."""

    id = "whitehorse"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "w", "s")
    groups = True
    turned = 3
    redeals = None
    height = 1
    aces_out = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let only kings fill a column that stays empty because waste and stock are empty."""
        if target[0] == "t" and not state.piles[target]:
            head = state.piles[source][-count]
            return is_king(head) and super().may_move(state, source, target, count)
        return super().may_move(state, source, target, count)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a column that became empty from the waste, or else from the stock."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] += from_waste_or_stock(state)


class GoldMine(Lanes):
    """Gold Mine: seven empty columns and one pass of three cards; foundation tops may return."""

    id = "gold-mine"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "w", "s")
    groups = True
    turned = 3
    redeals = 0
    height = 0
    aces_out = False

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the moves of Lanes, and a foundation's top card on a column."""
        if source[0] == "f" and target[0] == "t":
            return in_order([*state.piles[target][-1:], state.piles[source][-1]], alternates_down)
        return super().may_move(state, source, target, count)


class Acme(Game):
    """Acme: aces start out, a reserve of thirteen, four piles down in suit, two passes."""

    id = "acme"
    columns = numbered("t", 4)
    names = (*numbered("f", 4), "r", *columns, "w", "s")
    turned = 1
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the aces; deal the reserve with its top face up, and four single cards."""
        lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, {"r": 13})
        state.down["r"] = 12
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building and packing; once the reserve is empty, any card fills a pile."""
        card, pile = state.piles[source][-1], state.piles[target]
        if source[0] in "fs" or target == "r":
            return False
        if target[0] == "f":
            return ace_up(state, target, card)
        return in_order([*pile[-1:], card], suited_down)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty from the reserve."""
        if source[0] == "t" and not state.piles[source] and state.piles["r"]:
            state.piles[source].append(state.piles["r"].pop())


class Brigade(KingAlbert):
    """Brigade: seven columns of five, a reserve of thirteen, packing down regardless of suit."""

    id = "brigade"
    heights = (5,) * 7
    held = (1,) * 13
    aces_out = True

    def packs(self, upper: str, lower: str) -> bool:
        """Return whether `upper` goes on `lower` when packing down regardless of suit."""
        return one_lower(upper, lower)


class DoubleFreeCell(FreeCell):
    """Double FreeCell: four foundations of 26 cards, ten columns of ten, six cells."""

    id = "double-freecell"
    decks = 2
    columns = numbered("t", 10)
    names = (*numbered("f", 4), *columns, *numbered("c", 6))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place an ace of each suit and deal the other cards."""
        lies_out(state, hand, numbered("f", 4), "A")
        deal_rows(state, hand, dict.fromkeys(self.columns, 10))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the moves of FreeCell, with a second ace on the king of its suit."""
        if target[0] != "f":
            return super().may_move(state, source, target, count)
        card, home = state.piles[source][-1], state.piles[target]
        fits = suit(card) == owner(target) and one_higher_round(card, home[-1])
        return source[0] != "f" and count == 1 and fits and len(home) < 26


class BearRiver(Game):
    """Bear River: eighteen fans of up to three, built in suit; three of them may be refilled."""

    id = "bear-river"
    columns = numbered("t", 18)
    names = (*numbered("f", 4), *columns)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the base, fifteen fans of three cards and three fans of two."""
        base = hand.pop(0)
        (home,) = (name for name in numbered("f", 4) if owner(name) == suit(base))
        state.piles[home] = [base]
        deal_rows(state, hand, dict.fromkeys(self.columns[:15], 3))
        deal_rows(state, hand, dict.fromkeys(self.columns[15:], 2))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building from the base, round the corner, and packing where there is room."""
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
    """Gay Gordons: pairs that add up to eleven leave, and king with queen, and jack with jack."""

    id = "gay-gordons"
    tops = (*numbered("t", 10), "r")
    names = (*tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal ten columns of five, and two cards to the reserve."""
        deal_rows(state, hand, dict.fromkeys(numbered("t", 10), 5))
        deal_rows(state, hand, {"r": 2})

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept one of the three kinds of pair."""
        ranks = sorted(card[0] for card in cards)
        return adding_to(11)(cards) or ranks in (["K", "Q"], ["J", "J"])


class Wish(Removal):
    """The Wish and Isabel: pairs of a rank leave piles of four, whose top cards lie face up."""

    def __init__(self, game_id: str, ranks: str, columns: int) -> None:
        """Set the id, the ranks of the pack and the number of piles."""
        self.id, self.ranks = game_id, ranks
        self.tops = numbered("t", columns)
        self.names = (*self.tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal piles of four with only the tops face up."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 4))
        state.down |= dict.fromkeys(self.tops, 3)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, and turn up the uncovered cards."""
        state = super().make(before, text, shuffled)
        turn_up(state)
        state.down["d"] = 0
        return state

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards of the same rank."""
        return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


class TenAcross(Scorpion):
    """Ten Across: ten columns of five, blocks down in suit, two cells that start filled."""

    id = "ten-across"
    columns = numbered("t", 10)
    names = (*columns, *numbered("c", 2))

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal by rows; columns nearer the middle have more face-down cards."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 5))
        for name, hidden in zip(self.columns, (0, 1, 2, 3, 4, 4, 3, 2, 1, 0), strict=True):
            state.down[name] = hidden
        deal_rows(state, hand, dict.fromkeys(numbered("c", 2), 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow blocks on columns, kings on empty ones, and a column's top on an empty cell."""
        head, pile = state.piles[source][-count], state.piles[target]
        if target[0] == "c":
            return source[0] == "t" and count == 1 and not pile
        return suited_down(head, pile[-1]) if pile else is_king(head)

    def may_deal(self, state: State) -> bool:
        """Allow no deals: the game has no stock."""
        return False

    def won(self, state: State) -> bool:
        """Return whether every pile that holds cards is a whole suit in order."""
        return all(
            len(cards) == 13 and is_king(cards[0]) and in_order(cards, suited_down)
            for cards in state.piles.values()
            if cards
        )


class ChineseDiscipline(Yukon):
    """Chinese Discipline: Yukon with seven columns of seven, and a deal of three cards."""

    id = "chinese-discipline"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal by rows; the last four columns have three to six cards face down."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 7))
        for name, hidden in zip(self.columns, (0, 0, 0, 3, 4, 5, 6), strict=True):
            state.down[name] = hidden

    def may_deal(self, state: State) -> bool:
        """Allow the deal of the last three cards at any time."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each of the first three columns."""
        for name in self.columns[:3]:
            state.piles[name] += from_stock(state, 1)


class ChineseSolitaire(ChineseDiscipline):
    """Chinese Solitaire: any block fills an empty column."""

    id = "chinese-solitaire"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow any block on an empty column."""
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
