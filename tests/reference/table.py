"""The card table, and the base class in which each game writes its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .cards import RANKS, is_ace, is_king, one_higher, one_lower, owner, pack, suit

KNOWN: dict[str, Game] = {}


@dataclass
class State:
    """Position of every card.

    `piles` lists each pile from bottom to top. `down` counts the face-down cards of each pile,
    from the bottom; every stock card is face down. `counters` holds the number of redeals used, in
    games that limit it. `notes` holds what the cards do not show: in British Square, how many cards
    lie as dealt.
    """

    game: str
    piles: dict[str, list[str]]
    down: dict[str, int]
    counters: dict[str, int]
    notes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def from_piles(
        cls,
        game_id: str,
        piles: Mapping[str, Sequence[str]],
        down: Mapping[str, int] | None = None,
        counters: Mapping[str, int] | None = None,
        notes: Mapping[str, int] | None = None,
    ) -> State:
        """Set up a position by hand; unnamed piles are empty, and cards may be missing."""
        game = find(game_id)
        state = game.bare_table()
        for given in (piles, down or {}):
            if strange := set(given) - set(state.piles):
                raise ValueError(f"{game_id} has no pile {', '.join(sorted(strange))}")
        for name, cards in piles.items():
            state.piles[name] = list(cards)
        if strange := set(counters or {}) - set(state.counters):
            raise ValueError(f"{game_id} does not count {', '.join(sorted(strange))}")
        game.begin(state)
        if "s" in state.piles:
            state.down["s"] = len(state.piles["s"])
        state.down |= dict(down or {})
        state.counters |= dict(counters or {})
        state.notes |= dict(notes or {})
        return state

    def copy(self) -> State:
        """Return an independent copy of the state."""
        piles = {name: list(cards) for name, cards in self.piles.items()}
        return State(self.game, piles, dict(self.down), dict(self.counters), dict(self.notes))

    def key(self) -> tuple[object, ...]:
        """Return a hashable key that distinguishes this position from every other."""
        return (
            tuple(map(tuple, self.piles.values())),
            tuple(self.down.values()),
            tuple(self.counters.values()),
            tuple(sorted(self.notes.items())),
        )


class Game:
    """Base class for the rules of a game; each game overrides the methods where it differs."""

    id: str
    decks = 1
    ranks = RANKS
    names: tuple[str, ...]
    turned = 0  # cards turned from the stock to the waste at a time
    redeals: int | None = 0  # None: unlimited and uncounted
    shuffles = False  # whether a redeal shuffles
    groups = False  # whether more than one tableau card may move together
    dark: tuple[str, ...] = ("s",)  # piles whose top card may lie face down as well

    suits = "CDHS"  # suits of each pack

    def pack(self) -> list[str]:
        """List every card of the game."""
        return pack(self.decks, self.ranks, self.suits)

    # Methods that each game defines.

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal from the hand, whose next card comes first; cards left in hand become the stock."""
        raise NotImplementedError

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Return whether `count` top cards may move from `source` to another pile."""
        raise NotImplementedError

    def may_deal(self, state: State) -> bool:
        """Return whether the move `deal` is legal."""
        return False

    def deal(self, state: State) -> None:
        """Make the move `deal`."""
        raise NotImplementedError

    def may_refill(self, state: State) -> bool:
        """Return whether the move `refill` is legal."""
        return False

    def refill(self, state: State) -> None:
        """Make the move `refill`."""
        raise NotImplementedError

    def may_turn(self, state: State) -> bool:
        """Return whether the next card or cards of the stock may be turned to the waste."""
        return self.turned > 0 and bool(state.piles["s"])

    def may_redeal(self, state: State) -> bool:
        """Return whether `redeal` is legal, apart from the limit on the number of redeals."""
        return not state.piles["s"] and bool(state.piles["w"])

    def gather(self, state: State) -> list[str]:
        """List the cards that a redeal gathers; the first in the list is dealt first."""
        return list(state.piles["w"])

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal the gathered (and perhaps shuffled) cards again."""
        state.piles["w"] = []
        self.put_stock(state, hand)

    def begin(self, state: State) -> None:
        """Set the notes that later moves cannot derive from the cards."""

    def moved(self, state: State, source: str, target: str) -> None:
        """Apply the automatic consequences of a move, except turning an uncovered card up."""

    def won(self, state: State) -> bool:
        """Return whether the game is won; by default, when all cards lie on the foundations."""
        return not any(cards for name, cards in state.piles.items() if name[0] != "f")

    # Methods that all games share.

    def bare_table(self) -> State:
        """Return a state whose piles are all empty."""
        counters = {"redeals": 0} if self.redeals else {}
        empty: dict[str, list[str]] = {name: [] for name in self.names}
        return State(self.id, empty, dict.fromkeys(self.names, 0), counters)

    def put_stock(self, state: State, hand: list[str]) -> None:
        """Make the hand the stock; the next card is the top of the stock, so it is listed last."""
        state.piles["s"] = hand[::-1]

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the start of a game dealt from whole packs in dealing order."""
        if sorted(cards) != sorted(self.pack()):
            size = 4 * len(self.ranks)
            raise ValueError(f"{self.id} is dealt from {self.decks} whole pack(s) of {size} cards")
        state, hand = self.bare_table(), list(cards)
        self.lay_out(state, hand, options)
        if "s" in state.piles:
            self.put_stock(state, hand)
        elif hand:
            raise AssertionError("cards are left over in a game without a stock")
        self.begin(state)
        turn_up(state)
        return state

    def redeals_left(self, state: State) -> bool:
        """Return whether the limit on redeals allows another one."""
        return self.redeals is None or state.counters.get("redeals", 0) < self.redeals

    def turn_text(self, state: State) -> str:
        """Write the move that turns the stock: s-w, s-wx3, or fewer cards when fewer are left."""
        count = min(self.turned, len(state.piles["s"]))
        return "s-w" if count == 1 else f"s-wx{count}"

    def moves(self, state: State) -> set[str]:
        """List the legal moves."""
        texts = set()
        for source, cards in state.piles.items():
            most = len(cards) - state.down[source] if self.groups and source[0] == "t" else 1
            for target in state.piles:
                if target in (source, "s", "w") or not cards:
                    continue
                for count in range(1, most + 1):
                    if self.may_move(state, source, target, count):
                        texts.add(f"{source}-{target}" + (f"x{count}" if count > 1 else ""))
        if self.may_turn(state):
            texts.add(self.turn_text(state))
        if self.may_deal(state):
            texts.add("deal")
        if self.may_refill(state):
            texts.add("refill")
        if self.redeals_left(state) and self.may_redeal(state):
            texts.add("redeal")
        return texts

    def play(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Return the state after a legal move; raise ValueError if the move is not legal."""
        if text not in self.moves(before):
            raise ValueError(f"{text} is not a legal move here")
        return self.make(before, text, shuffled)

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Return the state after a move that is known to be legal."""
        if shuffled is not None and not (text == "redeal" and self.shuffles):
            raise ValueError(f"{text} does not shuffle")
        state = before.copy()
        if text == "deal":
            self.deal(state)
        elif text == "refill":
            self.refill(state)
        elif text == "redeal":
            hand = self.gather(state)
            if self.shuffles:
                if shuffled is None or sorted(shuffled) != sorted(hand):
                    raise ValueError("a shuffled redeal needs a new order of the gathered cards")
                hand = list(shuffled)
            if "redeals" in state.counters:
                state.counters["redeals"] += 1
            self.redeal(state, hand)
        elif text.startswith("s-w"):
            for _ in range(min(self.turned, len(state.piles["s"]))):
                state.piles["w"].append(state.piles["s"].pop())
        else:
            source, _, rest = text.partition("-")
            target, _, number = rest.partition("x")
            count = int(number or 1)
            state.piles[target] += state.piles[source][-count:]
            del state.piles[source][-count:]
            self.moved(state, source, target)
        turn_up(state)
        return state


def find(game_id: str) -> Game:
    """Return the game with this id."""
    if game_id not in KNOWN:
        raise ValueError(f"the reference implementation does not know {game_id}")
    return KNOWN[game_id]


def turn_up(state: State) -> None:
    """Turn every uncovered card face up, except in the stock, which stays face down."""
    for name, cards in state.piles.items():
        if name == "s":
            state.down[name] = len(cards)
        else:
            state.down[name] = min(state.down[name], max(len(cards) - 1, 0))


def deal_rows(state: State, hand: list[str], heights: Mapping[str, int]) -> None:
    """Deal by rows: one card to each pile in turn, leaving out the piles that are complete."""
    for row in range(max(heights.values())):
        for name, height in heights.items():
            if row < height and hand:
                state.piles[name].append(hand.pop(0))


def deal_piles(state: State, hand: list[str], heights: Mapping[str, int]) -> None:
    """Deal pile by pile, completing each one before the next."""
    for name, height in heights.items():
        for _ in range(height):
            if hand:
                state.piles[name].append(hand.pop(0))


def from_stock(state: State, count: int) -> list[str]:
    """Remove up to `count` cards from the stock and return them, the next card first."""
    stock = state.piles["s"]
    return [stock.pop() for _ in range(min(count, len(stock)))]


def ace_up(state: State, foundation: str, card: str) -> bool:
    """Return whether a foundation owned by a suit, built in suit from A up to K, takes a card."""
    cards = state.piles[foundation]
    if suit(card) != owner(foundation):
        return False
    return one_higher(card, cards[-1]) if cards else is_ace(card)


def king_down(state: State, foundation: str, card: str) -> bool:
    """Return whether a foundation owned by a suit, built in suit from K down to A, takes a card."""
    cards = state.piles[foundation]
    if suit(card) != owner(foundation):
        return False
    return one_lower(card, cards[-1]) if cards else is_king(card)


def first_of_likes(state: State, target: str, likes: Sequence[str]) -> bool:
    """Return whether `target` is the first of the `likes` that hold the same cards."""
    lower = likes[: likes.index(target)]
    return all(state.piles[name] != state.piles[target] for name in lower)
