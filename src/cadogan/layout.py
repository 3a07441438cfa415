"""Where the piles of a game lie: the ``[layout]`` table of a definition, worked out for the page.

A layout says for each group of piles where it stands; x counts in card widths, y in card heights,
and the page scales the whole to any window. Keys are the names of groups (``foundation``,
``tableau.top``; the bare kind stands for all its groups together), values say one of

- ``row = [x, y]``: side by side; ``column = [x, y]``: below each other;
- ``grid = [x, y, n]``: rows of at most n, evenly filled;
- ``clock = [x, y, r]``: the hours of a clock face around a centre, one o'clock first, clockwise;
- ``places = [[x, y], ...]``: one by one;
- ``heap = [x, y]``: piles that lie on each other, as ``covered_by`` says;

and how: ``grow``, ``spread``, ``gap``, ``align``, ``min``, ``labels``, ``rot``, ``first`` (see
:class:`Spot`). ``[layout.portrait]`` has the same keys, for tall screens, and ``[layout.low]``
for a phone on its side; what they do not mention stays. A game without a layout gets one from its
groups. ::

    [layout]
    stock      = { row = [0, 0] }
    waste      = { row = [1, 0], grow = "right" }
    foundation = { row = [3, 0] }
    tableau    = { row = [0, 1.2], min = 13 }
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cadogan.cards import RANKS
from cadogan.errors import BadDefinition, BadOption, did_you_mean, wanted_kind
from cadogan.families.covers.tables import covered_by
from cadogan.language.catalogue import catalogue, faults, find, is_own
from cadogan.language.choices import differing
from cadogan.language.definition import Definition, Group, Spot
from cadogan.language.loading import load_text
from cadogan.language.own import Edition, edition, own_folder
from cadogan.language.where import short
from cadogan.language.words import KINDS, LETTERS
from cadogan.position import Game
from cadogan.tables import Rules

__all__ = ["Arrangement", "Layout", "PilePlace", "load_whole", "own_faults", "place"]

_OTHERS = ("portrait", "low")  # arrangements for screens on which the first would be small
_ANCHORS = ("row", "column", "grid", "clock", "places", "heap")
_GROWS = ("down", "up", "right", "left", "out", "none")
_ALIGNS = ("left", "centre", "right")
_SIGNS = "♣♦♥♠"
_MOST = 1000  # cards, or degrees
_RATIO = 1.4  # height of a card in its widths; the page has the same number

# What a kind of pile does where the layout does not say: the way it grows, its spread in cards of
# that direction, and how many cards must fit before they are squeezed.
_USUAL: dict[str, tuple[str, float, int]] = {
    "foundation": ("none", 0.0, 1),
    "tableau": ("down", 0.25, 8),
    "reserve": ("down", 0.25, 4),
    "cell": ("none", 0.0, 1),
    "waste": ("right", 0.25, 3),
    "stock": ("none", 0.0, 1),
    "discard": ("none", 0.0, 1),
}
_SPREADS = {"down": 0.25, "up": 0.25, "right": 0.25, "left": 0.25, "out": 0.25, "none": 0.0}


class PilePlace(msgspec.Struct, frozen=True):
    """Where one pile lies, as the page wants it.

    Attributes:
        x, y: the corner of the first card, in card widths and heights.
        dx, dy: from one card to the next, in card widths and heights.
        grow: down, up, right, left, out, or "" when the cards lie squarely on each other.
        rot: degrees. min: cards that must fit.
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
    """All piles, in canonical order, and the size of the whole in card widths and heights."""

    width: float
    height: float
    piles: list[PilePlace]


class Layout(msgspec.Struct, frozen=True):
    """Where the piles lie: see :func:`place`."""

    width: float
    height: float
    piles: list[PilePlace]
    portrait: Arrangement | None
    low: Arrangement | None = None


class _Pile(NamedTuple):
    name: str
    group: Group
    label: str


def _wrong(where: str, text: str) -> BadDefinition:
    """Return the error for a place in a definition, ``FILE: layout.KEY``."""
    return BadDefinition(f"{where}: {text}")


def load_whole(text: str, file: str) -> dict[str, Definition]:
    """Load the definitions of one file's text, and check what only the page reads of them.

    Raises:
        BadDefinition: as :func:`cadogan.language.loading.load_text` and :func:`place` do.
    """
    found = load_text(text, file)
    _check_whole(found.values())
    return found


def own_faults() -> list[str]:
    """Return what is wrong with the files of a person's own games, a sentence each.

    Beside what keeps a file from being read (:func:`cadogan.language.catalogue.faults`) it is what
    shows only when a game is dealt and laid out.

    >>> own_faults()
    []
    """
    folder = own_folder()
    return [*faults().values(), *_faults_of_whole(folder, edition(folder))]


@functools.lru_cache(maxsize=8)
def _faults_of_whole(_folder: Path, _edition: Edition) -> list[str]:
    files: dict[str, list[Definition]] = {}
    for key, definition in catalogue().items():
        if is_own(key):
            some = [definition, *(find(name) for name in definition.combinations)]
            files.setdefault(definition.file, []).extend(some)
    found = []
    for definitions in files.values():
        try:
            _check_whole(definitions)
        except BadDefinition as error:
            found.append(str(error))
    return found


def _check_whole(definitions: Collection[Definition]) -> None:
    for definition in definitions:
        place(Game(definition))
    for definition in [d for d in definitions if not differing(d.options, d.answers)]:
        for name, option in definition.options.items():
            for answer in option.answers:
                _check_answer(definition, {name: answer})


def _check_answer(definition: Definition, answer: Mapping[str, str]) -> None:
    """Compile a game with another answer to a choice, and look at its layout."""
    try:
        game = Game(definition, answer)
    except BadOption as error:
        raise definition.error("", str(error)) from None
    place(game)


def place(game: Game) -> Layout:
    """Work out where every pile of a game lies.

    Args:
        game: any game.

    Raises:
        BadDefinition: in one sentence, naming the key of the layout that will not do.

    >>> import cadogan
    >>> layout = place(cadogan.game("klondike"))
    >>> [(p.name, p.x) for p in layout.piles if p.kind == "tableau"][:2]
    [('t1', 0.0), ('t2', 1.0)]
    """
    rules = game.compiled
    definition = game.definition
    where = f"{definition.file}: layout"
    piles = [
        _Pile(name, group, _label(rules, p))
        for p, (name, group) in enumerate(zip(rules.names, rules.of, strict=True))
    ]
    if not definition.layout:
        wide = _arrange(piles, _default(piles, 13))
        tall = _arrange(piles, _default(piles, 7))
        return Layout(
            wide.width, wide.height, wide.piles, tall if tall.width < wide.width else None
        )
    raw = dict(definition.layout)
    others = {name: raw.pop(name, None) for name in _OTHERS}
    spots = _spots(raw, piles, where)
    _check(spots, piles, where)
    wide = _arrange(piles, spots)
    _check_apart(wide, spots, piles, where)
    found = [_other(name, changes, spots, piles, where) for name, changes in others.items()]
    return Layout(wide.width, wide.height, wide.piles, *found)


def _other(
    name: str, changes: object, spots: Mapping[str, Spot], piles: Sequence[_Pile], where: str
) -> Arrangement | None:
    """Arrange the piles for another screen; None where nothing is said of it."""
    if changes is None:
        return None
    there = f"{where}.{name}"
    if not isinstance(changes, Mapping):
        raise _wrong(there, f"this must be a table, written [layout.{name}]")
    changed = _override(spots, _spots(changes, piles, there))
    _check(changed, piles, there)
    found = _arrange(piles, changed)
    _check_apart(found, changed, piles, there)
    return found


def _label(rules: Rules, p: int) -> str:
    """Return what stands on an empty foundation: the rank and the suit that begin it."""
    group = rules.of[p]
    if group.kind != "foundation":
        return ""
    starts = group.start
    start = starts[p - rules.first[group.name]] if isinstance(starts, list) else starts
    suit = "" if rules.owner[p] < 0 else _SIGNS[rules.owner[p]]
    rank = start[0] if start[:1] in RANKS and len(start) <= 2 else ""
    return ("10" if rank == "T" else rank) + suit


# --- reading -------------------------------------------------------------------------------------


def _spots(raw: Mapping[str, Any], piles: Sequence[_Pile], where: str) -> dict[str, Spot]:
    """Read a table of spots; ``foundation.kings`` may be written nested or quoted."""
    groups = list(dict.fromkeys(n for pile in piles for n in (pile.group.name, pile.group.kind)))
    fields = list(Spot.__struct_fields__)
    found: dict[str, Spot] = {}
    for key, value in raw.items():
        there = f"{where}.{short(key)}"
        if key not in groups:
            known = [*groups, *([] if where.endswith(_OTHERS) else _OTHERS)]
            raise _wrong(there, f"the game has no such group of piles; {did_you_mean(key, known)}")
        if not isinstance(value, Mapping):
            raise _wrong(there, "this must be a table such as { row = [0, 0] }")
        if key in KINDS and value and all(isinstance(v, Mapping) for v in value.values()):
            for name, spot in value.items():
                full = f"{key}.{name}"
                if full not in groups:
                    known = [g for g in groups if g.startswith(f"{key}.")]
                    raise _wrong(
                        f"{there}.{short(name)}",
                        f"the game has no such group of piles; {did_you_mean(full, known)}",
                    )
                found[full] = _spot(spot, fields, f"{there}.{name}")
        else:
            found[key] = _spot(value, fields, there)
    return found


def _spot(raw: Mapping[str, Any], fields: list[str], where: str) -> Spot:
    for key in raw:
        if key not in fields:
            raise _wrong(
                f"{where}.{short(key)}", f"there is no such key; {did_you_mean(key, fields)}"
            )
    try:
        spot = msgspec.convert(raw, Spot)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$.")
        path = path.rstrip("`")
        key = path.partition("[")[0]
        raise _wrong(f"{where}.{key}" if key else where, wanted_kind(text, path)) from None
    for key in fields:
        for number in _numbers(getattr(spot, key)):
            if not abs(number) <= _MOST:  # nan is not
                raise _wrong(
                    f"{where}.{key}", f"a number will not do here: -{_MOST} to {_MOST} will"
                )
    anchors = [name for name in _ANCHORS if getattr(spot, name) is not None]
    if len(anchors) > 1:
        raise _wrong(where, f"{' and '.join(anchors)} contradict each other; keep one of them")
    ways = spot.grow if isinstance(spot.grow, list) else [spot.grow]
    for key, words, known in (("grow", ways, _GROWS), ("align", [spot.align], _ALIGNS)):
        for word in words:
            if word is not None and word not in known:
                raise _wrong(f"{where}.{key}", f"{word!r} will not do; {did_you_mean(word, known)}")
    if spot.clock is not None and len(spot.clock) not in (3, 4):
        raise _wrong(f"{where}.clock", "write [x, y, radius] or [x, y, half width, half height]")
    if spot.grid is not None and spot.grid[2] < 1:
        raise _wrong(f"{where}.grid", f"{spot.grid[2]} piles in a row will not do; 1 or more will")
    if spot.min is not None and spot.min < 1:
        raise _wrong(f"{where}.min", f"room for {spot.min} cards will not do; 1 or more will")
    if spot.spread is not None and spot.spread < 0:
        raise _wrong(f"{where}.spread", "this must be 0 or more; 'grow' says the direction")
    if spot.first is not None and not 1 <= spot.first <= 12:
        raise _wrong(f"{where}.first", f"there is no hour {spot.first}; the hours are 1 to 12")
    return spot


def _numbers(value: object) -> Iterator[float]:
    """Yield the numbers in a value of a spot."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)


def _override(spots: Mapping[str, Spot], changes: Mapping[str, Spot]) -> dict[str, Spot]:
    """Lay the keys for another screen over the others; a new place replaces the old one."""
    merged = dict(spots)
    for name, change in changes.items():
        old = merged.get(name)
        if old is None:
            merged[name] = change
            continue
        given = {k: v for k in Spot.__struct_fields__ if (v := getattr(change, k)) is not None}
        if any(anchor in given for anchor in _ANCHORS):
            given = {**dict.fromkeys(_ANCHORS), **given}
        merged[name] = msgspec.structs.replace(old, **given)
    return merged


def _of(spots: Mapping[str, Spot], group: Group) -> str:
    """Return the key that places a group: its own name, else its kind."""
    return group.name if group.name in spots else group.kind


def _check(spots: Mapping[str, Spot], piles: Sequence[_Pile], where: str) -> None:
    for pile in piles:
        key = _of(spots, pile.group)
        if key not in spots:
            raise _wrong(where, f"nothing says where {pile.group.name!r} lies")
        if all(getattr(spots[key], anchor) is None for anchor in _ANCHORS):
            raise _wrong(f"{where}.{key}", f"one of {', '.join(_ANCHORS)} must say where it lies")
    for key, spot in spots.items():
        count = sum(_of(spots, pile.group) == key for pile in piles)
        for name in ("places", "labels", "rot", "grow"):
            value = getattr(spot, name)
            if isinstance(value, list) and len(value) != count:
                raise _wrong(f"{where}.{key}.{name}", f"{len(value)} entries for {count} piles")
        if spot.heap is not None and spot.grow != "none":
            raise _wrong(f"{where}.{key}.grow", "piles that lie on each other do not grow: none")
        if "out" in (spot.grow or "") and spot.clock is None:
            raise _wrong(f"{where}.{key}.grow", "only a clock has a middle to grow out from")


def _check_apart(
    found: Arrangement, spots: Mapping[str, Spot], piles: Sequence[_Pile], where: str
) -> None:
    """Check that no pile lies where another does, which would hide it."""
    there: dict[tuple[float, float], str] = {}
    for pile, at in zip(piles, found.piles, strict=True):
        key = _of(spots, pile.group)
        other = there.setdefault((round(at.x, 2), round(at.y, 2)), key)
        if other != key:
            raise _wrong(f"{where}.{key}", f"a pile lies where one of {other!r} does")
    if len(there) < len(piles):
        keys = Counter(_of(spots, pile.group) for pile in piles)
        key = next(key for key, n in keys.items() if n > [*there.values()].count(key))
        raise _wrong(f"{where}.{key}", "two of its piles lie at one place")


# --- placing -------------------------------------------------------------------------------------


def _arrange(piles: Sequence[_Pile], spots: Mapping[str, Spot]) -> Arrangement:
    members: dict[str, list[_Pile]] = {}
    for pile in piles:
        members.setdefault(_of(spots, pile.group), []).append(pile)
    found: dict[str, PilePlace] = {}
    for key, some in members.items():
        for place_ in _place_group(some, spots[key]):
            found[place_.name] = place_
    return _tidy([found[pile.name] for pile in piles])


def _place_group(piles: Sequence[_Pile], spot: Spot) -> list[PilePlace]:
    kind = piles[0].group.kind
    usual_grow, usual_spread, usual_min = _USUAL[kind]
    corners = _heap(spot, piles) if spot.heap else _corners(spot, len(piles))
    hours = spot.clock is not None and len(piles) == 12
    first = spot.first or 1
    found = []
    for i, (pile, (x, y)) in enumerate(zip(piles, corners, strict=True)):
        grow = (spot.grow[i] if isinstance(spot.grow, list) else spot.grow) or usual_grow
        spread = spot.spread
        if spread is None:
            spread = usual_spread if grow == usual_grow else _SPREADS[grow]
        dx, dy = _step(spot, grow, spread, x, y)
        label = pile.label
        if spot.labels is not None:
            label = spot.labels[i]
        elif hours:
            label = str((first + i - 1) % 12 + 1)
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
                min=1 if grow == "none" else spot.min or usual_min,
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
        return [(x + wide * math.sin(a), y - tall * math.cos(a) / _RATIO) for a in turns]
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


def _heap(spot: Spot, piles: Sequence[_Pile]) -> list[tuple[float, float]]:
    """Return the corners of piles that lie on each other, the uppermost row at the top."""
    over = [
        [start + i for i in some]
        for start, group in _groups_of(piles)
        for some in covered_by(group)
    ]
    step = spot.gap[1] if isinstance(spot.gap, tuple) else spot.gap or 0.5
    across = spot.gap[0] if isinstance(spot.gap, tuple) else 1.0
    left, top = spot.heap or (0.0, 0.0)
    free = [p for p, some in enumerate(over) if not some]
    found = {p: (left + i * across, 0) for i, p in enumerate(free)}
    for p in reversed(range(len(piles))):  # what lies on a pile comes after it
        if over[p]:
            x = sum(found[q][0] for q in over[p]) / len(over[p])
            found[p] = (x, 1 + max(found[q][1] for q in over[p]))
    most = max(level for _, level in found.values())
    return [(found[p][0], top + (most - found[p][1]) * step) for p in range(len(piles))]


def _groups_of(piles: Sequence[_Pile]) -> list[tuple[int, Group]]:
    """Return the groups of some piles, and at which of these each begins."""
    names = [pile.group.name for pile in piles]
    return [(names.index(name), piles[names.index(name)].group) for name in dict.fromkeys(names)]


def _step(spot: Spot, grow: str, spread: float, x: float, y: float) -> tuple[float, float]:
    if grow == "out" and spot.clock is not None:
        away, up = x - spot.clock[0], (y - spot.clock[1]) * _RATIO
        far = math.hypot(away, up) or 1.0
        return spread * away / far, spread * up / far / _RATIO
    return {
        "down": (0.0, spread),
        "up": (0.0, -spread),
        "right": (spread, 0.0),
        "left": (-spread, 0.0),
    }.get(grow, (0.0, 0.0))


def _tidy(piles: list[PilePlace]) -> Arrangement:
    """Move the whole so that it begins at 0, 0, and measure it."""
    left = min(min(p.x, p.x + p.dx * (p.min - 1)) for p in piles)
    top = min(min(p.y, p.y + p.dy * (p.min - 1)) for p in piles)
    right = max(max(p.x, p.x + p.dx * (p.min - 1)) for p in piles) + 1
    bottom = max(max(p.y, p.y + p.dy * (p.min - 1)) for p in piles) + 1
    moved = [
        msgspec.structs.replace(p, x=round(p.x - left, 4), y=round(p.y - top, 4)) for p in piles
    ]
    return Arrangement(round(right - left, 4), round(bottom - top, 4), moved)


# --- a game without a layout ---------------------------------------------------------------------


def _default(piles: Sequence[_Pile], most: int) -> dict[str, Spot]:
    """Derive places from the kinds of group, in rows of at most ``most`` piles.

    Stock and waste begin the top row, the foundations and what is out of play end it; cells stand
    between them or below; reserves at the left of the tableau when they are few, else in rows above
    it.
    """
    counts = {kind: sum(p.group.kind == kind for p in piles) for kind in LETTERS}
    lines = math.ceil(counts["tableau"] / most)
    per_row = math.ceil(counts["tableau"] / lines) if lines else 0
    beside = 0 < counts["reserve"] <= 3
    left = 1.3 if beside else 0.0
    hand = counts["stock"] + counts["waste"] + (0.6 if counts["waste"] else 0.0)
    wide = max(per_row + left, min(most, counts["foundation"] + hand + (0.3 if hand else 0.0)))
    spots: dict[str, Spot] = {}
    if counts["stock"]:
        spots["stock"] = Spot(row=(0.0, 0.0))
    if counts["waste"]:
        spots["waste"] = Spot(row=(float(counts["stock"]), 0.0))
    y = 0.0
    if hand:
        y = 1.1
    on_top = hand + counts["foundation"] <= wide
    if counts["foundation"]:
        line = min(counts["foundation"], int(wide))
        at = 0.0 if on_top else y
        spots["foundation"] = Spot(grid=(wide - line, at, line))
        y = max(y, at + math.ceil(counts["foundation"] / line) + 0.1)
    if counts["discard"]:
        alone = not counts["foundation"] and hand + 1 <= wide
        spots["discard"] = Spot(row=(wide - 1 if alone else wide + 0.2, 0.0))
        y = max(y, 1.1)
    if counts["cell"]:
        if on_top and hand + counts["cell"] + 0.3 + counts["foundation"] <= wide:
            spots["cell"] = Spot(row=(hand, 0.0))
            y = max(y, 1.1)
        else:
            line = min(counts["cell"], int(wide))
            spots["cell"] = Spot(grid=(0.0, y, line))
            y += math.ceil(counts["cell"] / line) + 0.1
    if beside:
        spots["reserve"] = Spot(column=(0.0, y), grow="down", spread=0.12, gap=1.6, min=4)
    elif counts["reserve"]:
        line = min(counts["reserve"], most)
        spots["reserve"] = Spot(grid=(0.0, y, line), gap=(1.0, 1.8), min=4)
        y += math.ceil(counts["reserve"] / line) * 1.8
    if counts["tableau"]:
        many = lines > 1
        heaped = any(p.group.covered_by for p in piles if p.group.kind == "tableau")
        spots["tableau"] = (
            Spot(heap=(left, y), grow="none")
            if heaped
            else Spot(
                grid=(left, y, per_row), gap=(1.0, 1.9 if many else 1.0), min=4 if many else 10
            )
        )
    return spots
