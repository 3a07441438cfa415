"""Games in which cards leave play one by one: Aces Up, Knockout, Hit or Miss, Counting Patience."""

from collections.abc import Mapping, Sequence

from .cards import RANKS, SUITS, numbered, rank, suit
from .table import Game, State, from_stock

PIQUET = "789TJQKA"


def aside(state: State, card: str) -> None:
    """Lay a card aside, where cards lie suit by suit and ace to king."""
    state.piles["d"].append(card)
    state.piles["d"].sort(key=lambda c: (SUITS.index(suit(c)), rank(c)))


class AcesUp(Game):
    """Aces Up (fact sheet C, part 2)."""

    id = "aces-up"
    columns = 4
    into_space = RANKS

    def __init__(self) -> None:
        """Name the piles."""
        self.names = (*numbered("t", self.columns), "s", "d")

    def tops(self, state: State) -> dict[str, str]:
        """Give the top card of each pile that has one."""
        return {n: cards[-1] for n, cards in state.piles.items() if n[0] == "t" and cards}

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        for number in range(1, self.columns + 1):
            state.piles[f"t{number}"].append(hand.pop(0))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let a beaten card leave, and a card fill a space."""
        if source[0] != "t":
            return False
        moved = state.piles[source][-1]
        if target == "d":
            strength = "23456789TJQKA".index
            return any(
                suit(other) == suit(moved) and strength(other[0]) > strength(moved[0])
                for name, other in self.tops(state).items()
                if name != source
            )
        return target[0] == "t" and not state.piles[target] and moved[0] in self.into_space

    def moved(self, state: State, source: str, target: str) -> None:
        """Put a card that left in its place among those that did."""
        if target == "d":
            aside(state, state.piles["d"].pop())

    def may_deal(self, state: State) -> bool:
        """Deal as long as there are cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile, as far as they go."""
        for number in range(1, self.columns + 1):
            state.piles[f"t{number}"] += from_stock(state, 1)

    def won(self, state: State) -> bool:
        """Ask that only aces be in play."""
        return not any(
            card[0] != "A" for name, cards in state.piles.items() if name != "d" for card in cards
        )


class AcesUpAces(AcesUp):
    """Aces Up in which only an ace fills a space."""

    id = "aces-up-aces"
    into_space = "A"


class AcesUpNoSpaces(AcesUp):
    """Aces Up in which spaces wait for the deal."""

    id = "aces-up-no-spaces"
    into_space = ""


class AcesUpFive(AcesUp):
    """Aces Up with five piles."""

    id = "aces-up-five"
    columns = 5


class Knockout(Game):
    """Knockout (fact sheet, B2): clubs, and gaps are filled at once."""

    id = "knockout"
    names = ("t1", "t2", "t3", "s", "d")
    ranks = PIQUET
    wanted = "C"
    filled = True
    deals = 5
    redeals = 2
    shuffles = True

    def row(self, state: State) -> list[str]:
        """Name the piles that show a card of the suit."""
        return [
            n
            for n in ("t1", "t2", "t3")
            if state.piles[n] and suit(state.piles[n][-1]) == self.wanted
        ]

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the first three."""
        for name in ("t1", "t2", "t3"):
            if hand:
                state.piles[name].append(hand.pop(0))
        state.notes["deals"] = 1

    def moves(self, state: State) -> set[str]:
        """Knock out first; only then deal, or gather."""
        if out := self.row(state):
            return {f"{name}-d" for name in out}
        return super().moves(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Move no card about."""
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill the gap, where that is done."""
        aside(state, state.piles["d"].pop())
        if self.filled:
            state.piles[source] += from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Deal so often in a round."""
        return bool(state.piles["s"]) and state.notes["deals"] < self.deals

    def deal(self, state: State) -> None:
        """Deal three cards on the row."""
        for name in ("t1", "t2", "t3"):
            state.piles[name] += from_stock(state, 1)
        state.notes["deals"] += 1

    def may_redeal(self, state: State) -> bool:
        """Gather when the round is over, if there is anything on the table."""
        return not self.may_deal(state) and any(state.piles[n] for n in ("t1", "t2", "t3"))

    def gather(self, state: State) -> list[str]:
        """Take up the row and the stock."""
        return [card for name in ("t1", "t2", "t3", "s") for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Begin another round."""
        for name in ("t1", "t2", "t3"):
            state.piles[name] = []
        self.lay_out(state, hand, {})
        self.put_stock(state, hand)

    def won(self, state: State) -> bool:
        """Ask that the suit be out."""
        return sum(suit(card) == self.wanted for card in state.piles["d"]) == len(self.ranks)


class Hope(Knockout):
    """Hope: gaps are not filled."""

    id = "hope"
    filled = False


class HerzZuHerz(Hope):
    """Herz zu Herz: the hearts."""

    id = "herz-zu-herz"
    wanted = "H"


class HerzZuHerzFour(HerzZuHerz):
    """Herz zu Herz with four deals."""

    id = "herz-zu-herz-four"
    deals = 4


class AbandonHope(Hope):
    """Abandon Hope: the whole pack and eight deals."""

    id = "abandon-hope"
    ranks = RANKS
    deals = 8


class HitOrMiss(Game):
    """Hit or Miss (fact sheet C, part 2)."""

    id = "hit-or-miss"
    names = ("w", "s", "d")
    turned = 1
    redeals: int | None = None
    dry = 2  # passes in a row without a hit that end the game
    anew = False  # whether each pass begins with the ace

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Keep the whole pack in hand."""
        state.notes |= {"call": 0, "dry": 0, "hit": 0}

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Move no card by hand."""
        return False

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Turn, and call; or begin another pass."""
        state = super().make(before, text, shuffled)
        notes = state.notes
        if text == "redeal":
            notes["dry"] = 0 if notes["hit"] else notes["dry"] + 1
            notes["hit"] = 0
            notes["call"] = 0 if self.anew else notes["call"]
            return state
        if rank(state.piles["w"][-1]) == notes["call"] + 1:
            aside(state, state.piles["w"].pop())
            notes["hit"], notes["dry"] = 1, 0
        notes["call"] = (notes["call"] + 1) % 13
        return state

    def may_redeal(self, state: State) -> bool:
        """Turn the waste over, unless too many passes were without a hit."""
        dry = 0 if state.notes["hit"] else state.notes["dry"] + 1
        return super().may_redeal(state) and dry < self.dry

    def won(self, state: State) -> bool:
        """Ask that all cards be aside."""
        return len(state.piles["d"]) == 52


class MitPfiff(HitOrMiss):
    """Counting Patience with 52 cards (fact sheet, B2)."""

    id = "counting-patience-mit-pfiff"
    redeals = 2
    shuffles = True
    dry = 1
    anew = True


class CountingPatience(Game):
    """Counting Patience with 32 cards in rows (fact sheet, B2)."""

    id = "counting-patience"
    names = (*numbered("t", 32), "d")
    ranks = PIQUET

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay all cards out."""
        for name in numbered("t", 32):
            state.piles[name] = [hand.pop(0)]
        state.notes |= {"place": 0, "call": 0}

    def count(self, state: State) -> tuple[int, int]:
        """Count on: give the place of the next hit and the call there, or -1 and -1."""
        place, call = state.notes["place"], state.notes["call"]
        for _ in range(32 * 8):
            cards = state.piles[f"t{place + 1}"]
            if cards:
                if PIQUET[call] == cards[0][0]:
                    return place, call
                call = (call + 1) % 8
            place = (place + 1) % 32
        return -1, -1

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Move no card by hand."""
        return False

    def moves(self, state: State) -> set[str]:
        """Count on while a card will be hit."""
        return {"count"} if self.count(state)[0] >= 0 else set()

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Take the card that is hit away."""
        state = before.copy()
        place, call = self.count(state)
        aside(state, state.piles[f"t{place + 1}"].pop())
        state.notes |= {"place": (place + 1) % 32, "call": (call + 1) % 8}
        return state

    def won(self, state: State) -> bool:
        """Ask that all cards be aside."""
        return len(state.piles["d"]) == 32


GAMES: tuple[Game, ...] = (
    AcesUp(),
    AcesUpAces(),
    AcesUpNoSpaces(),
    AcesUpFive(),
    Knockout(),
    Hope(),
    HerzZuHerz(),
    HerzZuHerzFour(),
    AbandonHope(),
    HitOrMiss(),
    MitPfiff(),
    CountingPatience(),
)
