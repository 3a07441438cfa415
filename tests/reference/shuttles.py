"""Clocks without building (Clock Patience, Travellers, The Clock), and Quadrille."""

from collections.abc import Mapping, Sequence

from .cards import numbered, other_colour, rank, suit
from .table import Game, State, deal_rows


class Shuttle(Game):
    """Base class: a card goes to the foundation of its rank, and that rank's pile turns one up.

    At most one card of the piles lies face up: the top of the pile noted as open.
    """

    piles: tuple[str, ...]  # from ace to king

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rounds, and note the kings' pile as open."""
        deal_rows(state, hand, dict.fromkeys(self.piles, 4))
        state.notes["open"] = 13

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the one face-up card to go to the foundation of its rank."""
        open_pile = state.notes["open"]
        if not open_pile or source != self.piles[open_pile - 1] or target[0] != "f":
            return False
        return rank(state.piles[source][-1]) == int(target[1:])

    def moved(self, state: State, source: str, target: str) -> None:
        """Open the pile of the moved card's rank, if it has a card left."""
        home = int(target[1:])
        state.notes["open"] = home if state.piles[self.piles[home - 1]] else 0

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Deal all cards face down except one."""
        return self.faced(super().start(cards, options))

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, and turn up only the card that the rules open."""
        return self.faced(super().make(before, text, shuffled))

    def faced(self, state: State) -> State:
        """Turn down every card except the top of the open pile."""
        for number, name in enumerate(self.piles, 1):
            state.down[name] = len(state.piles[name]) - (number == state.notes["open"])
        return state


class ClockPatience(Shuttle):
    """Clock Patience."""

    id = "clock-patience"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles)


class Watch(ClockPatience):
    """Clock Patience in which the fourth king once changes places with a hidden card."""

    id = "watch"

    def begin(self, state: State) -> None:
        """Start the count of exchanges at zero."""
        state.counters.setdefault("counted", 0)

    def hiding_places(self, state: State) -> set[str]:
        """List the piles whose hidden card may change places with the fourth king now."""
        open_pile = state.notes["open"]
        if not open_pile or state.counters["counted"]:
            return set()
        here = self.piles[open_pile - 1]
        if rank(state.piles[here][-1]) != 13 or len(state.piles["f13"]) != 3:
            return set()
        return {name for name in self.piles if name != here and state.piles[name]}

    def moves(self, state: State) -> set[str]:
        """List the king's exchanges; without any, list the other moves."""
        here = self.piles[state.notes["open"] - 1]
        numbers = {int(name[1:]) for name in self.hiding_places(state)}
        swaps = {tuple(sorted((int(here[1:]), number))) for number in numbers}
        return {f"t{one}=t{two}" for one, two in swaps} or super().moves(state)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; an exchange turns the king down and the hidden card up."""
        if "=" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        one, two = (state.piles[name] for name in text.split("="))
        one[-1], two[-1] = two[-1], one[-1]
        state.counters["counted"] = 1
        return self.faced(state)


class Travellers(Shuttle):
    """Travellers: the twelve piles first, then the reserve."""

    id = "travellers"
    piles = dark = (*numbered("t", 12), "r")
    names = (*numbered("f", 13), *piles)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the twelve piles by rounds, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:12], 4))
        deal_rows(state, hand, {"r": 4})
        state.notes["open"] = 13


class Spoilt(Shuttle):
    """Spoilt: a row for each suit from eight to ace, and a reserve of four."""

    id = "spoilt"
    piles = dark = (*numbered("t", 28), "r")
    ranks = "789TJQKA"
    names = (*numbered("f", 29), *piles)
    course = "89TJQKA"

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each place, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:28], 1))
        deal_rows(state, hand, {"r": 4})
        state.notes["open"] = 29

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the face-up card to go to its own place, or a seven to the pile of sevens."""
        open_pile = state.notes["open"]
        if not open_pile or source != self.piles[open_pile - 1] or target[0] != "f":
            return False
        card = state.piles[source][-1]
        place = 29
        if card[0] != "7":
            place = 7 * "CDHS".index(suit(card)) + self.course.index(card[0]) + 1
        return target == f"f{place}"


class WanderingCard(Shuttle):
    """Wandering Card: cards laid aside play when no pile is open."""

    id = "wandering-card"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles, "r")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal four rows; from the second on, cards that match the count are laid aside."""
        for row in range(4):
            for number in range(1, 14):
                card = hand.pop(0)
                counted = row > 0 and rank(card) == number
                state.piles["r" if counted else f"t{number}"].append(card)
        state.notes["open"] = 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the open card, or else the top card laid aside, to go to its foundation."""
        open_pile = state.notes["open"]
        wanderer = self.piles[open_pile - 1] if open_pile else "r"
        if source != wanderer or target[0] != "f" or not state.piles[source]:
            return False
        return rank(state.piles[source][-1]) == int(target[1:])


class TheClock(Game):
    """The Clock."""

    id = "the-clock"
    names = (*numbered("f", 13), "w", "s")
    turned = 1
    redeals = 2

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out: the whole pack becomes the stock."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Begin each foundation in the suit of the first card, then alternate colours."""
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
    """The Clock in which all cards at the same height are of the same suit."""

    id = "the-clock-layers"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card only if the other hours have its suit at this height."""
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
    """Quadrille."""

    id = "quadrille"
    names = (*numbered("f", 12), "w", "s")
    turned = 1
    redeals = 2

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Lay no cards out: the whole pack becomes the stock."""

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Build fives down to the king and sixes up to the jack; queens lie alone."""
        if source != "w" or target[0] != "f":
            return False
        moved, place = state.piles["w"][-1], int(target[1:]) - 1
        if place >= 8:  # the queens lie in the middle, in the order in which they come
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
