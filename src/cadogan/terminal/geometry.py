"""Geometry of the board in a terminal: a game's layout, fitted into columns and lines of text.

The page draws the same layout (:mod:`cadogan.layout`). Cards are as large as the
terminal allows. If that would make a pile illegible, the pile pushes its neighbours aside instead.
In the worst case the board is larger than the terminal and scrolls, so the user can see every card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple

from cadogan.layout import Arrangement, Layout, PilePlace

# These sizes in characters look right if a character is twice as tall as it is wide, and a card 1.4
# times as tall.
_WIDEST, _HIGHEST = 12, 8
_NARROWEST = 4  # the minimum width of a card, with room for "10♥" and a mark
_BORDERED = 6  # the minimum width of a card with a border
_LOW = 30  # with fewer lines, the arrangement for a phone in landscape may be better


class Height(NamedTuple):
    """The number of cards in a pile, and the number of face-down cards at its bottom."""

    cards: int
    down: int = 0


class Place(NamedTuple):
    """The place of one pile: the top left corner of the empty pile, in columns and lines."""

    pile: PilePlace
    x: int
    y: int
    cards: tuple[tuple[int, int], ...]  # the top left corners of the cards, from bottom to top


class Geometry(NamedTuple):
    """The geometry of a board: its size, the size of a card, and the places of the piles."""

    width: int
    height: int
    card_width: int
    card_height: int
    places: dict[str, Place]
    squeezed: bool = False

    @property
    def bordered(self) -> bool:
        """True if a card has room for a border."""
        return self.card_width >= _BORDERED and self.card_height > 1


class _Way(NamedTuple):
    """A way to draw the board: the size of a card, the step in a column, and ways to save space."""

    w: int
    h: int
    step: int
    # which cards overlap fully, 0: none, 1: face-down cards in columns, 2: also reserves
    collapsed: int
    roomy: bool = False  # whether columns have room for the cards that they usually get
    squeezed: bool = False  # whether a fan shows only two characters of each card


class _Unit(NamedTuple):
    """A pile during fitting; ``before`` and ``after`` are its extent beyond one card."""

    pile: PilePlace
    offsets: list[int]
    x: int
    y: int
    before: tuple[int, int]
    after: tuple[int, int]


def fit(layout: Layout, heights: Mapping[str, Height], columns: int, lines: int) -> Geometry:
    """Fit a layout into columns and lines; if it cannot fit, the result is larger.

    ``heights`` maps the names of the piles to their heights.

    >>> import cadogan
    >>> from cadogan.layout import place
    >>> p = cadogan.game("klondike").deal(1)
    >>> heights = {n: Height(len(cards), p.down[n]) for n, cards in p.piles.items()}
    >>> some = fit(place(p.game), heights, 80, 20)
    >>> some.card_width, some.card_height, some.width <= 80, some.height <= 20
    (10, 4, True, True)
    """
    found = [_fit(each, heights, columns, lines) for each in _arrangements(layout, columns, lines)]
    fitting = [some for some in found if some.width <= columns and some.height <= lines]
    return max(fitting, key=lambda some: some.card_width * some.card_height, default=found[0])


def _fit(
    arrangement: Layout | Arrangement, heights: Mapping[str, Height], columns: int, lines: int
) -> Geometry:
    """Fit one arrangement of the piles, as :func:`fit` does."""
    ways = list(_ways(arrangement.width, columns))
    for roomy, squeezed in ((True, False), (False, False), (False, True)):
        wide: set[tuple[int, bool]] = set()  # the board is too wide even at the smallest height
        for way in ways:
            across = way.w, way.h > 1
            if across in wide or (squeezed and way.w >= _BORDERED):
                continue
            some = way._replace(roomy=roomy, squeezed=squeezed)
            found = _lay(arrangement, heights, some, columns, lines)
            if found.width > columns:
                wide.add(across)
            elif found.height <= lines:
                return found
    narrow = [_lay(arrangement, heights, way, columns, lines) for way in ways if way.h == 2]
    return next((some for some in narrow if some.width <= columns), narrow[-1])


def _arrangements(layout: Layout, columns: int, lines: int) -> list[Layout | Arrangement]:
    """Return the arrangements for a screen of this shape, the preferred one first."""
    if lines * 2 > columns * 1.1:
        return [layout.portrait or layout]
    return [layout.low, layout] if layout.low and lines < _LOW else [layout]


def _ways(width: float, columns: int) -> Iterator[_Way]:
    """Yield the ways to draw the board that are narrow enough, the most legible first."""
    sizes = [
        (w, h)
        for h in range(1, _HIGHEST + 1)
        for w in range(_NARROWEST, _WIDEST + 1)
        if w <= 2 * h + 4 and h <= 0.7 * w + 1 and (w * width <= columns or w == _NARROWEST)
    ]
    for w, h in sorted(sizes, key=lambda size: (min(size[0] * 0.7, size[1]), *size), reverse=True):
        if h >= 7:
            yield _Way(w, h, 2, 0)
        for collapsed in (0, 1, 2) if h > 1 else (0, 2):
            yield _Way(w, h, 1, collapsed)


def _lay(
    arrangement: Layout | Arrangement,
    heights: Mapping[str, Height],
    way: _Way,
    columns: int,
    lines: int,
) -> Geometry:
    """Lay out a board in a given way, however large it becomes."""
    piles = arrangement.piles
    fans = any(p.grow in {"left", "right", "out"} and p.kind != "waste" for p in piles)
    tight = way.w + (way.w != _BORDERED or way.h == 1)  # the borders of cards may touch
    across = min(way.w * (2 if fans else 1.25) + 1, _pitch(columns, way.w, arrangement.width))
    # Piles at half columns are evenly spaced only if the pitch is an even number.
    halves = any(p.x % 1 == 0.5 for p in piles)
    even = int(across) - (halves and int(across) % 2)
    across = max(tight, across if fans else even)
    below: float = way.h
    if not any(p.grow in {"down", "up"} for p in piles):
        below = max(below, min(below * 1.3, _pitch(lines, way.h, arrangement.height)))
    units = [_unit(p, heights.get(p.name, Height(0)), way, (across, below), piles) for p in piles]
    units = _pushed(_pushed(units, 0, way), 1, way)
    left = min(u.x - u.before[0] for u in units)
    top = min(u.y - u.before[1] for u in units)
    places = {}
    for u in units:
        x, y = u.x - left, u.y - top
        down = u.pile.grow in {"down", "up"}
        cards = tuple((x, y + o) if down else (x + o, y) for o in u.offsets)
        places[u.pile.name] = Place(u.pile, x, y, cards)
    return Geometry(
        max(u.x + u.after[0] for u in units) + way.w - left,
        max(u.y + u.after[1] for u in units) + way.h - top,
        way.w,
        way.h,
        places,
        way.squeezed,
    )


def _pitch(room: int, card: int, size: float) -> float:
    """Return the distance between cards at which a board fills the available space."""
    return (room - card) / (size - 1) if size > 1 else float(card)


def _unit(
    pile: PilePlace,
    height: Height,
    way: _Way,
    pitch: tuple[float, float],
    piles: Sequence[PilePlace],
) -> _Unit:
    """Return the extent of one pile before piles push each other aside."""
    x, y = round(pile.x * pitch[0]), round(pile.y * pitch[1])
    if pile.grow in {"down", "up"}:
        offsets = _column(pile, height, way)
        grows = way.roomy and pile.kind != "reserve"
        room = max(0, pile.min - max(1, height.cards)) * way.step if grows else 0
        length = (offsets[-1] if offsets else 0) + room
        if pile.grow == "up":
            return _Unit(pile, [o - offsets[-1] for o in offsets], x, y, (0, length), (0, 0))
        return _Unit(pile, offsets, x, y, (0, 0), (0, length))
    if pile.grow and height.cards:
        offsets = _fan(pile, height.cards, way, pitch[0], piles)
        if _leftwards(pile):
            return _Unit(pile, [o - offsets[-1] for o in offsets], x, y, (offsets[-1], 0), (0, 0))
        return _Unit(pile, offsets, x, y, (0, 0), (offsets[-1], 0))
    return _Unit(pile, [0] * height.cards, x, y, (0, 0), (0, 0))


def _leftwards(pile: PilePlace) -> bool:
    return pile.grow == "left" or (pile.grow == "out" and pile.dx < -1e-3)


def _column(pile: PilePlace, height: Height, way: _Way) -> list[int]:
    """Return the distance of each card in a column from the first card."""
    squared = pile.kind == "reserve" and way.collapsed == 2
    if squared:
        return [0] * height.cards
    offsets, at = [], 0
    for i in range(height.cards):
        offsets.append(at)
        if i < height.down:
            at += 0 if way.collapsed and i + 1 < height.down else 1
        else:
            at += way.step
    return offsets


def _fan(
    pile: PilePlace, count: int, way: _Way, across: float, piles: Sequence[PilePlace]
) -> list[int]:
    """Return each card's distance from the first in a fan; a waste shows only its last cards."""
    least = 2 if way.squeezed else 3 + (way.w >= _BORDERED and way.h > 1)
    usual = max(least, round(abs(pile.dx) * way.w))
    shown = min(count, pile.min) if pile.kind == "waste" else count
    sign = -1 if _leftwards(pile) else 1
    beside = [
        sign * (p.x - pile.x)
        for p in piles
        if abs(p.y - pile.y) < 0.95 and sign * (p.x - pile.x) > 0.5
    ]
    if beside and shown > 1:
        room = round(min(beside) * across) - way.w - (way.w < _BORDERED)
        usual = max(least, min(usual, room // (shown - 1)))
    return [0] * (count - shown) + [i * usual for i in range(shown)]


def _pushed(units: list[_Unit], axis: int, way: _Way) -> list[_Unit]:
    """Push piles along an axis until they overlap only where the layout lets them.

    All piles farther along the axis move by the same amount, so rows remain rows.
    """
    size = (way.w, way.h)[axis]
    side = [_aside(u, axis, way) for u in units]
    at = [(u.x, u.y)[axis] for u in units]
    shift = 0
    moved: dict[int, int] = {}
    for _, level in groupby(sorted(range(len(units)), key=at.__getitem__), at.__getitem__):
        here = [*level]
        for i, j in product(here, [*moved]):
            if side[i][0] >= side[j][1] or side[j][0] >= side[i][1]:
                continue
            end = at[j] + moved[j]
            # a small overlap is allowed, because rounding can lose a fifth of a card
            if at[j] + size * 0.8 <= at[i]:
                need = end + size + units[j].after[axis] - (at[i] - units[i].before[axis])
            else:
                need = end + 1 - at[i]
            shift = max(shift, need)
        moved |= dict.fromkeys(here, shift)
    return [
        u._replace(x=u.x + moved[i]) if axis == 0 else u._replace(y=u.y + moved[i])
        for i, u in enumerate(units)
    ]


def _aside(unit: _Unit, axis: int, way: _Way) -> tuple[int, int]:
    """Return the range that a pile covers at right angles to an axis."""
    if axis == 0:  # a column may have any length, so it blocks only its own row
        return unit.y, unit.y + way.h
    return unit.x - unit.before[0], unit.x + way.w + unit.after[0]


def nearest(places: Mapping[str, Place], name: str, dx: int, dy: int) -> str | None:
    """Return the nearest pile in a direction; prefer piles straight ahead.

    >>> import cadogan
    >>> from cadogan.layout import place
    >>> some = fit(place(cadogan.game("klondike")), {}, 80, 20)
    >>> nearest(some.places, "t1", 1, 0), nearest(some.places, "s", 0, 1)
    ('t2', 't1')
    """
    here = places[name]
    best, least = None, float("inf")
    for other, place in places.items():
        # a character on the screen is twice as tall as it is wide
        across, down = place.x - here.x, 2 * (place.y - here.y)
        along, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
        if other == name or along < 1:
            continue
        cost = along + aside * 2 + (1e6 if aside > along * 1.75 else 0)
        if cost < least:
            best, least = other, cost
    return best
