"""Games with barred deals, piles of one rank, or a last pass of two cards at a time."""

from .cards import (
    RANKS,
    alternates_down,
    heights,
    in_order,
    is_king,
    numbered,
    of_each_suit,
    one_lower_round,
)
from .table import Game, State, base_of, buried, deal_base, from_base, from_stock


class EasthavenBarred(Game):
    """Easthaven, where no row is dealt while a king could fill a column."""

    id = "easthaven-barred"
    columns = dealt_to = numbered("t", 7)
    names = (*numbered("f", 4), *columns, "s")
    layout = (heights("t", [3] * 7),)
    hidden = heights("t", [2] * 7)
    builds_from = packs_from = fills_from = "t"
    kings_only = groups = True
    packs = staticmethod(alternates_down)

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


class ArchwayOpen(Game):
    """Archway in which cards from the four heaps may also go to the arch."""

    id = "archway-open-arch"
    decks = 2
    homes = numbered("f", 8)
    arch = numbered("r", 13)
    heaps = numbered("t", 4)
    names = (*homes, *heaps, *arch)
    bases = of_each_suit("AK")
    layout = (heights("t", [12] * 4),)
    downward = homes[4:]
    builds_from = fills_from = "tr"

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Place aces and kings, deal twelve cards to each heap, and sort the rest by rank."""
        super().lay_out(state, hand)
        for card in hand:
            state.piles[self.arch[RANKS.index(card[0])]].append(card)
        hand.clear()

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow top cards on foundations and empty heaps, and from the heaps to the arch."""
        if source[0] == "t" and target[0] == "r":
            return state.piles[source][-1][0] == RANKS[int(target[1:]) - 1]
        return super().may_move(state, source, target, count)

    def accepts(self, state: State, target: str, card: str) -> bool:
        """Return whether a foundation or an empty heap accepts a card."""
        return target[0] == "t" or self.founds(state, target, card)

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of buried cards in the arch."""
        targets = (*self.homes, *[name for name in self.heaps if not state.piles[name]])
        below = [buried(state, name, targets, self.accepts) for name in self.arch]
        return super().moves(state).union(*below)


class CzarinaOld(Game):
    """Czarina in its older form, with a last pass in which two cards are available."""

    id = "czarina-old"
    cross = numbered("t", 5)
    names = (*numbered("f", 4), *cross, "r1", "r2", "w", "s")
    layout = (heights("t", [1] * 5),)
    builds_from = packs_from = fills_from = "trw"
    packs = staticmethod(one_lower_round)
    turned = 1
    redeals = 1

    def lay_out(self, state: State, hand: list[str]) -> None:
        """Deal the cross, then the sixth card to the foundation of its suit."""
        super().lay_out(state, hand)
        deal_base(state, hand)

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow nothing on a base card of the cross; with no stock, any card fills a pile."""
        pile = state.piles[target]
        if target[0] == "t" and (pile[-1][0] == base_of(state) if pile else state.piles["s"]):
            return False
        return super().may_move(state, source, target, count)

    def founds(self, state: State, target: str, card: str) -> bool:
        return from_base(state, target, card)

    def may_turn(self, state: State) -> bool:
        """Allow turning the stock only in the first pass."""
        return super().may_turn(state) and not state.notes["redeals"]

    def fill_gaps(self, state: State) -> None:
        """Fill the cross from the stock; in the last pass, fill the two reserves as well."""
        for name in (*self.cross, "r1", "r2") if state.notes["redeals"] else self.cross:
            if not state.piles[name]:
                state.piles[name] = from_stock(state, 1)

    def redeal(self, state: State, hand: list[str]) -> None:
        """Turn the waste over, then fill empty piles."""
        super().redeal(state, hand)
        self.fill_gaps(state)
