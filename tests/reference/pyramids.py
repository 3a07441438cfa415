"""Pyramids whose cards leave in pairs that add up to thirteen."""

import re
from collections.abc import Mapping, Sequence

from .cards import RANKS, SUITS, is_king, numbered
from .removals import Removal, adding_to
from .table import Game, State, deal_rows


def pyramid(rows: int) -> dict[str, tuple[str, str]]:
    """Return the two piles that cover each card of a pyramid, except the last row."""
    over = {}
    for row in range(1, rows):
        first = row * (row - 1) // 2
        for i in range(row):
            at = first + i + 1
            over[f"t{at}"] = (f"t{at + row}", f"t{at + row + 1}")
    return over


class Pyramid(Removal):
    """Pyramid: thirteens leave from uncovered cards, the waste and the face-up stock card."""

    id = "pyramid"
    peak = numbered("t", 28)
    over = pyramid(7)
    tops = (*peak, "w", "s")
    names = (*peak, "w", "s", "d")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the pyramid row by row."""
        deal_rows(state, hand, dict.fromkeys(self.peak, 1))

    def free(self, state: State, name: str) -> bool:
        """Return whether no card covers this one any more."""
        return not any(state.piles[other] for other in self.over.get(name, ()))

    def agree(self, cards: Sequence[str]) -> bool:
        """Accept a king, or two cards that add up to thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)

    def may_redeal(self, state: State) -> bool:
        """Allow no redeals: the stock has a single pass."""
        return False


class PyramidThreePasses(Pyramid):
    """Pyramid with three passes through the stock."""

    id = "pyramid-three-passes"
    redeals = 2

    def may_redeal(self, state: State) -> bool:
        """Allow a redeal once the stock is empty and the waste holds a card."""
        return not state.piles["s"] and bool(state.piles["w"])

    def redeal(self, state: State, hand: list[str]) -> None:
        """Make the waste the stock again, in the same order."""
        state.piles["w"] = []
        self.put_stock(state, hand)


class PyramidCovered(Pyramid):
    """Pyramid in which a card may leave with the only card that still covers it."""

    id = "pyramid-covered"

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including pairs of a card and the card that covers it."""
        texts = super().moves(state)
        for below, both in self.over.items():
            left = [name for name in both if state.piles[name]]
            if len(left) != 1 or not self.free(state, left[0]):
                continue
            if self.agree([state.piles[below][0], state.piles[left[0]][0]]):
                texts.add(f"{below}+{left[0]}")
        return texts


class ParPyramid(Pyramid):
    """Par Pyramid: a cell accepts an uncovered card of the pyramid or the top of the waste."""

    id = "par-pyramid"
    tops = (*Pyramid.peak, "c", "w", "s")
    names = (*Pyramid.peak, "c", "w", "s", "d")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow a card of the pyramid or the waste on the empty cell."""
        if target != "c" or state.piles["c"]:
            return False
        return source == "w" or (source[0] == "t" and self.free(state, source))


class Treize(Pyramid):
    """Treize: both ends of the waste are available."""

    id = "treize"

    def moves(self, state: State) -> set[str]:
        """List the legal moves, including those of the bottom card of the waste."""
        texts, waste = super().moves(state), state.piles["w"]
        if len(waste) < 2:
            return texts
        far = f"w@{len(waste)}"
        if is_king(waste[0]):
            texts.add(f"{far}-d")
        for name in self.tops:
            if not state.piles[name] or not self.free(state, name):
                continue
            if self.agree([waste[0], state.piles[name][-1]]):
                texts.add(f"{far}+s" if name == "s" else f"{name}+{far}")
        return texts

    def make(self, before: State, text: str, shuffled: Sequence[str] | None) -> State:
        """Make a move; for a move of the bottom card of the waste, put that card on top first."""
        if "@" not in text:
            return super().make(before, text, shuffled)
        state = before.copy()
        names = re.sub(r"@\d+", "", text)
        if names == "w+w":
            first, last = state.piles["w"].pop(0), state.piles["w"].pop()
            state.piles["d"] = sorted(
                [*state.piles["d"], first, last],
                key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])),
            )
            return state
        state.piles["w"].append(state.piles["w"].pop(0))
        return super().make(state, names, shuffled)


class Giza(Pyramid):
    """Giza: the cards beside the pyramid lie face up in eight piles of three."""

    id = "giza"
    beside = numbered("r", 8)
    tops = (*Pyramid.peak, *beside)
    names = (*Pyramid.peak, *beside, "d")
    turned = 0

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the pyramid, then the other piles by rows."""
        deal_rows(state, hand, dict.fromkeys(self.peak, 1))
        deal_rows(state, hand, dict.fromkeys(self.beside, 3))

    def may_turn(self, state: State) -> bool:
        """Allow no turns: the game has no stock."""
        return False


GAMES: tuple[Game, ...] = (
    Pyramid(),
    PyramidThreePasses(),
    PyramidCovered(),
    ParPyramid(),
    Treize(),
    Giza(),
)
