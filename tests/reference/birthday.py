"""Birthday: four foundations, a stock and a waste."""

from collections.abc import Mapping

from .cards import numbered, one_higher_round, same_suit
from .table import Game, State


class Birthday(Game):
    """Birthday: four passes, with a shuffle between passes.

    The digits 1956 set the bases: each is one rank higher, in spades, hearts, clubs and diamonds.
    """

    id = "birthday"
    names = (*numbered("f", 4), "w", "s")
    bases: Mapping[str, str] = {"f1": "2S", "f2": "TH", "f3": "6C", "f4": "7D"}
    builds_from = "w"
    turned = 1
    redeals = 3
    shuffles = True

    def founds(self, state: State, target: str, card: str) -> bool:
        """Build thirteen cards up in the suit of the base, ace after king."""
        pile = state.piles[target]
        fits = same_suit(card, pile[-1]) and one_higher_round(card, pile[-1])
        return len(pile) < 13 and fits


class BirthdayUnshuffled(Birthday):
    """Birthday with redeals that do not shuffle."""

    id = "birthday-unshuffled"
    shuffles = False


class BirthdayFivePasses(Birthday):
    """Birthday with four redeals, and therefore five passes."""

    id = "birthday-five-passes"
    redeals = 4
