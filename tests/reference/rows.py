"""Games in rows: Accordion and its relatives, Royal Marriage, Gaps."""

from collections.abc import Callable, Sequence

from .cards import heights, numbered, suited_down
from .removals import Removal
from .table import Game, State, close_up, register


def same_suit_or_rank(one: str, two: str) -> bool:
    """Return whether two cards share a suit or a rank."""
    return one[0] == two[0] or one[1] == two[1]


class Accordion(Game):
    """Row whose piles move to the next pile on the left or to the third one on the left."""

    groups = True

    def __init__(self, game_id: str, piles: int) -> None:
        """Set the id and the number of piles; cards beyond these stay out of play."""
        self.id = game_id
        self.line = numbered("t", piles)
        self.names = (*self.line, "d") if piles < 52 else self.line
        self.layout = (dict.fromkeys(self.line, 1),)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a whole pile on the first or third to its left if the tops share suit or rank."""
        pile, other = state.piles[source], state.piles[target]
        if source[0] != "t" or target[0] != "t" or count != len(pile) or not other:
            return False
        near = int(source[1:]) - int(target[1:]) in (1, 3)
        return near and same_suit_or_rank(pile[-1], other[-1])

    def moved(self, state: State, source: str, target: str) -> None:
        """Close up the row."""
        close_up(state, self.line)

    def won(self, state: State) -> bool:
        """Return whether all cards are dealt and only one pile is left."""
        return not state.piles["t2"] and not state.piles.get("s")


class AccordionOneByOne(Accordion):
    """Accordion as in books: each card is dealt to the right end of the row."""

    def __init__(self) -> None:
        """Set the names of the row and the stock."""
        super().__init__("accordion-one-by-one", 52)
        self.names = (*self.line, "s")
        self.layout = ()
        self.dealt_to = self.line

    def deal(self, state: State) -> None:
        """Deal a card to the right of the last pile."""
        last = sum(1 for name in self.line if state.piles[name])
        state.piles[self.line[last]] = [state.piles["s"].pop()]


class Gaps(Game):
    """Four rows of thirteen; a gap accepts the card that follows its left neighbour."""

    places = numbered("t", 52)
    names = (*places, "d")
    layout = (heights("t", [1] * 52),)
    shuffles = True

    def __init__(
        self,
        game_id: str,
        redeals: int,
        firsts: Sequence[str],
        *,
        at_right: bool = False,
        locked: bool = False,
    ) -> None:
        """Set the id, the redeals, the first cards of rows, the places of gaps, and row locking."""
        self.id, self.redeals, self.firsts, self.at_right = game_id, redeals, firsts, at_right
        self.locked = locked

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal four rows and remove the aces."""
        super().lay_out(state, hand)
        for name in self.places:
            if state.piles[name][0][0] == "A":
                state.piles["d"] += state.piles[name]
                state.piles[name] = []
        state.piles["d"].sort()

    def rows(self, state: State) -> list[list[str]]:
        """Return the cards of each row, with an empty text for a gap."""
        cards = [(state.piles[name] or [""])[0] for name in self.places]
        return [cards[at : at + 13] for at in (0, 13, 26, 39)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card in the gap after its predecessor, or a first card at a row's left end."""
        if "d" in (source[0], target[0]) or state.piles[target]:
            return False
        card = state.piles[source][-1]
        at = self.places.index(target)
        if at % 13 == 0:
            first = self.firsts[at // 13]
            fits = card in (first, first + card[1])
        else:
            before = state.piles[self.places[at - 1]]
            fits = bool(before) and suited_down(before[0], card)
        row, place = divmod(self.places.index(source), 13)
        return fits and not (self.locked and place < self.ordered(state)[row])

    def ordered(self, state: State) -> list[int]:
        """Return how many cards of each row are in order, from the left."""
        counts = []
        for row, first in zip(self.rows(state), self.firsts, strict=True):
            n = int(row[0].startswith(first))
            while 0 < n < 13 and row[n] and suited_down(row[n - 1], row[n]):
                n += 1
            counts.append(n)
        return counts

    def won(self, state: State) -> bool:
        """Return whether four rows run from two to king."""
        return self.ordered(state) == [12, 12, 12, 12]

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal at any time."""
        return True

    def gather(self, state: State) -> list[str]:
        """List the cards that are out of order."""
        rows, counts = self.rows(state), self.ordered(state)
        return [c for row, n in zip(rows, counts, strict=True) for c in row[n:] if c]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Fill the rows again, leaving one gap per row: after the ordered cards or at the right."""
        for row, n in enumerate(self.ordered(state)):
            gap = 12 if self.at_right else n
            for place in range(n, 13):
                name = self.places[13 * row + place]
                state.piles[name] = [hand.pop(0)] if place != gap else []


class Between(Removal):
    """Base class for rows in which cards leave from between two matching cards."""

    largest = 0  # no cards leave only because of their own suits and ranks
    match: Callable[[str, str], bool] = staticmethod(same_suit_or_rank)

    def __init__(self, places: int = 52, most: int = 2, ranks: str = Removal.ranks) -> None:
        """Set the length of the row, how many cards may leave at a time, and the ranks."""
        self.tops = numbered("t", places)
        self.names = (*self.tops, "d") if places == 4 * len(ranks) else (*self.tops, "s", "d")
        self.layout = (dict.fromkeys(self.tops, 1),)
        self.most, self.ranks = most, ranks

    def moves(self, state: State) -> set[str]:
        """List the removals between every two matching cards that are close enough."""
        texts = super().moves(state)
        row = [state.piles[name][-1] for name in self.tops if state.piles[name]]
        for left, one in enumerate(row):
            for right in range(left + 2, min(left + self.most + 2, len(row))):
                if self.match(one, row[right]):
                    gone = self.tops[left + 1 : right]
                    texts.add("+".join(gone) if len(gone) > 1 else f"{gone[0]}-d")
        return texts

    def moved(self, state: State, source: str, target: str) -> None:
        """Close up the row."""
        close_up(state, self.tops)

    def won(self, state: State) -> bool:
        """Return whether at most two cards are left."""
        return sum(len(state.piles[name]) for name in self.tops) <= 2


class RoyalMarriage(Between):
    """Royal Marriage (PySolFC): the queen of hearts lies first and the king of hearts last."""

    id = "royal-marriage"

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Place the queen first and the king last, and deal the other cards between them."""
        hand.remove("QH")
        hand.remove("KH")
        hand[:] = ["QH", *hand, "KH"]
        super().lay_out(state, hand)


register(
    Accordion("accordion", 52),
    AccordionOneByOne(),
    Accordion("late-binding-solitaire", 18),
    Gaps("gaps", 2, ["2"] * 4),
    Gaps("gaps-at-the-right", 2, ["2"] * 4, at_right=True),
    Gaps("gaps-locked", 2, ["2"] * 4, locked=True),
    Gaps("gaps-one-deal", 0, ["2"] * 4),
    Gaps("gaps-fixed-rows", 0, ["2C", "2D", "2H", "2S"]),
)
