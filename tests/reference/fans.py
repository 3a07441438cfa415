"""Builders in suit with single cards: Forty Thieves, La Belle Lucie, British Square."""

from .cards import (
    heights,
    is_ace,
    is_king,
    numbered,
    one_higher,
    one_lower,
    owner,
    rank,
    suit,
    suited_near,
)
from .table import Game, State, deal_piles


class FortyThieves(Game):
    """Forty Thieves: there are ten columns of four, and one pass through the stock."""

    id = "forty-thieves"
    decks = 2
    names = (*numbered("f", 8), *numbered("t", 10), "w", "s")
    layout = (heights("t", [4] * 10),)
    builds_from = packs_from = fills_from = "tw"
    turned = 1


class LaBelleLucie(Game):
    """La Belle Lucie: there are fans of three and two redeals, but no draw of a buried card."""

    id = "la-belle-lucie"
    gathered = numbered("t", 18)
    names = (*numbered("f", 4), *gathered)
    laid_again = heights("t", [3] * 18)  # the last may be short
    layout = (laid_again,)
    lay = staticmethod(deal_piles)
    builds_from = packs_from = "t"
    redeals = 2
    shuffles = True


class BritishSquare(Game):
    """British Square: foundations go up, then down; piles keep their direction.

    A note counts the bottom cards of each pile that lie as dealt, or as put in an empty pile.
    The cards above those were packed, and the first of them sets the pile's direction.
    """

    id = "british-square"
    decks = 2
    names: tuple[str, ...] = (*numbered("f", 4), *numbered("t", 4), "w", "s")
    notes = heights("t", [4] * 4)
    layout = (notes,)
    builds_from = packs_from = "tw"
    fills_from = "ws"
    packs = staticmethod(suited_near)
    turned = 1

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build a suit from ace to king, then a second king, and down to the ace."""
        cards = state.piles[target]
        if suit(card) != owner(target):
            return False
        if not cards:
            return is_ace(card)
        if len(cards) < 13:
            return one_higher(card, cards[-1])
        if len(cards) == 13:
            return is_king(card)
        return one_lower(card, cards[-1])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Pack in suit, up or down, in the direction of the pile's first packed card."""
        if not super().may_move(state, source, target, count):
            return False
        cards, dealt = state.piles[target], state.notes.get(target, 0)
        if target[0] == "f" or len(cards) == dealt:
            return True
        rises = rank(cards[dealt]) > rank(cards[dealt - 1])
        return rises == (rank(state.piles[source][-1]) > rank(cards[-1]))

    def moved(self, state: State, source: str, target: str) -> None:
        """Update the notes when a dealt card leaves or a card fills an empty pile."""
        if source[0] == "t":
            state.notes[source] = min(state.notes[source], len(state.piles[source]))
        if target[0] == "t" and len(state.piles[target]) == 1:
            state.notes[target] = 1


class BritishSquareAmerican(BritishSquare):
    """British Square with sixteen piles of one card."""

    id = "british-square-american"
    names = (*numbered("f", 4), *numbered("t", 16), "w", "s")
    notes = heights("t", [1] * 16)
    layout = (notes,)
