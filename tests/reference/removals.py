"""Games in which cards leave play together, and peaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from .cards import RANKS, SUITS, is_king, numbered, rank, same_suit
from .table import Game, State, deal_rows


def adding_to(total: int) -> Callable[[Sequence[str]], bool]:
    """Return a test of whether two cards add up to `total`."""
    return lambda cards: len(cards) == 2 and rank(cards[0]) + rank(cards[1]) == total


class Removal(Game):
    """Base class for games in which the top cards of piles are laid aside together."""

    largest = 2  # largest number of cards that leave together
    tops: tuple[str, ...]  # the piles whose top cards may leave
    gaps_filled = False  # whether the stock fills an empty pile of the tableau at once

    @property
    def filled(self) -> tuple[str, ...]:
        """Return the names of the piles that the stock fills."""
        return tuple(name for name in self.tops if name[0] == "t")

    def agree(self, cards: Sequence[str]) -> bool:
        """Return whether these cards may leave together."""
        raise NotImplementedError

    def free(self, state: State, name: str) -> bool:
        """Return whether no other pile covers this one."""
        return True

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow no moves from pile to pile."""
        return False

    def moves(self, state: State) -> set[str]:
        """List the sets of cards that may leave together, and the moves of the stock."""
        texts = super().moves(state)
        open_piles = [n for n in self.tops if state.piles[n] and self.free(state, n)]
        for size in range(1, self.largest + 1):
            for some in combinations(open_piles, size):
                if self.agree([state.piles[name][-1] for name in some]):
                    texts.add("+".join(some) if size > 1 else f"{some[0]}-d")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Lay cards aside, sorted by suit and rank, and fill empty piles."""
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
        """Return whether every card is laid aside."""
        return not any(cards for name, cards in state.piles.items() if name != "d")


class Display(Removal):
    """Base class for a display of single cards that the stock refills."""

    gaps_filled = True
    places: int

    def __init__(self) -> None:
        self.tops = numbered("t", self.places)
        self.names = (*self.tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place of the display."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))


class GoodThirteen(Display):
    """Good Thirteen: pairs that add up to thirteen leave, and so do single kings."""

    id = "good-thirteen"
    places = 10

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a king, or two cards that add up to thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)


class Elevens(Display):
    """Elevens: pairs that add up to eleven leave, and so do jack, queen and king together."""

    id = "elevens"
    places = 9
    largest = 3

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards that add up to eleven, or a jack, a queen and a king."""
        return adding_to(11)(cards) or sorted(card[0] for card in cards) == ["J", "K", "Q"]


class QuadratOf52(Display):
    """Quadrat with 52 cards: pairs of a suit leave; the game is won when the stock is empty."""

    id = "quadrat-52"
    places = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards of the same suit."""
        return len(cards) == 2 and same_suit(*cards)

    def won(self, state: State) -> bool:
        """Return whether the stock is empty."""
        return not state.piles["s"]


class Quadrat(QuadratOf52):
    """Quadrat with 32 cards: the game is won only when no card is left."""

    id = "quadrat"
    ranks = "789TJQKA"

    def won(self, state: State) -> bool:
        """Return whether all 32 cards are laid aside."""
        return len(state.piles["d"]) == 32


class BlockTen(Display):
    """Block Ten: pairs that add up to ten and pairs of court cards leave; the tens stay."""

    id = "block-ten"
    places = 9

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards that add up to ten, or two jacks, queens or kings."""
        return adding_to(10)(cards) or (
            len(cards) == 2 and cards[0][0] == cards[1][0] and cards[0][0] in "JQK"
        )

    def won(self, state: State) -> bool:
        """Return whether only tens are left on the table."""
        left = [c for name, cards in state.piles.items() if name != "d" for c in cards]
        return all(card[0] == "T" for card in left)


class EightCards(Display):
    """Eight Cards: pairs of eleven and single court cards leave; two helpers may be turned."""

    id = "eight-cards"
    places = 8

    def __init__(self) -> None:
        super().__init__()
        self.tops = (*self.tops, "r")
        self.names = (*self.tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place except the helper's."""
        deal_rows(state, hand, dict.fromkeys(self.tops[:-1], 1))

    def begin(self, state: State) -> None:
        """Start the count of helpers at zero."""
        state.notes["helpers"] = 0

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a court card, or two cards that add up to eleven."""
        return cards[0][0] in "JQK" if len(cards) == 1 else adding_to(11)(cards)

    def may_deal(self, state: State) -> bool:
        """Allow turning a helper, twice in all, while the helper's place is empty."""
        return bool(state.piles["s"]) and not state.piles["r"] and state.notes["helpers"] < 2

    def deal(self, state: State) -> None:
        """Turn the next stock card as a helper."""
        state.piles["r"].append(state.piles["s"].pop())
        state.notes["helpers"] += 1

    def won(self, state: State) -> bool:
        """Return whether the stock is empty."""
        return not state.piles["s"]


class Zudecken(QuadratOf52):
    """Zudecken: two to four cards leave, each sharing a suit or a rank with another of them."""

    id = "zudecken"
    largest = 4

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept cards that each share a suit or a rank with another of them."""
        return len(cards) > 1 and all(
            any(one is not other and (one[0] == other[0] or one[1] == other[1]) for other in cards)
            for one in cards
        )


class Baroness(Removal):
    """Baroness: pairs of thirteen and kings leave five piles, to which the stock deals rows."""

    id = "baroness"
    tops = numbered("t", 5)
    names = (*tops, "s", "d")
    spaces_taken = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a king, or two cards that add up to thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card of another pile to fill an empty pile."""
        return self.spaces_taken and source[0] == target[0] == "t" and not state.piles[target]

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile while the stock lasts."""
        for name in self.tops:
            if state.piles["s"]:
                state.piles[name].append(state.piles["s"].pop())


class BaronessWaiting(Baroness):
    """Baroness in which only the next deal fills empty piles."""

    id = "baroness-waiting"
    spaces_taken = False


class FourteenOut(Removal):
    """Fourteen Out: twelve piles, from which pairs that add up to fourteen leave."""

    id = "fourteen-out"
    tops = numbered("t", 12)
    names = (*tops, "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the whole pack in rows; the first four piles receive five cards, the others four."""
        deal_rows(state, hand, {name: 5 if i < 4 else 4 for i, name in enumerate(self.tops)})

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards that add up to fourteen."""
        return adding_to(14)(cards)


class Golf(Game):
    """Golf: cards next in rank go to the hole, and the stock may cover it at any time."""

    id = "golf"
    columns = numbered("t", 7)
    names: tuple[str, ...] = ("f", *columns, "s")
    wraps = False
    king_ends = False

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal seven columns of five cards, and one card to the hole."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 5))
        state.piles["f"].append(hand.pop(0))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a top card that is one rank above or below the card in the hole."""
        if source[0] not in "tc" or target != "f":
            return False
        hole = state.piles["f"][-1]
        if self.king_ends and is_king(hole):
            return False
        apart = abs(rank(state.piles[source][-1]) - rank(hole))
        return apart == 1 or (self.wraps and apart == 12)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal the next stock card to the hole, whatever its rank."""
        state.piles["f"].append(state.piles["s"].pop())

    def may_redeal(self, state: State) -> bool:
        """Allow no redeals."""
        return False

    def won(self, state: State) -> bool:
        """Return whether all columns are empty."""
        return not any(state.piles[name] for name in self.columns)


class GolfDeadKings(Golf):
    """Golf in which nothing goes on a king."""

    id = "golf-dead-kings"
    king_ends = True


class GolfWrapping(Golf):
    """Golf in which ace and king are neighbours."""

    id = "golf-wrapping"
    wraps = True


class Thieves(Golf):
    """Thieves: Golf with two jokers, which fit any card and which any card fits."""

    id = "thieves"

    def pack(self) -> list[str]:
        """List the cards of one pack and two jokers."""
        return [*super().pack(), "Jo", "Jo"]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a joker on any card, and any card on a joker."""
        if (
            source[0] == "t"
            and target == "f"
            and "Jo" in (state.piles[source][-1], state.piles["f"][-1])
        ):
            return True
        return super().may_move(state, source, target, count)


def peaks() -> dict[str, tuple[str, str]]:
    """Return the two piles that cover each card of three peaks, except the row of ten."""
    pairs: Iterable[tuple[int, int]] = [
        *[(top, 4 + 2 * (top - 1)) for top in (1, 2, 3)],
        *[(4 + i, 10 + i + i // 2) for i in range(6)],
        *[(10 + i, 19 + i) for i in range(9)],
    ]
    return {f"t{at}": (f"t{first}", f"t{first + 1}") for at, first in pairs}


class TriPeaks(Golf):
    """TriPeaks: three peaks whose covered cards lie face down."""

    id = "tripeaks"
    columns = numbered("t", 28)
    names = ("f", *columns, "s")
    dark = ("s", *columns)
    wraps = True
    over = peaks()

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the peaks row by row, and one card to the hole."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 1))
        state.piles["f"].append(hand.pop(0))

    def covered(self, state: State, name: str) -> bool:
        """Return whether another card still covers this one."""
        return any(state.piles[other] for other in self.over.get(name, ()))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow only uncovered cards to move."""
        return not self.covered(state, source) and super().may_move(state, source, target, count)

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Deal, and turn the covered cards face down."""
        return self.faces(super().start(cards, options))

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, and turn up the cards that it uncovers."""
        return self.faces(super().make(before, text, shuffled))

    def faces(self, state: State) -> State:
        """Turn exactly the covered cards face down."""
        for name in self.columns:
            state.down[name] = int(bool(state.piles[name]) and self.covered(state, name))
        return state


class TriPeaksNoCorner(TriPeaks):
    """TriPeaks in which ace and king are not neighbours."""

    id = "tripeaks-no-corner"
    wraps = False


class BlackHole(Golf):
    """Black Hole: all cards go to the hole, which begins with the ace of spades."""

    id = "black-hole"
    columns = numbered("t", 17)
    names = ("f", *columns)
    wraps = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the ace of spades in the hole, and deal seventeen columns of three."""
        hand.remove("AS")
        state.piles["f"].append("AS")
        deal_rows(state, hand, dict.fromkeys(self.columns, 3))

    def may_deal(self, state: State) -> bool:
        """Allow no deals: the game has no stock."""
        return False


class WormHole(BlackHole):
    """Worm Hole: Black Hole with a cell for a column's top card, which later goes to the hole."""

    id = "worm-hole"
    names = ("f", *BlackHole.columns, "c")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a column's top card to go to the empty cell."""
        if target == "c":
            return source[0] == "t" and not state.piles["c"]
        return super().may_move(state, source, target, count)

    def won(self, state: State) -> bool:
        """Return whether all cards lie in the hole."""
        return len(state.piles["f"]) == 52


class SuitsUp(Removal):
    """Suits Up: pairs of a suit leave; each deal gives one card to each of four piles."""

    id = "suits-up"
    tops = numbered("t", 4)
    names = (*tops, "s", "d")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards of the same suit."""
        return len(cards) == 2 and same_suit(*cards)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile."""
        for name in self.tops:
            state.piles[name].append(state.piles["s"].pop())

    def won(self, state: State) -> bool:
        """Return whether 48 cards have left, so that one card of each suit is left."""
        return len(state.piles["d"]) == 48


class MonteCarlo(Removal):
    """Monte Carlo: adjacent pairs of a rank leave a square, which closes up."""

    id = "monte-carlo"
    tops = numbered("t", 25)
    names = (*tops, "s", "d")
    redeals = None

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal a square of five rows of five cards."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards of the same rank."""
        return len(cards) == 2 and cards[0][0] == cards[1][0]

    def moves(self, state: State) -> set[str]:
        """List the legal moves, keeping only pairs whose places are adjacent."""
        steps = {1: "row", 4: "left below", 5: "below", 6: "right below"}

        def touch(text: str) -> bool:
            low, high = sorted(int(name[1:]) - 1 for name in text.split("+"))
            kind = steps.get(high - low, "")
            if kind in ("row", "right below"):
                return low % 5 < 4
            return kind == "below" or (kind == "left below" and low % 5 > 0)

        return {text for text in super().moves(state) if "+" not in text or touch(text)}

    def may_redeal(self, state: State) -> bool:
        """Allow closing up when there is a gap and any card is left."""
        gap = any(not state.piles[name] for name in self.tops)
        return gap and bool(self.gather(state))

    def gather(self, state: State) -> list[str]:
        """List the cards of the square in reading order, then those of the stock."""
        laid = [card for name in self.tops for card in state.piles[name]]
        return laid + state.piles["s"][::-1]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Lay out the square again; the remaining cards become the stock."""
        for name in self.tops:
            state.piles[name] = [hand.pop(0)] if hand else []
        self.put_stock(state, hand)


class SimpleCarlo(MonteCarlo):
    """Simple Carlo: the two cards of a pair need not be adjacent."""

    id = "simple-carlo"

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including all pairs."""
        return super(MonteCarlo, self).moves(state)


class Neighbour(MonteCarlo):
    """Neighbour: adjacent pairs that add up to thirteen leave, and so do single kings."""

    id = "neighbour"

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a king, or two cards that add up to thirteen."""
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
