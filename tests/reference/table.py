"""The card table, and the base class in which each game writes its rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .cards import (
    RANKS,
    SUITS,
    by_suit,
    in_order,
    is_ace,
    is_king,
    one_higher,
    one_higher_round,
    one_lower,
    owner,
    pack,
    suit,
    suited_down,
)

KNOWN: dict[str, Game] = {}
Layout = tuple[Mapping[str, int], ...]  # numbers of cards for piles, dealt part by part


@dataclass
class State:
    """Position of every card.

    `piles` lists each pile from bottom to top. `down` counts the face-down cards of each pile,
    from the bottom; every stock card is face down. `notes` holds what the cards do not show: the
    redeals used, in games that limit them; in British Square, how many cards lie as dealt.
    """

    game: str
    piles: dict[str, list[str]]
    down: dict[str, int]
    notes: dict[str, int]

    def copy(self) -> State:
        """Return an independent copy of the state."""
        piles = {name: list(cards) for name, cards in self.piles.items()}
        return State(self.game, piles, dict(self.down), dict(self.notes))

    def key(self) -> tuple[object, ...]:
        """Return a hashable key that distinguishes this position from every other."""
        return (
            tuple(map(tuple, self.piles.values())),
            tuple(self.down.values()),
            tuple(sorted(self.notes.items())),
        )

    def holds(self, names: Sequence[str]) -> bool:
        """Return whether one of these piles holds a card."""
        return any(self.piles[name] for name in names)


def deal_rows(state: State, hand: list[str], heights: Mapping[str, int]) -> None:
    """Deal by rows: one card to each pile in turn, skipping the piles that are complete."""
    for row in range(max(heights.values())):
        for name, height in heights.items():
            if row < height and hand:
                state.piles[name].append(hand.pop(0))


def deal_piles(state: State, hand: list[str], heights: Mapping[str, int]) -> None:
    """Deal pile by pile, completing each one before the next."""
    for name, height in heights.items():
        state.piles[name] += hand[:height]
        del hand[:height]


class Game:
    """Base class for the rules of a game; each game states where it differs.

    A class with an id is a game of its own. A kind of pile is the letter in the pile's name.
    """

    id: str
    names: tuple[str, ...]
    decks = 1
    ranks = RANKS
    suits = SUITS  # suits of each pack

    bases: Mapping[str, str] = {}  # cards that lie on foundations before the deal
    layout: Layout = ()
    lay: Callable[[State, list[str], Mapping[str, int]], None] = staticmethod(deal_rows)
    hidden: Mapping[str, int] = {}  # numbers of cards that the deal lays face down
    notes: Mapping[str, int] = {}  # notes at the start
    dark: tuple[str, ...] = ("s",)  # piles whose top card may lie face down as well

    downward: tuple[str, ...] = ()  # foundations that are built down from kings
    builds_from = ""  # kinds of piles whose top cards may go to foundations
    packs_from = ""  # kinds of piles whose cards may go on tableau piles that hold cards
    fills_from = ""  # kinds of piles whose cards may fill empty tableau piles
    kings_only = False  # whether only kings may fill them
    cells_from = ""  # kinds of piles whose top cards may fill empty cells
    packs: Callable[[str, str], bool] = staticmethod(suited_down)  # upper card, lower card
    groups = False  # whether more than one tableau card may move together
    blocks = False  # whether the cards that move together may lie in any order

    turned = 0  # cards turned from the stock to the waste at a time
    dealt_to: tuple[str, ...] = ()  # piles to each of which the move `deal` gives a card
    filled: tuple[str, ...] = ()  # piles that never stay empty
    fillers: tuple[str, ...] = ("s",)  # piles whose top cards fill them, in order of preference
    redeals: int | None = 0  # None: unlimited and uncounted
    shuffles = False  # whether a redeal shuffles
    gathered: tuple[str, ...] = ("w",)  # piles that a redeal gathers, bottom card first
    laid_again: Mapping[str, int] = {}  # numbers of cards that a redeal deals

    def __init_subclass__(cls) -> None:
        """Add the game to the known ones."""
        if "id" in cls.__dict__:
            register(cls())

    # Rules that games may override.

    def pack(self) -> list[str]:
        """List every card of the game."""
        return pack(self.decks, self.ranks, self.suits)

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal from the hand, whose next card comes first; cards left in hand become the stock."""
        for name, base in self.bases.items():
            hand.remove(base)
            state.piles[name].append(base)
        for part in self.layout:
            self.lay(state, hand, part)
        state.down |= self.hidden

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Return whether `count` top cards may move from `source` to another pile."""
        cards, pile = state.piles[source], state.piles[target]
        match target[0]:
            case "f":
                may_leave = source[0] in self.builds_from and (source[0] != "f" or len(cards) > 1)
                return may_leave and count == 1 and self.founds(state, target, cards[-1])
            case "c":
                return source[0] in self.cells_from and count == 1 and not pile
            case "t":
                if pile:
                    fits = source[0] in self.packs_from and self.packs(cards[-count], pile[-1])
                else:
                    fits = source[0] in self.fills_from and self.fills(state, cards[-count])
                if not fits or count > self.reach(state, target):
                    return False
                return self.blocks or in_order(cards[-count:], self.packs)
        return False

    def founds(self, state: State, target: str, card: str) -> bool:
        """Return whether a foundation accepts a card: by default, the next card of its suit."""
        down = target in self.downward
        fits = down_from_king if down else up_from_ace
        if suit(card) != owner(target) or not fits(state, target, card):
            return False
        homes = [name for name in state.piles if name[0] == "f" and (name in self.downward) == down]
        likes = [name for name in homes if owner(name) == owner(target)]
        return first_of_likes(state, target, likes)

    def fills(self, state: State, card: str) -> bool:
        """Return whether a card, perhaps with others on it, may fill an empty tableau pile."""
        return is_king(card) or not self.kings_only

    def reach(self, state: State, target: str) -> int:
        """Return the largest number of cards that may move together."""
        return 104

    def may_deal(self, state: State) -> bool:
        """Return whether the move `deal` is legal."""
        return bool(self.dealt_to) and bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Make the move `deal`."""
        for name in self.dealt_to:
            state.piles[name] += from_stock(state, 1)

    def may_turn(self, state: State) -> bool:
        """Return whether the next card or cards of the stock may be turned to the waste."""
        return self.turned > 0 and bool(state.piles["s"])

    def may_redeal(self, state: State) -> bool:
        """Return whether `redeal` is legal, apart from the limit on the number of redeals."""
        return not state.piles.get("s") and state.holds(self.gathered)

    def gather(self, state: State) -> list[str]:
        """List the cards that a redeal gathers; the first in the list is dealt first."""
        return [card for name in self.gathered for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal the gathered (and perhaps shuffled) cards again."""
        for name in self.gathered:
            state.piles[name] = []
        if self.laid_again:
            self.lay(state, hand, self.laid_again)
        if "s" in state.piles:
            self.put_stock(state, hand)

    def moved(self, state: State, source: str, target: str) -> None:
        """Apply the automatic consequences of a move, except turning cards."""
        self.fill_gaps(state)

    def face(self, state: State) -> None:
        """Turn every uncovered card face up, except in the stock, which stays face down."""
        for name, cards in state.piles.items():
            if name == "s":
                state.down[name] = len(cards)
            else:
                state.down[name] = min(state.down[name], max(len(cards) - 1, 0))

    def won(self, state: State) -> bool:
        """Return whether the game is won; by default, when all cards have left play."""
        return not any(cards for name, cards in state.piles.items() if name[0] not in "fd")

    # Methods that all games share.

    def bare_table(self) -> State:
        """Return a state whose piles are all empty."""
        notes = {"redeals": 0} if self.redeals else {}
        empty: dict[str, list[str]] = {name: [] for name in self.names}
        return State(self.id, empty, dict.fromkeys(self.names, 0), notes | dict(self.notes))

    def put_stock(self, state: State, hand: list[str]) -> None:
        """Make the hand the stock; the next card is the top of the stock, so it is listed last."""
        state.piles["s"] = hand[::-1]

    def fill_gaps(self, state: State) -> None:
        """Fill each empty pile that the game keeps filled."""
        for name in self.filled:
            filler = next((filler for filler in self.fillers if state.piles[filler]), None)
            if filler and not state.piles[name]:
                state.piles[name].append(state.piles[filler].pop())

    def start(self, cards: Sequence[str]) -> State:
        """Return the start of a game dealt from whole packs in dealing order."""
        if sorted(cards) != sorted(self.pack()):
            size = 4 * len(self.ranks)
            raise ValueError(f"{self.id} is dealt from {self.decks} whole pack(s) of {size} cards")
        state, hand = self.bare_table(), list(cards)
        self.lay_out(state, hand)
        if "s" in state.piles:
            self.put_stock(state, hand)
        elif "d" in state.piles:
            state.piles["d"] += sorted(hand, key=by_suit)
        elif hand:
            raise AssertionError("cards are left over in a game without a stock")
        self.face(state)
        return state

    def redeals_left(self, state: State) -> bool:
        """Return whether the limit on redeals allows another one."""
        return self.redeals is None or state.notes.get("redeals", 0) < self.redeals

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
            count = min(self.turned, len(state.piles["s"]))
            texts.add("s-w" if count == 1 else f"s-wx{count}")
        if self.may_deal(state):
            texts.add("deal")
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
        elif text == "redeal":
            hand = self.gather(state)
            if self.shuffles:
                if shuffled is None or sorted(shuffled) != sorted(hand):
                    raise ValueError("a shuffled redeal needs a new order of the gathered cards")
                hand = list(shuffled)
            if "redeals" in state.notes:
                state.notes["redeals"] += 1
            self.redeal(state, hand)
        elif re.fullmatch(r"s-w(x\d+)?", text):
            state.piles["w"] += from_stock(state, self.turned)
        elif "=" in text:
            one, two = (state.piles[name] for name in text.split("="))
            one[-1], two[-1] = two[-1], one[-1]
        elif "+" in text or "@" in text:
            self.take(state, text)
        elif "-" in text:
            source, _, rest = text.partition("-")
            target, _, number = rest.partition("x")
            count = int(number or 1)
            state.piles[target] += state.piles[source][-count:]
            del state.piles[source][-count:]
            self.moved(state, source, target)
        else:
            self.special(state, text)
        if "d" in state.piles:
            state.piles["d"].sort(key=by_suit)
        self.face(state)
        return state

    def special(self, state: State, text: str) -> None:
        """Make a move that only this game has."""
        raise NotImplementedError

    def take(self, state: State, text: str) -> None:
        """Move cards that leave together or from within a pile: t1+t3, r2@4-f1, t2+w@7."""
        sources, _, target = text.partition("-")
        # buried cards first: the others change the depths in their piles
        for source in sorted(sources.split("+"), key=lambda name: "@" not in name):
            name, _, depth = source.partition("@")
            state.piles[target or "d"].append(state.piles[name].pop(-int(depth or 1)))
        self.moved(state, sources, target or "d")


def register(*games: Game) -> None:
    """Add games to the known ones; each has an id of its own."""
    for game in games:
        assert game.id not in KNOWN, game.id
        KNOWN[game.id] = game


def find(game_id: str) -> Game:
    """Return the game with this id."""
    if game_id not in KNOWN:
        raise ValueError(f"the reference implementation does not know {game_id}")
    return KNOWN[game_id]


def from_stock(state: State, count: int) -> list[str]:
    """Remove up to `count` cards from the stock and return them, the next card first."""
    stock = state.piles["s"]
    return [stock.pop() for _ in range(min(count, len(stock)))]


def up_from_ace(state: State, foundation: str, card: str) -> bool:
    """Return whether a foundation that is built up from the ace accepts a rank."""
    cards = state.piles[foundation]
    return one_higher(card, cards[-1]) if cards else is_ace(card)


def down_from_king(state: State, foundation: str, card: str) -> bool:
    """Return whether a foundation that is built down from the king accepts a rank."""
    cards = state.piles[foundation]
    return one_lower(card, cards[-1]) if cards else is_king(card)


def first_of_likes(state: State, target: str, likes: Sequence[str]) -> bool:
    """Return whether `target` is the first of the `likes` that hold the same cards."""
    lower = likes[: likes.index(target)]
    return all(state.piles[name] != state.piles[target] for name in lower)


def base_of(state: State) -> str:
    """Return the rank that begins the foundations, or "" before the first card lies there."""
    return next((cards[0][0] for n, cards in state.piles.items() if n[0] == "f" and cards), "")


def deal_base(state: State, hand: list[str]) -> None:
    """Deal the base to the first foundation of its suit."""
    base = hand.pop(0)
    state.piles[f"f{SUITS.index(suit(base)) + 1}"].append(base)


def from_base(state: State, target: str, card: str) -> bool:
    """Build thirteen cards up in suit from the base, ace after king."""
    cards = state.piles[target]
    if suit(card) != owner(target) or len(cards) == 13:
        return False
    return one_higher_round(card, cards[-1]) if cards else card[0] == base_of(state)


def buried(
    state: State, name: str, targets: Sequence[str], fits: Callable[[State, str, str], bool]
) -> set[str]:
    """List the moves of a pile's buried cards; of equal neighbours, only the upper one moves."""
    cards = state.piles[name][::-1]
    return {
        f"{name}@{at + 1}-{target}"
        for at in range(1, len(cards))
        for target in targets
        if cards[at] != cards[at - 1] and fits(state, target, cards[at])
    }


def close_up(state: State, places: Sequence[str]) -> None:
    """Move the piles of a row to its left end."""
    rest = [state.piles[name] for name in places if state.piles[name]]
    for at, name in enumerate(places):
        state.piles[name] = rest[at] if at < len(rest) else []


def whole_suits(state: State) -> bool:
    """Return whether each pile is empty or holds a suit from king to ace."""
    return all(
        len(cards) == 13 and in_order(cards, suited_down) for cards in state.piles.values() if cards
    )
