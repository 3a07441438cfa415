"""The clocks without building (Clock Patience, Travellers, The Clock), and Quadrille."""

from collections.abc import Mapping, Sequence

from .cards import numbered, other_colour, rank, suit
from .table import Game, State, deal_rows


class Shuttle(Game):
    """A card goes home to the pile of its rank, and the next of that pile is turned up.

    At most one card of the piles lies face up: that of the pile noted as open.
    """

    piles: tuple[str, ...]  # of ace to king

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rounds, and turn up the first card of the kings' pile."""
        deal_rows(state, hand, dict.fromkeys(self.piles, 4))
        state.notes["open"] = 13

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let the one card that lies face up go home."""
        open_pile = state.notes["open"]
        if not open_pile or source != self.piles[open_pile - 1] or target[0] != "f":
            return False
        return rank(state.piles[source][-1]) == int(target[1:])

    def moved(self, state: State, source: str, target: str) -> None:
        """Go on with the pile of the card that came home, if it has a card left."""
        home = int(target[1:])
        state.notes["open"] = home if state.piles[self.piles[home - 1]] else 0

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Deal, with all cards face down but one."""
        return self.faced(super().start(cards, options))

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; nothing is turned up but by it."""
        return self.faced(super().make(before, text, shuffled))

    def faced(self, state: State) -> State:
        """Say which cards lie face down."""
        for number, name in enumerate(self.piles, 1):
            state.down[name] = len(state.piles[name]) - (number == state.notes["open"])
        return state


class ClockPatience(Shuttle):
    """Clock Patience (fact sheet, B1)."""

    id = "clock-patience"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles)


class Watch(ClockPatience):
    """Clock Patience in which the fourth king is once laid back in a hidden card's place."""

    id = "watch"

    def begin(self, state: State) -> None:
        """Keep count of the exchange."""
        state.counters.setdefault("counted", 0)

    def hiding_places(self, state: State) -> set[str]:
        """List the piles from which a hidden card may come out for the fourth king, now."""
        open_pile = state.notes["open"]
        if not open_pile or state.counters["counted"]:
            return set()
        here = self.piles[open_pile - 1]
        if rank(state.piles[here][-1]) != 13 or len(state.piles["f13"]) != 3:
            return set()
        return {name for name in self.piles if name != here and state.piles[name]}

    def moves(self, state: State) -> set[str]:
        """Let the king change places before it may go home."""
        here = self.piles[state.notes["open"] - 1]
        numbers = {int(name[1:]) for name in self.hiding_places(state)}
        swaps = {tuple(sorted((int(here[1:]), number))) for number in numbers}
        return {f"t{one}=t{two}" for one, two in swaps} or super().moves(state)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Turn the king down in the place of a hidden card, and that card up in the king's."""
        if "=" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        one, two = (state.piles[name] for name in text.split("="))
        one[-1], two[-1] = two[-1], one[-1]
        state.counters["counted"] = 1
        return self.faced(state)


class Travellers(Shuttle):
    """Travellers (fact sheet, B1): the twelve piles first, then the reserve."""

    id = "travellers"
    piles = dark = (*numbered("t", 12), "r")
    names = (*numbered("f", 13), *piles)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the piles by rounds, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:12], 4))
        deal_rows(state, hand, {"r": 4})
        state.notes["open"] = 13


class Spoilt(Shuttle):
    """Spoilt (fact sheet, B1): rows of suits from the eight to the ace, and a reserve of four."""

    id = "spoilt"
    piles = dark = (*numbered("t", 28), "r")
    ranks = "789TJQKA"
    names = (*numbered("f", 29), *piles)
    course = "89TJQKA"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal a card to each place, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:28], 1))
        deal_rows(state, hand, {"r": 4})
        state.notes["open"] = 29

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let the card that lies face up go to its place, a seven to the sevens."""
        open_pile = state.notes["open"]
        if not open_pile or source != self.piles[open_pile - 1] or target[0] != "f":
            return False
        card = state.piles[source][-1]
        place = 29
        if card[0] != "7":
            place = 7 * "CDHS".index(suit(card)) + self.course.index(card[0]) + 1
        return target == f"f{place}"


class WanderingCard(Shuttle):
    """Wandering Card (fact sheet, B1): a card laid aside goes home when none lies open."""

    id = "wandering-card"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles, "r")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rows, and count from the second on."""
        for row in range(4):
            for number in range(1, 14):
                card = hand.pop(0)
                counted = row > 0 and rank(card) == number
                state.piles["r" if counted else f"t{number}"].append(card)
        state.notes["open"] = 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Let the card that wanders go home."""
        open_pile = state.notes["open"]
        wanderer = self.piles[open_pile - 1] if open_pile else "r"
        if source != wanderer or target[0] != "f" or not state.piles[source]:
            return False
        return rank(state.piles[source][-1]) == int(target[1:])


class TheClock(Game):
    """The Clock (fact sheet, B1)."""

    id = "the-clock"
    names = (*numbered("f", 13), "w", "s")
    turned = 1
    redeals = 2

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Keep the whole pack in hand."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Open each place in the suit of the first card, then go on in alternating colours."""
        if source != "w" or target[0] != "f":
            return False
        moved, on = state.piles["w"][-1], state.piles[target]
        if rank(moved) != int(target[1:]) or len(on) == 4:
            return False
        if on:
            return other_colour(moved, on[-1])
        begun = [state.piles[f"f{n}"][0] for n in range(1, 14) if state.piles[f"f{n}"]]
        return not begun or suit(moved) == suit(begun[0])


class TheClockOnce(TheClock):
    """The Clock with one redeal."""

    id = "the-clock-one-redeal"
    redeals = 1


class TheClockInLayers(TheClockOnce):
    """The Clock with the same suit at the same height everywhere."""

    id = "the-clock-layers"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Look at the other hours, too."""
        if not super().may_move(state, source, target, count):
            return False
        moved, height = state.piles["w"][-1], len(state.piles[target])
        others = [
            cards[height]
            for name, cards in state.piles.items()
            if name[0] == "f" and len(cards) > height
        ]
        return all(suit(card) == suit(moved) for card in others)


class Quadrille(Game):
    """Quadrille (fact sheet, B4)."""

    id = "quadrille"
    names = (*numbered("f", 12), "w", "s")
    turned = 1
    redeals = 2

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Keep the whole pack in hand."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build the fives down to the king, the sixes up to the jack; a queen lies alone."""
        if source != "w" or target[0] != "f":
            return False
        moved, place = state.piles["w"][-1], int(target[1:]) - 1
        if place >= 8:  # the queens lie in the middle as they come
            empty = [f"f{n}" for n in range(9, 13) if not state.piles[f"f{n}"]]
            return moved[0] == "Q" and empty[:1] == [target]
        if suit(moved) != "CDHS"[place % 4]:
            return False
        course = ("5432AK", "6789TJ")[place // 4]
        height = len(state.piles[target])
        return height < len(course) and moved[0] == course[height]


GAMES: tuple[Game, ...] = (
    ClockPatience(),
    Watch(),
    Travellers(),
    Spoilt(),
    WanderingCard(),
    TheClock(),
    TheClockOnce(),
    TheClockInLayers(),
    Quadrille(),
)
