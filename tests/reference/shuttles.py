"""Clocks without building (Clock Patience, Travellers, The Clock), and Quadrille."""

from collections.abc import Mapping, Sequence

from .cards import numbered, other_colour, owner, rank, suit
from .table import Game, State, deal_rows


class Shuttle(Game):
    """Base class: a card goes to the foundation of its rank, and that rank's pile turns one up.

    At most one card of the piles lies face up: the top of the pile noted as open.
    """

    piles: tuple[str, ...]  # from ace to king
    notes: Mapping[str, int] = {"open": 13}

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal four rounds."""
        deal_rows(state, hand, dict.fromkeys(self.piles, 4))

    def place(self, card: str) -> int:
        """Return the number of the foundation and the pile to which a card belongs."""
        return rank(card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the one face-up card to go to the foundation of its rank."""
        open_pile = state.notes["open"]
        if not open_pile or source != self.piles[open_pile - 1] or target[0] != "f":
            return False
        return self.place(state.piles[source][-1]) == int(target[1:])

    def moved(self, state: State, source: str, target: str) -> None:
        """Open the pile of the moved card's rank, if it has a card left."""
        home = int(target[1:])
        state.notes["open"] = home if state.piles[self.piles[home - 1]] else 0

    def face(self, state: State) -> None:
        """Turn down every card except the top of the open pile."""
        for number, name in enumerate(self.piles, 1):
            state.down[name] = len(state.piles[name]) - (number == state.notes["open"])


class ClockPatience(Shuttle):
    """Clock Patience."""

    id = "clock-patience"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles)


class Watch(ClockPatience):
    """Clock Patience in which the fourth king once changes places with a hidden card."""

    id = "watch"
    notes: Mapping[str, int] = {"open": 13, "counted": 0}

    def moves(self, state: State) -> set[str]:
        """List the king's exchanges; without any, list the other moves."""
        texts = super().moves(state)
        here = self.piles[state.notes["open"] - 1]
        if texts != {f"{here}-f13"} or len(state.piles["f13"]) != 3 or state.notes["counted"]:
            return texts
        full = [name for name in self.piles if state.piles[name]]
        at = full.index(here)
        swaps = {f"{name}={here}" for name in full[:at]} | {f"{here}={n}" for n in full[at + 1 :]}
        return swaps or texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; an exchange turns the king down and the hidden card up."""
        state = super().make(before, text, shuffled)
        state.notes["counted"] |= "=" in text
        return state


class Travellers(Shuttle):
    """Travellers: the twelve piles first, then the reserve."""

    id = "travellers"
    piles = dark = (*numbered("t", 12), "r")
    names = (*numbered("f", 13), *piles)

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the twelve piles by rounds, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:12], 4))
        deal_rows(state, hand, {"r": 4})


class Spoilt(Shuttle):
    """Spoilt: each suit has a row from eight to ace, and there is a reserve of four."""

    id = "spoilt"
    piles = dark = (*numbered("t", 28), "r")
    ranks = "789TJQKA"
    names = (*numbered("f", 29), *piles)
    notes: Mapping[str, int] = {"open": 29}

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal one card to each place, then the reserve."""
        deal_rows(state, hand, dict.fromkeys(self.piles[:28], 1))
        deal_rows(state, hand, {"r": 4})

    def place(self, card: str) -> int:
        """Return the number of a card's own place, or that of the pile of sevens."""
        return 29 if card[0] == "7" else 7 * "CDHS".index(suit(card)) + self.ranks.index(card[0])


class WanderingCard(Shuttle):
    """Wandering Card: the cards laid aside are played when no pile is open."""

    id = "wandering-card"
    piles = dark = numbered("t", 13)
    names = (*numbered("f", 13), *piles, "r")
    notes: Mapping[str, int] = {"open": 0}

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal four rows; from the second on, cards that match the count are laid aside."""
        for row in range(4):
            for number in range(1, 14):
                card = hand.pop(0)
                counted = row > 0 and rank(card) == number
                state.piles["r" if counted else f"t{number}"].append(card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the open card, or else the top card laid aside, to go to its foundation."""
        open_pile = state.notes["open"]
        wanderer = self.piles[open_pile - 1] if open_pile else "r"
        if source != wanderer or target[0] != "f":
            return False
        return rank(state.piles[source][-1]) == int(target[1:])


class TheClock(Game):
    """The Clock."""

    id = "the-clock"
    names = (*numbered("f", 13), "w", "s")
    builds_from = "w"
    turned = 1
    redeals = 2

    def founds(self, state: State, target: str, card: str) -> bool:
        """Begin each foundation in the suit of the first card, then alternate colours."""
        on = state.piles[target]
        if rank(card) != int(target[1:]) or len(on) == 4:
            return False
        if on:
            return other_colour(card, on[-1])
        begun = [state.piles[f"f{n}"][0] for n in range(1, 14) if state.piles[f"f{n}"]]
        return not begun or suit(card) == suit(begun[0])


class TheClockOnce(TheClock):
    """The Clock with one redeal."""

    id = "the-clock-one-redeal"
    redeals = 1


class TheClockInLayers(TheClockOnce):
    """The Clock in which all cards at the same height are of the same suit."""

    id = "the-clock-layers"

    def founds(self, state: State, target: str, card: str) -> bool:
        """Accept a card only if the other hours have its suit at this height."""
        height = len(state.piles[target])
        hours = [cards for name, cards in state.piles.items() if name[0] == "f"]
        layer = [cards[height] for cards in hours if len(cards) > height]
        even = all(suit(other) == suit(card) for other in layer)
        return even and super().founds(state, target, card)


class Quadrille(Game):
    """Quadrille."""

    id = "quadrille"
    names = (*numbered("f", 12), "w", "s")
    builds_from = "w"
    turned = 1
    redeals = 2

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build fives down to the king and sixes up to the jack; queens lie alone."""
        place = int(target[1:]) - 1
        if place >= 8:  # the queens lie in the middle, in order of arrival
            empty = [f"f{n}" for n in range(9, 13) if not state.piles[f"f{n}"]]
            return card[0] == "Q" and empty[:1] == [target]
        course, height = ("5432AK", "6789TJ")[place // 4], len(state.piles[target])
        return suit(card) == owner(target) and height < 6 and card[0] == course[height]
