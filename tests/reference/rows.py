"""Games in rows: Accordion and its kin, Royal Marriage, Gaps (fact sheet C, 1.1 and part 2)."""

from collections.abc import Mapping, Sequence

from .cards import numbered, one_higher, same_suit
from .removals import Removal
from .table import Game, State, deal_rows


class Accordion(Game):
    """A row that is packed leftwards: on the next pile, or on the third to the left."""

    groups = True
    out: tuple[str, ...] = ()

    def __init__(self, game_id: str, piles: int) -> None:
        """Keep the id and the number of piles; the cards beyond them have no part in the game."""
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
        """Let a whole pile go one or three to the left, where the tops share suit or rank."""
        if "d" in (source[0], target[0]):
            return False
        steps = int(source[1:]) - int(target[1:])
        pile, other = state.piles[source], state.piles[target]
        if steps not in (1, 3) or count != len(pile) or not other:
            return False
        return pile[-1][0] == other[-1][0] or pile[-1][1] == other[-1][1]

    def moved(self, state: State, source: str, target: str) -> None:
        """Close the row up."""
        rest = [state.piles[name] for name in self.row if state.piles[name]]
        for i, name in enumerate(self.row):
            state.piles[name] = rest[i] if i < len(rest) else []

    def won(self, state: State) -> bool:
        """Win with one pile."""
        return not state.piles["t2"]


class AccordionOneByOne(Accordion):
    """Accordion as books have it: each card is dealt to the right end of the row."""

    def __init__(self) -> None:
        """Name the row and the stock."""
        super().__init__("accordion-one-by-one", 52)
        self.names = (*self.row, "s")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal nothing."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Leave the stock alone."""
        return "s" not in (source, target) and super().may_move(state, source, target, count)

    def may_deal(self, state: State) -> bool:
        """Deal while there are cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal a card behind the last pile."""
        last = sum(1 for name in self.row if state.piles[name])
        state.piles[self.row[last]] = [state.piles["s"].pop()]

    def won(self, state: State) -> bool:
        """Win with one pile, all cards dealt."""
        return not state.piles["t2"] and not state.piles["s"]


def _order(card: str) -> int:
    return "A23456789TJQK".index(card[0])


class Gaps(Game):
    """Four rows of thirteen; gaps take what follows their left neighbours."""

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
        """Keep the id, how often is dealt anew, what rows begin with, where gaps are left, ..."""
        self.id, self.redeals, self.firsts, self.at_right = game_id, redeals, firsts, at_right
        self.locked = locked

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rows and take the aces out."""
        deal_rows(state, hand, dict.fromkeys(self.places, 1))
        for name in self.places:
            if state.piles[name][0][0] == "A":
                state.piles[name] = []
        state.piles["d"] = ["AC", "AD", "AH", "AS"]

    def rows(self, state: State) -> list[list[str]]:
        """Write the rows down, a gap as an empty text."""
        cards = [(state.piles[name] or [""])[0] for name in self.places]
        return [cards[at : at + 13] for at in (0, 13, 26, 39)]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a card go to a gap behind its predecessor, or a two to a left end."""
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
        """Count the cards of each row that are in order."""
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
        """Win with four rows from two to king."""
        return self.ordered(state) == [12, 12, 12, 12]

    def may_redeal(self, state: State) -> bool:
        """Redeal at any time."""
        return True

    def gather(self, state: State) -> list[str]:
        """Take up what is out of order."""
        rows, counts = self.rows(state), self.ordered(state)
        return [c for row, n in zip(rows, counts, strict=True) for c in row[n:] if c]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Fill the rows again, but for one place behind each order or at the right end."""
        for row, n in enumerate(self.ordered(state)):
            gap = 12 if self.at_right else n
            for place in range(n, 13):
                name = self.places[13 * row + place]
                state.piles[name] = [hand.pop(0)] if place != gap else []


class PushPin(Removal):
    """A row from which one or two cards leave between two of the same suit or rank."""

    id = "push-pin"
    most = 2

    def __init__(self, places: int = 52, most: int = 2, ranks: str = Removal.ranks) -> None:
        """Keep how long the row is, how many cards leave at a time, and the pack."""
        self.tops = numbered("t", places)
        self.names = (*self.tops, "d") if places == 4 * len(ranks) else (*self.tops, "s", "d")
        self.most, self.ranks = most, ranks

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the row."""
        deal_rows(state, hand, dict.fromkeys(self.tops, 1))

    def row(self, state: State) -> list[str]:
        """Write the row down by the cards that show."""
        return [state.piles[name][-1] for name in self.tops if state.piles[name]]

    def match(self, one: str, two: str) -> bool:
        """Judge the cards that would come to lie side by side."""
        return one[0] == two[0] or one[1] == two[1]

    def moves(self, state: State) -> set[str]:
        """Look at every two cards with few enough between them."""
        row, texts = self.row(state), set()
        for left, one in enumerate(row):
            for right in range(left + 2, min(left + self.most + 2, len(row))):
                if self.match(one, row[right]):
                    gone = self.tops[left + 1 : right]
                    texts.add("+".join(gone) if len(gone) > 1 else f"{gone[0]}-d")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Close the row up behind what has gone."""
        state = super().make(before, text, shuffled)
        rest = [state.piles[name] for name in self.tops if state.piles[name]]
        for i, name in enumerate(self.tops):
            state.piles[name] = rest[i] if i < len(rest) else []
        return state

    def won(self, state: State) -> bool:
        """Win when the first and the last card lie side by side."""
        return len(self.row(state)) <= 2


class RoyalMarriage(PushPin):
    """Royal Marriage (PySolFC): the queen of hearts lies first and the king of hearts last."""

    id = "royal-marriage"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Take the couple out of the pack, and deal the others between them."""
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
