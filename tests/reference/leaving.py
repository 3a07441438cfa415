"""Games in which cards leave play one by one: Aces Up, Knockout, Hit or Miss and others."""

from collections.abc import Mapping, Sequence

from .cards import RANKS, by_suit, heights, numbered, rank, same_suit, suit
from .table import Game, State, from_stock

PIQUET = "789TJQKA"
THREE = numbered("t", 3)


class AcesUp(Game):
    """Aces Up."""

    id = "aces-up"
    dealt_to = numbered("t", 4)
    names: tuple[str, ...] = (*dealt_to, "s", "d")
    layout = (heights("t", [1] * 4),)
    into_space = RANKS

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a beaten card to leave, and a permitted rank to fill an empty pile."""
        if source[0] != "t":
            return False
        card = state.piles[source][-1]
        if target == "d":
            strength = "23456789TJQKA".index
            tops = [state.piles[name][-1] for name in self.dealt_to if state.piles[name]]
            rivals = [top for top in tops if same_suit(top, card)]
            return any(strength(top[0]) > strength(card[0]) for top in rivals)
        return target[0] == "t" and not state.piles[target] and card[0] in self.into_space

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
    dealt_to = numbered("t", 5)
    names = (*dealt_to, "s", "d")
    layout = (heights("t", [1] * 5),)


class Knockout(Game):
    """Knockout: clubs leave, and the stock immediately fills their gaps."""

    id = "knockout"
    names = (*THREE, "s", "d")
    ranks = PIQUET
    laid_again = heights("t", [1] * 3)
    layout = (laid_again,)
    notes: Mapping[str, int] = {"deals": 1}
    dealt_to = THREE
    gathered = (*THREE, "s")
    replaced = True  # whether the stock replaces each card that leaves
    wanted = "C"
    deals = 5
    redeals = 2
    shuffles = True

    def moves(self, state: State) -> set[str]:
        """List only knock-outs while there are any; otherwise the deal or the redeal."""
        tops = {name: state.piles[name][-1] for name in THREE if state.piles[name]}
        out = {f"{name}-d" for name, top in tops.items() if suit(top) == self.wanted}
        return out or super().moves(state)

    def moved(self, state: State, source: str, target: str) -> None:
        """Replace the card that has left."""
        state.piles[source] += from_stock(state, int(self.replaced))

    def may_deal(self, state: State) -> bool:
        """Allow a deal until the round has had its number of deals."""
        return super().may_deal(state) and state.notes["deals"] < self.deals

    def deal(self, state: State) -> None:
        """Deal three cards to the row."""
        super().deal(state)
        state.notes["deals"] += 1

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the round is over, if the row holds a card."""
        return not self.may_deal(state) and state.holds(THREE)

    def redeal(self, state: State, hand: list[str]) -> None:
        """Clear the row and begin another round."""
        super().redeal(state, hand)
        state.notes["deals"] = 1

    def won(self, state: State) -> bool:
        """Return whether the wanted suit has left play."""
        return sum(suit(card) == self.wanted for card in state.piles["d"]) == len(self.ranks)


class Hope(Knockout):
    """Hope: the stock does not fill gaps."""

    id = "hope"
    replaced = False


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
    notes: Mapping[str, int] = {"call": 0, "dry": 0, "hit": 0}
    turned = 1
    redeals: int | None = None
    dry = 2  # consecutive passes without a hit that end the game
    anew = False  # whether each pass begins the count with the ace

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
            state.piles["d"] = sorted([*state.piles["d"], state.piles["w"].pop()], key=by_suit)
            notes["hit"], notes["dry"] = 1, 0
        notes["call"] = (notes["call"] + 1) % 13
        return state

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal unless too many consecutive passes had no hit."""
        dry = 0 if state.notes["hit"] else state.notes["dry"] + 1
        return super().may_redeal(state) and dry < self.dry


class MitPfiff(HitOrMiss):
    """Counting Patience with 52 cards."""

    id = "counting-patience-mit-pfiff"
    redeals = 2
    shuffles = True
    dry = 1
    anew = True


class CountingPatience(Game):
    """Counting Patience with 32 cards, each in a place of its own."""

    id = "counting-patience"
    names = (*numbered("t", 32), "d")
    ranks = PIQUET
    layout = (heights("t", [1] * 32),)
    notes: Mapping[str, int] = {"place": 0, "call": 0}

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

    def moves(self, state: State) -> set[str]:
        """Return the move `count` if it will hit a card."""
        return {"count"} if self.count(state)[0] >= 0 else set()

    def special(self, state: State, text: str) -> None:
        """Lay the hit card aside."""
        place, call = self.count(state)
        state.piles["d"].append(state.piles[f"t{place + 1}"].pop())
        state.notes |= {"place": (place + 1) % 32, "call": (call + 1) % 8}
