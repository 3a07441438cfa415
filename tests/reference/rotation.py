"""Games that deal in rotation or by a procedure of their own.

Matrimony, Four Corners, St Helena, Louis, Leoni's Own, Queen's Audience.
"""

from collections.abc import Mapping
from itertools import combinations

from .cards import (
    heights,
    is_king,
    numbered,
    of_each_suit,
    one_higher_round,
    one_lower_round,
    owner,
    rank,
    same_suit,
    suit,
    suited_down,
    suited_near,
    suited_near_round,
)
from .table import (
    Game,
    State,
    buried,
    deal_rows,
    down_from_king,
    first_of_likes,
    from_stock,
    up_from_ace,
)

EIGHT = numbered("f", 8)
TWELVE = numbered("t", 12)
SIXTEEN = numbered("t", 16)
THIRTEEN = numbered("t", 13)


class Matrimony(Game):
    """Matrimony: sixteen piles; each redeal deals one pile out over the others."""

    id = "matrimony"
    decks = 2
    names = (*EIGHT, *SIXTEEN, "s")
    ordered = ("QD", "JD", "JH", "JH", "TC", "TC", "TS", "TS")
    first: Mapping[str, str] = dict(zip(EIGHT, ordered, strict=True))
    bases: Mapping[str, str] = {"f1": "QD", "f2": "JD"}
    layout = (heights("t", [1] * 16),)
    notes: Mapping[str, int] = {"left": 16}  # piles with higher numbers have been dealt out
    builds_from = "t"
    dealt_to = SIXTEEN
    redeals = None
    gathered = ()
    rising: tuple[str, ...] = ("f1",)

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build thirteen cards in suit, up or down, where ace and king are neighbours."""
        pile = state.piles[target]
        likes = [name for name in EIGHT if self.first[name] == self.first[target]]
        if not first_of_likes(state, target, likes):
            return False
        if not pile:
            return card == self.first[target]
        follows = one_higher_round if target in self.rising else one_lower_round
        return len(pile) < 13 and same_suit(card, pile[-1]) and follows(card, pile[-1])

    def next_out(self, state: State) -> int:
        """Return the number of the next pile to deal out, or 0 if none is left."""
        left = range(state.notes["left"], 0, -1)
        return next((n for n in left if state.piles[f"t{n}"]), 0)

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty, while a pile is left to deal out."""
        return not state.piles["s"] and self.next_out(state) > 0

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal one pile out card by card, starting in its own place."""
        at = self.next_out(state)
        hand, state.piles[f"t{at}"] = state.piles[f"t{at}"], []
        state.notes["left"] = at - 1
        for i, card in enumerate(hand):
            state.piles[f"t{(at + i - 1) % 16 + 1}"].append(card)


class KnavesAndQueens(Matrimony):
    """Matrimony with a queen and a jack of each suit."""

    id = "matrimony-knaves-and-queens"
    first = of_each_suit("QJ")
    bases: Mapping[str, str] = {"f2": "QD", "f6": "JD"}
    rising = EIGHT[:4]


class FourCorners(Game):
    """Four Corners: in the deal, a card's place limits its foundations."""

    id = "four-corners"
    decks = 2
    names = (*EIGHT, *TWELVE, "s")
    turns = gathered = dealt_to = TWELVE
    notes: Mapping[str, int] = {"next": 0}  # the turn of the next pile
    downward = EIGHT[4:]
    builds_from = "tfs"
    packs_from = "t"
    packs = staticmethod(lambda one, two: one_higher_round(one, two) or one_lower_round(one, two))
    redeals = 2

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Limit the open card by its place; once the stock is empty, allow all top cards."""
        if (source == "s") != bool(state.piles["s"]):
            return False
        line = state.notes["next"] % 6  # 0 and 5 are corners
        limited = source == "s" and state.piles[target] and line not in (0, 5)
        if limited and (int(target[1:]) - 1) % 4 + 1 != line:
            return False
        return super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build aces up, kings down, in suit; a base takes its suit's line or the next free one."""
        pile = state.piles[target]
        fits = down_from_king if target in self.downward else up_from_ace
        if pile:
            return same_suit(card, pile[-1]) and fits(state, target, card)
        lines = [state.piles[f"f{n}"] or state.piles[f"f{n + 4}"] for n in range(1, 5)]
        opened = [suit(line[0]) for line in lines if line]
        mine = opened.index(suit(card)) if suit(card) in opened else len(opened)
        return fits(state, target, card) and (int(target[1:]) - 1) % 4 == mine

    def moved(self, state: State, source: str, target: str) -> None:
        """Start again with the first pile once the stock is empty."""
        if not state.piles["s"]:
            state.notes["next"] = 0

    def deal(self, state: State) -> None:
        """Deal the next card to the pile whose turn it is."""
        state.piles[self.turns[state.notes["next"]]] += from_stock(state, 1)
        state.notes["next"] = (state.notes["next"] + 1) % 12 if state.piles["s"] else 0


class FourCornersFromTheRight(FourCorners):
    """Four Corners dealt from the top right, as Arnold describes it."""

    id = "four-corners-from-the-right"
    turns = (*TWELVE[6:], *TWELVE[:6])


class StHelena(Game):
    """St Helena: piles 1-4 feed kings, piles 7-10 aces, the others both.

    A redeal ends these limits.
    """

    id = "st-helena"
    decks = 2
    names: tuple[str, ...] = (*EIGHT, *TWELVE)
    gathered = TWELVE
    bases = of_each_suit("KA")
    laid_again = heights("t", [8] * 12)
    layout = (laid_again,)
    downward = EIGHT[:4]
    builds_from = "tf"
    packs_from = "t"
    packs = staticmethod(suited_near)
    redeals = 2

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations within the limits, and packing up or down."""
        limited = TWELVE[6:10] if target in self.downward else TWELVE[:4]
        if target[0] == "f" and source in limited and not state.notes["redeals"]:
            return False
        return super().may_move(state, source, target, count)


class StHelenaAnySuit(StHelena):
    """St Helena with packing regardless of suit."""

    id = "st-helena-any-suit"
    packs = staticmethod(lambda upper, lower: abs(rank(upper) - rank(lower)) == 1)


class Louis(Game):
    """Louis: the stock refills twelve piles of one card; then the rest is dealt."""

    id = "louis"
    decks = 2
    names = (*EIGHT, *TWELVE, "s")
    gathered = filled = dealt_to = TWELVE
    bases = of_each_suit("KA")
    laid_again = heights("t", [1] * 12)
    layout = (laid_again,)
    downward = EIGHT[:4]
    builds_from = "tf"
    packs_from = "t"
    packs = staticmethod(suited_near_round)
    redeals = 2

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow moves from the piles before a redeal, or once all cards are dealt again."""
        waits = source[0] == "t" and state.notes["redeals"] and state.piles["s"]
        return not waits and super().may_move(state, source, target, count)

    def deal(self, state: State) -> None:
        """Deal up to seven cards to each pile."""
        deal_rows(state, from_stock(state, 84), dict.fromkeys(TWELVE, 7))


class LeonisOwn(Game):
    """Leoni's Own: exiles are woven in when no pile can play to a foundation."""

    id = "leonis-own"
    decks = 2
    dark = ("r",)
    gathered = THIRTEEN
    names: tuple[str, ...] = (*EIGHT, *THIRTEEN, "r", "c")
    bases = of_each_suit("AK")
    downward = EIGHT[4:]
    builds_from = "tcf"
    redeals = 2

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Place the bases; deal the other cards in rotation."""
        super().lay_out(state, hand)
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
                number = number % len(self.gathered) + 1

    def goes_up(self, state: State, card: str) -> bool:
        """Return whether a foundation accepts a card."""
        return any(self.founds(state, home, card) for home in EIGHT)

    def moves(self, state: State) -> set[str]:
        """List plays to foundations, moves between foundations, weaving and the redeal."""
        texts = super().moves(state)
        if "t13" in state.piles:
            texts |= buried(state, "t13", EIGHT, self.founds)
        if not any(text[0] in "tc" for text in texts) and state.holds(("r", "c")):
            texts.add("weave")
        return texts

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once no card is in exile."""
        return not state.holds(("r", "c")) and state.holds(self.gathered)

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal the gathered cards in rotation again."""
        super().redeal(state, [])
        self.rotate(state, hand)

    def face(self, state: State) -> None:
        """Keep the exiles face down."""
        super().face(state)
        state.down["r"] = len(state.piles["r"])

    def special(self, state: State, text: str) -> None:
        """Weave: lay each card under the pile of its rank until one can go to a foundation."""
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
    """Weavers: eight foundations go down from kings, and weaving uses twelve ranks."""

    id = "weavers"
    gathered = THIRTEEN[:12]
    names = (*EIGHT, *gathered, "r", "c")
    bases = of_each_suit("KK")
    downward = EIGHT
    builds_from = "tc"
    redeals = 3


class QueensAudience(Game):
    """Queen's Audience: ace pairs with jack, and king with queen; jacks are built down."""

    id = "queens-audience"
    filled = numbered("r", 16)
    fillers = ("w", "s")
    names = (*EIGHT, *filled, "w", "s")
    layout = (heights("r", [1] * 16),)
    builds_from = "rw"
    turned = 1

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build down in suit on a jack that lies on its ace."""
        pile = state.piles[target]
        return target in EIGHT[:4] and bool(pile) and suited_down(card, pile[-1])

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including the pairs."""
        hand = [name for name in (*self.filled, "w") if state.piles[name]]
        pairs = {f"{one}+{two}" for one, two in combinations(hand, 2) if self.pair(state, one, two)}
        return super().moves(state) | pairs

    def pair(self, state: State, one: str, two: str) -> list[str]:
        """Return the cards of a pair, bottom card first, or an empty list."""
        cards = sorted((state.piles[name][-1] for name in (one, two)), key=rank)
        if not same_suit(*cards):
            return []
        return {"AJ": cards, "QK": cards[::-1]}.get(cards[0][0] + cards[1][0], [])

    def take(self, state: State, text: str) -> None:
        """Put a pair on its foundation, then fill the empty piles."""
        one, two = text.split("+")
        cards = self.pair(state, one, two)
        homes = EIGHT[:4] if cards[0][0] == "A" else EIGHT[4:]
        (home,) = (name for name in homes if owner(name) == suit(cards[0]))
        for name in (one, two):
            state.piles[name].pop()
        state.piles[home] += cards
        self.fill_gaps(state)
