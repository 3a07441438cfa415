"""Default places for groups that a definition's layout does not place.

The stock and its waste are on the left, the foundations on the right, and cells between them. The
tableau is below, with the reserve above it; a reserve with few piles is below the stock. Groups
with a place of their own stay together as the table. The stock is to its left (on a tall screen,
below it), and discards are to its right. If a line of piles is wider than the screen, it becomes
several lines. The module prefers this arrangement, unless another one draws clearly larger cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from cadogan.layout.places import RATIO, Arrangement, extent, lay, usual_min, usual_way
from cadogan.layout.spots import Pile, is_placed, key_of
from cadogan.rules.definition import Spot
from cadogan.rules.phrases import Space, Take
from cadogan.rules.vocabulary import LETTERS

# Gaps, in card widths across and in card heights down. The page adds a small gap of its own.
_APART = 0.4  # the gap between parts that lie side by side
_CLOSE = 0.2  # the minimum gap between parts of one row
_ROWS = 0.15  # the gap between rows of different groups
_LINES = 0.04  # the gap between lines of one group
_FANS = 0.15  # the gap between fans that lie side by side
WIDEST = 0.28  # the maximum card width, as a fraction of screen height; must agree with layout.js
TIGHT = 0.75  # the page squeezes a column to this fraction of its spread; must agree with layout.js
_LARGER = 1.06  # another arrangement must draw cards this much larger to replace the preferred one
_OTHER = 1.24  # the same factor for a tall screen, or if the shape in the definition is lost
_FEW = 3  # the maximum number of piles in a reserve at the side of the table
_SHORT = 6  # if more cards than this must fit in a reserve pile, they lie closer together
_NARROW = 0.14  # the distance between such cards, in card heights
_FAN = 0.2  # the distance between cards in a fan, in card widths
_DEPTHS = (4, 3, 2)  # how many piles may be stacked vertically at the side of the table
_WIDE_LINE = 13  # the maximum number of piles in a row on a wide screen, unless they are columns
_TALL_LINE = 8  # the maximum number of piles in a row on a tall screen
_ROOMY = 7.0  # a table of this width has room for a waste that fans out
_TABLE = ""  # the key of the block with all groups that have a place in the definition

Corner = tuple[float, float]


class Room(NamedTuple):
    """A screen on which piles are arranged: its size, and the gap between piles, in pixels."""

    width: int
    height: int
    gap: float
    columns: int  # the maximum number of columns in a single line
    line: int  # the maximum number of columns in each of several lines

    @property
    def tall(self) -> bool:
        """Return whether the screen is taller than it is wide."""
        return self.height > self.width


WIDE = Room(1240, 650, 0.11, 15, 10)
TALL = Room(378, 690, 0.04, 10, 8)
LOW = Room(832, 288, 0.07, 15, 15)


class _Block(NamedTuple):
    """A block of piles with fixed relative places: a spot and corners for each key."""

    width: float
    height: float
    spots: Mapping[str, tuple[Spot, Sequence[Corner]]]


class _Unit(NamedTuple):
    """The piles whose key has no place, and the options for their cards."""

    key: str
    spot: Spot
    piles: Sequence[Pile]
    fed: bool  # whether the stock deals to the piles during the game
    across: int  # the number of piles in a row if the rules mention rows, otherwise 0

    @property
    def kind(self) -> str:
        """The kind of the unit's group."""
        return self.piles[0].group.kind

    @property
    def grows(self) -> bool:
        """Return whether the piles of the unit are columns that may grow."""
        return self.spot.grow in (None, "down") and self.piles[0].group.build != "none"


def size(whole: Arrangement | _Block, room: Room) -> float:
    """Return the width of a card on a screen, in pixels."""
    across = room.width / (whole.width * (1 + room.gap))
    down = room.height / (whole.height * RATIO * (1 + 0.6 * room.gap))
    return min(across, down, WIDEST * room.height)


def usual(
    piles: Sequence[Pile], spots: Mapping[str, Spot], room: Room, across: Mapping[str, int]
) -> dict[str, Spot]:
    """Return the spots of all groups, with default places for the groups that have none.

    Args:
        piles: the piles of the game.
        spots: the spots in the layout, by key.
        room: the screen.
        across: the number of piles in a row, for groups whose rules mention rows.
    """
    placed = {key for key, spot in spots.items() if is_placed(spot)}
    members: dict[str, list[Pile]] = {}
    for pile in piles:
        members.setdefault(key_of(spots, pile.group), []).append(pile)
    deals = [str(pile.group.deal) for pile in piles if pile.group.kind == "stock"]
    fed = {name for deal in deals for name in deal.split(" to ")[-1].split()}
    free = [
        _Unit(
            key,
            spots.get(key, Spot()),
            some,
            not fed.isdisjoint((some[0].group.kind, some[0].group.name)),
            across.get(some[0].group.name, 0),
        )
        for key, some in members.items()
        if key not in placed
    ]
    if not free:
        return dict(spots)
    fixed = [pile for key, some in members.items() if key in placed for pile in some]
    left, top, right, bottom = extent(lay(fixed, spots), TIGHT) if fixed else (0.0, 0.0, 0.0, 0.0)
    table = _Block(right - left, bottom - top, {_TABLE: (Spot(), [(0.0, 0.0)])})
    found = _arrangements(_Parts(free, table if fixed else None, at_the_right=left > 0), room)
    best = _best(found, room, _OTHER if room.tall else _LARGER)
    # groups with a place keep it, and the other groups go around them
    x, y = best.spots[_TABLE][1][0] if fixed else (left, top)
    return dict(spots) | {
        key: msgspec.structs.replace(
            spot, places=[(round(a - x + left, 4), round(b - y + top, 4)) for a, b in places]
        )
        for key, (spot, places) in best.spots.items()
        if key != _TABLE
    }


class _Parts:
    """The units of a game that need a place, by kind, and the block of groups with a place."""

    def __init__(
        self, units: Sequence[_Unit], placed: _Block | None, *, at_the_right: bool
    ) -> None:
        self.placed, self.at_the_right = placed, at_the_right
        self.of = {kind: [u for u in units if u.kind == kind] for kind in LETTERS}

    def has(self, *kinds: str) -> bool:
        """Return whether any pile of the given kinds needs a place."""
        return any(self.of[kind] for kind in kinds)

    def count(self, kind: str) -> int:
        """Return how many piles of a kind need a place."""
        return sum(len(unit.piles) for unit in self.of[kind])

    def row(self, kind: str, most: int) -> _Block:
        """Return the piles of a kind side by side, in lines of at most ``most``."""
        units = self.of[kind]
        if self.count(kind) <= most:
            return _beside([_lines(unit, most) for unit in units])
        return _below([_lines(unit, most) for unit in units], _LINES)

    def few(self) -> bool:
        """Return whether the reserve may go below the stock, at the side of the tableau."""
        ways = {_how(unit, 1).grow for unit in self.of["reserve"]}
        return self.has("stock", "waste") and self.count("reserve") <= _FEW and ways == {"down"}

    def hand(self, *, grows: bool = False, column: bool = False) -> _Block:
        """Return the stock and its waste, side by side or one below the other."""
        blocks = [_lines(unit, 1 if column else _WIDE_LINE) for unit in self.of["stock"]]
        way = ("down" if column else "right") if grows else "none"
        for unit in self.of["waste"]:
            how = msgspec.structs.replace(unit.spot, grow=unit.spot.grow or way)
            blocks.append(_lines(unit._replace(spot=how), 1 if column else _WIDE_LINE))
        return _below(blocks, _ROWS, 0.0) if column else _beside(blocks)

    def fans(self) -> bool:
        """Return whether the waste needs a fan, because several cards or both ends matter."""
        deals = [str(unit.piles[0].group.deal).split() for unit in self.of["stock"]]
        several = any(deal[1:] == ["to", "waste"] and deal[0] != "1" for deal in deals)
        ends = {unit.piles[0].group.take for unit in self.of["waste"]}
        return several or Take.TOP_OR_BOTTOM_CARD in ends

    def tables(self, room: Room) -> Iterator[_Block]:
        """Yield arrangements of the tableau in lines of different lengths, below the placed groups.

        Columns stay in one line if the screen has room for them. Fans, and piles that stay short,
        may have shorter lines. On a tall screen the rows of a grid may become columns.
        """
        units = self.of["tableau"]
        count = max((len(unit.piles) for unit in units), default=0)
        short = all(_is_short(unit) for unit in units)
        most = room.line if (room.tall and short) or count > room.columns else room.columns
        grown = any(unit.grows for unit in units)
        fewest = max(1, count // 2 if grown else 1)
        lengths = [most]
        # several lines, each with at most this many piles
        if count > room.columns:
            lengths += [math.ceil(count / n) for n in range(math.ceil(count / most) - 1, 1, -1)]
        if short:
            lengths += range(min(count, most) - 1, fewest, -1)
        for line in lengths:
            rows = [_lines(unit, line) for unit in units]
            yield _below([*([self.placed] if self.placed else []), *rows], _ROWS)
        if room.tall and len(units) == 1 and units[0].across and not self.placed:
            yield _turned(units[0])

    def loose(self, room: Room) -> Iterator[_Block]:
        """Yield tableau arrangements that save room by departing from the definition's shape.

        Several groups go side by side, in rows as long as a screen has columns. Groups with a place
        go beside them: on the right if they all lie at positive x, otherwise on the left.
        """
        units = self.of["tableau"]
        rows: list[list[_Unit]] = []
        for unit in units:
            if rows and sum(len(u.piles) for u in [*rows[-1], unit]) <= room.columns:
                rows[-1].append(unit)
            else:
                rows.append([unit])
        if any(unit.across for unit in units):
            return  # the rules mention the rows of this group
        lines = [_beside([_lines(u, room.columns) for u in row], _CLOSE) for row in rows]
        if len(rows) < len(units):
            yield _below([*([self.placed] if self.placed else []), *lines], _ROWS)
        if self.placed and units:
            table = _below(lines, _ROWS)
            yield _beside(
                [table, self.placed] if self.at_the_right else [self.placed, table], _APART
            )


def _is_short(unit: _Unit) -> bool:
    """Return whether the piles of a unit are fans, or hardly grow."""
    group = unit.piles[0].group
    fans = _how(unit, 1).grow in ("left", "right")
    return fans or (
        group.space == Space.NONE and group.take in (Take.NONE, Take.TOP_CARD) and not unit.fed
    )


def _best(arrangements: Iterable[_Block], room: Room, larger: float) -> _Block:
    """Return the first arrangement, or a later one whose cards are ``larger`` times as large."""
    best, *others = arrangements
    for found in others:
        if size(found, room) > larger * size(best, room):
            best = found
    return best


def _arrangements(parts: _Parts, room: Room) -> Iterator[_Block]:
    """Yield the possible arrangements, with the preferred one first."""
    tables, loose = list(parts.tables(room)), list(parts.loose(room))

    def best(way: Callable[[_Block], _Block]) -> _Block:
        return _best([_best(map(way, tables), room, _LARGER), *map(way, loose)], room, _OTHER)

    if room.tall:
        line = max(_TALL_LINE, math.floor(tables[0].width))
        banded = best(partial(_banded, parts, most=line))
        if parts.placed is None and banded.width <= line:
            yield banded
        yield best(partial(_tall, parts, line=line))
    elif parts.placed is not None:
        yield best(partial(_flanked, parts, align=0.5))
        yield from map(best, _at_the_sides(parts, 0.5))
    else:
        yield best(partial(_banded, parts))
        if room is LOW or parts.has("cell", "reserve") or not parts.has("foundation"):
            yield from map(best, _at_the_sides(parts, 0.0))


def _at_the_sides(parts: _Parts, align: float) -> Iterator[Callable[[_Block], _Block]]:
    """Yield arrangements that put the foundations, and perhaps the cells, beside the table."""
    for deep in _DEPTHS:
        yield partial(_flanked, parts, align=align, deep=deep)
        if parts.has("cell"):
            yield partial(_flanked, parts, align=align, deep=deep, cells_aside=True)


def _flanked(
    parts: _Parts, table: _Block, align: float, deep: int = 0, *, cells_aside: bool = False
) -> _Block:
    """Put the stock to the left of the table, and discards to its right.

    Foundations and cells go above the table, or beside it in columns.
    """

    def piles(kind: str, aside: bool) -> _Block:
        return parts.row(kind, math.ceil(parts.count(kind) / deep) or 1 if aside else _WIDE_LINE)

    found, cells = piles("foundation", deep > 0), piles("cell", cells_aside)
    hand = [parts.hand(grows=parts.fans(), column=True), *([cells] if cells_aside else [])]
    core = [*([] if deep else [found]), *([] if cells_aside else [cells])]
    core += [parts.row("reserve", _WIDE_LINE), table]
    sides = [_below(hand, _ROWS), _below(core, _ROWS), *([found] if deep else [])]
    return _beside([*sides, parts.row("discard", 1)], _APART, align)


def _banded(parts: _Parts, table: _Block, most: int = _WIDE_LINE) -> _Block:
    """Put the stock on the left and the foundations on the right, above the tableau."""
    found, cells = parts.row("foundation", most), parts.row("cell", most)
    reserve, out = parts.row("reserve", max(most, WIDE.columns)), parts.row("discard", 1)

    def whole(*, grows: bool) -> _Block:
        hand = parts.hand(grows=grows)
        if parts.few():
            side = _below([hand, reserve], _ROWS, 0.0 if grows else 0.5)
            core = _below([found, table], _ROWS)
            return _beside([_below([side, cells], _ROWS), core, out], _APART)
        top = [hand, cells]
        between = [reserve]
        if 0 < parts.count("reserve") <= _FEW and not hand.spots:
            top, between = [reserve, cells], []
        width = max([table.width, *(block.width for block in between)])
        alone = 0.0 if hand.spots and not (found.spots or cells.spots) else 0.5
        head = _spread([*top, found], width, alone, 0.0 if most < _WIDE_LINE else _CLOSE)
        same = parts.count("foundation") == parts.count("tableau")
        under = 1.0 if same and hand.spots and not cells.spots else 0.5
        return _beside([_below([head, *between, table], _ROWS, under), out], _APART)

    bare, grown = whole(grows=False), whole(grows=True)
    fits = grown.width <= max(bare.width, table.width, _ROOMY)
    return grown if fits or parts.fans() else bare


def _tall(parts: _Parts, table: _Block, line: int) -> _Block:
    """Place foundations, stock, cells, reserve and tableau one below another.

    If some groups have a place, the stock goes below them. A reserve with few piles becomes a fan
    beside the stock.
    """
    found = parts.row("foundation", line)
    hand = [parts.hand(grows=parts.fans()), parts.row("discard", line)]
    rows = [parts.row("cell", line), table]
    if parts.few():
        fans = [
            u._replace(spot=msgspec.structs.replace(_how(u, 1), grow="right", spread=_FAN))
            for u in parts.of["reserve"]
        ]
        hand.insert(0, _beside([_lines(unit, line) for unit in fans]))
    else:
        rows.insert(1, parts.row("reserve", line))
    wide = min(max(found.width, *(row.width for row in rows)), line)
    side = _spread(hand, wide, close=0.0)
    return _below([found, *rows, side] if parts.placed else [found, side, *rows], _ROWS)


# --- blocks --------------------------------------------------------------------------------------


def _how(unit: _Unit, lines: int) -> Spot:
    """Return the options for a unit's cards, with defaults filled in."""
    spot, group = unit.spot, unit.piles[0].group
    grow = spot.grow or usual_way(group)
    spread, least = spot.spread, usual_min(group, lines)
    dealt = group.deal if isinstance(group.deal, int) else 0
    if unit.kind == "tableau" and grow in ("left", "right") and not unit.fed:
        most = max(group.deal) if isinstance(group.deal, list) else dealt
        least = most + 1 if most > 1 else least
    if unit.kind == "reserve" and not unit.fed and dealt:
        least = dealt if len(unit.piles) <= _FEW else min(least, dealt)
        spread = _NARROW if spread is None and least > _SHORT else spread
    if unit.kind == "tableau" and (unit.across or _is_single(unit)):
        least = 1
    least = spot.min or least
    return msgspec.structs.replace(spot, grow=grow, spread=spread, min=least)


def _is_single(unit: _Unit) -> bool:
    """Return whether no pile ever holds more than one card."""
    group = unit.piles[0].group
    alone = (
        group.build == "none" and group.take in (Take.NONE, Take.TOP_CARD) and group.deal in (0, 1)
    )
    others = unit.fed or group.refill or group.fill_cards > 1
    return group.most == 1 or (alone and not others)


def _lines(unit: _Unit, most: int) -> _Block:
    """Return piles side by side, in evenly filled lines of at most ``most``."""
    count = len(unit.piles)
    lines = math.ceil(count / (unit.across or most))
    how = _how(unit, lines)
    if unit.piles[0].group.covered_by:
        heap = msgspec.structs.replace(how, grow="none")
        at = lay(unit.piles, {unit.key: msgspec.structs.replace(heap, heap=(0.0, 0.0))})
        left, top, right, bottom = extent(at)
        places = [(p.x - left, p.y - top) for p in at]
        # use a heap only if each pile gets its own place
        if len(set(places)) == count:
            return _Block(right - left, bottom - top, {unit.key: (heap, places)})
    alone = msgspec.structs.replace(how, places=[(0.0, 0.0)] * count)
    left, top, right, bottom = extent(lay(unit.piles, {unit.key: alone}), TIGHT)
    per = unit.across or math.ceil(count / lines)
    across, down = how.gap if isinstance(how.gap, tuple) else (how.gap, None)
    step = across or right - left + (_FANS if right - left > 1 else 0.0)
    fall = down or bottom - top + (_LINES if lines > 1 else 0.0)
    places = [(i % per * step - left, i // per * fall - top) for i in range(count)]
    width = (per - 1) * step + right - left
    return _Block(width, (lines - 1) * fall + bottom - top, {unit.key: (how, places)})


def _turned(unit: _Unit) -> _Block:
    """Return the piles of a grid with its rows turned into columns."""
    block = _lines(unit, unit.across)
    how, places = block.spots[unit.key]
    per, lines = unit.across, math.ceil(len(unit.piles) / unit.across)
    across = places[1][0] - places[0][0] if per > 1 else block.width
    fall = places[per][1] - places[0][1] if lines > 1 else block.height
    x, y = places[0]
    turned = [(x + i // per * across, y + i % per * fall) for i in range(len(places))]
    width, height = block.width - (per - lines) * across, block.height + (per - lines) * fall
    return _Block(width, height, {unit.key: (how, turned)})


def _beside(blocks: Sequence[_Block], gap: float = 0.0, align: float = 0.0) -> _Block:
    """Return blocks side by side, aligned from the top (``align`` 0) to the bottom (1)."""
    some = [block for block in blocks if block.spots]
    high = max((block.height for block in some), default=0.0)
    x, spots = 0.0, dict[str, tuple[Spot, Sequence[Corner]]]()
    for block in some:
        spots |= _moved(block, x, (high - block.height) * align)
        x += block.width + gap
    return _Block(max(0.0, x - gap), high, spots)


def _below(blocks: Sequence[_Block], gap: float, align: float = 0.5) -> _Block:
    """Return blocks one below another, aligned from the left (``align`` 0) to the right (1)."""
    some = [block for block in blocks if block.spots]
    wide = max((block.width for block in some), default=0.0)
    y, spots = 0.0, dict[str, tuple[Spot, Sequence[Corner]]]()
    for block in some:
        spots |= _moved(block, (wide - block.width) * align, y)
        y += block.height + gap
    return _Block(wide, max(0.0, y - gap), spots)


def _spread(
    blocks: Sequence[_Block], width: float, alone: float = 0.5, close: float = _CLOSE
) -> _Block:
    """Spread blocks over a row; a single block gets ``alone`` of the spare width on its left."""
    some = [block for block in blocks if block.spots]
    gaps = len(some) - 1
    used = sum(block.width for block in some)
    if gaps > 0:
        return _beside(some, max(close, (width - used) / gaps))
    spare = max(0.0, width - used)
    whole = _beside(some)
    return _Block(used + spare, whole.height, _moved(whole, spare * alone, 0.0))


def _moved(block: _Block, x: float, y: float) -> dict[str, tuple[Spot, Sequence[Corner]]]:
    return {
        key: (spot, [(a + x, b + y) for a, b in places])
        for key, (spot, places) in block.spots.items()
    }
