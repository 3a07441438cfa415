"""Games in rows: Accordion and its relatives, Royal Marriage, Gaps."""

from collections.abc import Mapping, Sequence

from .cards import numbered, one_higher, same_suit
from .removals import Removal
from .table import Game, State, deal_rows


class Accordion(Game):
    """Row whose piles move to the next pile on the left or to the third one on the left."""

    groups = True
    out: tuple[str, ...] = ()

    def __init__(self, game_id: str, piles: int) -> None:
        """Set the id and the number of piles; cards beyond these stay out of play."""
        self.id = game_id
        self.row = numbered("t", piles)
        self.out = ("d",) if piles < 52 else ()
        self.names = (*self.row, *self.out)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        deal_rows(state, hand, dict.fromkeys(self.row, 1))
        for name in self.out:
            state.piles[name] = sorted(hand, key=lambda c: ("CDHS".index(c[1]), _order(c)))
            hand.clear()

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a whole pile on the first or third to its left if the tops share suit or rank."""
        if "d" in (source[0], target[0]):
            return False
        steps = int(source[1:]) - int(target[1:])
        pile, other = state.piles[source], state.piles[target]
        if steps not in (1, 3) or count != len(pile) or not other:
            return False
        return pile[-1][0] == other[-1][0] or pile[-1][1] == other[-1][1]

    def moved(self, state: State, source: str, target: str) -> None:
        """Close up the row."""
        rest = [state.piles[name] for name in self.row if state.piles[name]]
        for i, name in enumerate(self.row):
            state.piles[name] = rest[i] if i < len(rest) else []

    def won(self, state: State) -> bool:
        """Return whether only one pile is left."""
        return not state.piles["t2"]


class AccordionOneByOne(Accordion):
    """Accordion as in books: each card is dealt to the right end of the row."""

    def __init__(self) -> None:
        """Set the names of the row and the stock."""
        super().__init__("accordion-one-by-one", 52)
        self.names = (*self.row, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the moves of Accordion, but none that involves the stock."""
        return "s" not in (source, target) and super().may_move(state, source, target, count)

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal a card to the right of the last pile."""
        last = sum(1 for name in self.row if state.piles[name])
        state.piles[self.row[last]] = [state.piles["s"].pop()]

    def won(self, state: State) -> bool:
        """Return whether all cards are dealt and only one pile is left."""
        return not state.piles["t2"] and not state.piles["s"]


def _order(card: str) -> int:
    return "A23456789TJQK".index(card[0])


class Gaps(Game):
    """Four rows of thirteen; a gap accepts the card that follows its left neighbour."""

    places = numbered("t", 52)
    names = (*places, "d")
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
        """Set the id, the redeals, the first cards of rows, where gaps lie, and row locking."""
        self.id, self.redeals, self.firsts, self.at_right = game_id, redeals, firsts, at_right
        self.locked = locked

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rows and remove the aces."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))
        for name in self.places:
            if state.piles[name][0][0] == "A":
                state.piles[name] = []
        state.piles["d"] = ["AC", "AD", "AH", "AS"]

    def rows(self, state: State) -> list[list[str]]:
        """Return the cards of each row, with an empty text for a gap."""
        cards = [(state.piles[name] or [""])[0] for name in self.places]
        return [cards[at : at + 13] for at in (0, 13, 26, 39)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card into the gap after its predecessor, or a first card to a left end."""
        if "d" in (source[0], target[0]) or state.piles[target]:
            return False
        card = state.piles[source][-1]
        row, place = divmod(int(source[1:]) - 1, 13)
        if self.locked and place < self.ordered(state)[row]:
            return False
        row, place = divmod(int(target[1:]) - 1, 13)
        if place == 0:
            return card in (self.firsts[row], self.firsts[row] + card[1])
        before = self.rows(state)[row][place - 1]
        return bool(before) and same_suit(before, card) and one_higher(card, before)

    def ordered(self, state: State) -> list[int]:
        """Return how many cards of each row are in order, from the left."""
        counts = []
        for row, first in zip(self.rows(state), self.firsts, strict=True):
            n = int(bool(row[0]) and row[0].startswith(first))
            while 0 < n < 13 and row[n] and same_suit(row[n], row[n - 1]):
                if not one_higher(row[n], row[n - 1]):
                    break
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


class PushPin(Removal):
    """Row from which one or two cards leave if their neighbours share a suit or a rank."""

    id = "push-pin"
    most = 2

    def __init__(self, places: int = 52, most: int = 2, ranks: str = Removal.ranks) -> None:
        """Set the length of the row, how many cards may leave at a time, and the ranks."""
        self.tops = numbered("t", places)
        self.names = (*self.tops, "d") if places == 4 * len(ranks) else (*self.tops, "s", "d")
        self.most, self.ranks = most, ranks

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place of the row."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def row(self, state: State) -> list[str]:
        """Return the top cards of the row."""
        return [state.piles[name][-1] for name in self.tops if state.piles[name]]

    def match(self, one: str, two: str) -> bool:
        """Return whether two cards that would become neighbours match."""
        return one[0] == two[0] or one[1] == two[1]

    def moves(self, state: State) -> set[str]:
        """List the removals between every two matching cards that are near enough."""
        row, texts = self.row(state), set()
        for left, one in enumerate(row):
            for right in range(left + 2, min(left + self.most + 2, len(row))):
                if self.match(one, row[right]):
                    gone = self.tops[left + 1 : right]
                    texts.add("+".join(gone) if len(gone) > 1 else f"{gone[0]}-d")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Remove the cards, and close up the row."""
        state = super().make(before, text, shuffled)
        rest = [state.piles[name] for name in self.tops if state.piles[name]]
        for i, name in enumerate(self.tops):
            state.piles[name] = rest[i] if i < len(rest) else []
        return state

    def won(self, state: State) -> bool:
        """Return whether at most two cards are left."""
        return len(self.row(state)) <= 2


class RoyalMarriage(PushPin):
    """Royal Marriage (PySolFC): the queen of hearts lies first and the king of hearts last."""

    id = "royal-marriage"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the queen first and the king last, and deal the other cards between them."""
        hand.remove("QH")
        hand.remove("KH")
        for name, card in zip(self.tops, ["QH", *hand, "KH"], strict=True):
            state.piles[name].append(card)
        hand.clear()


GAMES: tuple[Game, ...] = (
    RoyalMarriage(),
    Accordion("accordion", 52),
    AccordionOneByOne(),
    Accordion("late-binding-solitaire", 18),
    Gaps("gaps", 2, ["2"] * 4),
    Gaps("gaps-at-the-right", 2, ["2"] * 4, at_right=True),
    Gaps("gaps-locked", 2, ["2"] * 4, locked=True),
    Gaps("gaps-one-deal", 0, ["2"] * 4),
    Gaps("gaps-fixed-rows", 0, ["2C", "2D", "2H", "2S"]),
)
