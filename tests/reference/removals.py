"""Cards that leave play together, pyramids and peaks (fact sheet, B2, B8; sheet C, part 2)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from .cards import RANKS, SUITS, is_king, numbered, rank, same_suit
from .table import Game, State, deal_rows


def adding_to(total: int) -> Callable[[Sequence[str]], bool]:
    """Give the judge of two cards that add up to a number."""
    return lambda cards: len(cards) == 2 and rank(cards[0]) + rank(cards[1]) == total


class Removal(Game):
    """Frame for games in which the top cards of piles are laid aside together."""

    largest = 2  # cards that leave together
    tops: tuple[str, ...]  # the piles whose top cards may leave
    gaps_filled = False  # whether the stock fills an empty pile of the tableau at once

    @property
    def filled(self) -> tuple[str, ...]:
        """Name the piles that are filled."""
        return tuple(name for name in self.tops if name[0] == "t")

    def agree(self, cards: Sequence[str]) -> bool:
        """Judge whether these cards leave together."""
        raise NotImplementedError

    def free(self, state: State, name: str) -> bool:
        """Return whether nothing lies on a pile."""
        return True

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Move no card from pile to pile."""
        return False

    def moves(self, state: State) -> set[str]:
        """List what leaves together, and what the stock does."""
        texts = super().moves(state)
        open_piles = [n for n in self.tops if state.piles[n] and self.free(state, n)]
        for size in range(1, self.largest + 1):
            for some in combinations(open_piles, size):
                if self.agree([state.piles[name][-1] for name in some]):
                    texts.add("+".join(some) if size > 1 else f"{some[0]}-d")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Lay cards aside, in the order of suits and ranks; fill what is empty."""
        if "+" not in text and not text.endswith("-d"):
            return super().make(before, text, shuffled)
        state = before.copy()
        for name in text.removesuffix("-d").split("+"):
            state.piles["d"].append(state.piles[name].pop())
        state.piles["d"].sort(key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))
        for name in self.filled if self.gaps_filled else ():
            if not state.piles[name] and state.piles["s"]:
                state.piles[name].append(state.piles["s"].pop())
        state.down["s" if "s" in state.piles else "d"] = len(state.piles.get("s", ()))
        return state

    def won(self, state: State) -> bool:
        """Win when every card is laid aside."""
        return not any(cards for name, cards in state.piles.items() if name != "d")


class Display(Removal):
    """Frame for a display of single cards that the stock fills up."""

    gaps_filled = True
    places: int

    def __init__(self) -> None:
        self.tops = numbered("t", self.places)
        self.names = (*self.tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))


class GoodThirteen(Display):
    """Good Thirteen: pairs of thirteen, kings alone."""

    id = "good-thirteen"
    places = 10

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a king, or two cards of thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)


class Elevens(Display):
    """Elevens: pairs of eleven, and jack, queen and king together."""

    id = "elevens"
    places = 9
    largest = 3

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of eleven, or one of each court rank."""
        return adding_to(11)(cards) or sorted(card[0] for card in cards) == ["J", "K", "Q"]


class QuadratOf52(Display):
    """Quadrat with a whole pack: pairs of a suit; won when the stock is used up."""

    id = "quadrat-52"
    places = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of a suit."""
        return len(cards) == 2 and same_suit(*cards)

    def won(self, state: State) -> bool:
        """Win when the stock is used up."""
        return not state.piles["s"]


class Quadrat(QuadratOf52):
    """Quadrat with a short pack: no card may be left over."""

    id = "quadrat"
    ranks = "789TJQKA"

    def won(self, state: State) -> bool:
        """Win when all 32 cards are laid aside."""
        return len(state.piles["d"]) == 32


class BlockTen(Display):
    """Block Ten: pairs of ten and of like court cards; the tens stay."""

    id = "block-ten"
    places = 9

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of ten, or two jacks, queens or kings."""
        return adding_to(10)(cards) or (
            len(cards) == 2 and cards[0][0] == cards[1][0] and cards[0][0] in "JQK"
        )

    def won(self, state: State) -> bool:
        """Win when nothing but the tens lies on the table."""
        left = [c for name, cards in state.piles.items() if name != "d" for c in cards]
        return all(card[0] == "T" for card in left)


class EightCards(Display):
    """Eight Cards: pairs of eleven, court cards alone, and twice a helper."""

    id = "eight-cards"
    places = 8

    def __init__(self) -> None:
        super().__init__()
        self.tops = (*self.tops, "r")
        self.names = (*self.tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place but the helper's."""
        deal_rows(state, hand, dict.fromkeys(self.tops[:-1], 1))

    def begin(self, state: State) -> None:
        """Count the helpers."""
        state.notes["helpers"] = 0

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a court card, or two cards of eleven."""
        return cards[0][0] in "JQK" if len(cards) == 1 else adding_to(11)(cards)

    def may_deal(self, state: State) -> bool:
        """Turn a helper twice, each time when the place is free."""
        return bool(state.piles["s"]) and not state.piles["r"] and state.notes["helpers"] < 2

    def deal(self, state: State) -> None:
        """Turn the next card as a helper."""
        state.piles["r"].append(state.piles["s"].pop())
        state.notes["helpers"] += 1

    def won(self, state: State) -> bool:
        """Win when the stock is used up."""
        return not state.piles["s"]


class Zudecken(QuadratOf52):
    """Zudecken: two to four cards, each agreeing with another of them in suit or rank."""

    id = "zudecken"
    largest = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Ask each card for another one of them that it agrees with."""
        return len(cards) > 1 and all(
            any(one is not other and (one[0] == other[0] or one[1] == other[1]) for other in cards)
            for one in cards
        )


class Baroness(Removal):
    """Baroness: thirteens on five piles, on which the stock deals five at a time."""

    id = "baroness"
    tops = numbered("t", 5)
    names = (*tops, "s", "d")
    spaces_taken = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a king, or two cards of thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Fill a space from another pile."""
        return self.spaces_taken and source[0] == target[0] == "t" and not state.piles[target]

    def may_deal(self, state: State) -> bool:
        """Deal while there is a stock."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile, as far as they go."""
        for name in self.tops:
            if state.piles["s"]:
                state.piles[name].append(state.piles["s"].pop())


class BaronessWaiting(Baroness):
    """Baroness in which emptied piles wait for the next deal."""

    id = "baroness-waiting"
    spaces_taken = False


class FourteenOut(Removal):
    """Fourteen Out: twelve piles, pairs of fourteen."""

    id = "fourteen-out"
    tops = numbered("t", 12)
    names = (*tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the whole pack in rows; the first four piles get five cards."""
        deal_rows(state, hand, {name: 5 if i < 4 else 4 for i, name in enumerate(self.tops)})

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of fourteen."""
        return adding_to(14)(cards)


class Golf(Game):
    """Golf: neighbours in rank into the hole, which the stock covers at will."""

    id = "golf"
    columns = numbered("t", 7)
    names: tuple[str, ...] = ("f", *columns, "s")
    wraps = False
    king_ends = False

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal seven columns of five, and a card to the hole."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 5))
        state.piles["f"].append(hand.pop(0))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a column's top card follow its neighbour."""
        if source[0] not in "tc" or target != "f":
            return False
        hole = state.piles["f"][-1]
        if self.king_ends and is_king(hole):
            return False
        apart = abs(rank(state.piles[source][-1]) - rank(hole))
        return apart == 1 or (self.wraps and apart == 12)

    def may_deal(self, state: State) -> bool:
        """Deal while there is a stock."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Turn a card on to the hole, whatever it is."""
        state.piles["f"].append(state.piles["s"].pop())

    def may_redeal(self, state: State) -> bool:
        """Use no card again."""
        return False

    def won(self, state: State) -> bool:
        """Win when the columns are empty."""
        return not any(state.piles[name] for name in self.columns)


class GolfDeadKings(Golf):
    """Golf: nothing goes on a king."""

    id = "golf-dead-kings"
    king_ends = True


class GolfWrapping(Golf):
    """Golf: ace and king are neighbours."""

    id = "golf-wrapping"
    wraps = True


class Thieves(Golf):
    """Thieves: Golf with two jokers, which go on any card and which any card goes on."""

    id = "thieves"

    def pack(self) -> list[str]:
        """List one pack and the jokers."""
        return [*super().pack(), "Jo", "Jo"]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a joker go anywhere, and anything on a joker."""
        if (
            source[0] == "t"
            and target == "f"
            and "Jo" in (state.piles[source][-1], state.piles["f"][-1])
        ):
            return True
        return super().may_move(state, source, target, count)


def peaks() -> dict[str, tuple[str, str]]:
    """Say which two cards lie on each card of three peaks, but for the row of ten."""
    pairs: Iterable[tuple[int, int]] = [
        *[(top, 4 + 2 * (top - 1)) for top in (1, 2, 3)],
        *[(4 + i, 10 + i + i // 2) for i in range(6)],
        *[(10 + i, 19 + i) for i in range(9)],
    ]
    return {f"t{at}": (f"t{first}", f"t{first + 1}") for at, first in pairs}


class TriPeaks(Golf):
    """TriPeaks: three peaks, what is covered lies face down."""

    id = "tripeaks"
    columns = numbered("t", 28)
    names = ("f", *columns, "s")
    dark = ("s", *columns)
    wraps = True
    over = peaks()

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the peaks row by row, and a card to the hole."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))
        state.piles["f"].append(hand.pop(0))

    def covered(self, state: State, name: str) -> bool:
        """Return whether a card lies on this one."""
        return any(state.piles[other] for other in self.over.get(name, ()))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let only free cards go."""
        return not self.covered(state, source) and super().may_move(state, source, target, count)

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Turn the covered cards down."""
        return self.faces(super().start(cards, options))

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Turn up what has become free."""
        return self.faces(super().make(before, text, shuffled))

    def faces(self, state: State) -> State:
        """Let just the covered cards lie face down."""
        for name in self.columns:
            state.down[name] = int(bool(state.piles[name]) and self.covered(state, name))
        return state


class TriPeaksNoCorner(TriPeaks):
    """TriPeaks: ace and king are no neighbours."""

    id = "tripeaks-no-corner"
    wraps = False


class BlackHole(Golf):
    """Black Hole (sheet C, 1.1): all cards into the hole, from the ace of spades on."""

    id = "black-hole"
    columns = numbered("t", 17)
    names = ("f", *columns)
    wraps = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay the ace of spades out, and deal seventeen columns of three."""
        hand.remove("AS")
        state.piles["f"].append("AS")
        deal_rows(state, hand, dict.fromkeys(self.columns, 3))

    def may_deal(self, state: State) -> bool:
        """Deal nothing: there is no stock."""
        return False


class WormHole(BlackHole):
    """Worm Hole: Black Hole with a cell, filled from the columns, emptied into the hole."""

    id = "worm-hole"
    names = ("f", *BlackHole.columns, "c")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a column's top card wait in the cell."""
        if target == "c":
            return source[0] == "t" and not state.piles["c"]
        return super().may_move(state, source, target, count)

    def won(self, state: State) -> bool:
        """Win when all cards lie in the hole."""
        return len(state.piles["f"]) == 52


class SuitsUp(Removal):
    """Suits Up: pairs of a suit, and deals on all four piles."""

    id = "suits-up"
    tops = numbered("t", 4)
    names = (*tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of a suit."""
        return len(cards) == 2 and same_suit(*cards)

    def may_deal(self, state: State) -> bool:
        """Deal while there are cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal a card on each pile."""
        for name in self.tops:
            state.piles[name].append(state.piles["s"].pop())

    def won(self, state: State) -> bool:
        """Win with one card of each suit."""
        return len(state.piles["d"]) == 48


class MonteCarlo(Removal):
    """Monte Carlo (sheet C, part 2): touching pairs of a rank on a square, which closes up."""

    id = "monte-carlo"
    tops = numbered("t", 25)
    names = (*tops, "s", "d")
    redeals = None

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the square."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Take two cards of a rank."""
        return len(cards) == 2 and cards[0][0] == cards[1][0]

    def moves(self, state: State) -> set[str]:
        """Of the pairs keep those whose places differ by a step of a king at chess."""
        steps = {1: "row", 4: "left below", 5: "below", 6: "right below"}

        def touch(text: str) -> bool:
            low, high = sorted(int(name[1:]) - 1 for name in text.split("+"))
            kind = steps.get(high - low, "")
            if kind in ("row", "right below"):
                return low % 5 < 4
            return kind == "below" or (kind == "left below" and low % 5 > 0)

        return {text for text in super().moves(state) if "+" not in text or touch(text)}

    def may_redeal(self, state: State) -> bool:
        """Close up when there is a gap, and a card to move."""
        gap = any(not state.piles[name] for name in self.tops)
        return gap and bool(self.gather(state))

    def gather(self, state: State) -> list[str]:
        """Take the cards in the order of reading, then those of the stock."""
        laid = [card for name in self.tops for card in state.piles[name]]
        return laid + state.piles["s"][::-1]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Lay the square out again; the others are the stock."""
        for name in self.tops:
            state.piles[name] = [hand.pop(0)] if hand else []
        self.put_stock(state, hand)


class SimpleCarlo(MonteCarlo):
    """Simple Carlo: the two need not touch."""

    id = "simple-carlo"

    def moves(self, state: State) -> set[str]:
        """Keep all pairs."""
        return super(MonteCarlo, self).moves(state)


class Neighbour(MonteCarlo):
    """Neighbour: touching thirteens, kings alone."""

    id = "neighbour"

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a king, or two cards of thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)


GAMES: tuple[Game, ...] = (
    SuitsUp(),
    MonteCarlo(),
    SimpleCarlo(),
    Neighbour(),
    Quadrat(),
    BlockTen(),
    EightCards(),
    GoodThirteen(),
    Elevens(),
    QuadratOf52(),
    Zudecken(),
    Baroness(),
    FourteenOut(),
    Golf(),
    GolfDeadKings(),
    Thieves(),
    GolfWrapping(),
    TriPeaks(),
    TriPeaksNoCorner(),
    BlackHole(),
    WormHole(),
)
