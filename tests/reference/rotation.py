"""Games that deal in rotation or by a procedure of their own.

Matrimony, Four Corners, St Helena, Louis, Leoni's Own, Queen's Audience.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from .cards import (
    RANKS,
    is_ace,
    is_king,
    numbered,
    one_higher,
    one_higher_round,
    one_lower,
    one_lower_round,
    rank,
    same_suit,
    suit,
    take_out,
)
from .table import Game, State, ace_up, deal_rows, first_of_likes, from_stock, king_down, turn_up

EIGHT = numbered("f", 8)
TWELVE = numbered("t", 12)
SIXTEEN = numbered("t", 16)
THIRTEEN = numbered("t", 13)


class Matrimony(Game):
    """Matrimony: sixteen piles; each redeal deals one pile out over the others."""

    id = "matrimony"
    decks = 2
    names = (*EIGHT, *SIXTEEN, "s")
    redeals = 16
    first: ClassVar[Mapping[str, str]] = {"f1": "QD"} | dict(
        zip(EIGHT[1:], ("JD", "JH", "JH", "TC", "TC", "TS", "TS"), strict=True)
    )
    rising: tuple[str, ...] = ("f1",)
    out: tuple[str, ...] = ("f1", "f2")

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the bases on their foundations, then deal one card to each pile."""
        for name in self.out:
            state.piles[name] = take_out(hand, [self.first[name]])
        deal_rows(state, hand, dict.fromkeys(SIXTEEN, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations of thirteen cards, where ace and king are neighbours."""
        if source[0] != "t" or target[0] != "f":
            return False
        pile, card = state.piles[target], state.piles[source][-1]
        likes = [name for name in EIGHT if self.first[name] == self.first[target]]
        if not first_of_likes(state, target, likes):
            return False
        if not pile:
            return card == self.first[target]
        follows = one_higher_round if target in self.rising else one_lower_round
        return len(pile) < 13 and same_suit(card, pile[-1]) and follows(card, pile[-1])

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal one card to each pile while the stock lasts."""
        deal_rows(state, from_stock(state, 16), dict.fromkeys(SIXTEEN, 1))

    def _next(self, state: State) -> int:
        """Return the number of the next pile to deal out, or 0 if none is left."""
        left = range(16 - state.counters["redeals"], 0, -1)
        return next((n for n in left if state.piles[f"t{n}"]), 0)

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty, while a pile is left to deal out."""
        return not state.piles["s"] and self._next(state) > 0

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; a redeal deals one pile out card by card, starting in its own place."""
        if text != "redeal":
            return super().make(before, text, shuffled)
        state = before.copy()
        at = self._next(state)
        hand, state.piles[f"t{at}"] = state.piles[f"t{at}"], []
        state.counters["redeals"] = 17 - at
        for i, card in enumerate(hand):
            state.piles[f"t{(at + i - 1) % 16 + 1}"].append(card)
        return state


class KnavesAndQueens(Matrimony):
    """Matrimony with a queen and a jack of each suit."""

    id = "matrimony-knaves-and-queens"
    first: ClassVar[Mapping[str, str]] = dict(
        zip(EIGHT, ("QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS"), strict=True)
    )
    rising = EIGHT[:4]
    out = ("f2", "f6")


class FourCorners(Game):
    """Four Corners: in the deal, a card's place limits its foundations."""

    id = "four-corners"
    decks = 2
    names = (*EIGHT, *TWELVE, "s")
    redeals = 2

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal nothing, and note that the first pile is next."""
        state.notes["next"] = 0

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Limit the open card by its place; once the stock is empty, allow all top cards."""
        card, pile = state.piles[source][-1], state.piles[target]
        if source == "s":
            if target[0] != "f" or not self.founds(state, target, card):
                return False
            line = state.notes["next"] % 6  # 0 and 5 are corners
            return not pile or line in (0, 5) or (int(target[1:]) - 1) % 4 + 1 == line
        if state.piles["s"]:
            return False
        match source[0], target[0]:
            case "f", "f":
                return len(state.piles[source]) > 1 and self.founds(state, target, card)
            case "t", "f":
                return self.founds(state, target, card)
            case "t", "t":
                if not pile:
                    return False
                return one_higher_round(card, pile[-1]) or one_lower_round(card, pile[-1])
        return False

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build aces up, kings down, in suit; a base takes its suit's line or the next free one."""
        pile, up = state.piles[target], target in EIGHT[:4]
        if pile:
            near = one_higher if up else one_lower
            return same_suit(card, pile[-1]) and near(card, pile[-1])
        if not (is_ace(card) if up else is_king(card)):
            return False
        opened = [
            suit((state.piles[f"f{n}"] or state.piles[f"f{n + 4}"])[0])
            for n in range(1, 5)
            if state.piles[f"f{n}"] or state.piles[f"f{n + 4}"]
        ]
        mine = opened.index(suit(card)) if suit(card) in opened else len(opened)
        return (int(target[1:]) - 1) % 4 == mine

    def moved(self, state: State, source: str, target: str) -> None:
        """Start again with the first pile once the stock is empty."""
        if not state.piles["s"]:
            state.notes["next"] = 0

    def may_deal(self, state: State) -> bool:
        """Allow a deal while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal the next card to the pile whose turn it is."""
        state.piles[TWELVE[state.notes["next"]]] += from_stock(state, 1)
        state.notes["next"] = (state.notes["next"] + 1) % 12 if state.piles["s"] else 0

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and a pile holds a card."""
        return not state.piles["s"] and any(state.piles[name] for name in TWELVE)

    def gather(self, state: State) -> list[str]:
        """List the cards of the piles, one pile after another."""
        return [card for name in TWELVE for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Make the gathered cards the stock."""
        for name in TWELVE:
            state.piles[name] = []
        self.put_stock(state, hand)


class FourCornersFromTheRight(FourCorners):
    """Four Corners dealt from the top right, as Arnold describes it."""

    id = "four-corners-from-the-right"

    def deal(self, state: State) -> None:
        """Deal the next card to the pile whose turn it is; the right side comes first."""
        turn = (*TWELVE[6:], *TWELVE[:6])[state.notes["next"]]
        state.piles[turn] += from_stock(state, 1)
        state.notes["next"] = (state.notes["next"] + 1) % 12 if state.piles["s"] else 0


class StHelena(Game):
    """St Helena: piles 1-4 feed kings, piles 7-10 aces, the others both."""

    id = "st-helena"
    decks = 2
    names = (*EIGHT, *TWELVE)
    redeals = 2
    in_suit = True
    height = 8

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place the kings and the aces, then deal the piles."""
        for number, letter in enumerate("CDHS", 1):
            state.piles[f"f{number}"] = take_out(hand, [f"K{letter}"])
            state.piles[f"f{number + 4}"] = take_out(hand, [f"A{letter}"])
        deal_rows(state, hand, dict.fromkeys(TWELVE, self.height))

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build the first four down from the king, the other four up from the ace."""
        return (king_down if target in EIGHT[:4] else ace_up)(state, target, card)

    def packs(self, state: State) -> bool:
        """Return whether the piles may be packed now."""
        return True

    def limited(self, state: State, source: str, target: str) -> bool:
        """Return whether the place of a pile bars it from a foundation."""
        if state.counters["redeals"]:
            return False
        return source in (TWELVE[6:10] if target in EIGHT[:4] else TWELVE[:4])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations within the limits, and packing up or down."""
        card, pile = state.piles[source][-1], state.piles[target]
        match source[0], target[0]:
            case "f", "f":
                return len(state.piles[source]) > 1 and self.founds(state, target, card)
            case "t", "f":
                free = not self.limited(state, source, target)
                return free and self.founds(state, target, card)
            case "t", "t":
                if not pile or not self.packs(state):
                    return False
                near = one_higher(card, pile[-1]) or one_lower(card, pile[-1])
                return near and (same_suit(card, pile[-1]) or not self.in_suit)
        return False

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal while a pile holds a card."""
        return any(state.piles[name] for name in TWELVE)

    def gather(self, state: State) -> list[str]:
        """List the cards of the piles, one pile after another."""
        return [card for name in TWELVE for card in state.piles[name]]

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal as at the start, while cards are left."""
        for name in TWELVE:
            state.piles[name] = []
        deal_rows(state, hand, dict.fromkeys(TWELVE, self.height))


class StHelenaAnySuit(StHelena):
    """St Helena with packing regardless of suit."""

    id = "st-helena-any-suit"
    in_suit = False


class Louis(StHelena):
    """Louis: twelve cards, refilled from the stock; then the rest is dealt."""

    id = "louis"
    names = (*EIGHT, *TWELVE, "s")
    height = 1

    def packs(self, state: State) -> bool:
        """Return whether packing is allowed: before a redeal, or once the stock is empty."""
        return not state.counters["redeals"] or not state.piles["s"]

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow moves once all cards are dealt again; king and ace are neighbours in packing."""
        if source[0] == "t" and not self.packs(state):
            return False
        if (source[0], target[0]) != ("t", "t"):
            return super().may_move(state, source, target, count)
        if not state.piles[target]:
            return False
        card, on = state.piles[source][-1], state.piles[target][-1]
        return same_suit(card, on) and (one_higher_round(card, on) or one_lower_round(card, on))

    def limited(self, state: State, source: str, target: str) -> bool:
        """Return False: no place bars a pile from a foundation."""
        return False

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill a pile that became empty from the stock at once."""
        if source[0] == "t" and not state.piles[source]:
            state.piles[source] = from_stock(state, 1)

    def may_deal(self, state: State) -> bool:
        """Allow the deal of the rest while the stock has cards."""
        return bool(state.piles["s"])

    def deal(self, state: State) -> None:
        """Deal up to seven cards to each pile."""
        deal_rows(state, from_stock(state, 84), dict.fromkeys(TWELVE, 7))

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and a pile holds a card."""
        return not state.piles["s"] and super().may_redeal(state)

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal twelve cards again; the others become the stock."""
        super().redeal(state, hand)
        self.put_stock(state, hand)


class LeonisOwn(Game):
    """Leoni's Own: exiles are woven in when no pile can play to a foundation."""

    id = "leonis-own"
    decks = 2
    dark = ("r",)
    lines = THIRTEEN
    names = (*EIGHT, *THIRTEEN, "r", "c")
    redeals = 2

    def start(self, cards: Sequence[str], options: Mapping[str, str]) -> State:
        """Deal, and keep the exiles face down."""
        state = super().start(cards, options)
        state.down["r"] = len(state.piles["r"])
        return state

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place one ace and one king of each suit; deal the other cards in rotation."""
        for number, letter in enumerate("CDHS", 1):
            state.piles[f"f{number}"] = take_out(hand, [f"A{letter}"])
            state.piles[f"f{number + 4}"] = take_out(hand, [f"K{letter}"])
        self.rotate(state, hand)

    def rotate(self, state: State, hand: list[str]) -> None:
        """Deal to the piles in turn; a card that comes to the pile of its rank goes into exile."""
        number = 1
        while hand:
            card = hand.pop(0)
            if rank(card) == number:
                state.piles["r"].append(card)
            else:
                state.piles[f"t{number}"].append(card)
                number = number % len(self.lines) + 1

    def goes_up(self, state: State, card: str) -> list[str]:
        """List the foundations that accept a card."""
        up = [f for f in EIGHT[:4] if ace_up(state, f, card)]
        return up + [f for f in EIGHT[4:] if king_down(state, f, card)]

    def moves(self, state: State) -> set[str]:
        """List plays to foundations, moves between foundations, weaving and the redeal."""
        plays, texts = set(), set()
        for name in (*THIRTEEN[:12], "c"):
            for card in state.piles[name][-1:]:
                plays |= {f"{name}-{f}" for f in self.goes_up(state, card)}
        kings = state.piles.get("t13", [])[::-1]
        for depth, card in enumerate(kings, 1):
            if depth > 1 and kings[depth - 2] == card:
                continue  # the equal card above it is listed instead
            name = "t13" if depth == 1 else f"t13@{depth}"
            plays |= {f"{name}-{f}" for f in self.goes_up(state, card)}
        for name in EIGHT:
            if len(state.piles[name]) > 1:
                texts |= {f"{name}-{f}" for f in self.goes_up(state, state.piles[name][-1])}
        left = state.piles["r"] or state.piles["c"]
        if left and not plays:
            texts.add("weave")
        if not left and self.redeals_left(state) and any(state.piles[t] for t in self.lines):
            texts.add("redeal")
        return plays | texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; a card may also leave from within the pile of kings."""
        state = before.copy()
        if text == "weave":
            self.weave(state)
        elif text == "redeal":
            hand = [card for name in self.lines for card in state.piles[name]]
            for name in self.lines:
                state.piles[name] = []
            state.counters["redeals"] += 1
            self.rotate(state, hand)
        elif "@" in text:
            name, _, rest = text.partition("@")
            depth, _, target = rest.partition("-")
            state.piles[target].append(state.piles[name].pop(-int(depth)))
        else:
            return super().make(before, text, shuffled) if "r" not in text else state
        turn_up(state)
        state.down["r"] = len(state.piles["r"])
        return state

    def play(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a legal move, and keep the exiles face down."""
        state = super().play(before, text, shuffled)
        state.down["r"] = len(state.piles["r"])
        return state

    def weave(self, state: State) -> None:
        """Lay each card under the pile of its rank until one can go to a foundation."""
        kept = state.piles["c"] or state.piles["r"]
        hand = kept.pop()
        while not self.goes_up(state, hand):
            if is_king(hand):
                state.piles["t13"].append(hand)
                if not state.piles["r"]:
                    return
                hand = state.piles["r"].pop()
                continue
            pile = state.piles[f"t{rank(hand)}"]
            closed = all(card[0] == hand[0] for card in pile)
            pile.insert(0, hand)
            if closed:
                return
            hand = pile.pop()
            if not self.goes_up(state, hand) and self.goes_up(state, pile[-1]):
                own = state.piles[f"t{rank(hand)}"]
                own.insert(len(own) if is_king(hand) else 0, hand)
                return
        state.piles["c"].append(hand)


class Weavers(LeonisOwn):
    """Weavers: eight foundations down from kings; weaving uses twelve ranks."""

    id = "weavers"
    lines = THIRTEEN[:12]
    names = (*EIGHT, *lines, "r", "c")
    redeals = 3

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place all eight kings; deal the other cards in rotation."""
        for number, letter in enumerate("CDHSCDHS", 1):
            state.piles[f"f{number}"] = take_out(hand, [f"K{letter}"])
        self.rotate(state, hand)

    def goes_up(self, state: State, card: str) -> list[str]:
        """List the foundations that accept a card, only the first of two equal ones."""
        return [f for i, f in enumerate(EIGHT) if king_down(state, f, card)
                and first_of_likes(state, f, (EIGHT[i % 4], EIGHT[i % 4 + 4]))]  # fmt: skip

    def moves(self, state: State) -> set[str]:
        """List the legal moves without those between foundations."""
        return {text for text in super().moves(state) if text[0] != "f"}


class QueensAudience(Game):
    """Queen's Audience: ace and jack pair, king and queen too; jacks go down."""

    id = "queens-audience"
    reserves = numbered("r", 16)
    names = (*EIGHT, *reserves, "w", "s")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal one card to each reserve pile (the antechamber)."""
        deal_rows(state, hand, dict.fromkeys(self.reserves, 1))

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building down in suit on a jack that lies on its ace."""
        if source[0] not in "rw" or target not in EIGHT[:4] or not state.piles[target]:
            return False
        card, top = state.piles[source][-1], state.piles[target][-1]
        return same_suit(card, top) and one_lower(card, top)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the pairs."""
        texts = super().moves(state)
        hand = [name for name in (*self.reserves, "w") if state.piles[name]]
        for one, two in combinations(hand, 2):
            if self.pair(state, one, two):
                texts.add(f"{one}+{two}")
        return texts

    def pair(self, state: State, one: str, two: str) -> list[str]:
        """Return the foundation of a pair and its cards, bottom card first, or an empty list."""
        cards = sorted(
            (state.piles[name][-1] for name in (one, two)), key=lambda c: RANKS.index(c[0])
        )
        if suit(cards[0]) != suit(cards[1]):
            return []
        number = "CDHS".index(suit(cards[0])) + 1
        match cards[0][0], cards[1][0]:
            case "A", "J":
                return [f"f{number}", *cards]
            case "Q", "K":
                return [f"f{number + 4}", *cards[::-1]]
        return []

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move, then fill the empty piles."""
        if "+" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        one, _, two = text.partition("+")
        target, *cards = self.pair(state, one, two)
        state.piles[target] += cards
        for name in (one, two):
            state.piles[name].pop()
        self.fill(state)
        turn_up(state)
        return state

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill the empty pile."""
        self.fill(state)

    def fill(self, state: State) -> None:
        """Fill empty piles from the waste, or else from the stock."""
        for name in self.reserves:
            if not state.piles[name]:
                state.piles[name] += (
                    [state.piles["w"].pop()] if state.piles["w"] else from_stock(state, 1)
                )


GAMES: tuple[Game, ...] = (
    Matrimony(),
    KnavesAndQueens(),
    FourCorners(),
    FourCornersFromTheRight(),
    StHelena(),
    StHelenaAnySuit(),
    Louis(),
    LeonisOwn(),
    Weavers(),
    QueensAudience(),
)
