"""Birthday: four foundations, a stock and a waste."""

from collections.abc import Mapping

from .cards import SUITS, card, numbered, one_higher_round, same_suit, take_out
from .table import Game, State


class Birthday(Game):
    """Birthday: four passes, with a shuffle between passes."""

    id = "birthday"
    names = (*numbered("f", 4), "w", "s")
    turned = 1
    redeals = 3
    shuffles = True

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Begin each digit's foundation with the card one rank higher, in the chosen suit."""
        target, suits = options.get("target", "1956"), options.get("suits", "SHCD")
        if set(options) - {"target", "suits"}:
            raise ValueError("birthday has the options target and suits")
        if len(target) != 4 or set(target) - set("123456789"):
            raise ValueError("the target is four digits from 1 to 9")
        if sorted(suits) != sorted(SUITS):
            raise ValueError("the suits are C, D, H and S in some order")
        for number in range(4):
            base = card(int(target[number]) + 1, suits[number])
            state.piles[f"f{number + 1}"] = take_out(hand, [base])

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow the waste's top card on its suit's foundation: up, ace after king, 13 cards."""
        if source != "w" or target[0] != "f":
            return False
        foundation, moved = state.piles[target], state.piles[source][-1]
        return (
            0 < len(foundation) < 13
            and same_suit(moved, foundation[-1])
            and one_higher_round(moved, foundation[-1])
        )


class BirthdayUnshuffled(Birthday):
    """Birthday with redeals that do not shuffle."""

    id = "birthday-unshuffled"
    shuffles = False


class BirthdayFivePasses(Birthday):
    """Birthday with four redeals, and therefore five passes."""

    id = "birthday-five-passes"
    redeals = 4


GAMES: tuple[Game, ...] = (Birthday(), BirthdayUnshuffled(), BirthdayFivePasses())
