"""Places of piles, computed from the spots of their groups in a layout."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from cadogan.layout.spots import Pile, key_of
from cadogan.mechanics.overlap.compile import covered_by
from cadogan.rules.definition import Spot
from cadogan.rules.group import Group

RATIO = 1.4  # the height of a card in card widths, which must agree with the page
_RANKS = 13

_SPREAD = 0.25  # the default distance from one card to the next, as a fraction of a card

# The defaults for each kind of pile: the direction of its cards, and how many cards fit before they
# must move closer together.
_USUAL = {
    "foundation": ("none", 1),
    "tableau": ("down", 8),
    "reserve": ("down", 4),
    "cell": ("none", 1),
    "waste": ("right", 3),
    "stock": ("none", 1),
    "discard": ("none", 1),
}


class PilePlace(msgspec.Struct, frozen=True):
    """The place of one pile, as the page needs it.

    Attributes:
        x, y: the corner of the first card, in card widths and heights.
        dx, dy: the distance from one card to the next, in card widths and heights.
        grow: the direction of the cards: down, up, right, left, out, or "" if they lie squarely on
            top of each other.
        rot: the rotation of the cards in degrees.
        min: the number of cards that fit before they move closer together.
    """

    name: str
    kind: str
    label: str
    x: float
    y: float
    dx: float
    dy: float
    rot: float
    grow: str
    min: int


class Arrangement(msgspec.Struct, frozen=True):
    """All piles in canonical order, and the size of the board in card widths and heights."""

    width: float
    height: float
    piles: list[PilePlace]


class Layout(Arrangement, frozen=True):
    """The places of the piles, as :func:`place` computes them."""

    portrait: Arrangement | None
    low: Arrangement | None = None


def arrange(piles: Sequence[Pile], spots: Mapping[str, Spot]) -> Arrangement:
    """Place all piles by their spots, and shift the board so that it begins at (0, 0)."""
    found = lay(piles, spots)
    left, top, right, bottom = extent(found)
    moved = [
        msgspec.structs.replace(p, x=round(p.x - left, 4), y=round(p.y - top, 4)) for p in found
    ]
    return Arrangement(round(right - left, 4), round(bottom - top, 4), moved)


def lay(piles: Sequence[Pile], spots: Mapping[str, Spot]) -> list[PilePlace]:
    """Place piles by their spots, in the order of the argument."""
    members: dict[str, list[Pile]] = {}
    for pile in piles:
        members.setdefault(key_of(spots, pile.group), []).append(pile)
    found = {p.name: p for key, some in members.items() for p in _place_group(some, spots[key])}
    return [found[pile.name] for pile in piles]


def _place_group(piles: Sequence[Pile], spot: Spot) -> list[PilePlace]:
    group = piles[0].group
    corners = _heap(spot, piles) if spot.heap else _corners(spot, len(piles))
    lines = len({y for _, y in corners}) if spot.grid else 1
    hours = spot.clock is not None and len(piles) == 12
    found = []
    for i, (pile, (x, y)) in enumerate(zip(piles, corners, strict=True)):
        grow = (spot.grow[i] if isinstance(spot.grow, list) else spot.grow) or usual_way(group)
        dx, dy = _step(spot, grow, _SPREAD if spot.spread is None else spot.spread, x, y)
        label = pile.label
        if spot.labels is not None:
            label = spot.labels[i]
        elif hours:
            label = str(((spot.first or 1) + i - 1) % 12 + 1)
        rot = spot.rot[i] if isinstance(spot.rot, list) else spot.rot or 0.0
        found.append(
            PilePlace(
                name=pile.name,
                kind=pile.group.kind,
                label=label,
                x=x,
                y=y,
                dx=round(dx, 4),
                dy=round(dy, 4),
                rot=rot,
                grow="" if grow == "none" else grow,
                min=1 if grow == "none" else spot.min or usual_min(group, lines),
            )
        )
    return found


def _corners(spot: Spot, count: int) -> list[tuple[float, float]]:
    """Return the corner of the first card of each pile."""
    if spot.places is not None:
        return list(spot.places)
    if spot.clock is not None:
        x, y, wide, *rest = spot.clock
        tall = rest[0] if rest else wide
        turns = [2 * math.pi * ((spot.first or 1) / 12 + i / count) for i in range(count)]
        return [(x + wide * math.sin(a), y - tall * math.cos(a) / RATIO) for a in turns]
    if spot.column is not None:
        x, y = spot.column
        step = spot.gap[1] if isinstance(spot.gap, tuple) else spot.gap or 1.0
        return [(x, y + i * step) for i in range(count)]
    across, down = spot.gap if isinstance(spot.gap, tuple) else (spot.gap or 1.0, 1.0)
    x, y, most = spot.grid if spot.grid is not None else (*(spot.row or (0.0, 0.0)), count)
    per_row = math.ceil(count / math.ceil(count / most))
    corners = []
    for i in range(count):
        line = i // per_row
        in_line = min(per_row, count - line * per_row)
        back = {"left": 0.0, "centre": 0.5, "right": 1.0}[spot.align or "left"] * (in_line - 1)
        corners.append((x + (i % per_row - back) * across, y + line * down))
    return corners


def _heap(spot: Spot, piles: Sequence[Pile]) -> list[tuple[float, float]]:
    """Return the corners of overlapping piles, the uppermost row at the top."""
    names = [pile.group.name for pile in piles]
    over = [
        [start + i for i in some]
        for start in map(names.index, dict.fromkeys(names))
        for some in covered_by(piles[start].group)
    ]
    step = spot.gap[1] if isinstance(spot.gap, tuple) else spot.gap or 0.5
    across = spot.gap[0] if isinstance(spot.gap, tuple) else 1.0
    left, top = spot.heap or (0.0, 0.0)
    free = [p for p, some in enumerate(over) if not some]
    found = {p: (left + i * across, 0) for i, p in enumerate(free)}
    for p in reversed(range(len(piles))):  # a pile comes after the piles that it covers
        if over[p]:
            x = sum(found[q][0] for q in over[p]) / len(over[p])
            found[p] = (x, 1 + max(found[q][1] for q in over[p]))
    most = max(level for _, level in found.values())
    return [(found[p][0], top + (most - found[p][1]) * step) for p in range(len(piles))]


def _step(spot: Spot, grow: str, spread: float, x: float, y: float) -> tuple[float, float]:
    if grow == "out" and spot.clock is not None:
        away, up = x - spot.clock[0], (y - spot.clock[1]) * RATIO
        far = math.hypot(away, up) or 1.0
        return spread * away / far, spread * up / far / RATIO
    return {
        "down": (0.0, spread),
        "up": (0.0, -spread),
        "right": (spread, 0.0),
        "left": (-spread, 0.0),
    }.get(grow, (0.0, 0.0))


def usual_way(group: Group) -> str:
    """Return the default direction in which the cards of a group's piles overlap."""
    return _USUAL[group.kind][0]


def usual_min(group: Group, lines: int = 1) -> int:
    """Return the default number of cards that must fit in each pile.

    A tableau pile has room for its dealt cards and some more. It has room for fewer cards if
    several lines of piles share the height.
    """
    least = _USUAL[group.kind][1]
    if group.kind != "tableau":
        return least
    dealt = max(group.deal) if isinstance(group.deal, list) else group.deal
    if isinstance(dealt, str):
        return least
    if group.build == "none" and dealt > 1:
        return dealt + 1
    return min(_RANKS, max(4, dealt + 2) if lines > 1 else max(least, dealt + 4))


def extent(piles: Iterable[PilePlace], tight: float = 1.0) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edges of piles; squeeze columns by ``tight``."""
    some = list(piles)
    ends = [
        (p.x + p.dx * (p.min - 1), p.y + p.dy * (p.min - 1) * (tight if p.dy > 0 else 1.0))
        for p in some
    ]
    xs = [p.x for p in some] + [x for x, _ in ends]
    ys = [p.y for p in some] + [y for _, y in ends]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1
