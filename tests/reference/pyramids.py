"""Pyramids whose cards leave in pairs that add up to thirteen."""

from .cards import heights, is_king, numbered
from .removals import Removal, thirteens
from .table import Layout, State


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
    layout: Layout = (heights("t", [1] * 28),)
    agree = staticmethod(thirteens)
    turned = 1

    def free(self, state: State, name: str) -> bool:
        """Return whether no card covers this one any more."""
        return not state.holds(self.over.get(name, ()))


class PyramidThreePasses(Pyramid):
    """Pyramid with three passes through the stock."""

    id = "pyramid-three-passes"
    redeals = 2


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
    names = (*tops, "d")
    cells_from = "wt"

    def may_move(self, state: State, source: str, target: str, count: int) -> bool:
        """Allow only uncovered cards to move."""
        return self.free(state, source) and super().may_move(state, source, target, count)


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


class Giza(Pyramid):
    """Giza: the cards beside the pyramid lie face up in eight piles of three."""

    id = "giza"
    tops = (*Pyramid.peak, *numbered("r", 8))
    names = (*tops, "d")
    layout = (heights("t", [1] * 28), heights("r", [3] * 8))
    turned = 0
