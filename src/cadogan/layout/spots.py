"""Spots: strict parsing of a definition's ``[layout]`` table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cadogan.core.errors import InvalidDefinitionError, did_you_mean, miscounted, wanted_kind
from cadogan.rules.definition import Spot
from cadogan.rules.group import Group
from cadogan.rules.location import short
from cadogan.rules.vocabulary import KINDS

# the tables for screens on which the default arrangement would be too small
OTHERS = ("portrait", "low")
ANCHORS = ("row", "column", "grid", "clock", "places", "heap")
_GROWS = ("down", "up", "right", "left", "out", "none")
_ALIGNS = ("left", "centre", "right")
_MOST = 1000  # the largest number allowed, in cards or degrees


class Pile(NamedTuple):
    """A pile of a game, its group, and the label of its empty place."""

    name: str
    group: Group
    label: str


def wrong(where: str, text: str) -> InvalidDefinitionError:
    """Return an error for a place in a definition, ``FILE: layout.KEY``."""
    return InvalidDefinitionError(f"{where}: {text}")


def read_spots(raw: Mapping[str, Any], piles: Sequence[Pile], where: str) -> dict[str, Spot]:
    """Parse a table of spots; ``foundation.kings`` may be nested or quoted."""
    groups = list(dict.fromkeys(n for pile in piles for n in (pile.group.name, pile.group.kind)))
    fields = list(Spot.__struct_fields__)
    found: dict[str, Spot] = {}
    for key, value in raw.items():
        there = f"{where}.{short(key)}"
        if key not in groups:
            known = [*groups, *([] if where.endswith(OTHERS) else OTHERS)]
            raise wrong(there, f"the game has no such group of piles; {did_you_mean(key, known)}")
        if not isinstance(value, Mapping):
            raise wrong(there, "this must be a table such as { row = [0, 0] }")
        if key in KINDS and value and all(isinstance(v, Mapping) for v in value.values()):
            for name, spot in value.items():
                full = f"{key}.{name}"
                if full not in groups:
                    known = [g for g in groups if g.startswith(f"{key}.")]
                    raise wrong(
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
            raise wrong(
                f"{where}.{short(key)}", f"there is no such key; {did_you_mean(key, fields)}"
            )
    try:
        spot = msgspec.convert(raw, Spot)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$.")
        path = path.rstrip("`")
        key = path.partition("[")[0]
        raise wrong(f"{where}.{key}" if key else where, wanted_kind(text, path)) from None
    for key in fields:
        for number in _numbers(getattr(spot, key)):
            if not abs(number) <= _MOST:  # this form of the test also rejects nan
                raise wrong(f"{where}.{key}", f"each number must be from -{_MOST} to {_MOST}")
    anchors = [name for name in ANCHORS if getattr(spot, name) is not None]
    if len(anchors) > 1:
        raise wrong(where, f"{' and '.join(anchors)} are mutually exclusive: give only one")
    ways = spot.grow if isinstance(spot.grow, list) else [spot.grow]
    for key, words, known in (("grow", ways, _GROWS), ("align", [spot.align], _ALIGNS)):
        for word in words:
            if word is not None and word not in known:
                raise wrong(
                    f"{where}.{key}", f"{word!r} is not a valid value; {did_you_mean(word, known)}"
                )
    for key, holds, text in _LIMITS:
        value = getattr(spot, key)
        if value is not None and not holds(value):
            raise wrong(f"{where}.{key}", text.format(value))
    return spot


# for each key, a test of its value, and the message if the value fails
_LIMITS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    (
        "clock",
        lambda clock: len(clock) in (3, 4),
        "write [x, y, radius] or [x, y, half width, half height]",
    ),
    ("grid", lambda grid: grid[2] >= 1, "a row must have 1 pile or more, not {0[2]}"),
    ("min", lambda least: least >= 1, "this must be 1 or more, not {}"),
    ("spread", lambda spread: spread >= 0, "this must be 0 or more; use 'grow' for the direction"),
    ("first", lambda hour: 1 <= hour <= 12, "there is no hour {}; the hours are 1 to 12"),
)


def _numbers(value: object) -> Iterator[float]:
    """Yield the numbers in a spot's value, including those in nested lists."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)


def override(spots: Mapping[str, Spot], changes: Mapping[str, Spot]) -> dict[str, Spot]:
    """Return spots with the changes for another screen; a new place replaces the old place."""
    merged = dict(spots)
    for name, change in changes.items():
        old = merged.get(name)
        if old is None:
            merged[name] = change
            continue
        values = {k: v for k in Spot.__struct_fields__ if (v := getattr(change, k)) is not None}
        if any(anchor in values for anchor in ANCHORS):
            values = {**dict.fromkeys(ANCHORS), **values}
        merged[name] = msgspec.structs.replace(old, **values)
    return merged


def key_of(spots: Mapping[str, Spot], group: Group) -> str:
    """Return the key of a group's spot: its name or, if only its kind has a spot, its kind."""
    return group.kind if group.name not in spots and group.kind in spots else group.name


def is_placed(spot: Spot) -> bool:
    """Return whether a spot gives its piles a place, not only options."""
    return any(getattr(spot, anchor) is not None for anchor in ANCHORS)


def check(spots: Mapping[str, Spot], piles: Sequence[Pile], where: str) -> None:
    """Check that lists in a spot have an entry for every pile, and that ``grow`` is possible.

    Raises:
        InvalidDefinitionError: if a value is invalid; the message names the key.
    """
    for key, spot in spots.items():
        count = sum(key_of(spots, pile.group) == key for pile in piles)
        for name in ("places", "labels", "rot", "grow"):
            value = getattr(spot, name)
            if isinstance(value, list) and len(value) != count:
                raise wrong(f"{where}.{key}.{name}", miscounted(len(value), count))
        if spot.heap is not None and spot.grow != "none":
            raise wrong(f"{where}.{key}.grow", "piles of a heap cannot grow: write grow = 'none'")
        if "out" in (spot.grow or "") and spot.clock is None:
            raise wrong(f"{where}.{key}.grow", "only the piles of a clock can grow out")
