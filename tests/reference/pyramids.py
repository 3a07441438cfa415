"""Pyramids, taken down in thirteens (fact sheet C, part 2)."""

import re
from collections.abc import Mapping, Sequence

from .cards import RANKS, SUITS, is_king, numbered
from .removals import Removal, adding_to
from .table import Game, State, deal_rows


def pyramid(rows: int) -> dict[str, tuple[str, str]]:
    """Say which two cards lie on each card of a pyramid, but for the last row."""
    over = {}
    for row in range(1, rows):
        first = row * (row - 1) // 2
        for i in range(row):
            at = first + i + 1
            over[f"t{at}"] = (f"t{at + row}", f"t{at + row + 1}")
    return over


class Pyramid(Removal):
    """Pyramid: thirteens, of the free cards of the pyramid, the waste and the open stock."""

    id = "pyramid"
    peak = numbered("t", 28)
    over = pyramid(7)
    tops = (*peak, "w", "s")
    names = (*peak, "w", "s", "d")
    turned = 1

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the rows of the pyramid."""
        deal_rows(state, hand, dict.fromkeys(self.peak, 1))

    def free(self, state: State, name: str) -> bool:
        """Ask for both cards that lie on this one to be gone."""
        return not any(state.piles[other] for other in self.over.get(name, ()))

    def agree(self, cards: Sequence[str]) -> bool:
        """Take a king, or two cards of thirteen."""
        return is_king(cards[0]) if len(cards) == 1 else adding_to(13)(cards)

    def may_redeal(self, state: State) -> bool:
        """Go through the stock once."""
        return False


class PyramidThreePasses(Pyramid):
    """Pyramid, the stock gone through three times."""

    id = "pyramid-three-passes"
    redeals = 2

    def may_redeal(self, state: State) -> bool:
        """Turn the waste over when the stock is empty."""
        return not state.piles["s"] and bool(state.piles["w"])

    def redeal(self, state: State, hand: list[str]) -> None:
        """Deal the waste again in its order."""
        state.piles["w"] = []
        self.put_stock(state, hand)


class PyramidCovered(Pyramid):
    """Pyramid, where a card may leave with the only one that still lies on it."""

    id = "pyramid-covered"

    def moves(self, state: State) -> set[str]:
        """List the pairs that lie on each other, too."""
        texts = super().moves(state)
        for below, both in self.over.items():
            left = [name for name in both if state.piles[name]]
            if len(left) != 1 or not self.free(state, left[0]):
                continue
            if self.agree([state.piles[below][0], state.piles[left[0]][0]]):
                texts.add(f"{below}+{left[0]}")
        return texts


class ParPyramid(Pyramid):
    """Par Pyramid: a cell takes an open card of the pyramid or the waste."""

    id = "par-pyramid"
    tops = (*Pyramid.peak, "c", "w", "s")
    names = (*Pyramid.peak, "c", "w", "s", "d")

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Lay a card by."""
        if target != "c" or state.piles["c"]:
            return False
        return source == "w" or (source[0] == "t" and self.free(state, source))


class Treize(Pyramid):
    """Treize: both ends of the waste."""

    id = "treize"

    def moves(self, state: State) -> set[str]:
        """List what the first card of the waste does, too."""
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
        """Turn the waste over for a moment, so that its first card lies on top."""
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
    """Giza: the cards beside the pyramid lie open in eight piles of three."""

    id = "giza"
    beside = numbered("r", 8)
    tops = (*Pyramid.peak, *beside)
    names = (*Pyramid.peak, *beside, "d")
    turned = 0

    def lay_out(self, state: State, hand: list[str], options: Mapping[str, str]) -> None:
        """Deal the pyramid, then the piles in rows."""
        deal_rows(state, hand, dict.fromkeys(self.peak, 1))
        deal_rows(state, hand, dict.fromkeys(self.beside, 3))

    def may_turn(self, state: State) -> bool:
        """Turn nothing: there is no stock."""
        return False


GAMES: tuple[Game, ...] = (
    Pyramid(),
    PyramidThreePasses(),
    PyramidCovered(),
    ParPyramid(),
    Treize(),
    Giza(),
)
