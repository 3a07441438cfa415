"""Games in which cards leave play together, and peaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from .cards import heights, is_king, numbered, rank, same_suit
from .table import Game, Layout, State


def adding_to(total: int) -> Callable[[Sequence[str]], bool]:
    """Return a test of whether two cards add up to `total`."""
    return lambda cards: len(cards) == 2 and rank(cards[0]) + rank(cards[1]) == total


def thirteens(cards: Sequence[str]) -> bool:
    """Accept a king, or two cards that add up to thirteen."""
    return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)


def same_suits(cards: Sequence[str]) -> bool:
    """Accept two cards of the same suit."""
    return len(cards) == 2 and same_suit(*cards)


def same_ranks(cards: Sequence[str]) -> bool:
    """Accept two cards of the same rank."""
    return len(cards) == 2 and cards[0][0] == cards[1][0]


def adjacent(one: str, two: str) -> bool:
    """Return whether two places in a square of 25 are neighbours, including diagonally."""
    (row, file), (other_row, other_file) = (divmod(int(name[1:]) - 1, 5) for name in (one, two))
    return max(abs(row - other_row), abs(file - other_file)) == 1


class Removal(Game):
    """Base class for games in which the top cards of piles are laid aside together."""

    largest = 2  # largest number of cards that leave together
    tops: tuple[str, ...]  # the piles whose top cards may leave
    agree: Callable[[Sequence[str]], bool]  # whether cards may leave together

    def free(self, state: State, name: str) -> bool:
        """Return whether no other pile covers this one."""
        return True

    def moves(self, state: State) -> set[str]:
        """List the sets of cards that may leave together, and the moves of the stock."""
        texts = super().moves(state)
        open_piles = [n for n in self.tops if state.piles[n] and self.free(state, n)]
        for size in range(1, self.largest + 1):
            for some in combinations(open_piles, size):
                if self.agree([state.piles[name][-1] for name in some]):
                    texts.add("+".join(some) if size > 1 else f"{some[0]}-d")
        return texts


class Display(Removal):
    """Base class for a display of single cards that the stock refills."""

    places: int

    def __init__(self) -> None:
        """Set the piles, the layout, and what the stock fills."""
        self.tops = self.filled = numbered("t", self.places)
        self.names = (*self.tops, "s", "d")
        self.layout = (dict.fromkeys(self.tops, 1),)


class GoodThirteen(Display):
    """Good Thirteen: pairs that add up to thirteen leave, and so do single kings."""

    id = "good-thirteen"
    places = 10
    agree = staticmethod(thirteens)


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
    agree = staticmethod(same_suits)

    def won(self, state: State) -> bool:
        return not state.piles["s"]


class Quadrat(Display):
    """Quadrat with 32 cards: the game is won only when no card is left."""

    id = "quadrat"
    places = 4
    ranks = "789TJQKA"
    agree = staticmethod(same_suits)


class BlockTen(Display):
    """Block Ten: pairs that add up to ten and pairs of court cards leave; the tens stay."""

    id = "block-ten"
    places = 9

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept two cards that add up to ten, or two jacks, queens or kings."""
        return adding_to(10)(cards) or (same_ranks(cards) and cards[0][0] in "JQK")

    def won(self, state: State) -> bool:
        """Return whether only tens are left on the table."""
        left = [c for name, cards in state.piles.items() if name != "d" for c in cards]
        return all(card[0] == "T" for card in left)


class EightCards(Display):
    """Eight Cards: pairs of eleven and single court cards leave; two helpers may be turned."""

    id = "eight-cards"
    places = 8
    notes: Mapping[str, int] = {"helpers": 0}
    dealt_to = ("r",)

    def __init__(self) -> None:
        """Add the helper's place, which the deal leaves empty."""
        super().__init__()
        self.tops = (*self.tops, "r")
        self.names = (*self.tops, "s", "d")

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a court card, or two cards that add up to eleven."""
        return cards[0][0] in "JQK" if len(cards) == 1 else adding_to(11)(cards)

    def may_deal(self, state: State) -> bool:
        """Allow turning a helper, twice in all, while the helper's place is empty."""
        wanted = not state.piles["r"] and state.notes["helpers"] < 2
        return wanted and super().may_deal(state)

    def deal(self, state: State) -> None:
        """Turn the next stock card as a helper."""
        super().deal(state)
        state.notes["helpers"] += 1

    def won(self, state: State) -> bool:
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
    """Baroness: pairs of thirteen and kings leave from five piles; the stock deals rows to them."""

    id = "baroness"
    tops = dealt_to = numbered("t", 5)
    names = (*tops, "s", "d")
    layout = (heights("t", [1] * 5),)
    agree = staticmethod(thirteens)
    fills_from = "t"


class BaronessWaiting(Baroness):
    """Baroness in which only the next deal fills empty piles."""

    id = "baroness-waiting"
    fills_from = ""


class FourteenOut(Removal):
    """Fourteen Out: twelve piles, from which pairs that add up to fourteen leave."""

    id = "fourteen-out"
    tops = numbered("t", 12)
    names = (*tops, "d")
    layout = (heights("t", [5] * 4 + [4] * 8),)
    agree = staticmethod(adding_to(14))


class Golf(Game):
    """Golf: cards adjacent in rank go to the hole; a stock card may cover it at any time."""

    id = "golf"
    columns = numbered("t", 7)
    names: tuple[str, ...] = ("f", *columns, "s")
    layout: Layout = (heights("t", [5] * 7), {"f": 1})
    builds_from = "tc"
    dealt_to: tuple[str, ...] = ("f",)
    wraps = False
    king_ends = False

    def founds(self, state: State, target: str, card: str) -> bool:
        """Accept a card that is one rank above or below the card in the hole."""
        hole = state.piles["f"][-1]
        apart = abs(rank(card) - rank(hole))
        near = apart == 1 or (self.wraps and apart == 12)
        return near and not (self.king_ends and is_king(hole))

    def won(self, state: State) -> bool:
        """Return whether all columns are empty."""
        return not state.holds(self.columns)


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

    def founds(self, state: State, target: str, card: str) -> bool:
        """Accept a joker on any card, and any card on a joker."""
        return "Jo" in (card, state.piles["f"][-1]) or super().founds(state, target, card)


def peaks() -> dict[str, tuple[str, str]]:
    """Return the two piles that cover each card of three peaks, except the row of ten."""
    pairs: Iterable[tuple[int, int]] = [
        *[(top, 4 + 2 * (top - 1)) for top in (1, 2, 3)],
        *[(4 + i, 10 + i + i // 2) for i in range(6)],
        *[(10 + i, 19 + i) for i in range(9)],
    ]
    return {f"t{at}": (f"t{first}", f"t{first + 1}") for at, first in pairs}


class TriPeaks(Golf):
    """TriPeaks: the covered cards of three peaks lie face down."""

    id = "tripeaks"
    columns = numbered("t", 28)
    names = ("f", *columns, "s")
    layout = (heights("t", [1] * 28), {"f": 1})
    dark = ("s", *columns)
    wraps = True
    over = peaks()

    def covered(self, state: State, name: str) -> bool:
        """Return whether another card still covers this one."""
        return state.holds(self.over.get(name, ()))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow only uncovered cards to move."""
        return not self.covered(state, source) and super().may_move(state, source, target, count)

    def face(self, state: State) -> None:
        """Turn exactly the covered cards and the stock face down."""
        super().face(state)
        for name in self.columns:
            state.down[name] = int(bool(state.piles[name]) and self.covered(state, name))


class TriPeaksNoCorner(TriPeaks):
    """TriPeaks in which ace and king are not neighbours."""

    id = "tripeaks-no-corner"
    wraps = False


class BlackHole(Golf):
    """Black Hole: all cards go to the hole, which begins with the ace of spades."""

    id = "black-hole"
    columns = numbered("t", 17)
    names = ("f", *columns)
    bases: Mapping[str, str] = {"f": "AS"}
    layout = (heights("t", [3] * 17),)
    dealt_to = ()
    wraps = True


class WormHole(BlackHole):
    """Worm Hole: Black Hole with a cell for a column's top card, which later goes to the hole."""

    id = "worm-hole"
    names = ("f", *BlackHole.columns, "c")
    cells_from = "t"

    def won(self, state: State) -> bool:
        """Return whether all cards lie in the hole."""
        return len(state.piles["f"]) == 52


class SuitsUp(Removal):
    """Suits Up: pairs of a suit leave; each deal gives one card to each of four piles."""

    id = "suits-up"
    tops = dealt_to = numbered("t", 4)
    names = (*tops, "s", "d")
    layout = (heights("t", [1] * 4),)
    agree = staticmethod(same_suits)

    def won(self, state: State) -> bool:
        """Return whether 48 cards have left, so that one card of each suit is left."""
        return len(state.piles["d"]) == 48


class SimpleCarlo(Removal):
    """Simple Carlo: pairs of equal rank leave from a square, which closes up."""

    id = "simple-carlo"
    tops = gathered = numbered("t", 25)
    names = (*tops, "s", "d")
    laid_again = heights("t", [1] * 25)
    layout = (laid_again,)
    agree = staticmethod(same_ranks)
    redeals = None

    def may_redeal(self, state: State) -> bool:
        """Allow closing up when there is a gap and any card is left."""
        return not all(state.piles[name] for name in self.tops) and bool(self.gather(state))

    def gather(self, state: State) -> list[str]:
        """List the cards of the square in reading order, then those of the stock."""
        return super().gather(state) + state.piles["s"][::-1]


class MonteCarlo(SimpleCarlo):
    """Monte Carlo: the two cards of a pair must be adjacent."""

    id = "monte-carlo"

    def moves(self, state: State) -> set[str]:
        """List the legal moves, keeping only pairs whose places are adjacent."""
        texts = super().moves(state)
        return {text for text in texts if "+" not in text or adjacent(*text.split("+"))}


class Neighbour(MonteCarlo):
    """Neighbour: adjacent pairs that add up to thirteen leave, and so do single kings."""

    id = "neighbour"
    agree = staticmethod(thirteens)
