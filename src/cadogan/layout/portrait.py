"""Phone layout: changes to a definition's places for a screen held upright.

On such a screen, the stock's row goes below all others, near the thumb, because players touch the
stock and its waste most often. The page tells players when the rows of the tableau become columns,
since all texts describe rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cadogan.layout import PilePlace

# The page squeezes a column of this many cards to this fraction; the page's scripts must agree.
_TIGHT = 0.75
_LEDGE = 0.12  # the gap between the stock's row and the piles above it, in card heights
_TOUCH = 0.05  # piles that overlap by less than this, in card heights, are in different rows


def near_thumb(piles: Sequence[PilePlace], groups: Sequence[str]) -> dict[str, float]:
    """Return the y of all piles with the stock's row at the bottom, or {} if the row stays.

    The row consists of the stock, the waste and all piles beside them. The row stays if it contains
    at least half of the tableau, or only part of a group, as in a clock or ring. Otherwise it goes
    to the bottom, and rows that were below it move up.

    Args:
        piles: the places of the piles on a tall screen.
        groups: the group of each pile.

    >>> import cadogan
    >>> from cadogan.layout import place
    >>> def lies(name):
    ...     game = cadogan.game(name)
    ...     return near_thumb(place(game).piles, [group.name for group in game.compiled.of])
    >>> lies("golf")["t1"], lies("golf")["s"]
    (0.0, 2.47)
    >>> lies("freecell")
    {}
    """
    row = [pile for pile in piles if pile.kind in ("stock", "waste")]
    if all(pile.kind != "stock" for pile in row):
        return {}
    top, bottom = _span(row)
    spans = {pile.name: _span([pile]) for pile in piles}
    before = 0
    while before < len(row):
        before = len(row)
        low, high = bottom - _TOUCH, top + _TOUCH
        row = [p for p in piles if spans[p.name][0] < low and high < spans[p.name][1]]
        top, bottom = _span(row)
    rest = [pile for pile in piles if pile not in row]
    group = dict(zip((pile.name for pile in piles), groups, strict=True))
    parted = {group[pile.name] for pile in row} & {group[pile.name] for pile in rest}
    if not rest or parted or _played(row) >= max(1, _played(rest)):
        return {}
    below = [pile for pile in rest if pile.y > top]
    gap = _span(below)[0] - top if below else 0.0
    found = {pile.name: pile.y - gap * (pile in below) for pile in rest}
    end = max(top, *(found[p.name] - p.y + _span([p])[1] for p in rest))
    found |= {pile.name: pile.y - top + end + _LEDGE for pile in row}
    return {pile.name: round(found[pile.name], 4) for pile in piles}


def is_turned(piles: Sequence[PilePlace], other: Sequence[PilePlace]) -> bool:
    """Return whether the rows of the tableau become columns in another arrangement.

    >>> import cadogan
    >>> from cadogan.layout import place
    >>> wide = place(cadogan.game("gaps"))
    >>> is_turned(wide.piles, wide.portrait.piles)
    True
    """
    then, now = _grid(piles), _grid(other)
    return now != then and now == [(y, x) for x, y in then]


def _grid(piles: Iterable[PilePlace]) -> list[tuple[int, int]]:
    """Return the column and row of each pile in the tableau."""
    played = [pile for pile in piles if pile.kind == "tableau"]
    xs = sorted({pile.x for pile in played})
    ys = sorted({pile.y for pile in played})
    return [(xs.index(pile.x), ys.index(pile.y)) for pile in played]


def _played(piles: Iterable[PilePlace]) -> int:
    """Return how many of the piles belong to the tableau."""
    return sum(pile.kind == "tableau" for pile in piles)


def _span(piles: Iterable[PilePlace]) -> tuple[float, float]:
    """Return the top and bottom of some piles, stretched as far as the page may stretch them."""
    tops, bottoms = [], []
    for pile in piles:
        # The page draws a slanting fan sideways.
        reach = 0.0 if pile.grow == "out" else pile.dy * (pile.min - 1)
        tops.append(pile.y + min(0.0, reach))
        bottoms.append(pile.y + 1 + max(0.0, reach * _TIGHT))
    return min(tops), max(bottoms)
