"""Games in which cards leave play one by one: Aces Up, Knockout, Hit or Miss and others."""

from collections.abc import Mapping, Sequence

from .cards import RANKS, SUITS, numbered, rank, suit
from .table import Game, State, from_stock

PIQUET = "789TJQKA"


def aside(state: State, card: str) -> None:
    """Lay a card aside, and keep the cards there sorted by suit, then from ace to king."""
    state.piles["d"].append(card)
    state.piles["d"].sort(key=lambda c: (SUITS.index(suit(c)), rank(c)))


class AcesUp(Game):
    """Aces Up."""

    id = "aces-up"
    columns = 4
    into_space = RANKS

    def __init__(self) -> None:
        """Set the names of the piles."""
        self.names = (*numbered("t", self.columns), "s", "d")

    def tops(self, state: State) -> dict[str, str]:
        """Return the top card of each pile that has one."""
        return {n: cards[-1] for n, cards in state.piles.items() if n[0] == "t" and cards}

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each pile."""
        for number in range(1, self.columns + 1):
            state.piles[f"t{number}"].append(hand.pop(0))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a beaten card to leave, and a permitted rank to fill an empty pile."""
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
        """Sort a card that has left into the cards laid aside."""
        if target == "d":
            aside(state, state.piles["d"].pop())

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile while the stock lasts."""
        for number in range(1, self.columns + 1):
            state.piles[f"t{number}"] += from_stock(state, 1)

    def won(self, state: State) -> bool:
        """Return whether only aces are still in play."""
        return not any(
            card[0] != "A" for name, cards in state.piles.items() if name != "d" for card in cards
        )


class AcesUpAces(AcesUp):
    """Aces Up in which only an ace fills an empty pile."""

    id = "aces-up-aces"
    into_space = "A"


class AcesUpNoSpaces(AcesUp):
    """Aces Up in which only the deal fills empty piles."""

    id = "aces-up-no-spaces"
    into_space = ""


class AcesUpFive(AcesUp):
    """Aces Up with five piles."""

    id = "aces-up-five"
    columns = 5


class Knockout(Game):
    """Knockout: clubs leave, and the stock fills their gaps at once."""

    id = "knockout"
    names = ("t1", "t2", "t3", "s", "d")
    ranks = PIQUET
    wanted = "C"
    filled = True
    deals = 5
    redeals = 2
    shuffles = True

    def row(self, state: State) -> list[str]:
        """List the piles that show a card of the wanted suit."""
        return [
            n
            for n in ("t1", "t2", "t3")
            if state.piles[n] and suit(state.piles[n][-1]) == self.wanted
        ]

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the first three cards."""
        for name in ("t1", "t2", "t3"):
            if hand:
                state.piles[name].append(hand.pop(0))
        state.notes["deals"] = 1

    def moves(self, state: State) -> set[str]:
        """List only knock-outs while there are any; otherwise the deal or the redeal."""
        if out := self.row(state):
            return {f"{name}-d" for name in out}
        return super().moves(state)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow no moves between piles."""
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Lay the card aside, and fill the gap in games that do so."""
        aside(state, state.piles["d"].pop())
        if self.filled:
            state.piles[source] += from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Allow a deal until the round has had its number of deals."""
        return bool(state.piles["s"]) and state.notes["deals"] < self.deals

    def deal(self, state: State) -> None:
        """Deal three cards to the row."""
        for name in ("t1", "t2", "t3"):
            state.piles[name] += from_stock(state, 1)
        state.notes["deals"] += 1

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the round is over, if the row holds a card."""
        return not self.may_deal(state) and any(state.piles[n] for n in ("t1", "t2", "t3"))

    def gather(self, state: State) -> list[str]:
        """List the cards of the row and the stock."""
        return [card for name in ("t1", "t2", "t3", "s") for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Clear the row and begin another round."""
        for name in ("t1", "t2", "t3"):
            state.piles[name] = []
        self.lay_out(state, hand, {})
        self.put_stock(state, hand)

    def won(self, state: State) -> bool:
        """Return whether the wanted suit has left play."""
        return sum(suit(card) == self.wanted for card in state.piles["d"]) == len(self.ranks)


class Hope(Knockout):
    """Hope: the stock does not fill gaps."""

    id = "hope"
    filled = False


class HerzZuHerz(Hope):
    """Herz zu Herz: the hearts leave."""

    id = "herz-zu-herz"
    wanted = "H"


class HerzZuHerzFour(HerzZuHerz):
    """Herz zu Herz with four deals."""

    id = "herz-zu-herz-four"
    deals = 4


class AbandonHope(Hope):
    """Abandon Hope: a pack of 52 cards and eight deals."""

    id = "abandon-hope"
    ranks = RANKS
    deals = 8


class HitOrMiss(Game):
    """Hit or Miss."""

    id = "hit-or-miss"
    names = ("w", "s", "d")
    turned = 1
    redeals: int | None = None
    dry = 2  # consecutive passes without a hit that end the game
    anew = False  # whether each pass begins with the ace

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out: the whole pack becomes the stock."""
        state.notes |= {"call": 0, "dry": 0, "hit": 0}

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow no moves by hand."""
        return False

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Turn a card and call a rank, or begin another pass."""
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
        """Allow a redeal unless too many consecutive passes had no hit."""
        dry = 0 if state.notes["hit"] else state.notes["dry"] + 1
        return super().may_redeal(state) and dry < self.dry

    def won(self, state: State) -> bool:
        """Return whether every card is laid aside."""
        return len(state.piles["d"]) == 52


class MitPfiff(HitOrMiss):
    """Counting Patience with 52 cards."""

    id = "counting-patience-mit-pfiff"
    redeals = 2
    shuffles = True
    dry = 1
    anew = True


class CountingPatience(Game):
    """Counting Patience with 32 cards in rows."""

    id = "counting-patience"
    names = (*numbered("t", 32), "d")
    ranks = PIQUET

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal every card to a place of its own."""
        for name in numbered("t", 32):
            state.piles[name] = [hand.pop(0)]
        state.notes |= {"place": 0, "call": 0}

    def count(self, state: State) -> tuple[int, int]:
        """Return the place of the next hit and the call there, or -1 and -1."""
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
        """Allow no moves by hand."""
        return False

    def moves(self, state: State) -> set[str]:
        """Return the move `count` if it will hit a card."""
        return {"count"} if self.count(state)[0] >= 0 else set()

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Lay the hit card aside."""
        state = before.copy()
        place, call = self.count(state)
        aside(state, state.piles[f"t{place + 1}"].pop())
        state.notes |= {"place": (place + 1) % 32, "call": (call + 1) % 8}
        return state

    def won(self, state: State) -> bool:
        """Return whether every card is laid aside."""
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
