"""Games with barred deals, piles of one rank, or a last pass of two cards at a time."""

from collections.abc import Mapping, Sequence

from .cards import in_order, is_king, numbered, one_higher_round, one_lower_round, suit, take_out
from .klondike import alternates_down
from .table import Game, State, ace_up, deal_rows, from_stock, king_down

RANKS = "A23456789TJQK"


class EasthavenBarred(Game):
    """Easthaven, where no row is dealt while a king could fill a column."""

    id = "easthaven-barred"
    columns = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "s")
    groups = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal three rows, of which only the top one lies face up."""
        deal_rows(state, hand, dict.fromkeys(self.columns, 3))
        for name in self.columns:
            state.down[name] = 2

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow single cards on foundations, runs on columns, and kings on empty columns."""
        if source[0] != "t":
            return False
        lifted, there = state.piles[source][-count:], state.piles[target]
        if target[0] == "f":
            return count == 1 and ace_up(state, target, lifted[0])
        if target[0] != "t" or not in_order(lifted, alternates_down):
            return False
        return alternates_down(lifted[0], there[-1]) if there else is_king(lifted[0])

    def may_deal(self, state: State) -> bool:
        """Allow a deal unless a king and its run could leave other cards for an empty column."""
        if not state.piles["s"]:
            return False
        if all(state.piles[name] for name in self.columns):
            return True
        for name in self.columns:
            cards, down = state.piles[name], state.down[name]
            for at in range(max(down, 1), len(cards)):
                if is_king(cards[at]) and in_order(cards[at:], alternates_down):
                    return False
        return True

    def deal(self, state: State) -> None:
        """Deal one card to each column while the stock lasts."""
        deal_rows(state, from_stock(state, 7), dict.fromkeys(self.columns, 1))


class ArchwayOpen(Game):
    """Archway in which cards of the four heaps may also go to the arch."""

    id = "archway-open-arch"
    decks = 2
    arch = numbered("r", 13)
    heaps = numbered("t", 4)
    names = (*numbered("f", 8), *heaps, *arch)

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Place aces and kings, deal twelve cards to each heap, and sort the rest by rank."""
        for number, base in enumerate(("A", "K")):
            for at, letter in enumerate("CDHS", 1):
                state.piles[f"f{4 * number + at}"] = take_out(hand, [base + letter])
        deal_rows(state, hand, dict.fromkeys(self.heaps, 12))
        for card in hand:
            state.piles[self.arch[RANKS.index(card[0])]].append(card)
        hand.clear()

    def fits(self, state: State, card: str, target: str) -> bool:
        """Return whether a foundation accepts a card."""
        return (ace_up if int(target[1:]) <= 4 else king_down)(state, target, card)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations and empty heaps, and from the heaps to the arch."""
        if source[0] == "f":
            return False
        card = state.piles[source][-1]
        if target[0] == "f":
            return self.fits(state, card, target)
        if target[0] == "t":
            return not state.piles[target]
        return source[0] == "t" and card[0] == RANKS[int(target[1:]) - 1]

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of buried cards in the arch."""
        texts = super().moves(state)
        for name in self.arch:
            cards = state.piles[name]
            for depth in range(2, len(cards) + 1):
                card = cards[-depth]
                if card == cards[1 - depth]:
                    continue
                for target in self.names:
                    found = target[0] == "f" and self.fits(state, card, target)
                    if found or (target[0] == "t" and not state.piles[target]):
                        texts.add(f"{name}@{depth}-{target}")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; it may take a buried card from a pile of the arch."""
        if "@" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        name, _, rest = text.partition("@")
        depth, _, target = rest.partition("-")
        state.piles[target].append(state.piles[name].pop(-int(depth)))
        return state


class CzarinaOld(Game):
    """Czarina in its older form: a last pass with two cards available."""

    id = "czarina-old"
    cross = numbered("t", 5)
    names = (*numbered("f", 4), *cross, "r1", "r2", "w", "s")
    turned = 1
    redeals = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the cross, then the sixth card to the foundation of its suit."""
        deal_rows(state, hand, dict.fromkeys(self.cross, 1))
        base = hand.pop(0)
        state.piles[f"f{'CDHS'.index(suit(base)) + 1}"] = [base]

    def base(self, state: State) -> str:
        """Return the rank that begins the foundations."""
        return next(state.piles[f"f{n}"][0][0] for n in range(1, 5) if state.piles[f"f{n}"])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow building and packing round the corner; with no stock, any card fills a pile."""
        if source[0] not in "trw" or target[0] not in "ft":
            return False
        card, there = state.piles[source][-1], state.piles[target]
        if target[0] == "f":
            if suit(card) != "CDHS"[int(target[1:]) - 1] or len(there) == 13:
                return False
            return one_higher_round(card, there[-1]) if there else card[0] == self.base(state)
        if not there:
            return not state.piles["s"]
        return one_lower_round(card, there[-1]) and there[-1][0] != self.base(state)

    def may_turn(self, state: State) -> bool:
        """Allow turning the stock only in the first pass."""
        return bool(state.piles["s"]) and not state.counters["redeals"]

    def fill(self, state: State) -> None:
        """Fill the cross from the stock; in the last pass, fill the two reserves as well."""
        places = (*self.cross, "r1", "r2") if state.counters["redeals"] else self.cross
        for name in places:
            if not state.piles[name]:
                state.piles[name] = from_stock(state, 1)

    def moved(self, state: State, source: str, target: str) -> None:
        """Fill empty piles from the stock at once."""
        self.fill(state)

    def redeal(self, state: State, hand: list[str]) -> None:
        """Turn the waste over, then fill empty piles."""
        super().redeal(state, hand)
        self.fill(state)


GAMES: tuple[Game, ...] = (EasthavenBarred(), ArchwayOpen(), CzarinaOld())
